"""The cases of the suite outside of pytest: what A/B runs, counted work and asv call."""

from __future__ import annotations

import contextlib
import hashlib
import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).resolve().parent


def digest(answers: Sequence[Any]) -> str:
    """Return sixteen hex digits that identify answers.

    Examples
    --------
    >>> digest([1, 2]) == digest([1, 2]), digest([1, 2]) == digest([2, 1])
    (True, False)
    """
    return hashlib.sha256(repr(answers).encode()).hexdigest()[:16]


class Case:
    """One test of the suite, whose work can be called; it stands for the fixture `measure`."""

    work: Callable[[], Any]
    answers: Callable[[Any], Sequence[Any]]
    info: dict[str, Any]

    def __init__(self, item: pytest.Function) -> None:
        self._item = item
        self._finalizers: list[Callable[[], object]] = []

    def addfinalizer(self, finalizer: Callable[[], object]) -> None:
        """Stand for the fixture `request`."""
        self._finalizers.append(finalizer)

    def prepare(self) -> Case:
        """Make what is not timed; skips as the test does."""
        given = self._item.callspec.params if hasattr(self._item, "callspec") else {}
        ours = {name: self for name in ("measure", "request") if name in self._item.fixturenames}
        names = self._item._fixtureinfo.argnames
        self._item.obj(**{name: (given | ours)[name] for name in names})
        return self

    def __call__(self, work: Callable[[], Any], answers: Callable[[Any], Sequence[Any]], **info: Any) -> None:
        """Keep what the test would measure."""
        self.work, self.answers, self.info = work, answers, info

    def close(self) -> None:
        """Let go of what the test holds."""
        for finalizer in self._finalizers:
            finalizer()


class _Collector:
    def __init__(self) -> None:
        self.items: list[pytest.Item] = []

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        self.items = items


def collect(*arguments: str, folder: Path = FOLDER) -> dict[str, Case]:
    """Return the cases that arguments of pytest choose, files of the folder by their names: node id -> case.

    Examples
    --------
    >>> found = collect("bench_river.py", "-k", "bridge and kernel")
    >>> list(found)
    ['bench_river.py::test_bridge[kernel]']
    >>> case = found["bench_river.py::test_bridge[kernel]"].prepare()
    >>> case.answers(case.work())[0] > 17
    True
    """
    found, printed = _Collector(), io.StringIO()
    files = [name for name in arguments if name.partition("::")[0].endswith(".py")]
    paths = [str(folder / name) for name in files] or [str(folder)]
    rest = [argument for argument in arguments if argument not in files]
    options = ["--collect-only", "--benchmark-disable", "-q", "-p", "no:cacheprovider"]
    options.append(f"--rootdir={folder.parent}")
    with contextlib.redirect_stdout(printed):
        code = pytest.main([*paths, *options, *rest], plugins=[found])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise ValueError(printed.getvalue().strip().splitlines()[-1])
    return {
        item.nodeid.removeprefix("benchmarks/"): Case(item)
        for item in found.items
        if isinstance(item, pytest.Function) and item.get_closest_marker("skip") is None
    }
