"""The fixture `measure`: one way to do the work of a group, its answers compared before it is timed."""

import time

import pytest

from benchmarks.collect import digest
from benchmarks.machine import Yardstick, about

KINDS = ("ours", "definition", "textbook", "general", "other")
"""The package; a kernel's definition in plain Python; the usual algorithm in plain Python; the solvers of
`unriddle.search` over configurations; another package or program."""
YARDSTICK = Yardstick()


@pytest.fixture(scope="session")
def answered():
    """Group -> the ways of it that ran, with their answers."""
    return {}


@pytest.fixture
def measure(benchmark, request, answered):
    """Run one way to do the work of a group, compare its answers, then time it.

    Called with the work, a callable without arguments; with what returns the list of its answers, one an
    item in the order of the items; and with

    - unit: what is answered ("board", "puzzle");
    - expect: answers known from elsewhere, of all items or of the first;
    - once: whether the first run is the one that is timed (work of minutes, or that keeps its result);
    - kind: one of `KINDS`; way: its name, by default what follows ``_by_`` in the name of the test;
    - group: of the marker ``benchmark`` by default;
    - anything else is extra_info: values, or functions of what the work returned.

    The ways of a group agree where they answer the same: on as many items as the shorter list has.
    """

    def call(work, answers, *, unit="board", expect=(), once=False, kind="ours", **info):
        benchmark.group = info.pop("group", benchmark.group)
        way = info.pop("way", request.function.__name__.partition("_by_")[2].replace("_", " ") or "kernel")
        assert kind in KINDS and benchmark.group
        if not benchmark.disabled:
            benchmark.extra_info["yardstick"] = YARDSTICK.sample()
        start = time.perf_counter()
        found = benchmark.pedantic(work, rounds=1) if once else work()
        spent = time.perf_counter() - start
        try:
            given = list(answers(found))
            compare(given, list(expect), "what is known")
            for other, theirs in answered.setdefault(benchmark.group, []):
                compare(given, theirs, other)
        except BaseException:
            if benchmark.stats is not None:  # no time of a wrong answer is kept
                request.config._benchmarksession.benchmarks.remove(benchmark.stats)
            benchmark._mode = "wrong"  # or pytest-benchmark warns that it was not used
            raise
        answered[benchmark.group].append((way, given))
        benchmark.extra_info.update(way=way, kind=kind, unit=unit, items=len(given), digest=digest(given))
        benchmark.extra_info.update({k: v(found) if callable(v) else v for k, v in info.items()})
        if benchmark.disabled:
            if not once:
                benchmark.pedantic(lambda: found)
        elif not once and spent > float(benchmark._max_time):
            benchmark.pedantic(work, rounds=1)
        elif not once:
            benchmark(work)

    return call


def compare(ours, theirs, name):
    """Fail at the first answer that differs."""
    __tracebackhide__ = True
    for number, (one, other) in enumerate(zip(ours, theirs, strict=False), 1):
        if one != other:
            pytest.fail(f"answer {number} is {one!r:.200}, but {other!r:.200} by {name}")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config):
    """Measure, and time rounds of 5 ms for half a second, unless the command line asks otherwise.

    The tests of the project have measuring disabled in their settings.
    """
    # A run on another machine can be compared: pytest-benchmark warns, and warnings are errors here.
    config.addinivalue_line("filterwarnings", "default::pytest_benchmark.logger.PytestBenchmarkWarning")
    if "--benchmark-disable" not in config.invocation_params.args:
        config.option.benchmark_disable = False
    for name, default, ours in (("min_time", "0.000005", "0.005"), ("max_time", "1.0", "0.5")):
        option = f"benchmark_{name}"
        if str(getattr(config.option, option, "")) == default:
            setattr(config.option, option, type(getattr(config.option, option))(ours))


def pytest_benchmark_update_machine_info(config, machine_info):
    """Name what the figures depend on; names of the machine are left out."""
    for key in ("node", "release"):
        machine_info.pop(key, None)
    machine_info["unriddle"] = about()


def pytest_benchmark_update_json(config, benchmarks, output_json):
    """Record the noise of the machine during the run."""
    output_json["noise"] = YARDSTICK.noise()
