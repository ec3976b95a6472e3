"""Searches of the signature: word placement."""


def test_the_searches_are_as_recorded(as_recorded):
    assert len(as_recorded("placement")) == 3 * 4  # of each board: its number, nodes, guesses, an answer
