"""The printed forms of a board and of a word list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...io.text import printable
from .rules import is_open

__all__ = ["board_lines", "print_board", "print_board_w_c", "print_wordlist", "wordlist_lines"]

Board = list[list[Any]]


def _shown(entry: object) -> str:
    if not is_open(entry):
        return "+"
    return " " if entry == 1 or entry == "1" else printable(str(entry))


def print_board(board: Board) -> None:
    """Print the board, a space between cells: ``+`` for forbidden cells, a blank for empty ones.

    Examples
    --------
    >>> print_board([["G", "T", "U"], [0, "E", 0]])
    G T U
    + E +
    """
    for row in board:
        print(" ".join(map(_shown, row)).rstrip())


def board_lines(board: Board) -> list[str]:
    """Return the lines that `print_board_w_c` prints."""
    columns = max(map(len, board), default=0)
    label, cell = len(f"R{len(board)}"), len(f"C{columns}")
    lines = [("", [f"C{col}" for col in range(1, columns + 1)])]
    lines += [(f"R{number}", list(map(_shown, row))) for number, row in enumerate(board, 1)]
    return [
        " ".join([name.ljust(label), *(entry.ljust(cell) for entry in entries)]).rstrip()
        for name, entries in lines
    ]


def print_board_w_c(board: Board) -> None:
    """Print the board with row labels ``R1`` … and column labels ``C1`` …; columns stay in line.

    Examples
    --------
    >>> print_board_w_c([["G", "T", "U"], [0, "E", 0]])
       C1 C2 C3
    R1 G  T  U
    R2 +  E  +
    """
    print("\n".join(board_lines(board)))


def wordlist_lines(words: Sequence[str], wstatus: Sequence[bool]) -> list[str]:
    """Return the lines that `print_wordlist` prints."""
    label = len(f"W{len(words)}")
    names = [f"{f'W{number}'.ljust(label)} {printable(word)}" for number, word in enumerate(words, 1)]
    width = max([20, *map(len, names)]) + 1
    states = ["USED" if used else "NOT USED" for used in wstatus]
    return [
        name.ljust(width) + state
        for name, state in zip(["Word List", *names], ["Status", *states], strict=False)
    ]


def print_wordlist(words: Sequence[str], wstatus: Sequence[bool]) -> None:
    """Print the words with their numbers and whether they are used.

    Examples
    --------
    >>> print_wordlist(["GTU", "TECH"], [False, True])
    Word List            Status
    W1 GTU               NOT USED
    W2 TECH              USED
    """
    print("\n".join(wordlist_lines(words, wstatus)))
