"""Hold the words of an enormous board, and the progress of their search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ....base import SearchStats, Status
from ....console import seconds_text
from ....lexicon import Lexicon
from ...framework.html import Row, Table, View, facts_of, in_notebook, page
from ...framework.result_sequence import arrow_table
from ...framework.solutions import status_of
from ..result import WordsFound
from ..rules import Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .checkpoint import Found

MOST_WORDS = 200_000  # that a page lists


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class StreamResult(WordsFound):
    """The words of a board that was read row by row, with the cell where a path of each ends.

    The status is NO_SOLUTION, UNIQUE or MULTIPLE by the number of words, or LIMIT where not all rows of the
    board were searched: because of a limit, of Ctrl-C, of rows that could not be read (see `error`), or
    because other shards have them.
    """

    lexicon: Lexicon
    rules: Rules
    numbers: NDArray[np.uint32]
    """Numbers of the words in the lexicon, rising."""
    ends: NDArray[np.int64]
    """Row and column where a path of each word ends: shape (words, 2)."""
    paths: list[list[tuple[int, int]]] | None
    """A path of each word, as rows and columns from 0; None where they were not asked for."""
    rows: int | None
    """Rows of the board, None where its end was not reached."""
    cols: int
    done_rows: int
    """Rows from which all paths are walked."""
    first_row: int = 0
    """The row that a shard begins with, else 0; of a torus, counted as it is searched."""
    own: int | None = 0
    """Rows that this search has still to do; None where that is not known."""
    memory: int
    """Bytes that the rows, the words and the searches needed at a time, without the lexicon itself."""
    error: str | None = None
    """Why rows could not be read, or which rows none of the merged parts has."""

    def to_html(self) -> str:
        """Return a page of the words and their places."""
        return page(self.view())

    def _repr_html_(self) -> str:
        return in_notebook(self.view())

    def view(self) -> View:
        """Return what the page shows: the words with the cell where a path of each ends, and the path."""
        words = self.words[:MOST_WORDS]
        columns = ["word", "letters", "points", "row", "column"]
        values = [words, map(len, words), self.scores.tolist(), *(self.ends + 1).T.tolist()]
        if self.paths is not None:
            columns.append("path")
            values.append(map(path_text, self.paths))
        rows = [Row(values=one) for one in zip(*values, strict=False)]
        names = {"count": "words", "score": "points"}
        facts = [(names.get(name, name), value) for name, value in facts_of(self) if name != "status"]
        if self.status is Status.LIMIT:
            facts.insert(0, ("status", "LIMIT"))
        facts += [("rows searched", f"{self.done_rows:,}"), ("lexicon", self.lexicon.name)]
        notes = ["Row and column are those of the cell where one path of the word ends, counted from 1."]
        if self.count > len(rows):
            notes.append(f"The first {len(rows):,} words are listed, {self.count - len(rows):,} are not.")
        if self.error is not None:
            notes.append(f"{self.error}: only the words found so far.")
        return View(
            title=f"Boggle {self.rows_text} × {self.cols:,}",
            facts=tuple(facts),
            table=Table(noun="words", columns=tuple(columns), rows=rows, choices=(1,)),
            notes=tuple(notes),
        )

    @property
    def rows_text(self) -> str:
        """The number of rows, "?" where it is not known."""
        return "?" if self.rows is None else f"{self.rows:,}"

    def columns(self) -> dict[str, Any]:
        """Return the words as columns: word, length, score, row and col of the end of a path."""
        return {
            "word": self.words,
            "length": self.lexicon.lengths[self.numbers].astype(np.int64),
            "score": self.scores,
            "row": self.ends[:, 0],
            "col": self.ends[:, 1],
        }

    def to_arrow(self) -> Any:
        """Return the columns as an Arrow table, and the paths where there are some; needs extra ``parquet``.

        A path is a list of pairs, row and column.

        Raises
        ------
        MissingExtraError
            pyarrow is not installed.
        """
        columns = self.columns()
        if self.paths is None:
            return arrow_table(columns)
        import pyarrow as pa

        pairs = np.array([cell for path in self.paths for cell in path], dtype=np.int64)
        ends = np.cumsum([0, *map(len, self.paths)]).astype(np.int32)
        cells = pa.FixedSizeListArray.from_arrays(pa.array(pairs.reshape(-1)), 2)
        return arrow_table(columns).append_column("path", pa.ListArray.from_arrays(pa.array(ends), cells))


@dataclass(frozen=True, slots=True)
class StreamProgress:
    """The progress of a search.

    Examples
    --------
    >>> print(StreamProgress(250, 1000, found=1234, seconds=20.0, memory=1 << 20))
    250 of 1,000 rows, 1,234 words, about 60.0 s left
    """

    done_rows: int
    rows: int | None
    found: int
    seconds: float
    memory: int
    """Bytes, as for `StreamResult`."""
    first_row: int = 0
    """Rows that were done before, by the checkpoint."""

    def __str__(self) -> str:
        words = f"{self.found:,} words"
        if self.rows is None:
            return f"{self.done_rows:,} rows, {words}"
        left, now = "", self.done_rows - self.first_row
        if now:  # at most: later rows take less time
            left = f", about {seconds_text(self.seconds * (self.rows - self.done_rows) / now)} left"
        return f"{self.done_rows:,} of {self.rows:,} rows, {words}{left}"


def path_text(path: list[tuple[int, int]]) -> str:
    """Return a path as row,column from 1."""
    return " ".join(f"{row + 1},{col + 1}" for row, col in path)


def result_of(
    found: Found, lexicon: Lexicon, rules: Rules, *, whole: bool, stats: SearchStats, **facts: Any
) -> StreamResult:
    """Return what was found as a result: in the order of the lexicon, with cells of the board.

    `whole` is whether all rows of the board are searched; `facts` are other fields of the result.
    """
    place_of = np.full(len(lexicon), -1, dtype=np.int32)
    place_of[found.numbers] = np.arange(len(found.numbers))
    numbers, (rows, cols) = np.flatnonzero(place_of >= 0), found.shape
    order = place_of[numbers]
    paths = None
    if found.paths is not None:
        paths = [found.paths[k] for k in order.tolist()]
        if rules.wrap:  # its first rows are counted again after the last
            paths = [[(r % rows if rows else r, c % cols) for r, c in path] for path in paths]
    ends = found.ends[order]
    if rules.wrap:
        ends %= (rows or 1 << 62, cols)
    return StreamResult(
        status=status_of(len(order), complete=True, stopped=not whole),
        stats=stats,
        lexicon=lexicon,
        rules=rules,
        numbers=numbers.astype(np.uint32),
        ends=ends,
        paths=paths,
        rows=rows,
        cols=cols,
        **facts,
    )
