"""What a family of inputs is."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

__all__ = ["Family", "scratch"]

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

    def run(self, data: bytes) -> None:
        """Judge an input; raise where something does not hold."""
        raise NotImplementedError

    def seeds(self, texts: Sequence[str]) -> Iterator[bytes]:
        """Yield inputs to begin with."""
        raise NotImplementedError
