"""What the tests of Boggle share."""

import pytest

import unriddle as ur


@pytest.fixture(scope="session")
def enable(data):
    """ENABLE2K, 172,000 words."""
    return ur.Lexicon.load(data / "enable2k.txt")
