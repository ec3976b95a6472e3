"""An input that is changed at a random moment of the run: text, .npy, gzip, Parquet."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np

from .bench import Bench, Outcome, Tree, difference, tree_of

__all__ = ["FORMS", "inputs"]

FORMS = ("txt", "npy", "txt.gz", "npy.gz", "parquet")


def inputs(bench: Bench, number: int, threads: int) -> list[str]:
    """Change the input of runs; the change back, or a second one, comes before each goes on.

    A run either ends with exit code 2 and one line, or its files are those of a run on the bytes that its
    manifest has digests of. With the first bytes again, it ends with the files of an undisturbed run.
    """
    wrong: list[str] = []
    clean = Clean(bench)
    contents = {form: (packed(bench.lines(), form), packed(bench.lines(), form)) for form in FORMS}
    for case in range(number):
        form = FORMS[case % len(FORMS)]
        change = CHANGES[case // len(FORMS) % len(CHANGES)]
        path = bench.folder / f"in.{form}"
        found = _one(clean, path, contents[form], change, threads)
        if found is not None:
            wrong.append(f"{form} {change.__name__.strip('_').replace('_', ' ')}: {found}")
            if len(wrong) >= bench.most:
                break
    return wrong


class Clean:
    """What undisturbed runs make of inputs, each made once."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self._trees: dict[tuple[Path, str], Tree | None] = {}

    def tree(self, path: Path, data: bytes) -> Tree | None:
        """Put bytes into an input and return the files of a run; None where they are refused."""
        key = path, _digest(data)
        path.write_bytes(data)
        if key not in self._trees:
            out = self.bench.fresh("clean")
            self._trees[key] = tree_of(out) if self.bench.start(out, path).wait().done else None
        return self._trees[key]


def packed(lines: list[str], form: str) -> bytes:
    """Return records as a file of some form."""
    stream = io.BytesIO()
    if form.startswith("npy"):
        rows = [[ord(letter) - 97 for letter in line] for line in lines if not line.startswith("bad")]
        np.save(stream, np.array(rows, dtype=np.uint8))
    elif form == "parquet":
        import pyarrow as pa
        import pyarrow.parquet

        pyarrow.parquet.write_table(pa.table({"board": lines}), stream, row_group_size=700)
    else:
        stream.write("".join(f"{line}\n" for line in lines).encode())
    data = stream.getvalue()
    return gzip.compress(data, mtime=0) if form.endswith("gz") else data


Change = Callable[[Bench, Path, bytes], None]


def _rewritten(bench: Bench, path: Path, new: bytes) -> None:
    """Empty the file and write it again."""
    path.write_bytes(new)


def _overwritten(bench: Bench, path: Path, new: bytes) -> None:
    """Other bytes in the middle, of the same size as before."""
    size = path.stat().st_size
    start = bench.rng.randrange(size)
    with path.open("r+b", buffering=0) as stream:
        stream.seek(start)
        stream.write(new[start : min(size, start + bench.rng.randrange(1, size))])


def _truncated(bench: Bench, path: Path, new: bytes) -> None:
    """Cut off."""
    os.truncate(path, bench.rng.randrange(path.stat().st_size))


def _appended(bench: Bench, path: Path, new: bytes) -> None:
    """More of it at the end."""
    with path.open("ab", buffering=0) as stream:
        stream.write(new[: bench.rng.randrange(1, len(new))] if bench.rng.random() < 0.5 else new)


def _replaced(bench: Bench, path: Path, new: bytes) -> None:
    """Another file under its name."""
    other = path.with_name("other")
    other.write_bytes(new)
    other.replace(path)


def _removed(bench: Bench, path: Path, new: bytes) -> None:
    """Gone."""
    path.unlink()


def _there_and_back(bench: Bench, path: Path, new: bytes) -> None:
    """Other bytes for a moment, then what there was."""
    old = path.read_bytes()
    path.write_bytes(new)
    bench.sleep(0.3)
    path.write_bytes(old)


CHANGES: tuple[Change, ...] = (
    _rewritten,
    _overwritten,
    _truncated,
    _appended,
    _replaced,
    _removed,
    _there_and_back,
)


def _one(clean: Clean, path: Path, contents: tuple[bytes, bytes], change: Change, threads: int) -> str | None:
    """Change the input of one run; return what is wrong."""
    bench, (old, new) = clean.bench, contents
    out = bench.fresh("changed")
    path.write_bytes(old)
    child = bench.start(out, path, threads=threads)
    bench.sleep(1)
    change(bench, path, new)
    outcome = child.wait()
    seen = [old, new, path.read_bytes() if path.exists() else b""]
    found = _judge(clean, out, path, outcome, seen)
    if found is not None:
        return found
    # The run goes on with what it began with; what was measured when it began may be the other bytes.
    for data in seen:
        path.write_bytes(data)
        again = bench.start(out, path, threads=threads).wait()
        if again.done:
            found = difference(tree_of(out), clean.tree(path, data) or {})
            return None if found is None else f"resumed: {found}"
        if not again.refused():
            return f"the resumed run ended with {again}"
    # What was measured was in the middle of the change: a mixture that nobody can bring back.
    path.write_bytes(old)
    again = bench.start(bench.fresh("changed"), path, threads=threads).wait()
    return None if again.done else f"begun anew, the run ended with {again}"


def _judge(clean: Clean, out: Path, path: Path, outcome: Outcome, seen: list[bytes]) -> str | None:
    """Return what is wrong with a run whose input was changed."""
    if outcome.refused():
        clean.bench.met += 1
        return None
    if not outcome.done:
        return f"ended with {outcome}"
    found = tree_of(out)
    if found in [clean.tree(path, data) for data in seen]:
        return None
    mixture = _mixture(found, path, seen[0], seen[1], clean.bench.part_size)
    if mixture is not None and found == clean.tree(path, mixture):
        return None
    return "holds answers of bytes that the input never had"


def _mixture(tree: Tree, path: Path, old: bytes, new: bytes, part_size: int) -> bytes | None:
    """Return the bytes that a run measured while they were changed: old ones, then new ones.

    Only of texts, where such a mixture can be an input: the parts say by their digests where one ends.
    """
    if path.suffix != ".txt":
        return None
    parts = json.loads(tree["_manifest.json"])["parts"]
    digests = [part["input"] for part in parts]
    parts_of_old = _cut(old, part_size)
    same = [digest == _digest(data) for digest, data in zip(digests, parts_of_old, strict=False)]
    first = same.index(False) if False in same else 0
    start = sum(map(len, parts_of_old[:first]))
    for at in range(start, min(start + 64 * part_size, len(old)) + 1):
        for rest in (new[at:], b""):
            data = old[:at] + rest
            if [_digest(part) for part in _cut(data[start:], part_size)[:1]] == digests[first : first + 1]:
                return data
    return None


def _cut(data: bytes, part_size: int) -> list[bytes]:
    lines = data.splitlines(keepends=True)
    return [b"".join(lines[k : k + part_size]) for k in range(0, len(lines), part_size)]


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
