import pytest

from unriddle import PuzzleError
from unriddle.puzzles.sudoku.format import format_grid, grid_text, signs_of
from unriddle.puzzles.sudoku.layout import boxed
from unriddle.puzzles.sudoku.parse import Grid, default_alphabet, parse_grid

ALPHABETS = [
    (2, (1, 2), ("1", "2")),
    (4, (2, 2), ("A", "B", "C", "D")),
    (4, (2, 2), ("α", "β", "γ", "δ")),
    (6, (2, 3), default_alphabet(6)),
    (9, (3, 3), default_alphabet(9)),
    (16, (4, 4), default_alphabet(16)),
    (16, (4, 4), tuple(map(str, range(1, 17)))),
    (4, (2, 2), (".", "1", "2", "3")),
]


@pytest.mark.parametrize(("n", "box", "alphabet"), ALPHABETS)
def test_signs_and_lines_are_those_of_the_cells(n, box, alphabet):
    cells = bytes((3 * k) % (n + 1) for k in range(n * n))
    grid, signs = Grid(n, boxed(box), alphabet, cells), (".", *alphabet)
    assert list(signs_of(grid)) == [signs[value] for value in cells]
    assert list(signs_of(grid, "*")) == [("*", *alphabet)[value] for value in cells]
    assert parse_grid(grid_text(grid), symbols=alphabet, box=box, strict=False) == grid
    rows = format_grid(grid, "rows").split("\n")
    assert [row.split() for row in rows] == [list(signs_of(grid)[n * r : n * r + n]) for r in range(n)]
    drawn = [line for line in format_grid(grid).split("\n") if not line.startswith("-")]
    assert [line.replace("|", " ").split() for line in drawn] == [row.split() for row in rows]
    assert format_grid(grid, "line").split() == ["".join(signs_of(grid))] or max(map(len, alphabet)) > 1


def test_an_unknown_style_is_refused():
    with pytest.raises(PuzzleError, match="expected grid, rows or line"):
        format_grid(Grid(2, boxed((1, 2)), ("1", "2"), bytes(4)), "table")
