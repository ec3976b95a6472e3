"""The text files of Sudoku programs: ``.sdk``, ``.sdm``, ``.ss``, ``.sdx``, HoDoKu's lines, tables of Kaggle.

The reader of all grids takes most of them as they are; what is written here is what those programs open.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...base import PuzzleError
from .format import Format, PuzzleText
from .grids import made_of, nine_of


def _rows(puzzle: PuzzleText, empty: str) -> list[str]:
    """Return the nine rows of a grid."""
    line = "".join(str(value) if value else empty for value in nine_of(puzzle))
    return [line[k : k + 9] for k in range(0, 81, 9)]


def _sdk(puzzles: Sequence[PuzzleText]) -> str:
    return "\n".join(["[Puzzle]", *_rows(puzzles[0], "."), ""])


def _sdm(puzzles: Sequence[PuzzleText]) -> str:
    return "".join("".join(_rows(puzzle, "0")) + "\n" for puzzle in puzzles)


def _ss(puzzles: Sequence[PuzzleText]) -> str:
    rows = ["|".join(row[k : k + 3] for k in (0, 3, 6)) for row in _rows(puzzles[0], ".")]
    rule = "-" * 11
    return "\n".join([*rows[:3], rule, *rows[3:6], rule, *rows[6:], ""])


def _read_sdx(text: str) -> PuzzleText:
    """Read rows of cells: a given digit, ``u`` and a digit of the player, or candidates."""
    numbers = []
    for line in text.split("\n"):
        cells = line.split()
        if len(cells) != 9:
            raise PuzzleError(f"a row of {len(cells)} cells, expected 9")
        numbers += [int(cell) if len(cell) == 1 else 0 for cell in cells]
    return made_of(numbers, 9)


def _sdx(puzzles: Sequence[PuzzleText]) -> str:
    # Nothing is left out: one candidate alone would be read as a given digit.
    cells = [str(value or "123456789") for value in nine_of(puzzles[0])]
    return "".join(" ".join(cells[k : k + 9]) + "\n" for k in range(0, 81, 9))


def _hodoku(puzzles: Sequence[PuzzleText]) -> str:
    return "".join(f":0000:x:{''.join(_rows(puzzle, '.'))}:::\n" for puzzle in puzzles)


FORMATS = (
    Format(
        name="sdk",
        title="SadMan Sudoku .sdk",
        reads="the section `[Puzzle]`, or nine rows; `#` lines",
        writes="`[Puzzle]` and nine rows",
        loses="`#` lines; state, marks and colours of a player",
        write=_sdk,
    ),
    Format(
        name="sdm",
        title="collection .sdm",
        reads="81 characters per line, `0` or `.` empty",
        writes="81 digits per line",
        write=_sdm,
        many=True,
    ),
    Format(
        name="ss",
        title="Simple Sudoku .ss",
        reads="rows with bars, with or without a frame; grids of candidates",
        writes="rows with bars",
        loses="candidates",
        write=_ss,
    ),
    Format(
        name="sdx",
        title="SudoCue .sdx",
        reads="given digits",
        writes="given digits, and all candidates in the other cells",
        loses="candidates, and what a player has entered (`u5`)",
        begins=re.compile(
            r"(?=[^\n]*(?:\n[^\n]*){0,8}\bu[1-9]\b)(?:u?[1-9]+[ \t]+){8}u?[1-9]+[ \t\r]*(?:\n|\Z)"
        ),
        read=_read_sdx,
        write=_sdx,
    ),
    Format(
        name="hodoku",
        title="HoDoKu's library",
        reads="the values, those after `+` as well",
        writes="`:0000:x:`, the values",
        loses="technique, deleted candidates, eliminations",
        write=_hodoku,
        many=True,
    ),
    Format(
        name="kaggle",
        title="tables of Kaggle (1M, 9M)",
        reads="the column `quizzes` or `puzzle`, by `batch`, `check` and `hint`",
        loses="other columns, except those of `--keep`",
    ),
)
