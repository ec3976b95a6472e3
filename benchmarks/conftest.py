"""What every benchmark says of itself, under the same keys, and what it was measured on."""

import os
import time
from pathlib import Path

import pytest

from unriddle.report.measuring.bench import check_answers
from unriddle.report.measuring.machine import unriddle_info
from unriddle.report.measuring.measure import FULL, Yardstick, calibrate, peak_memory
from unriddle.report.suites import ROLES, Case, digest, peer_missing, peer_version

QUICK = bool(os.environ.get("UNRIDDLE_BENCH_QUICK"))
YARDSTICK = Yardstick()


def data_folder():
    """Return the folder of puzzles with known answers, None where UNRIDDLE_DATA names none."""
    name = os.environ.get("UNRIDDLE_DATA")
    if not name:
        return None
    return Path(name) / "data" if (Path(name) / "data").is_dir() else Path(name)


@pytest.fixture(scope="session")
def data():
    folder = data_folder()
    if folder is None:
        pytest.skip("UNRIDDLE_DATA does not name the folder of known answers")
    return folder


@pytest.fixture(scope="session")
def lexicon():
    """ENABLE2K where UNRIDDLE_DATA names it, else the embedded list."""
    from unriddle import Lexicon

    folder = data_folder()
    if folder is not None and (folder / "enable2k.txt").exists():
        return Lexicon.load(folder / "enable2k.txt")
    return Lexicon.load("english")


@pytest.fixture
def note(benchmark):
    """Record role, work and answer of a benchmark.

    role: kernel, twin (plain-Python form of the kernel), textbook (the usual algorithm in plain Python),
    general (the solvers of `unriddle.search`) or peer (another package, whose name is `peer`).
    items of what item (board, puzzle, query, word) one round answers; nodes per round; answer: what all
    roles of a group must agree on. A point of a curve has series, x and x_name.
    """

    def note(*, role, item="puzzle", items=1, nodes=None, answer=None, **more):
        assert role in ROLES
        benchmark.extra_info.update(role=role, item=item, items=int(items), **more)
        if nodes is not None:
            benchmark.extra_info["nodes"] = int(nodes)
        if answer is not None:
            benchmark.extra_info["digest"] = digest(answer)

    return note


@pytest.fixture(scope="session")
def answers():
    """Group -> the cases run so far, with their answers."""
    return {}


@pytest.fixture
def run(benchmark, note, answers):
    """Run a `Case`: its answer is compared with those of its group, then it is timed, then its memory read.

    Work that takes longer than the time of a case is timed once; with `seconds` 0 its only run is timed.
    """

    def run(case, *, common=None, seconds=FULL.seconds):
        if peer_missing(case):
            pytest.skip(f"{case.peer} is not installed (extra peers)")
        benchmark.group, benchmark.name = case.group, case.name
        benchmark.fullname, benchmark.params = case.fullname, dict(case.params) or None
        work = case.prepare()
        start = time.perf_counter()
        found = benchmark.pedantic(work, rounds=1) if not case.seconds else work()
        once = time.perf_counter() - start
        answer = list(case.answer(found))
        check_answers([*answers.setdefault(case.group, []), (case, answer)])
        answers[case.group].append((case, answer))
        more = dict(case.facts(found))
        if case.series:
            more.update(
                series=case.series, x_name=case.x_name, x=case.x(found) if callable(case.x) else case.x
            )
        if case.peer:
            more["peer"] = peer_version(case)
        if case.threads > 1:
            more["threads"] = case.threads
        note(
            role=case.role,
            item=case.item,
            items=case.items,
            nodes=case.nodes(found),
            answer=answer[:common],
            suite=case.suite,
            **more,
        )
        if not case.seconds:
            return found
        if benchmark.disabled:
            benchmark.pedantic(lambda: found)
            return found
        seconds *= case.seconds
        if once >= seconds:
            iterations, rounds = 1, 1
        else:
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
        return found

    return run


@pytest.fixture
def case():
    """Make a `Case` of a benchmark that needs more than the package: its answer is one value by default."""

    def make(group, name, role, work, *, answer=lambda found: [found], item="puzzle", **more):
        settings = {"suite": group.partition(" ")[0].rstrip(":,")} | more
        return Case(
            group=group, name=name, role=role, item=item, prepare=lambda: work, answer=answer, **settings
        )

    return make


@pytest.fixture(autouse=True)
def _yardstick(benchmark):
    """Time the yardstick between the benchmarks."""
    if not benchmark.disabled:
        benchmark.extra_info["yardstick"] = YARDSTICK.sample()


def pytest_benchmark_update_machine_info(config, machine_info):
    """Say what the figures depend on."""
    for key in ("node", "release"):  # names of the machine say nothing about the figures
        machine_info.pop(key, None)
    machine_info["unriddle"] = unriddle_info(YARDSTICK.noise())
