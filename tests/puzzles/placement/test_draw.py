"""Pictures of boards."""

from unriddle import WordPlacement
from unriddle.puzzles.placement import fill, layout
from unriddle.puzzles.placement.draw import draw, numbering, pictures

SMALL = "GTU\nTECH\n\n111\n010\n010\n010\n"
SOLUTION = ("GTU", "#E#", "#C#", "#H#")


def test_drawings_hold_every_letter():
    puzzle = WordPlacement.parse(SMALL)
    assert puzzle._repr_svg_().count("<rect") == 7 and "<text" not in puzzle._repr_svg_()
    assert draw(SOLUTION).count("<text") == 6
    for drawn in (puzzle.solve(), puzzle.solve().solution, fill(puzzle, puzzle.words), layout(puzzle.words)):
        assert drawn._repr_svg_().count("<text") == 6
    assert fill(["..X"], ["AB"])._repr_svg_().count("<text") == 1
    assert list(pictures()) == ["placement"]


def test_numbers_and_entries_of_a_crossword():
    puzzle = WordPlacement.parse("GTU,TECH;111/010/010/010")
    shown = puzzle.view(puzzle.solve() if puzzle.solve().solution else "GTU/#E#/#C#/#H#")
    assert [row.values for row in shown.table.rows] == [
        (1, "across", "GTU", 3, "R1C1"),
        (2, "down", "TECH", 4, "R1C2"),
    ]
    assert [row.cells for row in shown.table.rows] == [(0, 1, 2), (1, 4, 7, 10)]
    empty = puzzle.view()
    assert [row.values[2] for row in empty.table.rows] == ["···", "····"]
    assert numbering(["111", "101", "111"]) == {(0, 0): 1, (0, 2): 2, (2, 0): 3}


def test_a_page_of_a_filled_grid():
    filled = fill(["111", "111", "111"], ["bit", "ice", "ten", "bat", "ace"])
    text = filled.to_html()
    assert "<h1>Crossword</h1>" in text and "across" in text and filled._repr_html_().startswith("<iframe")
    none = fill(["111"], ["ab"])
    assert "NO_SOLUTION" in none.to_html()
