"""Work on many puzzles: slices on threads; results as arrays, and as objects when asked for."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar, overload

import numpy as np

from ...answers import Saved
from ...arrow import is_column, read_column
from ...base import Limits, PuzzleError, Result, Status, import_extra
from ...io.text import printable
from ...repr_html import table
from ...search.threads import thread_pool, wait_interruptibly, workers_for
from .arguments import check_choice, check_limits

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["STATUSES", "ProgressCounter", "ResultMany", "ResultSequence", "TextLists", "arrow_table"]

T = TypeVar("T")
Stop = Callable[[], bool]
"""Returns whether the work should end."""

STATUSES = (Status.NO_SOLUTION, Status.UNIQUE, Status.MULTIPLE, Status.SOLVED, Status.LIMIT)
"""What the numbers of an array of statuses mean: 0 to 2 are how many solutions were found."""


def status_codes(statuses: Sequence[Status]) -> NDArray[np.uint8]:
    """Return statuses as numbers: their places in `STATUSES`."""
    places = {status: place for place, status in enumerate(STATUSES)}
    return np.array([places[status] for status in statuses], dtype=np.uint8)


FIRST_ROWS, LONGEST_CELL = 10, 80
"""Rows that a notebook shows, and characters of a cell."""


def _short(value: Any) -> str:
    """Return a value on one short line."""
    text = printable(" / ".join(str(value).split("\n")))
    return text if len(text) <= LONGEST_CELL else text[: LONGEST_CELL - 1] + "…"


class ResultSequence(Saved, Collection[T]):
    """The results of many puzzles: columns of arrays; one result is made when it is asked for.

    ``len``, indexing, slices and iteration as of a sequence. `columns`, `to_arrow`, `to_pandas` and
    `to_polars` give all of it at once; with pyarrow, libraries that take Arrow data take it as it is
    (``pl.DataFrame``, ``pa.table``, DuckDB). It is not registered as a sequence: libraries would make one
    column of objects of it.
    """

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def item(self, index: int) -> T:
        """Return one result; `index` is from 0 to ``len(self) - 1``."""

    @abstractmethod
    def columns(self) -> Mapping[str, Any]:
        """Return the columns by name: arrays, lists of texts, `TextLists`."""

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...

    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        if isinstance(index, slice):
            return [self.item(place) for place in range(*index.indices(len(self)))]
        return self.item(range(len(self))[index])

    def __iter__(self) -> Iterator[T]:
        return map(self.item, range(len(self)))

    def __contains__(self, item: object) -> bool:
        return any(found is item or found == item for found in self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self):,}: {', '.join(self.columns())}>"

    def pair(self, index: int) -> tuple[Any, Any]:
        """Return a puzzle and its result; `index` is from 0 to ``len(self) - 1``."""
        result: Any = self.item(index)
        return result.puzzle, result

    def to_html(self) -> str:
        """Return a page of all of them: a table with filters, and the pictures of one at a time.

        Raises
        ------
        PuzzleError
            More than 100,000 puzzles, or the page would be too large.
        """
        from .html import many_page

        return many_page(self)

    def _repr_html_(self) -> str:
        """Return a table of the first rows."""
        columns, shown = self.columns(), range(min(len(self), FIRST_ROWS))
        rows = ((k, *(_short(values[k]) for values in columns.values())) for k in shown)
        return table(["", *columns], rows, len(self) - FIRST_ROWS)

    def to_arrow(self) -> Any:
        """Return the columns as an Arrow table; needs extra ``parquet``.

        Raises
        ------
        MissingExtraError
            pyarrow is not installed.
        """
        return arrow_table(self.columns())

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Hand out the columns by the Arrow C data interface; needs extra ``parquet``."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def __array__(self, dtype: object = None, copy: bool | None = None) -> NDArray[Any]:
        """Refuse to make an array of objects of what are columns."""
        raise TypeError(f"{type(self).__name__} is no array, expected its columns(), or to_pandas()")

    def to_pandas(self) -> Any:
        """Return the columns as a pandas DataFrame; needs extra ``pandas``.

        Raises
        ------
        MissingExtraError
            pandas is not installed.
        """
        pd = import_extra("pandas", "Data frames", "pandas")
        series = {
            name: pd.Series(_plain(values), dtype=_typed(values, "str", "object"))
            for name, values in self.columns().items()
        }
        return pd.DataFrame(series)

    def to_polars(self) -> Any:
        """Return the columns as a polars DataFrame; needs extra ``polars``.

        Raises
        ------
        MissingExtraError
            polars is not installed.
        """
        pl = import_extra("polars", "Data frames", "polars")
        series = [
            pl.Series(name, _plain(values), dtype=_typed(values, pl.String, pl.List(pl.String)))
            for name, values in self.columns().items()
        ]
        return pl.DataFrame(series)


class TextLists(Sequence[list[str]]):
    """A column whose values are lists of texts."""

    def __init__(self, rows: Sequence[list[str]]) -> None:
        self._rows = rows

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, index: Any) -> Any:
        return self._rows[index]

    def arrow(self, pa: Any) -> Any:
        """Return the column as an Arrow array."""
        return pa.array(list(self), pa.list_(pa.string()))


def arrow_table(columns: Mapping[str, Any]) -> Any:
    """Return columns as an Arrow table; see `ResultSequence.to_arrow`."""
    pa = import_extra("pyarrow", "Arrow tables", "parquet")

    def column(values: Any) -> Any:
        if isinstance(values, np.ndarray) and values.ndim > 1:  # rows as lists of one length
            width = int(np.prod(values.shape[1:]))
            return pa.FixedSizeListArray.from_arrays(pa.array(values.reshape(-1)), width)
        if isinstance(values, TextLists):
            return values.arrow(pa)
        return pa.array(values, pa.string() if isinstance(values, list) else None)

    return pa.table({name: column(values) for name, values in columns.items()})


def _typed(values: Any, texts: Any, lists: Any) -> Any:
    """Return the type of a column of texts, or of lists of texts, which a column without rows lacks."""
    return lists if isinstance(values, TextLists) else texts if type(values) is list else None


def _plain(values: Any) -> Any:
    """Return a column as an array of one dimension, or as a list."""
    return values if isinstance(values, np.ndarray) and values.ndim == 1 else list(values)


class ResultMany(ResultSequence[Result]):
    """The results of puzzles that were solved one by one.

    Examples
    --------
    >>> from unriddle import Numbrix
    >>> many = Numbrix.solve_many([Numbrix.parse("1 . / . ."), Numbrix.parse("1 2 / 4 .")])
    >>> many.statuses.tolist(), many[1].status.value, len(many)
    ([2, 1], 'UNIQUE', 2)
    """

    def __init__(self, puzzles: Sequence[Any], results: Sequence[Result]) -> None:
        self.puzzles, self.results = tuple(puzzles), results

    def __len__(self) -> int:
        return len(self.results)

    def item(self, index: int) -> Result:
        """Return one result."""
        return self.results[index]

    def pair(self, index: int) -> tuple[Any, Result]:
        """Return a puzzle and its result."""
        return self.puzzles[index], self.results[index]

    @property
    def statuses(self) -> NDArray[np.uint8]:
        """Places in `STATUSES`, uint8 of shape (n,)."""
        return status_codes([result.status for result in self.results])

    @property
    def nodes(self) -> NDArray[np.int64]:
        """Nodes visited, int64 of shape (n,)."""
        return np.array([result.stats.nodes for result in self.results], dtype=np.int64)

    def columns(self) -> Mapping[str, Any]:
        """Return status, solution as text ("" where there is none) and nodes."""
        return {
            "status": [str(result.status) for result in self.results],
            "solution": [
                "" if (answer := getattr(result, "solution", None)) is None else puzzle.format(answer)
                for puzzle, result in zip(self.puzzles, self.results, strict=True)
            ],
            "nodes": self.nodes,
        }


class ProgressCounter:
    """Count progress across threads, and call `progress` with the count.

    Examples
    --------
    >>> seen = []
    >>> counter = ProgressCounter(seen.append)
    >>> counter.add(3), counter.add(2), seen
    (None, None, [3, 5])
    """

    def __init__(self, progress: Callable[[int], None] | None) -> None:
        self.progress, self.done, self.lock = progress, 0, Lock()

    def add(self, more: int) -> None:
        """Count some more."""
        if self.progress is not None:
            with self.lock:
                self.done += more
                self.progress(self.done)


def solve_each(
    puzzles: Sequence[Any],
    *,
    limits: Limits | None = None,
    threads: int = 0,
    progress: Callable[[int], None] | None = None,
    stop: Stop | None = None,
    **options: Any,
) -> ResultMany:
    """Solve puzzles one by one on several threads; see `PuzzleBase.solve_many`.

    `options` are given to each `solve`; `stop` is called from time to time, in every thread: where it returns
    True, KeyboardInterrupt ends the work.
    """
    check_limits(limits)
    results: list[Any] = [None] * len(puzzles)
    counter = ProgressCounter(progress)

    def work(part: slice, stopped: Stop) -> None:
        for k in range(part.start, part.stop):
            results[k] = puzzles[k].solve(limits=limits, progress=watch(stopped), **options)
            if results[k].interrupted or stopped():
                raise KeyboardInterrupt
            counter.add(1)

    in_slices(work, len(puzzles), threads, stop)
    return ResultMany(puzzles, results)


def in_slices(
    work: Callable[[slice, Stop], None], n: int, threads: int = 0, stop: Stop | None = None, least: int = 1
) -> None:
    """Call `work` on slices that make up range(n), on `threads` threads; 0 takes all cores.

    `work` is given a slice and a function that it calls several times in 0.1 s: where that returns True, as
    after `stop`, Ctrl-C or an error in another thread, it raises KeyboardInterrupt. Slices shorter than
    `least` are not worth a thread.
    """
    alone = n <= least and type(threads) is int and threads == 0
    workers = 1 if alone else workers_for(threads)
    over: list[bool] = []

    def stopped() -> bool:
        return bool(over) or (stop is not None and stop())

    size = max(least, -(-n // (workers * 4)), 1)
    if workers == 1 or n <= size:
        work(slice(0, n), stopped)
        return
    with thread_pool(workers, lambda: over.append(True)) as pool:
        parts = [pool.submit(work, slice(k, min(k + size, n)), stopped) for k in range(0, n, size)]
        for part in parts:
            wait_interruptibly(part)


def watch(stopped: Stop) -> Callable[[int], None]:
    """Return a `progress` for `run_loop.drive` that ends a search where `stopped` returns True."""

    def progress(_: int) -> None:
        if stopped():
            raise KeyboardInterrupt

    return progress


def asks_null(errors: object) -> bool:
    """Return whether what cannot be read is to be null: ``errors`` is ``"raise"`` or ``"null"``."""
    return check_choice("errors", errors, ("raise", "null")) == "null"


def nulled(
    call: Callable[[list[Any]], T], items: Any, name: str, read: Callable[[Any], object]
) -> tuple[T, NDArray[np.bool_]]:
    """Return what a call returns for the items that it takes, and which of all it does not take.

    `call` takes a list of items; its PuzzleError about one of them has `name` and the index. `read` takes one
    item, and raises PuzzleError where it cannot be read.
    """
    if is_column(items):
        items = read_column(items, name=name, empty=True)
    if isinstance(items, (str, bytes)) or not isinstance(items, Iterable):
        wrong: Any = items
        return call(wrong), np.zeros(0, dtype=bool)  # the call says what is wrong
    values = [_item(items, k) for k in range(len(items))] if isinstance(items, Sequence) else list(items)
    kept = [k for k, value in enumerate(values) if not _empty(value)]
    looked = False
    while True:
        try:
            found = call([values[k] for k in kept])
        except PuzzleError as error:
            if error.index is None or error.file != name:
                raise
            before = len(kept)
            if not looked:
                kept = [k for k in kept if _reads(read, values[k])]
            looked = True
            if len(kept) == before:
                del kept[error.index]
        else:
            missing = np.ones(len(values), dtype=bool)
            missing[kept] = False
            return found, missing


def _item(items: Sequence[Any], k: int) -> Any:
    """Return an item; None where bytes of a column are no text."""
    try:
        return items[k]
    except PuzzleError:
        return None


def _empty(value: Any) -> bool:
    return value is None or isinstance(value, float) or (isinstance(value, str) and not value.strip())


def _reads(read: Callable[[Any], object], value: Any) -> bool:
    try:
        read(value)
    except PuzzleError:
        return False
    return True


def masked(values: NDArray[Any], missing: NDArray[np.bool_]) -> Any:
    """Return an array of all items, masked where they are missing; `values` are those of the others."""
    whole = np.zeros((missing.size, *values.shape[1:]), dtype=values.dtype)
    whole[~missing] = values
    mask = np.broadcast_to(missing.reshape(-1, *[1] * (values.ndim - 1)), whole.shape)
    return np.ma.MaskedArray(whole, mask)


class NullMany(ResultSequence[Any]):
    """The results of many puzzles of which some could not be read: None in their places.

    Its arrays are those of `found`, masked where a puzzle is missing; in tables these rows are null.

    Attributes
    ----------
    found : Many
        The results of the others, without gaps.
    missing : bool array of shape (n,)

    Examples
    --------
    >>> from unriddle import Numbrix
    >>> many = Numbrix.solve_many(["1 . / . 3", None, "no board"], errors="null")
    >>> many[1], many.missing.tolist(), many.statuses.tolist()
    (None, [False, True, True], [2, None, None])
    """

    def __init__(self, found: ResultSequence[Any], missing: NDArray[np.bool_]) -> None:
        self.found, self.missing = found, missing
        self._places = np.where(missing, -1, np.cumsum(~missing) - 1)

    def __len__(self) -> int:
        return self.missing.size

    def item(self, index: int) -> Any:
        """Return one result, None where the puzzle could not be read."""
        return None if self.missing[index] else self.found.item(int(self._places[index]))

    def pair(self, index: int) -> tuple[Any, Any]:
        """Return a puzzle and its result; both are None where it could not be read."""
        return (None, None) if self.missing[index] else self.found.pair(int(self._places[index]))

    def _spread(self, values: Any) -> Any:
        if isinstance(values, np.ndarray):
            return masked(values, self.missing)
        return [None if place < 0 else values[place] for place in self._places.tolist()]

    def columns(self) -> Mapping[str, Any]:
        """Return the columns by name: masked arrays, and lists with None."""
        return {name: self._spread(values) for name, values in self.found.columns().items()}

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name in ("found", "missing"):
            raise AttributeError(name)
        values = getattr(self.found, name)
        if isinstance(values, np.ndarray) and values.ndim and len(values) == len(self.found):
            return self._spread(values)
        raise AttributeError(f"{name} is not known with errors='null'; ask `found`, or columns()")

    def to_arrow(self) -> Any:
        """Return the columns as an Arrow table; see `ResultSequence.to_arrow`."""
        table = self.found.to_arrow()
        return table.take([None if place < 0 else place for place in self._places.tolist()])

    def to_pandas(self) -> Any:
        """Return the columns as a pandas DataFrame; see `ResultSequence.to_pandas`."""
        return self.found.to_pandas().reindex(self._places).reset_index(drop=True)

    def to_polars(self) -> Any:
        """Return the columns as a polars DataFrame; see `ResultSequence.to_polars`."""
        frame = self.found.to_polars()  # says what to install where it is missing
        import polars as pl

        places = pl.Series([None if place < 0 else place for place in self._places.tolist()], dtype=pl.UInt32)
        return frame.select(pl.all().gather(places))
