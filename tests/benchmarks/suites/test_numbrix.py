"""Benchmark cases of Numbrix and Hidato: what is timed is right."""

import pytest


@pytest.mark.parametrize(("name", "steps"), [("numbrix", 1), ("hidato", 2)])
def test_answers_are_paths_of_all_numbers(name, steps, answers_of):
    """A step changes row and column by at most 1 each, and by `steps` together."""
    for side in (4, 6):
        for answer in answers_of("numbrix")[f"{name} {side}x{side}/kernel"]:
            places = {number: divmod(cell, side) for cell, number in enumerate(answer)}
            assert sorted(places) == list(range(1, side * side + 1))
            for number in range(1, side * side):
                (row, col), (below, right) = places[number], places[number + 1]
                assert max(abs(row - below), abs(col - right)) == 1
                assert abs(row - below) + abs(col - right) <= steps


def test_sparse_boards_give_every_tenth_number(answers_of):
    sparse = {name for name in answers_of("numbrix") if "every tenth number" in name}
    assert len(sparse) == 4
