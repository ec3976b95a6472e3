"""Atomic writes: a file appears under its name when it is whole and on the disk."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import BinaryIO

from ..base import PuzzleError, printable


@contextmanager
def new_file(path: str, work: str | None = None, mode: int | None = None) -> Iterator[BinaryIO]:
    """Yield a stream to a temporary file, which is flushed to the disk and renamed at the end.

    The temporary file has a name that nobody can guess, and must not exist. All files that are written as a
    whole are written here. An OSError of `open` or `write` has the path; a folder, a device or a pipe is one.

    Parameters
    ----------
    path : str
        A file there is replaced and keeps its mode; after an error it is as it was. A link is followed.
    work : str, optional
        Folder of the temporary file, on the same disk (default: that of `path`). With it a link is replaced.
    mode : int, optional
        Mode of the file (default: that of the file there, else what the umask leaves).
    """
    target = os.path.realpath(path) if work is None else path
    folder, name = os.path.split(target)
    # Long names are cut, as the mark needs its place; 50 characters have at most 200 bytes.
    temporary = os.path.join(work or folder, f"{name[:50]}.{os.urandom(8).hex()}.tmp")  # noqa: PTH118
    try:
        if mode is None:
            mode = _mode_of(target)
        opener = partial(os.open, mode=0o666 if mode is None else 0o600)
        with open(temporary, "xb", opener=opener) as stream:
            if mode is not None:
                os.chmod(temporary, mode)  # noqa: PTH101
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(temporary, target)  # noqa: PTH105
        _sync_folder(folder or ".")
    except BaseException as error:
        with suppress(OSError):
            os.unlink(temporary)  # noqa: PTH108
        if isinstance(error, OSError) and error.filename in (None, temporary, target) and error.errno:
            raise OSError(error.errno, error.strerror, path) from None
        raise


def _mode_of(path: str) -> int | None:
    """Return the mode of the file that is to be replaced, None where there is none."""
    try:
        status = os.lstat(path)
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    if not stat.S_ISREG(status.st_mode) and not stat.S_ISLNK(status.st_mode):
        raise OSError(errno.EINVAL, "is no regular file", path)
    return stat.S_IMODE(status.st_mode) if stat.S_ISREG(status.st_mode) else None


class _NotWanted(Exception):
    """Ends `new_file` before the file has its name."""


def check_new_file(path: str) -> None:
    """Raise what `new_file` would raise for lack of a folder, a right or space."""
    with suppress(_NotWanted), new_file(path):
        raise _NotWanted


def write_whole(path: str, content: str | bytes) -> None:
    """Write a file: whole under that name, or not at all, which is a PuzzleError."""
    with writing(path), new_file(path) as stream:
        stream.write(content if isinstance(content, bytes) else content.encode("utf-8", "backslashreplace"))


@contextmanager
def writing(path: str) -> Iterator[None]:
    """Raise PuzzleError for an OSError of writing a file."""
    try:
        yield
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        if isinstance(error, PuzzleError):
            raise
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise PuzzleError(f"cannot be written: {reason}", file=printable(path)) from None


def _sync_folder(path: str) -> None:
    """Make a rename last; file systems and systems without that do nothing."""
    with suppress(OSError):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
