"""From words and boards to the arrays of the kernel."""

import itertools

import pytest

from unriddle import PuzzleError, WordPlacement
from unriddle.puzzles.placement.encode import count_words


def test_more_letters_than_the_kernel_takes():
    words = [chr(0x4E00 + k) + chr(0x4E01 + k) for k in range(64)]
    with pytest.raises(PuzzleError, match="65 different letters, expected at most 63"):
        WordPlacement(words, ["11"], exact=False).solve()


def test_giants_are_refused_before_memory_is_taken():
    words = ["".join(letters) for letters in itertools.product("ABCDEFGHIJ", repeat=5)]
    rows = ["111110" * 166] * 500 + ["0" * 996] + ["111110" * 166] * 498
    words += ["A" * 500, "A" * 498]
    with pytest.raises(PuzzleError, match="167,328 slots and 100,002 words need 3 GiB, expected at most 2"):
        WordPlacement(words, rows, reuse=True).solve()


def test_words_are_counted_whatever_their_case():
    written, counts = count_words(["straße", "Art", "ART", "art"])
    assert written == {"STRAßE": "straße", "ART": "Art"} and counts == {"STRAßE": 1, "ART": 3}


def test_tables_are_made_once():
    puzzle = WordPlacement.parse("GTU,TECH;111/010/010/010")
    assert puzzle.compiled() is puzzle.compiled()
