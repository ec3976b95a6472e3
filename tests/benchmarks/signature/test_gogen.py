"""Searches of the signature: Gogen."""


def test_the_searches_are_as_recorded(as_recorded):
    count, nodes, guesses, *_ = as_recorded("gogen")
    assert count == 1 and nodes > guesses > 0  # a generated puzzle has one solution, and needs the search
