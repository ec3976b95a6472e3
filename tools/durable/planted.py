"""Deliberately broken variants, which the checks must catch, or they prove nothing."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from unriddle.batch import cluster
from unriddle.batch.folder import Folder, Receipt
from unriddle.batch.parts import Span
from unriddle.batch.run import Run
from unriddle.io.checkpoints import checked
from unriddle.io.stores import Disk
from unriddle.puzzles.boggle.proof import certificates, partition

__all__ = ["believing", "deaf", "forgetful", "in_place", "overwriting", "trusting", "unchecked", "unlocked"]


@contextmanager
def _replaced(owner: Any, name: str, value: Any) -> Iterator[None]:
    kept = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, kept)


@contextmanager
def in_place() -> Iterator[None]:
    """Files grow under their final names."""

    @contextmanager
    def new_file(folder: Folder, name: str) -> Iterator[Any]:
        with (Path(folder.path) / name).open("wb") as stream:
            yield stream

    with _replaced(Folder, "new_file", new_file):
        yield


@contextmanager
def trusting() -> Iterator[None]:
    """Trust the receipt of a part without reading the part."""
    with _replaced(Folder, "holds", lambda folder, receipt: True):
        yield


@contextmanager
def believing() -> Iterator[None]:
    """Believe a receipt whatever wrote it and whatever became of it."""

    def load(folder: Folder, part: int) -> tuple[Receipt, bytes] | None:
        try:
            head, _, rest = Path(folder._receipt(part)).read_bytes().partition(b"\n")
            fields = json.loads(head)
            fields.pop("job")
            return Receipt(**fields), rest[:-65]
        except (OSError, ValueError):
            return None

    with _replaced(Folder, "_load", load), trusting():
        yield


@contextmanager
def deaf() -> Iterator[None]:
    """Never compare what is read with what was measured."""
    with ExitStack() as stack:
        stack.enter_context(_replaced(Span, "check", lambda span, data, name: None))
        stack.enter_context(_replaced(Run, "_as_measured", lambda run, span: None))
        yield


@contextmanager
def unlocked() -> Iterator[None]:
    """Nothing keeps two runs out of one folder."""
    with _replaced(Disk, "lock", lambda store, path, *, shared: None):
        yield


@contextmanager
def forgetful() -> Iterator[None]:
    """Lose a part on a cluster without asking for it again."""
    kept = cluster.run_parts

    def run_parts(address: str, spans: Any, *rest: Any) -> None:
        kept(address, spans[:-1], *rest)

    with _replaced(cluster, "run_parts", run_parts):
        yield


@contextmanager
def overwriting() -> Iterator[None]:
    """Certificates are written under their final name, line by line, to a slow disk."""

    def write(file: Any, path: str, made: Any) -> None:
        with Path(path).open("w", encoding="utf-8", buffering=1) as stream:
            stream.write(checked(file.head) + "\n")
            for each in made:
                stream.write(file._line(each) + "\n")
                time.sleep(0.001)

    with _replaced(certificates.ProofFile, "write", write):
        yield


@contextmanager
def unchecked() -> Iterator[None]:
    """End a proof without the certificates that should follow."""

    def missing(self: Any, done: Any) -> Iterator[Any]:
        return iter(()) if done else kept(self, done)

    kept = partition.Division.missing
    with ExitStack() as stack:
        stack.enter_context(_replaced(partition.Division, "missing", missing))
        yield
