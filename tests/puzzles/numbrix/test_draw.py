"""Pictures of boards."""

import re

from unriddle import Numbrix

ORIGINAL = Numbrix.parse("1 . . / . 5 . / . . 9")


def test_pictures():
    solution = ORIGINAL.solve().solution
    assert ORIGINAL._repr_svg_().count("<rect") == 9
    assert "<polyline" in ORIGINAL.to_svg(solution) and "<polyline" not in ORIGINAL.to_svg()
    assert ORIGINAL.solve()._repr_svg_() == ORIGINAL.to_svg(solution)
    nothing = Numbrix.parse("1 . 2")
    assert nothing.solve()._repr_svg_() == nothing.to_svg()


def test_steps_of_a_page_keep_the_solution():
    puzzle = Numbrix.generate(6, seed=2, clues=14)
    result = puzzle.solve()
    shown = puzzle.view(result)
    steps = puzzle.steps()
    assert [frame.says for frame in shown.frames[1:-1]] == [step.text for step in steps]
    assert shown.frames[-1].svg == puzzle.to_svg(result.solution)
    assert dict(shown.facts)["difficulty"] == str(puzzle.difficulty())
    flat = [value for row in result.solution for value in row]
    for frame in shown.frames[1:-1]:
        for cell, value in enumerate(flat):
            group = frame.svg.split("<g>")[cell + 1].split("</g>")[0]
            left = re.findall(r">(\d+)</text>", group)
            assert not left or str(value) in left


def test_a_page_of_what_cannot_be_solved_or_is_large():
    none = Numbrix.parse("1 . 2")
    assert all(frame.text for frame in none.view(none.solve()).frames)
    assert none.view(none.solve()).frames[-1].kind == "contradiction"
    large = Numbrix.generate("21x20", seed=1)
    shown = large.view(large.solve())
    assert len(shown.frames) == 2 and shown.notes == ("Steps are shown for boards of at most 400 cells.",)


def test_a_path_has_arrows_and_a_marked_start():
    picture = Numbrix.parse("1 . / . .").to_svg(((1, 2), (4, 3)))
    assert picture.count("<polygon") == 3 and picture.count("<circle") == 1
