"""Pictures of boards."""

from unriddle import WordPlacement
from unriddle.puzzles.placement import fill, layout
from unriddle.puzzles.placement.draw import draw, pictures

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
