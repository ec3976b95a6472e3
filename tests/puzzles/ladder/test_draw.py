from unriddle import WordLadderPuzzle
from unriddle.puzzles.ladder.draw import ladder_svg

CAST = {"cost", "cast", "case", "cave", "save", "cose", "core"}


def test_drawing_marks_what_changed():
    svg = WordLadderPuzzle("cost", "save", CAST).solve()._repr_svg_()
    assert svg.count("#ffe08a") == 4
    assert WordLadderPuzzle("<&", "<&", ["<&"]).solve()._repr_svg_().count("&lt;")


def test_the_puzzle_its_answer_and_nothing():
    puzzle = WordLadderPuzzle("cost", "save", CAST)
    assert puzzle.to_svg().count("<rect") == 8
    assert puzzle.to_svg(puzzle.solve()) == puzzle.solve()._repr_svg_()
    assert "no ladder" in ladder_svg(())


def test_a_page_shows_rung_by_rung():
    puzzle = WordLadderPuzzle("cat", "dog", ["cat", "cot", "cog", "dog"])
    shown = puzzle.view(puzzle.solve())
    assert [frame.says for frame in shown.frames] == [
        "the start, cat",
        "cat becomes cot",
        "cot becomes cog",
        "cog becomes dog",
    ]
    assert [frame.svg.count(">?</text>") for frame in shown.frames] == [6, 3, 0, 0]
    assert puzzle.solve().to_html() == puzzle.to_html(puzzle.solve())
