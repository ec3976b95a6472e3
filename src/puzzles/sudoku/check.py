"""Says whether a grid is a solution, from the rules alone: shares nothing with parser or solver."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["faults"]


def faults(
    givens: Sequence[str], filled: Sequence[str], box: tuple[int, int], alphabet: Sequence[str]
) -> list[str]:
    """Return everything that keeps `filled` from being a solution of `givens`; nothing where it is one.

    Parameters
    ----------
    givens, filled : sequence of n * n str
        Cells row by row, ``"*"`` where empty.
    box : (int, int)
        Rows and columns of a box.
    alphabet : sequence of n str
        The symbols.

    Examples
    --------
    >>> faults("1*" "**", "12" "11", (1, 2), "12")
    ['row 2 has 1 2 times', 'column 1 has 1 2 times', 'box 2 has 1 2 times', ...
    """
    height, width = box
    n = height * width
    wrong = []
    for k, (given, symbol) in enumerate(zip(givens, filled, strict=True)):
        if symbol == "*":
            wrong.append(f"row {k // n + 1}, column {k % n + 1} is empty")
        elif given not in ("*", symbol):
            wrong.append(f"row {k // n + 1}, column {k % n + 1} is {symbol}, given {given}")
    for symbol in alphabet:
        places = [divmod(k, n) for k in range(n * n) if filled[k] == symbol]
        for what, numbers in (
            ("row", [row for row, _ in places]),
            ("column", [col for _, col in places]),
            ("box", [row // height * height + col // width for row, col in places]),
        ):
            wrong += [
                f"{what} {unit + 1} has {symbol} {numbers.count(unit)} times"
                for unit in range(n)
                if numbers.count(unit) != 1
            ]
    return wrong
