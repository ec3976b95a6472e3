from unriddle import MNPuzzle
from unriddle.puzzles.sliding.draw import draw


def test_a_configuration():
    puzzle = MNPuzzle.random("3x5", seed=1)
    assert puzzle.to_svg() == puzzle._repr_svg_() == draw(puzzle)
    assert puzzle.to_svg().count("<text") == 14


def test_a_solution():
    puzzle = MNPuzzle.parse("8 6 7 / 2 5 4 / 3 0 1")
    result = puzzle.solve()
    picture = result._repr_svg_()
    assert picture == puzzle.to_svg(result) == puzzle.to_svg(result.moves)
    shown = "".join(ch for ch in picture.split("monospace", 1)[1] if ch in "UDLR")
    assert shown == result.solution
    assert MNPuzzle.parse("1 2 / 3 0").solve()._repr_svg_().count("<text") == 6
    assert MNPuzzle.parse("2 1 / 3 0").solve()._repr_svg_().count("<text") == 3


def test_symbols_cannot_break_out():
    puzzle = MNPuzzle((("<b>", "&"), ("\x1b", "*")), (("<b>", "&"), ("\x1b", "*")))
    assert "<b>" not in puzzle.to_svg() and "\x1b" not in puzzle.to_svg()
