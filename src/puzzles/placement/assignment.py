"""Word placement as functions on a board that is a list of lists, changed in place.

An entry of the board is 0 for a forbidden cell, 1 for an empty one, or a letter. Coordinates are
``[row, column]``; rows, columns, words and moves count from 1. Wrong arguments give the answer that says so,
never an error. Messages of the checks begin with ``#``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from numbers import Integral
from typing import Any

from ...base import PuzzleError
from ...io.text import printable, read_text
from .parse import split_text
from .puzzle import WordPlacement
from .rules import fold, is_open, run_length

Board = list[list[Any]]

_PART = re.compile(r"[WRC][0-9]{1,4000}|D\S")
_MESSAGES = {
    1: "Coordinate does not point a valid cell!",
    2: "Coordinate does not start form a valid cell!",
    3: "Coordinate does not start form a valid cell!",
    4: "Word exceeds the board!",
    5: "Word does not fit to the space horizontally!",
    6: "Word does not fit to the space horizontally!",
    7: "Word exceeds the board!",
    8: "Word does not fit to the space vertically!",
    9: "Word does not fit to the space vertically!",
}
CLASH = "Word does not fit to the space!"
NO_CELL = "Coordinate does not point a cell of the board!"
NO_WORD = "Word number is not in the word list!"
USED = "Word is already used!"


def read_file(filename: str = "test_puzzle.txt") -> tuple[list[str], list[str]]:
    """Read the words and the board of a puzzle file: words, an empty line, rows.

    Parameters
    ----------
    filename : str
        The file.

    Returns
    -------
    words, board : list of str
        As they stand in the file, spaces around a line left out. A board of rows of several lengths is
        returned as it is: `check_consistency` tells. Empty lines at the end are no matter.

    Raises
    ------
    PuzzleError
        The file cannot be read: missing, a folder, not UTF-8.
    """
    words, board = split_text(read_text(filename, limit=1 << 26))
    return words.parts(), board.parts()


def check_consistency(board: Sequence[Sequence[Any]]) -> bool:
    """Return whether all rows have one length.

    Examples
    --------
    >>> check_consistency(["111", "010"]), check_consistency(["111", "01"])
    (True, False)
    """
    return len({len(row) for row in board}) <= 1


def create_board(board: list[Any]) -> None:
    """Turn a list of strings into a list of lists, in place: 0 and 1 as numbers, letters as they are.

    Examples
    --------
    >>> board = ["111", "0T0"]
    >>> create_board(board)
    >>> board
    [[1, 1, 1], [0, 'T', 0]]
    """
    numbers = {"0": 0, "1": 1}
    board[:] = [[numbers.get(entry, entry) for entry in row] for row in board]


def identifier(words: Sequence[str]) -> list[bool]:
    """Return the states of words that are not used yet.

    Examples
    --------
    >>> identifier(["GTU", "TECH"])
    [False, False]
    """
    return [False] * len(words)


def _whole(number: object) -> bool:
    return isinstance(number, Integral) and not isinstance(number, bool)


def check_entries(
    coordinates: Sequence[int], wordno: int, board: Board, words: Sequence[str]
) -> tuple[bool, bool]:
    """Return whether coordinates point into the board, and whether a word has that number.

    Examples
    --------
    >>> check_entries([2, 3], 3, [[1, 1, 1], [0, 1, 0]], ["GTU", "TECH"])
    (True, False)
    """
    inside = (
        isinstance(coordinates, Sequence)
        and len(coordinates) == 2
        and all(map(_whole, coordinates))
        and 1 <= coordinates[0] <= len(board)
        and 1 <= coordinates[1] <= len(board[coordinates[0] - 1])
    )
    return inside, _whole(wordno) and 1 <= wordno <= len(words)


def location_problem(
    board: Board, words: Sequence[str], coordinates: Sequence[int], wordno: int, direction: str = "H"
) -> int:
    """Return the number of what keeps a word from its place, 0 for nothing."""
    inside, listed = check_entries(coordinates, wordno, board, words)
    if not (inside and listed):
        return 1
    row, col = coordinates[0] - 1, coordinates[1] - 1
    vertical = is_vertical(direction)
    drow, dcol = (1, 0) if vertical else (0, 1)
    if not is_open(board[row][col]):
        return 1
    if run_length(board, row - drow, col - dcol, -drow, -dcol):
        return 2 if vertical else 3
    length = len(words[wordno - 1])
    space = len(board) - row if vertical else len(board[row]) - col
    run = run_length(board, row, col, drow, dcol)
    for problem, wrong in ((4, length > space), (5, length > run), (6, length < run)):
        if wrong:
            return problem + 3 if vertical else problem
    return 0


def check_location(
    board: Board, words: Sequence[str], coordinates: Sequence[int], wordno: int, direction: str = "H"
) -> tuple[bool, int]:
    """Check that a word fits the slot that begins at the coordinates; print what is wrong.

    Parameters
    ----------
    board : list of lists
        0 forbidden, 1 empty, or a letter.
    words : list of str
        The words.
    coordinates : list of int
        Row and column, from 1.
    wordno : int
        Number of the word, from 1.
    direction : str
        ``V`` is vertical, anything else horizontal.

    Returns
    -------
    fits : bool
    problem : int
        0, or the first of these that holds: 1 the cell is forbidden (or there is no such cell or word);
        2 vertical and the cell above is open; 3 horizontal and the cell to the left is open; 4 (horizontal)
        or 7 (vertical) the word leaves the board; 5 or 8 a forbidden cell is in its way; 6 or 9 the cell
        after its last letter is open.

    Examples
    --------
    >>> board = [[1, 1, 1], [0, 1, 0], [0, 1, 0], [0, 1, 0]]
    >>> check_location(board, ["GTU", "TECH"], [1, 2], 2, "V")
    (True, 0)
    >>> check_location(board, ["GTU", "TECH"], [1, 1], 2)
    #Word exceeds the board!
    (False, 4)
    """
    problem = location_problem(board, words, coordinates, wordno, direction)
    if problem:
        print(f"#{_MESSAGES[problem]}")
    return not problem, problem


def is_vertical(direction: object) -> bool:
    """Return whether a direction is ``V`` or ``v``."""
    return isinstance(direction, str) and direction.strip().upper() == "V"


def _target(
    board: Board, words: Sequence[str], coordinates: Sequence[int], wordno: int, direction: str
) -> list[tuple[int, int, str]]:
    """Return (row, column, letter) for each letter of the word that falls on the board."""
    row, col = coordinates[0] - 1, coordinates[1] - 1
    drow, dcol = (1, 0) if is_vertical(direction) else (0, 1)
    cells = [(row + k * drow, col + k * dcol, letter) for k, letter in enumerate(words[wordno - 1])]
    return [cell for cell in cells if cell[0] < len(board) and cell[1] < len(board[cell[0]])]


def _letters_agree(
    board: Board, words: Sequence[str], coordinates: Sequence[int], wordno: int, direction: str
) -> bool:
    cells = _target(board, words, coordinates, wordno, direction)
    return len(cells) == len(words[wordno - 1]) and all(
        board[row][col] in (1, "1") or fold(str(board[row][col])) == fold(letter)
        for row, col, letter in cells
    )


def check_word_fits(
    board: Board, words: Sequence[str], coordinates: Sequence[int], wordno: int, direction: str = "H"
) -> tuple[bool, int]:
    """Check that every cell of the word is empty or holds the word's letter; print what is wrong.

    Returns
    -------
    fits : bool
    problem : int
        0; else 1 for horizontal, 2 for vertical: a cell is forbidden or off the board, or holds another
        letter, or there is no such cell or word. Upper and lower case are the same letter.

    Examples
    --------
    >>> check_word_fits([["A", 1, 1]], ["GTU"], [1, 1], 1)
    #Word does not fit to the space!
    (False, 1)
    """
    fits = all(check_entries(coordinates, wordno, board, words)) and _letters_agree(
        board, words, coordinates, wordno, direction
    )
    if not fits:
        print(f"#{CLASH}")
    return (True, 0) if fits else (False, 2 if is_vertical(direction) else 1)


def clear_board(board: Board, wstatus: list[bool]) -> None:
    """Set every letter of the board to 1 and every state to False, in place.

    Examples
    --------
    >>> board, wstatus = [["G", 1, 0]], [True]
    >>> clear_board(board, wstatus)
    >>> board, wstatus
    ([[1, 1, 0]], [False])
    """
    for row in board:
        row[:] = [1 if is_open(entry) else 0 for entry in row]
    wstatus[:] = [False] * len(wstatus)


def decompose_command(str1: str) -> tuple[int, int | None, list[int] | None, str | None]:
    """Take a move apart: ``W`` word, ``R`` row, ``C`` column, ``D`` direction, in any order and case.

    Parameters
    ----------
    str1 : str
        The move. Spaces around it do not matter. Every part occurs exactly once: numbers of one digit or
        more, one letter of direction; any direction other than V is H.

    Returns
    -------
    flag : int
        0, or -1 where a part is missing, empty or repeated, or where the move has something else.
    wordno : int or None
    coordinates : list of int or None
        ``[row, column]``.
    direction : str or None
        ``'V'`` or ``'H'``.

    Examples
    --------
    >>> decompose_command("dVW2R1C2")
    (0, 2, [1, 2], 'V')
    >>> decompose_command("w1r2c3dk")
    (0, 1, [2, 3], 'H')
    >>> decompose_command("W1r1c1")
    (-1, None, None, None)
    """
    text = str1.strip().upper() if isinstance(str1, str) else ""
    parts: dict[str, str] = {}
    at = 0
    while found := _PART.match(text, at):
        name = found.group()[0]
        if name in parts:
            return -1, None, None, None
        parts[name] = found.group()[1:]
        at = found.end()
    if at != len(text) or len(parts) != 4:
        return -1, None, None, None
    direction = "V" if parts["D"] == "V" else "H"
    return 0, int(parts["W"]), [int(parts["R"]), int(parts["C"])], direction


def placing_problem(
    board: Board,
    words: Sequence[str],
    wstatus: Sequence[bool],
    coordinates: Sequence[int],
    wordno: int,
    direction: str,
) -> str:
    """Return what keeps a word from being placed: entries, location, letters, use; empty for nothing."""
    inside, listed = check_entries(coordinates, wordno, board, words)
    if not (inside and listed):
        return NO_CELL if listed else NO_WORD
    problem = location_problem(board, words, coordinates, wordno, direction)
    if problem:
        return _MESSAGES[problem]
    if not _letters_agree(board, words, coordinates, wordno, direction):
        return CLASH
    return USED if wstatus[wordno - 1] else ""


def word_it(
    board: Board,
    words: Sequence[str],
    wstatus: list[bool],
    coordinates: Sequence[int],
    wordno: int,
    direction: str,
) -> bool:
    """Place a word: change the board and the word's state, or print why not.

    Returns
    -------
    bool
        Whether the word is placed.

    Examples
    --------
    >>> board, wstatus = [[1, 1, 1]], [False]
    >>> word_it(board, ["GTU"], wstatus, [1, 1], 1, "H"), board, wstatus
    (True, [['G', 'T', 'U']], [True])
    >>> word_it(board, ["GTU"], wstatus, [1, 1], 1, "H")
    #Word is already used!
    False
    """
    problem = placing_problem(board, words, wstatus, coordinates, wordno, direction)
    if problem:
        print(f"#{problem}")
        return False
    for row, col, letter in _target(board, words, coordinates, wordno, direction):
        board[row][col] = letter
    wstatus[wordno - 1] = True
    return True


def copy_board(board: Board) -> Board:
    """Return a copy of the board that shares no row with it."""
    return [list(row) for row in board]


def track_move(
    mvn: int,
    trackboard: list[tuple[Any, ...]],
    coordinates: Sequence[int],
    wordno: int,
    direction: str,
    board: Board,
    wstatus: Sequence[bool],
) -> int:
    """Append a move and the position after it to the history, in place.

    Parameters
    ----------
    mvn : int
        Moves so far.
    trackboard : list of tuple
        Takes (coordinates, wordno, direction, copy of board, copy of wstatus).

    Returns
    -------
    int
        ``mvn + 1``.

    Examples
    --------
    >>> history = []
    >>> track_move(0, history, [1, 1], 1, "H", [["G", "T", "U"]], [True]), history
    (1, [([1, 1], 1, 'H', [['G', 'T', 'U']], [True])])
    """
    trackboard.append((list(coordinates), wordno, direction, copy_board(board), list(wstatus)))
    return mvn + 1


def check_solved(board: Board) -> bool:
    """Return whether no empty cell is left.

    The board alone does not tell more; that every slot holds a word of the list, each once, is for
    `WordPlacement.check`, which `solve_board` and the game hold to.

    Examples
    --------
    >>> check_solved([["G", "T", "U"], [0, "E", 0]]), check_solved([["G", 1, "U"]])
    (True, False)
    """
    return all(entry != 1 and entry != "1" for row in board for entry in row)


def solve_board(board: Board, words: Sequence[str]) -> bool:
    """Fill the board in place so that every slot holds a word of the list, each word used once.

    Letters on the board stay where they are. Prints ``Found the solution N`` with the number of tries of the
    solver: 1 and one more for each word that it had to guess.

    Returns
    -------
    bool
        Whether there is a solution; if not, the board is as before.

    Examples
    --------
    >>> board = [[1, 1, 1], [0, 1, 0], [0, 1, 0], [0, 1, 0]]
    >>> solve_board(board, ["GTU", "TECH"]), board[0]
    Found the solution 1
    (True, ['G', 'T', 'U'])
    """
    try:
        result = WordPlacement(words, board).solve(limit=1)
    except PuzzleError as error:
        print(f"#{error.reason}")
        return False
    if result.interrupted:
        raise KeyboardInterrupt
    if result.solution is None:
        print(f"There is no solution: {result.reason}.")
        return False
    for row, line in zip(board, result.solution.rows, strict=True):
        row[:] = [letter if is_open(entry) else 0 for entry, letter in zip(row, line, strict=True)]
    print(f"Found the solution {result.stats.nodes}")
    return True


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
