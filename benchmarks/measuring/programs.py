"""Any other program over the same inputs, by lines: answers compared first, then both in turn.

The program is started once for each start of the comparison, and asked on its standard input; it answers on
its standard output, one line unless said otherwise, and flushes it.

======================  ====================  ==============================================================
asked                   answered              what
======================  ====================  ==============================================================
``work PUZZLE …``       ``ready NAME``        boards of a puzzle come: its sizes, a file of words, one a line
``boards COUNT``        ``ok``                so many lines follow, a board each, row after row without space
``run TIMES``           ``done``              all boards are solved so many times; this is what is timed
``answers``             COUNT lines           a whole number a board
``end``                                       no more is asked
======================  ====================  ==============================================================

Where it cannot, it answers ``error`` and why. What it takes from being asked ``run`` to its ``done`` is timed
by the clock on the wall, and so is ours on one thread: neither reads boards nor writes answers meanwhile.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import shlex
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from unriddle.base import PuzzleError
from unriddle.io.text import printable, read_text
from unriddle.lexicon import Lexicon

from ..case import Work
from ..puzzles import PUZZLES
from . import pairs
from .bench import Stop
from .measure import Yardstick
from .pairs import Difference, Plan, SideError

__all__ = ["ProgramSide", "beside", "works"]

PATIENCE = 120.0
"""Seconds that a program may take to answer one line."""


def works(names: Sequence[str] = (), *, quick: bool = False, file: str | None = None) -> list[Work]:
    """Return the works that a program can be asked for.

    Parameters
    ----------
    names : sequence of str
        Puzzles ("boggle"), or the names of single works; all by default.
    quick : bool
        Fewer boards.
    file : str, optional
        Boards of your own, one a line, instead of ours.

    Raises
    ------
    PuzzleError
        No work has such a name; the file holds no boards of a kind that is known.

    Examples
    --------
    >>> [work.name for work in works(["boggle"], quick=True)]
    ['boggle 4x4 dice', 'boggle 4x4 uniform letters', 'boggle 5x5 uniform letters']
    """
    modules = _modules()
    if file is not None:
        found = {kind: [own] for kind, module in modules if (own := _own(module, file)) is not None}
        if not found:
            raise PuzzleError("no boards of a kind that is known in the first line", file=printable(file))
    else:
        found = {kind: module.works(quick) for kind, module in modules}
    every = [work for kind in found for work in found[kind]]
    unknown = [name for name in names if name not in found and name not in {work.name for work in every}]
    if unknown:
        told = ", ".join(dict.fromkeys([*found, *(work.name for work in every)]))
        asked = f"{printable(unknown[0])!r:.60}"
        if file is not None:
            raise PuzzleError(f"{asked} and --boards, which replaces the works, expected {told} or nothing")
        raise PuzzleError(f"no work for a program is called {asked}, expected one of {told}")
    return [
        work for kind in found for work in found[kind] if not names or kind in names or work.name in names
    ]


def _modules() -> list[tuple[str, Any]]:
    """Return the modules of cases that have works, with the names of their puzzles."""
    found = []
    for name, puzzle in PUZZLES.items():
        for suite in puzzle.suites.values():
            module = importlib.import_module(f"..suites.{suite.module}", __package__)
            if hasattr(module, "works"):
                found.append((name, module))
    return found


def _own(module: Any, file: str) -> Work | None:
    """Return the boards of a file as a work of a puzzle, None where they are none of its own."""
    lines = [line.strip() for line in read_text(file).splitlines() if line.strip()]
    if not lines:
        raise PuzzleError("holds no board, expected one a line", file=printable(file))
    made: Work | None = module.work_of(printable(file), lines)
    return made


class ProgramSide:
    """The other side: a program that is asked line by line.

    Parameters
    ----------
    name, command : str
        What to call it; how it is started, as in a shell but without one.
    work : Work
    words : str
        File of the words.
    """

    def __init__(self, name: str, command: str, work: Work, words: str) -> None:
        self.name, self._work = name, work
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,  # Ctrl-C is for the one that asks; it ends this one
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise PuzzleError(f"the program {printable(name)} cannot be started: {reason}") from None
        try:
            self.told = self._ask([f"work {work.header(words)}"], "ready")
            self._ask([f"boards {len(work.boards)}", *work.boards], "ok")
        except BaseException:
            self.close()
            raise

    def _ask(self, lines: Sequence[str], expected: str) -> str:
        """Write lines and return what follows the expected word in the answer."""
        line = self._read(lines)
        word, _, rest = line.partition(" ")
        if word != expected:
            asked = lines[0].partition(" ")[0]
            raise SideError(
                f"{self.name} answers {printable(line)!r:.80} to {asked!r}, expected {expected!r}"
            )
        return rest

    def _read(self, lines: Sequence[str]) -> str:
        """Write lines, if any, and return one line; a program that does not answer is ended."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        watchdog = threading.Timer(PATIENCE, self._process.kill)
        watchdog.daemon = True
        watchdog.start()
        try:
            if lines:
                self._process.stdin.write("\n".join(lines) + "\n")
                self._process.stdin.flush()
            line = self._process.stdout.readline()
        except (OSError, ValueError):
            line = ""
        finally:
            alive = watchdog.is_alive()
            watchdog.cancel()
        if not line.endswith("\n"):
            why = "has ended without an answer" if alive else f"did not answer within {PATIENCE:g} s"
            raise SideError(f"{self.name} {why}")
        return line.rstrip("\r\n")

    def run(self, iterations: int) -> dict[str, float]:
        """Solve all boards so many times; return the seconds of one time."""
        started = time.perf_counter()
        self._ask([f"run {iterations}"], "done")
        return {"wall": (time.perf_counter() - started) / iterations}

    def answers(self) -> list[int]:
        """Return the answer to each board."""
        found = []
        for number in range(len(self._work.boards)):
            line = self._read(["answers"] if number == 0 else [])
            if not (line.isascii() and line.isdigit() and len(line) < 19):
                raise SideError(
                    f"{self.name} answers {printable(line)!r:.60} to {self._work.item} {number + 1}, "
                    "expected a whole number"
                )
            found.append(int(line))
        return found

    def close(self) -> None:
        """End the program."""
        with contextlib.suppress(OSError, ValueError):
            if self._process.stdin is not None:
                self._process.stdin.write("end\n")
                self._process.stdin.close()
        try:
            self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()


class _Ours:
    """Our kernel, in this process."""

    def __init__(self, work: Work) -> None:
        self._kernel = work.kernel()

    def run(self, iterations: int) -> dict[str, float]:
        started = time.perf_counter()
        for _ in range(iterations):
            self._kernel()
        return {"wall": (time.perf_counter() - started) / iterations}

    def answers(self) -> list[int]:
        return self._kernel()


def beside(
    name: str,
    command: str,
    chosen: Sequence[Work],
    *,
    plan: Plan = pairs.FULL,
    watch: Callable[[int, int, Work], None] = lambda done, of, work: None,
) -> tuple[list[Difference], list[str], bool, dict[str, float]]:
    """Compare our kernels with a program, work by work.

    Parameters
    ----------
    name, command : str
        What to call it; how it is started.
    chosen : sequence of Work
    plan : Plan
        How much to spend.
    watch : callable
        Called before each work with the works done, all of them, and the work.

    Returns
    -------
    differences, notes, interrupted, noise
        One difference a work, its ratio our time over theirs; what each side takes for a board; whether
        Ctrl-C ended it; what the yardstick showed.

    Raises
    ------
    PuzzleError
        The program cannot be started.
    """
    differences: list[Difference] = []
    notes: list[str] = []
    yardstick, stop = Yardstick(), Stop()
    yardstick.sample()
    try:
        with stop.listening(), tempfile.TemporaryDirectory(prefix="unriddle-peer-") as folder:
            words = os.path.join(folder, "words.txt")  # noqa: PTH118 (pathlib costs start-up time)
            with open(words, "w", encoding="utf-8") as stream:  # noqa: PTH123
                stream.writelines(f"{word}\n" for word in Lexicon.load("english"))
            for done, work in enumerate(chosen):
                watch(done, len(chosen), work)
                try:
                    found, note = _one_work(name, command, work, words, plan)
                except SideError as error:
                    found, note = Difference(fullname=work.name, note=printable(str(error))), ""
                differences.append(found)
                notes += [note] if note else []
                yardstick.sample()
                stop.check()
    except KeyboardInterrupt:
        return differences, notes, True, yardstick.noise()
    return differences, notes, False, yardstick.noise()


def _one_work(name: str, command: str, work: Work, words: str, plan: Plan) -> tuple[Difference, str]:
    """Return the difference in one work, and what each side took for a board."""
    ours = _Ours(work)
    right = ours.answers()
    ratios: list[list[float]] = []
    best = [float("inf"), float("inf")]
    told = name
    for _ in range(plan.starts):
        theirs = ProgramSide(name, command, work, words)
        try:
            once = [ours.run(1)["wall"], theirs.run(1)["wall"]]
            for number, (mine, other) in enumerate(zip(right, theirs.answers(), strict=True), 1):
                if mine != other:
                    note = (
                        f"{work.item} {number}, {work.boards[number - 1]}: {name} answers {other}, we {mine}"
                    )
                    return Difference(fullname=work.name, verdict="wrong", note=printable(note)), ""
            counts = (
                pairs.iterations_of(ours, once[0], plan.round_seconds),
                pairs.iterations_of(theirs, once[1], plan.round_seconds),
            )
            spent = once[0] * counts[0] + once[1] * counts[1]
            rounds = max(3, min(plan.pairs, int(plan.case_seconds / max(spent, 1e-9))))
            measured = pairs.in_turn(ours, theirs, counts, rounds, "wall")
            told = printable(theirs.told) or name
        finally:
            theirs.close()
        ratios.append([mine / other for mine, other in measured])
        best = [min(best[side], *(pair[side] for pair in measured)) for side in (0, 1)]
    each = [seconds / len(work.boards) for seconds in best]
    note = f"{work.name}: {told} {each[1] * 1e6:.3g} µs a {work.item}, ours {each[0] * 1e6:.3g} µs"
    return pairs.difference(work.name, ratios, plan.floor), note
