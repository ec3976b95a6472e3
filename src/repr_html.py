"""How a value shows itself in a notebook: a small table of HTML, everything in it escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, ClassVar

LONGEST, MOST_ROWS = 200, 50
"""Characters of a cell, and rows of a table."""
TALLEST = 340
"""Pixels of a table; what is taller is scrolled."""


def table(heads: Sequence[str], rows: Iterable[Sequence[object]], left: int = 0) -> str:
    """Return a table of HTML; `left` more rows are only counted.

    Examples
    --------
    >>> table(["status"], [["<SOLVED>"]]).partition("<tbody>")[0]
    '<table style="display:block;max-height:340px;overflow:auto"><thead><tr><th>status</th></tr></thead>'
    """
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    body = "".join("<tr>" + "".join(f"<td>{_cell(value)}</td>" for value in row) + "</tr>" for row in rows)
    more = f"<p>… and {left:,} more</p>" if left > 0 else ""
    style = f"display:block;max-height:{TALLEST}px;overflow:auto"
    return f'<table style="{style}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}'


def _cell(value: object) -> str:
    text = "" if value is None else str(value)
    return escape(text if len(text) <= LONGEST else text[: LONGEST - 1] + "…")


class Shown:
    """What shows itself as a table of its name and its fields; `show` names others, attributes or properties.

    Examples
    --------
    >>> class Pair(Shown, show=("left", "right")):
    ...     left, right = 1, "<2>"
    >>> "<tr><td>right</td><td>&lt;2&gt;</td></tr>" in Pair()._repr_html_()
    True
    """

    __slots__ = ()
    _show: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, show: tuple[str, ...] = (), **options: Any) -> None:
        super().__init_subclass__(**options)
        if show:
            cls._show = show

    def _repr_html_(self) -> str | None:
        return fields_table(self, self._show)


def fields_table(value: object, names: Sequence[str] = ()) -> str:
    """Return a table of the fields of a value, or of the attributes named; of its length if it has one."""
    named = names or tuple(getattr(value, "__dataclass_fields__", ()))
    rows: list[tuple[str, object]] = [(name, getattr(value, name)) for name in named if name[0] != "_"]
    if hasattr(type(value), "__len__"):
        rows.insert(0, ("length", f"{len(value):,}"))  # type: ignore[arg-type]
    return table([type(value).__name__, ""], rows)
