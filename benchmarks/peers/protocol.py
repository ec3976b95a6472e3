"""Ask any other program for boards by lines.

The program is started once, asked on its standard input, and answers on its standard output, one line unless
said otherwise, which it flushes.

======================  ====================  ===========================================================
asked                   answered              what
======================  ====================  ===========================================================
``work PUZZLE …``       ``ready NAME``        boards of a puzzle: its sizes, a file of words, one a line
``boards COUNT``        ``ok``                COUNT lines follow, a board each, row after row without space
``run TIMES``           ``done``              all boards are solved TIMES times; this is what is timed
``answers``             COUNT lines           a whole number a board
``end``                                       nothing more is asked
======================  ====================  ===========================================================

Where it cannot, it answers ``error`` and why. Neither side reads boards or writes answers while it is timed.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import subprocess
import threading
from collections.abc import Sequence

VARIABLE = "UNRIDDLE_PEERS"
"""``NAME=COMMAND`` of each program, a line each."""
PATIENCE = 120.0
"""Seconds that a program may take to answer one line."""


class ProgramError(Exception):
    """A program that ended, did not answer, or answered something else."""


def programs() -> dict[str, str]:
    """Return the commands of the programs that ``UNRIDDLE_PEERS`` names.

    Raises
    ------
    ValueError
        A line is not NAME=COMMAND.
    """
    found = {}
    for line in filter(str.strip, os.environ.get(VARIABLE, "").splitlines()):
        name, equals, command = line.partition("=")
        if not (name.strip() and equals and command.strip()):
            raise ValueError(f"{VARIABLE}: {line!r}, expected NAME=COMMAND")
        found[name.strip()] = command.strip()
    return found


class Program:
    """A program that is asked line by line.

    Parameters
    ----------
    command : str
        How it is started, as in a shell but without one.
    work : str
        The puzzle and its sizes, as after ``work``.
    boards : sequence of str
    """

    def __init__(self, command: str, work: str, boards: Sequence[str]) -> None:
        self.boards = boards
        self._process = subprocess.Popen(
            shlex.split(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,  # Ctrl-C is for the process that asks, which ends this one
        )
        try:
            self.name = self._ask([f"work {work}"], "ready")
            self._ask([f"boards {len(boards)}", *boards], "ok")
        except BaseException:
            self.close()
            raise

    def _ask(self, lines: Sequence[str], expected: str) -> str:
        """Write lines and return what follows the expected word in the answer."""
        line = self._read(lines)
        word, _, rest = line.partition(" ")
        if word != expected:
            raise ProgramError(f"answers {line!r:.80} to {lines[0].split()[0]!r}, expected {expected!r}")
        return rest

    def _read(self, lines: Sequence[str] = ()) -> str:
        """Write lines, if any, and return one line; a program that does not answer is ended."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        watchdog = threading.Timer(PATIENCE, self._process.kill)
        watchdog.daemon = True
        watchdog.start()
        line = ""
        with contextlib.suppress(OSError, ValueError):
            self._process.stdin.write("".join(f"{each}\n" for each in lines))
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        alive = watchdog.is_alive()
        watchdog.cancel()
        if not line.endswith("\n"):
            why = "ended without an answer" if alive else f"did not answer within {PATIENCE:g} s"
            raise ProgramError(why)
        return line.rstrip("\r\n")

    def run(self, times: int = 1) -> None:
        """Have all boards solved."""
        self._ask([f"run {times}"], "done")

    def answers(self) -> list[int]:
        """Return the answer to each board."""
        lines = [self._read(["answers"] if number == 0 else []) for number in range(len(self.boards))]
        for number, line in enumerate(lines, 1):
            if not (line.isascii() and line.isdigit() and len(line) < 19):
                raise ProgramError(f"answers {line!r:.60} to board {number}, expected a whole number")
        return list(map(int, lines))

    def close(self) -> None:
        """End the program."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with contextlib.suppress(OSError, ValueError):
            self._process.stdin.write("end\n")
            self._process.stdin.close()
        try:
            self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()
