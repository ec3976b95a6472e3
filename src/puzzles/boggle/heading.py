"""The first line of a board file that says its size: ``4 5``, rows and columns."""

from __future__ import annotations

from ...base import PuzzleError

__all__ = ["check_heading", "heading_of"]


def heading_of(line: str) -> tuple[int, int] | None:
    """Return the rows and columns that a line says, None where it is no heading.

    Examples
    --------
    >>> heading_of("4 5"), heading_of("4"), heading_of("t e"), heading_of("4 5 6")
    ((4, 5), None, None, None)
    """
    numbers = line.split()
    if len(numbers) != 2 or not all(number.isascii() and number.isdigit() for number in numbers):
        return None
    return int(numbers[0][:9]), int(numbers[1][:9])


def check_heading(said: tuple[int, int], wanted: tuple[int, int] | None, file: str | None, line: int) -> None:
    """Raise PuzzleError where a board was asked for that has another shape than its first line says."""
    if wanted not in (None, said):
        expected = f"expected {said[0]}x{said[1]} as its first line says"
        raise PuzzleError(f"shape {wanted[0]}x{wanted[1]}, {expected}", file=file, line=line)
