"""Atomic writes: a file appears under its name when it is whole and on the disk."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

__all__ = ["new_file"]


@contextmanager
def new_file(path: str, work: str | None = None) -> Iterator[BinaryIO]:
    """Yield a stream to a temporary file, which is flushed to the disk and renamed at the end.

    Parameters
    ----------
    path : str
        A file there is replaced; after an error it is as it was.
    work : str, optional
        Folder of the temporary file, on the same disk (default: that of `path`).

    Raises
    ------
    OSError
        As `open` and `write` raise it, with the path.
    """
    folder, name = os.path.split(path)
    mark = f"{os.getpid():x}{os.urandom(4).hex()}.tmp"
    temporary = os.path.join(folder if work is None else work, f"{name}.{mark}")  # noqa: PTH118
    try:
        with open(temporary, "xb") as stream:  # noqa: PTH123 (pathlib costs start-up time)
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(temporary, path)  # noqa: PTH105
        _sync_folder(folder or ".")
    except BaseException as error:
        with suppress(OSError):
            os.unlink(temporary)  # noqa: PTH108
        if isinstance(error, OSError) and error.filename in (None, temporary) and error.errno is not None:
            raise OSError(error.errno, error.strerror, path) from None
        raise


def _sync_folder(path: str) -> None:
    """Make a rename last; file systems and systems without that do nothing."""
    with suppress(OSError):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
