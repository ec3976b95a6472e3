"""How pytest-benchmark runs a `Case`: its answer, then its times, with the keys of our own timer."""

import time

import pytest

from benchmarks.measuring.bench import answers_of, check_answers, extra_info
from benchmarks.measuring.machine import unriddle_info
from benchmarks.measuring.measure import FULL, Yardstick, calibrate, peak_memory
from benchmarks.suites import missing

YARDSTICK = Yardstick()


@pytest.fixture(scope="session")
def answers():
    """Group -> the cases run so far, with their answers."""
    return {}


@pytest.fixture
def run(benchmark, answers, yardstick):
    """Run a `Case`: its answer is compared with those of its group, then it is timed, then its memory read.

    Work that takes longer than the time of a case is timed once; of a case that runs once, that run is timed.
    The digest is that of the first `common` answers.
    """

    def run(case, common):
        if missing(case):
            pytest.skip(missing(case))
        benchmark.group, benchmark.name = case.group, case.name
        benchmark.fullname, benchmark.params = case.fullname, dict(case.params) or None
        work = case.prepare()
        start = time.perf_counter()
        found = benchmark.pedantic(work, rounds=1) if case.once else work()
        once = time.perf_counter() - start
        answer = answers_of(case, found)
        check_answers([*answers.setdefault(case.group, []), (case, answer)])
        answers[case.group].append((case, answer))
        benchmark.extra_info.update(extra_info(case, found, answer[:common]))
        if not case.once:
            measure(benchmark, case, work, found, once)

    return run


def measure(benchmark, case, work, found, once):
    """Time work whose first run took `once` seconds, and read its memory."""
    if benchmark.disabled:
        benchmark.pedantic(lambda: found)
        return
    seconds, iterations, rounds = FULL.seconds * case.seconds, 1, 1
    if once < seconds:
        iterations = calibrate(work, once, FULL.round_seconds)
        start = time.perf_counter()
        for _ in range(iterations):
            work()
        took = time.perf_counter() - start
        rounds = max(3, min(FULL.most_rounds, int(seconds / max(took, 1e-9))))
    benchmark.pedantic(work, rounds=rounds, iterations=iterations)
    if once < 5:
        size, how = peak_memory(work)
        benchmark.extra_info.update(peak_memory=size, memory_by=how)


@pytest.fixture
def yardstick(benchmark):
    """Time the yardstick before the benchmark."""
    if not benchmark.disabled:
        benchmark.extra_info["yardstick"] = YARDSTICK.sample()


def pytest_benchmark_update_machine_info(config, machine_info):
    """Say what the figures depend on."""
    for key in ("node", "release"):  # names of the machine say nothing about the figures
        machine_info.pop(key, None)
    machine_info["unriddle"] = unriddle_info(YARDSTICK.noise())
