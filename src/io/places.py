"""Where files are: on a disk, or behind an address that fsspec knows (``s3://…``; extra ``fsspec``)."""

from __future__ import annotations

import errno
import glob
import io
import os
import stat
from collections.abc import Sequence
from typing import IO, Any

from ..base import PuzzleError, import_extra
from .text import printable

HIDDEN = ("_", ".")
"""What readers of folders leave out: names that begin so."""


def is_address(path: str) -> bool:
    """Say whether a path is an address of fsspec, such as ``s3://bucket/boards.parquet``."""
    scheme, colon, _ = path.partition("://")
    return bool(colon) and len(scheme) > 1 and scheme.replace(":", "").replace("+", "").isalnum()


def file_system(path: str) -> tuple[Any, str]:
    """Return the file system of an address, and the path on it."""
    url_to_fs = import_extra("fsspec.core", "Addresses", "fsspec").url_to_fs
    shown = printable(path)[:100]
    try:
        found: tuple[Any, str] = url_to_fs(path)
    except ImportError as reason:
        raise PuzzleError(printable(str(reason))[:200], file=shown) from None
    except ValueError as reason:
        raise PuzzleError(
            f"{printable(str(reason))[:100]}, expected an address of fsspec", file=shown
        ) from None
    return found


def open_file(path: str) -> IO[bytes]:
    """Open a file to read its bytes, anywhere in it; OSError also for a name that no file can have."""
    if is_address(path):
        system, inner = file_system(path)
        opened: IO[bytes] = system.open(inner, "rb")
        return opened
    try:
        return open(path, "rb")  # noqa: PTH123 (pathlib costs start-up time)
    except ValueError as reason:  # a NUL in it, or a lone surrogate
        raise OSError(errno.EINVAL, str(reason), path) from None


def open_regular(path: str, *, own: bool = False) -> io.BufferedReader:
    """Open a file of a disk to read its bytes; never waits, as on a pipe.

    A folder, a device or a pipe is an OSError. With `own` so is a file of another user, but the
    administrator, and one that others can write to.
    """
    opened = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    status, wrong = os.fstat(opened), ""
    if stat.S_ISDIR(status.st_mode):
        wrong = os.strerror(errno.EISDIR)
    elif not stat.S_ISREG(status.st_mode):
        wrong = "is no regular file"
    elif (
        own and hasattr(os, "geteuid") and (status.st_uid not in (0, os.geteuid()) or status.st_mode & 0o022)
    ):
        wrong = "others can write to it"
    if wrong:
        os.close(opened)
        raise OSError(errno.EINVAL, wrong, path)
    return os.fdopen(opened, "rb")


def file_mark(path: str) -> tuple[int, object]:
    """Return what tells that a file was written to: its size, and when that was."""
    if is_address(path):
        system, inner = file_system(path)
        system.invalidate_cache()
        info = system.info(inner)
        stamps = (
            info.get(name) for name in ("ETag", "etag", "mtime", "LastModified", "last_modified", "created")
        )
        return int(info["size"]), next((str(stamp) for stamp in stamps if stamp), "")
    found = os.stat(path)  # noqa: PTH116
    return found.st_size, found.st_mtime_ns


def is_folder(path: str) -> bool:
    """Say whether a path is a folder."""
    if is_address(path):
        system, inner = file_system(path)
        return bool(system.isdir(inner))
    try:
        return stat.S_ISDIR(os.stat(path).st_mode)  # noqa: PTH116
    except (OSError, ValueError):
        return False


def files_of(sources: Sequence[str]) -> list[str]:
    """Return the files that paths, patterns and folders name, those of each in order.

    Of a folder, files and folders whose names begin with ``_`` or ``.`` are left out. A pattern or a folder
    without files is a PuzzleError.
    """
    found: list[str] = []
    for source in sources:
        if is_folder(source):
            files = _inside(source)
            if not files:
                raise PuzzleError("is a folder without files", file=printable(source))
            found += files
        elif glob.has_magic(source) and (is_address(source) or not os.path.lexists(source)):
            files = sorted(_matches(source))
            if not files:
                raise PuzzleError("no file matches", file=printable(source))
            found += files
        else:
            found.append(source)
    return found


def _inside(folder: str) -> list[str]:
    if is_address(folder):
        system, inner = file_system(folder)
        names = [name[len(inner.rstrip("/")) + 1 :] for name in system.find(inner)]
        return [f"{folder.rstrip('/')}/{name}" for name in sorted(names) if _seen(name.split("/"))]
    files: list[str] = []
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if _seen([name]))
        files += [os.path.join(place, name) for name in names if _seen([name])]  # noqa: PTH118
    return sorted(files)


def _seen(names: Sequence[str]) -> bool:
    return not any(name.startswith(HIDDEN) for name in names)


def _matches(pattern: str) -> list[str]:
    if is_address(pattern):
        system, inner = file_system(pattern)
        return [str(system.unstrip_protocol(name)) for name in system.glob(inner)]
    return [name for name in glob.glob(pattern, recursive=True) if not is_folder(name)]  # noqa: PTH207
