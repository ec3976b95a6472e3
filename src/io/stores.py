"""Where the files of a run are kept: a disk, or whatever fsspec reaches (extra ``fsspec``)."""

from __future__ import annotations

import errno
import hashlib
import io
import os
import shutil
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import TYPE_CHECKING, Any, BinaryIO

from ..base import PuzzleError
from .atomic import new_file
from .places import file_system, is_address, open_regular
from .text import printable

if TYPE_CHECKING:
    from .locks import FolderLock, RangeLock


class _Store:
    """What not every store does; in all of them a new file appears under its name when it is whole."""

    def check_folder(self, path: str, *, link: bool) -> None:
        """Raise PuzzleError where a folder could not be made or written to, or is a link but for `link`."""

    def same_disk(self, path: str, side: str) -> None:
        """Raise PuzzleError where a file cannot be renamed from one folder into another."""

    def lock(self, path: str, *, shared: bool) -> None:
        """Keep other runs out of a folder; where `shared`, only those that are not."""

    def lock_alone(self) -> None:
        """Wait until no other run shares the folder."""

    def unlock(self) -> None:
        """Let other runs in."""


def _check_size(path: str, size: int, limit: int | None) -> None:
    if limit is not None and size > limit:
        raise PuzzleError(f"{size:,} bytes, expected at most {limit:,}", file=printable(path))


class Disk(_Store):
    """Files of the machine: written under another name, flushed to the disk, renamed."""

    def __init__(self) -> None:
        self._lock: FolderLock | RangeLock | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {"_lock": None}

    def is_folder(self, path: str) -> bool:
        """Say whether there is a folder."""
        return os.path.isdir(path)  # noqa: PTH112 (pathlib costs start-up time)

    def is_file(self, path: str) -> bool:
        """Return whether there is a file."""
        return os.path.lexists(path) and not os.path.isdir(path)  # noqa: PTH112

    def check_folder(self, path: str, *, link: bool) -> None:
        """Raise PuzzleError where a folder could not be made or written to, or is a link but for `link`."""
        place = path.rstrip("/") or "/"
        if not link and os.path.islink(place):  # noqa: PTH114
            raise PuzzleError("is a link; name the folder of a run", file=printable(place))
        while not os.path.lexists(place):
            place = os.path.dirname(place) or "."  # noqa: PTH120
        if not os.path.isdir(place):  # noqa: PTH112
            raise PuzzleError("is a file; name a folder", file=printable(place))
        if not os.access(place, os.W_OK | os.X_OK):
            raise PuzzleError("cannot be written: Permission denied", file=printable(path))

    def make_folder(self, path: str) -> None:
        """Make a folder where there is none."""
        os.makedirs(path, exist_ok=True)  # noqa: PTH103

    def names(self, path: str) -> set[str]:
        """Return the names of files and folders in a folder; PuzzleError for a link, a device or a pipe."""
        with os.scandir(path) as entries:
            found = list(entries)
        for entry in found:
            if not entry.is_file(follow_symlinks=False) and not entry.is_dir(follow_symlinks=False):
                kind = "link" if entry.is_symlink() else "device or a pipe"
                wrong = f"is a {kind}, expected files and folders alone in the folder of a run"
                raise PuzzleError(wrong, file=printable(entry.path))
        return {entry.name for entry in found}

    def read(self, path: str, limit: int | None = None) -> bytes:
        """Return the bytes of a file."""
        with open_regular(path) as stream:
            _check_size(path, os.fstat(stream.fileno()).st_size, limit)
            return stream.read()

    def size(self, path: str) -> int:
        """Return the size of a file."""
        return os.stat(path).st_size  # noqa: PTH116

    def digest(self, path: str) -> tuple[int, str]:
        """Return size and SHA-256 of a file."""
        with open_regular(path) as stream:
            return os.fstat(stream.fileno()).st_size, hashlib.file_digest(stream, "sha256").hexdigest()

    def remove(self, path: str) -> None:
        """Remove a file."""
        os.unlink(path)  # noqa: PTH108

    def remove_tree(self, path: str) -> None:
        """Remove a folder and what is in it."""
        shutil.rmtree(path)

    def remove_folder(self, path: str) -> None:
        """Remove an empty folder."""
        os.rmdir(path)  # noqa: PTH106

    def new_file(self, path: str, work: str) -> AbstractContextManager[BinaryIO]:
        """Return a context whose stream becomes a file when it is whole and on the disk."""
        return new_file(path, work)

    def same_disk(self, path: str, side: str) -> None:
        """Raise PuzzleError where a file cannot be renamed from one folder into another."""
        if os.stat(path).st_dev != os.stat(side).st_dev:  # noqa: PTH116
            raise PuzzleError("is a disk; name a folder on it", file=printable(path))

    def lock(self, path: str, *, shared: bool) -> None:
        """Keep two runs out of one folder; the lock goes with the process, however it ends."""
        from .locks import lock_folder

        self._lock = lock_folder(path, shared=shared)

    def lock_alone(self) -> None:
        """Wait until no other run shares the folder."""
        if self._lock is not None:
            self._lock.alone()

    def unlock(self) -> None:
        """Let other runs in."""
        if self._lock is not None:
            self._lock.free()
            self._lock = None


class Far(_Store):
    """Files behind an address of fsspec: a file is put there at once, from memory.

    Object stores show an object when all of it has come. What is weaker than on a disk: there is no lock, so
    two runs may work in one folder; how long a file lasts is the store's affair. A file that did not come
    whole is found by its digest, as on a disk.
    """

    def __init__(self, path: str) -> None:
        self._system = file_system(path)[0]

    def _inner(self, path: str) -> str:
        return str(self._system._strip_protocol(path))

    def is_folder(self, path: str) -> bool:
        """Say whether there is anything below a path."""
        self._system.invalidate_cache()
        return bool(self._system.isdir(self._inner(path)))

    def is_file(self, path: str) -> bool:
        """Return whether there is a file."""
        self._system.invalidate_cache()
        return bool(self._system.isfile(self._inner(path)))

    def make_folder(self, path: str) -> None:
        """Make a folder, where the store has any."""
        if self._system.isfile(self._inner(path)):
            raise FileExistsError(errno.EEXIST, "is a file", path)
        self._system.makedirs(self._inner(path), exist_ok=True)

    def names(self, path: str) -> set[str]:
        """Return the names of what is in a folder; none where the store has no empty folders."""
        self._system.invalidate_cache()
        try:
            found = self._system.ls(self._inner(path), detail=False)
        except FileNotFoundError:
            return set()
        inner = self._inner(path).strip("/")
        return {name.rstrip("/").rpartition("/")[2] for name in found if name.strip("/") != inner}

    def read(self, path: str, limit: int | None = None) -> bytes:
        """Return the bytes of a file."""
        if limit is not None:
            _check_size(path, self.size(path), limit)
        return bytes(self._system.cat_file(self._inner(path)))

    def size(self, path: str) -> int:
        """Return the size of a file."""
        return int(self._system.info(self._inner(path))["size"])

    def digest(self, path: str) -> tuple[int, str]:
        """Return size and SHA-256 of a file, as the store gives it back."""
        with self._system.open(self._inner(path), "rb") as stream:
            digest = hashlib.sha256()
            while block := stream.read(1 << 20):
                digest.update(block)
            return int(stream.tell()), digest.hexdigest()

    def remove(self, path: str) -> None:
        """Remove a file."""
        self._system.rm_file(self._inner(path))

    def remove_tree(self, path: str) -> None:
        """Remove a folder and what is in it."""
        with suppress(FileNotFoundError):
            self._system.rm(self._inner(path), recursive=True)

    def remove_folder(self, path: str) -> None:
        """Remove an empty folder, where the store has any."""
        with suppress(OSError):
            self._system.rmdir(self._inner(path))

    @contextmanager
    def new_file(self, path: str, work: str) -> Iterator[BinaryIO]:
        """Yield a stream whose bytes become a file when all of them are there."""
        stream = io.BytesIO()
        yield stream
        self._system.pipe_file(self._inner(path), stream.getvalue())


def store_of(path: str) -> Disk | Far:
    """Return the store that a path is on."""
    return Far(path) if is_address(path) else Disk()
