"""Word lists that the tests of ladders share."""

import pytest

from unriddle import WordGraph


@pytest.fixture(scope="session")
def sgb(data):
    """The five-letter words of the Stanford GraphBase."""
    return WordGraph(word for word in (data / "sgb_words.txt").read_text().split() if len(word) == 5)
