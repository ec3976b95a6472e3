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


def test_a_page_moves_one_tile_a_step():
    puzzle = MNPuzzle.parse("8 6 7 / 2 5 4 / 3 0 1")
    result = puzzle.solve()
    shown = puzzle.view(result)
    assert len(shown.frames) == result.length + 1
    names = {"U": "up", "D": "down", "L": "left", "R": "right"}
    assert [frame.says for frame in shown.frames[1:]] == [
        f"{tile} {names[way]}" for tile, way in zip(result.moves, result.solution, strict=True)
    ]
    assert [frame.text for frame in shown.frames] == [state.format() for state in result.path]
