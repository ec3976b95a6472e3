"""Planted defects: a run in which they are not found proves nothing."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence

from unriddle import PuzzleError
from unriddle.puzzles import registry

from . import LIBRARY
from .family import Family
from .oracle import Finding, calm, holds

__all__ = ["GUIDED", "PLANTED", "planted"]

SECRET = b"tea"


class Careless(PuzzleError):
    """An error that says what it quotes as it stands."""

    def __init__(self, text: str) -> None:
        super().__init__("")
        self.text = self.reason = text

    def __str__(self) -> str:
        return self.text


class Planted(Family):
    """An error of Python, one of two lines, one that steers a terminal, a false answer, a slow call."""

    name = "canary"
    longest = 8

    def seeds(self, texts: Sequence[str]) -> Iterator[bytes]:
        """Yield what is close by."""
        yield from (b"12345678", b"a", b"b", b"c", b"d", b"e")

    def run(self, data: bytes) -> None:
        """Fail in one of several ways."""
        way = data[:1]
        with calm((PuzzleError,)):
            if way == b"a":
                raise Careless("one\ntwo")
            if way == b"b":
                raise Careless("\x1b[2J")
            if way == b"c":
                raise Careless("x" * 100_000)
            if way == b"d":
                holds(1 + 1 == 3, "a false answer")
            if way == b"e":
                end = time.process_time() + 1.2
                while time.process_time() < end:
                    pass


class Hidden(Family):
    """A defect behind a word, which guidance finds letter by letter."""

    name = "canary hidden"
    longest = 8

    def seeds(self, texts: Sequence[str]) -> Iterator[bytes]:
        """Yield nothing that says the word."""
        yield b"........"

    def run(self, data: bytes) -> None:
        """Fail where the word is said."""
        if _found(data):
            raise KeyError("planted")


class Kernel(Hidden):
    """A finding wherever a kernel was seen: else kernels guide nothing."""

    name = "canary kernel"

    def run(self, data: bytes) -> None:
        """Solve a puzzle; fail where its kernel counted what it ran."""
        before, spec = _touched(), registry.specs()[-1]
        registry.get(spec.name).parse(spec.example).solve()
        if _touched() > before:
            raise Finding("planted: a kernel was seen")


def _touched() -> int:
    return int(ctypes.CDLL(str(LIBRARY)).fuzzing_touched()) if LIBRARY.exists() else 0


def _found(data: bytes) -> bool:
    for place, letter in enumerate(SECRET):  # noqa: SIM110 (a branch for each letter is what guides)
        if data[place : place + 1] != bytes([letter]):
            return False
    return True


class Crash(Planted):
    """A signal."""

    name = "canary crash"

    def run(self, data: bytes) -> None:
        """End the process."""
        if data[:1] == b"a":
            os.kill(os.getpid(), signal.SIGKILL)


class Hang(Planted):
    """A call without end."""

    name = "canary hang"

    def run(self, data: bytes) -> None:
        """Wait."""
        if data[:1] == b"a":
            time.sleep(10_000)


PLANTED = {Planted.name: 5, Hidden.name: 1, Kernel.name: 1, Crash.name: 1, Hang.name: 1}
"""Family -> findings that it has."""
GUIDED = (Hidden.name, Kernel.name)
"""Families that blind inputs do not find."""


def planted() -> dict[str, Callable[[], Family]]:
    """Return how the planted families are made, by name."""
    if "atheris" in sys.modules:
        sys.modules["atheris"].instrument_func(_found)
    return {kind.name: kind for kind in (Planted, Hidden, Kernel, Crash, Hang)}
