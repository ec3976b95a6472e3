"""The usual algorithm that cases of several puzzles are compared with."""

import pytest

from benchmarks.textbook import every_path


@pytest.mark.parametrize(("side", "moves"), [(1, 1), (2, 64), (3, 10_305)])
def test_every_path_is_walked(side, moves):
    assert every_path(side, "a" * side * side, {"aa"}) == ({"aa"} if side > 1 else set(), moves)


def test_the_letters_of_a_path_are_looked_up():
    assert every_path(2, ["qu", "i", "t", "q"], {"quit", "qit", "tt"})[0] == {"quit", "qit"}
