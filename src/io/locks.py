"""Locks on a folder that go with the process: flock(2), or bytes of a file next to it on Windows."""

from __future__ import annotations

import errno
import os
import sys
import time
from contextlib import suppress

from ..base import PuzzleError
from .text import printable

WITHOUT_LOCKS = (errno.ENOLCK, errno.EOPNOTSUPP, errno.EINVAL, errno.ENOSYS)
PLACES = 1 << 15
"""Bytes of a lock file: who shares holds one of them, who is alone all."""


class FolderLock:
    """A lock on a folder of a POSIX system, alone or `shared`; PuzzleError where another has it."""

    def __init__(self, path: str, shared: bool) -> None:
        import fcntl

        self._opened = os.open(path, os.O_RDONLY)
        try:
            fcntl.flock(self._opened, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
            if not os.path.samestat(os.fstat(self._opened), os.stat(path)):  # noqa: PTH116
                raise BlockingIOError  # a run that failed took its folder away, and another made it again
        except BlockingIOError:
            os.close(self._opened)
            raise _taken(path) from None
        except OSError as error:
            if error.errno not in WITHOUT_LOCKS:
                os.close(self._opened)
                raise

    def alone(self) -> None:
        """Wait until no other shares the folder."""
        import fcntl

        with suppress(OSError):
            fcntl.flock(self._opened, fcntl.LOCK_EX)

    def free(self) -> None:
        """Let others in."""
        os.close(self._opened)


class RangeLock:
    """The same by bytes of a file next to the folder, for systems that lock no folders."""

    def __init__(self, path: str, shared: bool) -> None:
        self._path = f"{path.rstrip(os.sep)}.lock"
        self._opened = os.open(self._path, os.O_RDWR | os.O_CREAT)
        self._place = int.from_bytes(os.urandom(4), "big") % PLACES if shared else 0
        self._places = 1 if shared else PLACES
        if not self._take():
            os.close(self._opened)
            raise _taken(path)

    def _take(self) -> bool:
        """Lock the bytes; return whether they were free."""
        import msvcrt

        os.lseek(self._opened, self._place, os.SEEK_SET)
        try:
            msvcrt.locking(self._opened, msvcrt.LK_NBLCK, self._places)  # type: ignore[attr-defined,unused-ignore]
        except OSError:
            return False
        return True

    def _give(self) -> None:
        """Unlock the bytes."""
        import msvcrt

        os.lseek(self._opened, self._place, os.SEEK_SET)
        msvcrt.locking(self._opened, msvcrt.LK_UNLCK, self._places)  # type: ignore[attr-defined,unused-ignore]

    def alone(self) -> None:
        """Wait until no other shares the folder."""
        if self._places == PLACES:
            return
        self._give()
        self._place, self._places = 0, PLACES
        while not self._take():
            time.sleep(0.05)

    def free(self) -> None:
        """Let others in."""
        self._give()
        os.close(self._opened)
        if self._places == PLACES:
            with suppress(OSError):  # another has come and opened it
                os.unlink(self._path)  # noqa: PTH108


def _taken(path: str) -> PuzzleError:
    return PuzzleError("another run is at work here", file=printable(path))


def lock_folder(path: str, *, shared: bool) -> FolderLock | RangeLock:
    """Lock a folder as this system does it."""
    return (RangeLock if sys.platform == "win32" else FolderLock)(path, shared)
