"""Merge what was found of the shards of a board."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ....base import PuzzleError, SearchStats
from ....io.text import printable
from ....lexicon import Lexicon
from ....lexicon.arguments import lexicon_of
from .checkpoint import Checkpoint, Found
from .result import StreamResult, result_of


def merge_streams(
    files: Iterable[str | os.PathLike[str]],
    lexicon: Lexicon | Iterable[str] | None = None,
    *,
    checkpoint: str | os.PathLike[str] | None = None,
) -> StreamResult:
    """Merge what was found of the parts of one board.

    Parameters
    ----------
    files : iterable of paths
        The checkpoints of shards, of one count or of several; they have the rules and the paths.
    lexicon : Lexicon or iterable of str, optional
        That of the searches; the embedded list by default.
    checkpoint : path, optional
        A file for all that was found; where rows are missing `stream` continues from it.

    Returns
    -------
    StreamResult
        Where rows are missing, with the words found so far, LIMIT, and an `error` that names the rows. Of a
        word that several parts found, the place in the first of them. The work in `stats` is not known: 0.

    Raises
    ------
    PuzzleError
        A file that is no checkpoint, or one of another board, other words or other rules.

    Notes
    -----
    Files of one board may lie in different folders and have different times of change, as on several
    machines; name, size, shape, of a random board dice and seed must be equal. O(words of all parts).

    Examples
    --------
    >>> import tempfile
    >>> from unriddle.puzzles.boggle import RandomBoard, stream
    >>> board, words = RandomBoard("300x300", seed=1), Lexicon(["quiz", "boggle", "teas"])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     parts = [f"{folder}/{i}" for i in (1, 2)]
    ...     for i in (1, 2):
    ...         _ = stream(board, words, shard=(i, 2), checkpoint=parts[i - 1])
    ...     found = merge_streams(parts, words)
    >>> found.words, found.done_rows, found.status
    (['boggle', 'quiz', 'teas'], 300, <Status.MULTIPLE: 'MULTIPLE'>)
    """
    start, paths, words = time.perf_counter(), [os.fspath(path) for path in files], lexicon_of(lexicon)
    if not paths:
        raise PuzzleError("no files, expected those of the shards of a board")
    opened = Checkpoint.opened(paths[0], words)
    parts = [opened.read(path) for path in paths]
    rows, cols = _shape_of(parts, paths)
    missing = _missing(parts, rows)
    found = _merged(parts, (rows, cols), missing[0][0] if missing else rows or 0)
    if checkpoint is not None:
        Checkpoint(os.fspath(checkpoint), words, opened.rules, paths=opened.paths).write(found)
    own = None if rows is None else sum((rows if end is None else end) - first for first, end in missing)
    return result_of(
        found,
        words,
        opened.rules,
        whole=not missing,
        stats=SearchStats(seconds=time.perf_counter() - start),
        done_rows=found.done_rows if rows is None or own is None else rows - own,
        own=own,
        memory=0,
        error=f"no part has {_spans_text(missing)}" if missing else None,
    )


def _shape_of(parts: Sequence[Found], paths: Sequence[str]) -> tuple[int | None, int]:
    """Return the shape of the board that all parts are of."""
    rows = next((part.shape[0] for part in parts if part.shape[0] is not None), None)
    cols, first = parts[0].shape[1], _board(parts[0])
    for part, path in zip(parts, paths, strict=True):
        if _board(part) != first or part.shape not in ((rows, cols), (None, cols)):
            wrong = f"a part of another board than {printable(paths[0])}, expected the same"
            raise PuzzleError(wrong, file=printable(path))
    return rows, cols


def _board(part: Found) -> dict[str, Any]:
    """Return what identifies a board wherever its file lies."""
    own = {name: value for name, value in (part.about or {}).items() if name != "changed"}
    if "file" in own:
        own["file"] = own["file"].replace("\\", "/").rpartition("/")[2]
    return own


def _missing(parts: Sequence[Found], rows: int | None) -> list[tuple[int, int | None]]:
    """Return the rows that no part has: the first, and the one behind the last, None if not known."""
    missing: list[tuple[int, int | None]] = []
    done = 0
    for first, end in sorted((part.first_row, part.done_rows) for part in parts):
        if first > done and end > first:
            missing.append((done, first))
        done = max(done, end) if end > first else done
    if rows is None or done < rows:
        missing.append((done, rows))
    return missing


def _spans_text(spans: Sequence[tuple[int, int | None]]) -> str:
    """Return rows as text, counted from 1."""
    texts = []
    for first, end in spans:
        if end is None:
            texts.append(f"rows from {first + 1:,} on")
        else:
            texts.append(f"row {end:,}" if end == first + 1 else f"rows {first + 1:,} to {end:,}")
    return ", ".join(texts)


def _merged(parts: Sequence[Found], shape: tuple[int | None, int], done_rows: int) -> Found:
    """Return what all parts found, each word once."""
    parts = sorted(parts, key=lambda part: part.first_row)
    numbers, first = np.unique(np.concatenate([part.numbers for part in parts]), return_index=True)
    paths = None
    if parts[0].paths is not None:
        every = [path for part in parts for path in part.paths or ()]
        paths = [every[k] for k in first.tolist()]
    ends = np.concatenate([part.ends for part in parts])[first]
    return Found(numbers, ends, paths, done_rows, parts[0].about, 0, shape)
