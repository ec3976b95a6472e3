"""Comparisons of this package: with a revision of it, with another package, with stored results."""

from __future__ import annotations

import dataclasses
import os
import tempfile
from collections.abc import Callable, Sequence
from typing import Any

from unriddle.base import MissingExtraError, PuzzleError
from unriddle.io.text import printable

from ..case import Work
from ..report.compare import Change, compare
from ..report.results import read_run
from ..suites import Case, load, missing
from . import pairs, revision
from .bench import Stop, WrongAnswerError, document, measure_cases, write_json
from .measure import FULL, QUICK, Yardstick
from .pairs import Difference, ProcessSide, Side
from .programs import beside

__all__ = ["against", "program", "summary"]

Watch = Callable[[int, int, Case], None]
LEAST_TOLD = ("processor", "compiler", "flags", "simd", "python", "numpy")


def against(
    other: str,
    groups: Sequence[str] = (),
    *,
    quick: bool = False,
    cases: str | None = None,
    watch: Watch | None = None,
    say: Callable[[str], None] = lambda line: None,
) -> dict[str, Any]:
    """Compare this package with something else.

    Parameters
    ----------
    other : str
        A file of results, the name of a package that the cases have as a peer, or a revision of the checkout.
    groups : sequence of str
        Suites or groups; all by default.
    quick : bool
        Tiny sizes, few rounds.
    cases : str, optional
        Folder or file of more cases; the other side reads the same.
    watch : callable, optional
        Called before each case with the runs done, all runs, and the case.
    say : callable
        Called with a line where something takes long.

    Returns
    -------
    dict
        ``against`` (kind and name), ``differences`` (one `Difference` a case, as a dict), ``verdict`` (the
        worst: wrong, slower, not judged, faster, same, absent), ``notes``, ``interrupted``, and the usual
        machine_info, commit_info, datetime and version.

    Raises
    ------
    PuzzleError
        It is none of the three, or a file is no file of results.
    MissingExtraError
        The other package is not installed.
    """
    chosen = load(groups, quick=quick, cases=cases)
    if other.endswith(".json") or os.path.isfile(other):  # noqa: PTH113
        kind = "results"
        differences, notes, interrupted, noise = _with_results(other, chosen, quick, watch)
    elif found := [case for case in chosen if other in _names(case)]:
        kind = "peer"
        differences, notes, interrupted, noise = _with_peer(other, found, chosen, quick, watch)
    else:
        kind = "revision"
        start, notes = _sides(other, cases, say)
        differences, interrupted, noise = _with_revision(start, chosen, quick, watch)
    return _whole(kind, other, differences, notes, interrupted, noise)


def program(name: str, command: str, works: Sequence[Work], *, quick: bool = False) -> dict[str, Any]:
    """Compare this package with any program that speaks the protocol of `programs`, in the form of `against`.

    Parameters
    ----------
    name, command : str
        What to call it; how it is started.
    works : sequence of Work
        See `benchmarks.measuring.programs.works`.
    quick : bool
        Few rounds.
    """
    differences, notes, interrupted, noise = beside(
        name, command, works, plan=pairs.QUICK if quick else pairs.FULL
    )
    return _whole("program", name, differences, notes, interrupted, noise)


def _whole(
    kind: str,
    name: str,
    differences: Sequence[Difference],
    notes: list[str],
    interrupted: bool,
    noise: dict[str, float],
) -> dict[str, Any]:
    answer = document([], noise, interrupted)
    del answer["benchmarks"]
    return answer | {
        "against": {"kind": kind, "name": name},
        "differences": [dataclasses.asdict(each) for each in differences],
        "verdict": summary(differences),
        "notes": notes,
    }


def summary(differences: Sequence[Difference]) -> str:
    """Return the worst verdict: wrong, slower, not judged, faster, same; absent where nothing was compared.

    Examples
    --------
    >>> summary([Difference(fullname="a", verdict="same"), Difference(fullname="b", verdict="slower")])
    'slower'
    """
    verdicts = {each.verdict for each in differences}
    return next(
        (name for name in ("wrong", "slower", "not judged", "faster", "same") if name in verdicts), "absent"
    )


def _names(case: Case) -> set[str]:
    """Return how a case's package can be called."""
    return {case.name, case.peer, case.peer.partition(".")[0]} if case.peer else set()


Found = tuple[list[Difference], list[str], bool, dict[str, float]]


def _sides(
    name: str, cases: str | None, say: Callable[[str], None]
) -> tuple[Callable[[], tuple[Side, Side]], list[str]]:
    """Build a revision; return what starts this side and that, and notes."""
    commit = revision.resolve(name)
    path = revision.build(commit, say)
    notes = [f"the other side is commit {commit[:12]}"]
    if path is None:
        notes.append("its sources are those that run here: both sides are the same build")

    def start() -> tuple[Side, Side]:
        return ProcessSide("this", cases=cases), ProcessSide(name, path, cases)

    return start, notes


def _with_revision(
    start: Callable[[], tuple[Side, Side]], cases: Sequence[Case], quick: bool, watch: Watch | None
) -> tuple[list[Difference], bool, dict[str, float]]:
    kernels = [case for case in cases if case.role == "kernel" and not missing(case)]
    if not kernels:
        raise PuzzleError("no kernel among these groups, expected some to compare")
    yardstick = Yardstick()
    yardstick.sample()

    def see(done: int, total: int, case: Case) -> None:
        yardstick.sample()
        if watch is not None:
            watch(done, total, case)

    differences, interrupted = pairs.interleave(
        kernels, start, pairs.QUICK if quick else pairs.FULL, quick=quick, watch=see
    )
    return differences, interrupted, yardstick.noise()


def _with_peer(
    name: str, peers: Sequence[Case], cases: Sequence[Case], quick: bool, watch: Watch | None
) -> Found:
    peers = [case for case in peers if not case.needs]
    if any(missing(case) for case in peers):
        raise MissingExtraError(f"comparisons with {name}", name, "peers")
    differences: list[Difference] = []
    yardstick, stop = Yardstick(), Stop()
    yardstick.sample()
    try:
        with stop.listening():
            for done, peer in enumerate(peers):
                if watch is not None:
                    watch(done, len(peers), peer)
                ours = next(case for case in cases if case.group == peer.group and case.role == "kernel")
                differences.append(pairs.with_peer(ours, peer, pairs.QUICK if quick else pairs.FULL))
                yardstick.sample()
                stop.check()
    except KeyboardInterrupt:
        return differences, [], True, yardstick.noise()
    return differences, [], False, yardstick.noise()


def _with_results(path: str, cases: Sequence[Case], quick: bool, watch: Watch | None) -> Found:
    before = read_run(path)
    old = {(case.group, case.name): case for case in before.cases}
    chosen = [
        case
        for case in cases
        if (case.group, case.name) in old and old[case.group, case.name].items == case.items
    ]
    if not chosen:
        raise PuzzleError(
            "holds none of these cases at these sizes, expected results of `python -m benchmarks` "
            f"{'with' if quick else 'without'} --quick",
            file=printable(path),
        )
    try:
        results, noise, interrupted = measure_cases(
            chosen, QUICK if quick else FULL, memory=False, watch=watch
        )
    except WrongAnswerError as error:
        return [Difference(fullname="", verdict="wrong", note=str(error))], [], False, {}
    if not results:
        return [], [], interrupted, noise
    with tempfile.TemporaryDirectory() as folder:
        now = os.path.join(folder, "now.json")  # noqa: PTH118
        write_json(now, document(results, noise, interrupted))
        after = read_run(now)
    notes = [
        f"{key} differs: {printable(value)}, here {printable(after.machine[key])}"
        for key, value in before.machine.items()
        if key in LEAST_TOLD and after.machine.get(key, value) != value
    ]
    return [_stored(change) for change in compare(before, after).changes], notes, interrupted, noise


def _stored(change: Change) -> Difference:
    """Return a change between two files in the form of a comparison in turn."""
    width = 1 + change.noise
    other = change.verdict == "other work"
    return Difference(
        fullname=f"{change.after.group}/{change.after.name}",
        ratio=change.ratio,
        low=change.ratio / width,
        high=change.ratio * width,
        pairs=1,
        verdict="wrong" if other else change.verdict,
        note="the answers of the two runs differ" if other else "",
    )
