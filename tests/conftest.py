"""Fixtures that all tests share."""

import argparse
import contextlib
import gc
import importlib.util
import io
import os
import signal
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import is_hypothesis_test, settings


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of puzzles with known answers; named by UNRIDDLE_DATA."""
    folder = os.environ.get("UNRIDDLE_DATA")
    if not folder:
        pytest.skip("UNRIDDLE_DATA does not name the folder of known answers")
    return Path(folder) / "data" if (Path(folder) / "data").is_dir() else Path(folder)


@pytest.fixture(scope="session")
def browser():
    """Headless Chromium without network; skips a test without one, or fails it if UNRIDDLE_BROWSER is set."""
    tool = Path(__file__).parents[1] / "tools" / "browse.py"
    wanting = "tools/ is not here"
    if tool.exists():
        spec = importlib.util.spec_from_file_location("browse", tool)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        wanting = module.missing()
    if wanting:
        if os.environ.get("UNRIDDLE_BROWSER"):
            pytest.fail(f"UNRIDDLE_BROWSER is set, but {wanting}")
        pytest.skip(wanting)
    with module.Browser() as found:
        yield found


@pytest.fixture(scope="session")
def cluster():
    """A Dask cluster of two processes; where a test kills one, another is started."""
    distributed = pytest.importorskip("distributed")
    with (
        warnings.catch_warnings(action="default"),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as made,
    ):
        yield made


@pytest.fixture(scope="session")
def parsers() -> list[argparse.ArgumentParser]:
    """The parsers of the command line, of its subcommands and of those below them, with their arguments."""
    from unriddle.cli import make_parser

    def below(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
        yield parser
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                for found in action.choices.values():
                    with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):
                        found.parse_args(["--help"])  # one that is filled later is filled now
                    yield from below(found)

    return list(below(make_parser()))


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test reads or leaves a file in the user's cache folder."""
    os.environ["UNRIDDLE_CACHE"] = str(tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="session", autouse=True)
def _interruptible() -> None:
    """Ctrl-C has its meaning, also where a script runs the suite in the background, which ignores it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


PROFILES = {"few": 8, "usual": 20, "full": 30}
"""Profile -> examples of a test: under sanitizers and bounds checks, in `make test`, and in long runs."""
for _name, _most in PROFILES.items():
    settings.register_profile(_name, deadline=None, max_examples=_most)  # a busy machine is no failure
settings.load_profile("usual")


def pytest_sessionstart() -> None:
    """Let no search for cycles go through what collecting tests makes: none of it goes before the end."""
    gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let no test try more examples than the profile says; under `full` as many as it asks for."""
    if settings.get_current_profile_name() == "full":
        return
    for item in items:
        test = getattr(item, "obj", None)
        if is_hypothesis_test(test):
            own = test._hypothesis_internal_use_settings  # no public name reads or sets it
            most = min(own.max_examples, settings.default.max_examples)
            test._hypothesis_internal_use_settings = settings(own, max_examples=most)
