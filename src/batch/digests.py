"""Digests of whole files, made by a thread while what is in them is looked at."""

from __future__ import annotations

import hashlib
import threading
import weakref
from collections.abc import Callable, Sequence

from ..io.streams import open_stream
from ..search.threads import thread_of

__all__ = ["FileDigests"]

BLOCK = 1 << 20  # bytes of a file read at a time
TICK = 0.05  # seconds between two calls of progress


class FileDigests:
    """The SHA-256 digests of files, which a thread begins to make at once; it ends with this object.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     files = [Path(folder, name) for name in ("a.txt", "b.txt")]
    ...     sizes = [file.write_bytes(b"tea") for file in files]
    ...     [digest.hex()[:8] for digest in FileDigests([str(file) for file in files]).wait()]
    ['a9f74d1e', 'a9f74d1e']
    """

    def __init__(self, files: Sequence[str]) -> None:
        self._making = _Making(tuple(files))
        weakref.finalize(self, self._making.stop.set)
        thread_of(self._making.run).start()

    def wait(self, progress: Callable[[int], None] | None = None) -> list[bytes]:
        """Return the digests when they are made; `progress` is called with the bytes seen.

        Raises
        ------
        PuzzleError, OSError
            What a file could not be read for.
        """
        making = self._making
        while not making.done.wait(TICK):
            if progress is not None:
                progress(making.seen)
        if making.error is not None:
            raise making.error
        return making.digests


class _Making:
    """What the thread knows: not the object whose end it waits for."""

    def __init__(self, files: tuple[str, ...]) -> None:
        self.files, self.seen = files, 0
        self.digests: list[bytes] = []
        self.error: Exception | None = None
        self.stop, self.done = threading.Event(), threading.Event()

    def run(self) -> None:
        try:
            self.digests.extend(map(self._digest, self.files))
        except Exception as error:  # it is told where the digests are waited for
            self.error = error
        finally:
            self.done.set()

    def _digest(self, file: str) -> bytes:
        digest = hashlib.sha256()
        with open_stream(file, unpack=False) as stream:
            while not self.stop.is_set() and (block := stream.read(BLOCK)):
                digest.update(block)
                self.seen += len(block)
        return digest.digest()
