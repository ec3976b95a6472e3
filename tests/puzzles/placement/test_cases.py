"""Benchmark cases of word placement: what is timed is right."""

import pytest

from unriddle.puzzles.placement import cases


@pytest.mark.parametrize(("side", "slots"), [(0, 10), (9, 24)])
def test_a_puzzle_has_the_slots_it_is_named_for(side, slots):
    puzzle = cases.puzzle_of(side)
    assert len(puzzle.slots) == len(puzzle.words) == slots
    assert puzzle.check(puzzle.solve())


def test_a_grid_is_symmetric_and_has_no_short_slots():
    rows = cases._grid(9, 24, 2)
    assert rows == [row[::-1] for row in rows[::-1]]
    lines = rows + ["".join(line) for line in zip(*rows, strict=True)]
    assert all(len(part) > 2 for line in lines for part in line.split("0") if part)


def test_the_answers_of_a_group_agree(answers_of):
    assert answers_of("placement")["placement criss-cross of 10 words/kernel"] == [True]
