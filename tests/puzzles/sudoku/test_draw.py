"""Pictures: what was given is black, what was found is not."""

import re

from unriddle import SudokuPuzzle
from unriddle.puzzles.sudoku.draw import MOST_REASONED
from unriddle.puzzles.sudoku.layout import boxed


def test_a_picture_of_the_puzzle_and_of_its_solution():
    puzzle = SudokuPuzzle.parse("1234............")
    assert puzzle.to_svg().count("<text") == 4 and "<title>Sudoku 4 × 4</title>" in puzzle.to_svg()
    solved = puzzle.to_svg(puzzle.solve().solution)
    assert solved.count("<text") == 16 and solved.count('fill="#2563eb"') == 12
    wide = SudokuPuzzle.from_array([[1] + [0] * 5] + [[0] * 6] * 5, "2x3")
    assert wide.to_svg().count('stroke-width="2"') == 3 + 4


LINE = "..71..2.......946.....4..81....16....21.8.35....92....27..9.....963.......3..21.."


def cells_of(svg):
    """Return what each cell of a picture of steps shows: a value in one large text, or small candidates."""
    groups = re.findall(r"<g>(.*?)</g>", svg)
    return [re.findall(r'font-size="([\d.]+)"[^>]*>([^<]*)</text>', group) for group in groups]


def test_steps_show_the_candidates_that_are_left():
    puzzle = SudokuPuzzle.parse(LINE)
    result = puzzle.solve()
    frames = puzzle.view(result).frames
    steps = puzzle.steps()
    assert [frame.says for frame in frames[1:]] == [step.text for step in steps]
    assert [frame.kind for frame in frames[1:]] == [step.kind for step in steps]
    assert dict(puzzle.view(result).facts)["difficulty"] == str(puzzle.difficulty())
    first = cells_of(frames[0].svg)
    for cell, (symbol, peers) in enumerate(zip(puzzle.symbols, boxed((3, 3)).peers, strict=True)):
        if symbol != "*":
            assert [text for _, text in first[cell]] == [symbol]
        else:
            seen = {puzzle.symbols[peer] for peer in peers}
            assert [text for _, text in first[cell]] == [s for s in "123456789" if s not in seen]
    last = cells_of(frames[-1].svg)
    assert ["".join(text for _, text in shown) for shown in last] == result.solution.symbols
    assert frames[-1].text.replace(" ", "").replace("\n", "") == "".join(result.solution.symbols)


def test_a_step_marks_what_it_fills_and_what_it_takes_away():
    puzzle = SudokuPuzzle.parse(LINE)
    for frame, step in zip(puzzle.view(puzzle.solve()).frames[1:], puzzle.steps(), strict=True):
        assert frame.svg.count('fill="#c8f0d0"') == (step.cell is not None)
        assert frame.svg.count("line-through") == len(step.removed)


def test_steps_of_boxes_that_are_no_squares_and_of_what_cannot_be_solved():
    puzzle = SudokuPuzzle.generate(6, seed=1, box="2x3")
    frames = puzzle.view(puzzle.solve()).frames
    assert len(frames) == len(puzzle.steps()) + 1
    none = SudokuPuzzle.parse("123./...4/..../....")
    shown = none.view(none.solve())
    assert dict(shown.facts)["status"] == "NO_SOLUTION" and shown.frames[-1].kind == "contradiction"


def test_large_grids_show_no_steps_and_say_so():
    puzzle = SudokuPuzzle.generate(25, seed=1, clues=600)
    shown = puzzle.view(puzzle.solve())
    assert [frame.says for frame in shown.frames] == ["the puzzle", "the solution"]
    assert shown.notes == (f"Steps are shown for grids of at most {MOST_REASONED} × {MOST_REASONED}.",)


def test_what_a_variant_adds_is_drawn():
    plain = SudokuPuzzle.parse("." * 16).to_svg()
    for rules, added in (
        ({"variants": "x"}, "#e8eefb"),
        ({"even": "r1c1"}, "<rect"),
        ({"odd": "r1c1"}, "<circle"),
        ({"relations": "r1c1<r1c2"}, "&lt;"),
        ({"relations": "r1c2<r1c1"}, "&gt;"),
        ({"relations": "r1c1<r2c1"}, "∧"),
        ({"relations": "r2c1<r1c1"}, "∨"),
        ({"relations": "r2c1~r1c1"}, "~"),
    ):
        drawn = SudokuPuzzle.parse("." * 16, **rules).to_svg()
        assert drawn.count(added) > plain.count(added)
    regions = SudokuPuzzle.parse("." * 16, regions="AABB/ABBC/ADCC/DDDC").to_svg()
    assert regions.count("<line") > 10
