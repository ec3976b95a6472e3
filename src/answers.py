"""What is saved by the ending of a file's name, and results that are sequences of their answer."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from .base import PuzzleError, Result, import_extra
from .io.atomic import write_whole
from .io.text import printable

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Answered", "PuzzleResult", "Saved"]


def _pdf(value: Any) -> bytes:
    from .pdf import pdf_of

    made: bytes = value.to_pdf() if hasattr(value, "to_pdf") else pdf_of(value.to_svg())
    return made


def _png(value: Any) -> bytes:
    from .console import png_of

    return png_of(value.to_svg)


FORMS: Mapping[str, tuple[tuple[str, ...], Callable[[Any], str | bytes]]] = {
    ".html": (("to_html",), lambda value: value.to_html()),
    ".svg": (("to_svg",), lambda value: value.to_svg()),
    ".png": (("to_svg",), _png),
    ".pdf": (("to_pdf", "to_svg"), _pdf),
    ".json": (("to_json",), lambda value: value.to_json()),
    ".csv": (("columns",), lambda value: csv_of(value.columns())),
    ".txt": (("text",), lambda value: value.text()),
}
"""Ending of a file -> the methods of which one makes its content, and how."""


def csv_of(columns: Mapping[str, Any]) -> str:
    r"""Return columns as the text of a CSV file; lists in a cell have blanks between their values.

    Examples
    --------
    >>> csv_of({"word": ["tea", "rate"], "score": [1, 1]})
    'word,score\ntea,1\nrate,1\n'
    """
    import csv
    import io

    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(columns)
    for row in zip(*columns.values(), strict=True):
        table.writerow(
            [" ".join(map(str, cell)) if isinstance(cell, (list, tuple)) else cell for cell in row]
        )
    return out.getvalue()


class Saved:
    """What `save` writes to a file, in the form that the ending of its name asks for."""

    __slots__ = ()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a file in the form that the ending of its name asks for.

        ``.html`` is the page, ``.svg``, ``.png`` (extra ``png``) and ``.pdf`` (extra ``book``) the picture,
        ``.json`` the values of `to_dict`, ``.csv`` a table, ``.txt`` the text, as far as there are such.

        Raises
        ------
        PuzzleError
            Another ending; the file cannot be written.
        MissingExtraError
            What makes such a file is not installed.
        """
        name = os.fspath(path)
        makers = {
            ending: make for ending, (verbs, make) in FORMS.items() if any(hasattr(self, v) for v in verbs)
        }
        make = makers.get(os.path.splitext(name)[1].lower())  # noqa: PTH122 (start-up time)
        if make is None:
            *others, last = makers
            endings = f"{', '.join(others)} or {last}"
            raise PuzzleError(f"{printable(name)!r:.80}, expected a file that ends in {endings}")
        write_whole(name, make(self))


class Answered(Saved, Result):
    """A result that is the sequence of its answer: words, rows of a grid, steps of a path, moves.

    It is true where there is an answer.
    """

    __slots__ = ()
    ANSWER: ClassVar[str] = "solution"
    """The attribute that it is the sequence of."""

    def _answer(self) -> Sequence[Any]:
        return getattr(self, self.ANSWER) or ()

    def __len__(self) -> int:
        return len(self._answer())

    def __iter__(self) -> Iterator[Any]:
        return iter(self._answer())

    def __getitem__(self, index: Any) -> Any:
        return self._answer()[index]

    def __contains__(self, item: object) -> bool:
        return item in self._answer()

    def __bool__(self) -> bool:
        return getattr(self, "solution", None) is not None

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        """Return the answer as an array; a grid has rows and columns."""
        import numpy as np

        grid = self.ANSWER == "grid"
        return np.array([list(row) if grid else row for row in self], dtype=dtype)

    def columns(self) -> Mapping[str, Any]:
        """Return the answer as columns by name: those of the grid from 1, else one."""
        if self.ANSWER == "grid":
            return {str(number): list(column) for number, column in enumerate(zip(*self, strict=True), 1)}
        values = [value if isinstance(value, (str, int)) else str(value) for value in self]
        return {self.ANSWER.removesuffix("s"): values}

    def to_pandas(self) -> Any:
        """Return `columns` as a pandas DataFrame; needs extra ``pandas``.

        Raises
        ------
        MissingExtraError
            pandas is not installed.
        """
        return import_extra("pandas", "Data frames", "pandas").DataFrame(dict(self.columns()))


class PuzzleResult(Answered):
    """An answer to a puzzle, which draws it."""

    __slots__ = ()

    def to_svg(self) -> str:
        """Return a picture of the answer, of the puzzle where there is none, as SVG text."""
        known: Any = self
        svg: str = known.puzzle.to_svg(known.solution)
        return svg

    def _repr_svg_(self) -> str:
        return self.to_svg()
