from unriddle import GridPegSolitairePuzzle
from unriddle.puzzles.peg.draw import draw


def test_a_position():
    puzzle = GridPegSolitairePuzzle.named("english")
    assert puzzle.to_svg() == puzzle._repr_svg_() == draw(puzzle)
    assert puzzle.to_svg().count("<circle") == 33 and "<polygon" not in puzzle.to_svg()


def test_a_solution():
    puzzle = GridPegSolitairePuzzle.named("english", goal=(3, 3))
    result = puzzle.solve()
    picture = result._repr_svg_()
    assert picture == puzzle.to_svg(result) == puzzle.to_svg(str(result)) != puzzle.to_svg()
    assert picture.count("<polygon") == 31 and all(f">{k}</text>" in picture for k in range(1, 32))
    assert GridPegSolitairePuzzle.parse("*.*").solve()._repr_svg_().count("<circle") == 3


def test_jumps_that_keep_it_winnable():
    picture = GridPegSolitairePuzzle.parse("**.*").winning_jumps()._repr_svg_()
    assert picture.count("<polygon") == 1 and "<text" not in picture


def test_a_page_shows_each_jump():
    puzzle = GridPegSolitairePuzzle.named("english", goal="d4")
    result = puzzle.solve()
    shown = puzzle.view(result)
    assert [frame.svg.count("<polygon") for frame in shown.frames] == [0] + [1] * 31
    assert shown.frames[-1].says == f"{result.jumps[-1]}, 1 peg left"
    assert [frame.text.replace("\n", "/") for frame in shown.frames] == list(result.path)
