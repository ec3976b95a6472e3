"""What a family of inputs is; families of planted defects, which must be found."""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from unriddle import PuzzleError

from .oracle import calm, holds

__all__ = ["Family", "planted", "scratch"]

MEMORY = Path("/dev/shm")


def scratch() -> Path:
    """Return a folder for files that are written for each input: in memory where that can be had."""
    path = Path(tempfile.mkdtemp(prefix="fuzz-", dir=MEMORY if MEMORY.is_dir() else None))
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return path


class Family:
    """Inputs that are judged alike: a name, what is done with one, and where inputs begin."""

    name = ""
    longest = 400
    planted = 0
    """Defects that it has."""

    def run(self, data: bytes) -> None:
        """Judge an input; raise where something does not hold."""
        raise NotImplementedError

    def seeds(self, texts: Sequence[str]) -> Iterator[bytes]:
        """Yield inputs to begin with."""
        raise NotImplementedError


class Careless(PuzzleError):
    """An error whose text is what it quotes."""

    def __init__(self, text: str) -> None:
        super().__init__("")
        self.text = self.reason = text

    def __str__(self) -> str:
        return self.text


class Errors(Family):
    """An error of two lines, one that steers a terminal, an endless one, a false answer, a slow call."""

    name, longest, planted = "canary_errors", 8, 5

    def seeds(self, texts: Sequence[str]) -> Iterator[bytes]:
        """Yield what is close by."""
        yield from (b"12345678", b"a", b"b", b"c", b"d", b"e")

    def run(self, data: bytes) -> None:
        """Fail in one of several ways."""
        said = {b"a": "one\ntwo", b"b": "\x1b[2J", b"c": "x" * 100_000}.get(data[:1])
        with calm((PuzzleError,)):
            if said is not None:
                raise Careless(said)
        holds(data[:1] != b"d", "a false answer")
        end = time.process_time() + 1.2 * (data[:1] == b"e")
        while time.process_time() < end:
            pass


class Death(Errors):
    """A call that ends the process."""

    name, planted = "canary_death", 1

    def run(self, data: bytes) -> None:
        """End the process."""
        if data[:1] == b"a":
            os.kill(os.getpid(), signal.SIGSEGV)


class Hang(Errors):
    """A call without end."""

    name, planted = "canary_hang", 1

    def run(self, data: bytes) -> None:
        """Wait."""
        if data[:1] == b"a":
            time.sleep(10_000)


def planted() -> dict[str, type[Family]]:
    """Return the planted families by name."""
    kinds: tuple[type[Family], ...] = (Errors, Death, Hang)
    return {kind.name: kind for kind in kinds}
