import numpy as np
import pytest

from unriddle import Lexicon

WORDS = sorted({"".join(map(chr, pair)) for pair in np.random.default_rng(1).integers(97, 123, (3000, 4))})


@pytest.mark.parametrize("dtype", [np.uint32, np.int64, np.uint8, list, range])
def test_words_by_number(dtype):
    lexicon, rng = Lexicon(WORDS), np.random.default_rng(2)
    for size in (1, 100, 250, 5000, 100):
        numbers = rng.integers(0, 256 if dtype is np.uint8 else len(WORDS), size)
        if dtype is range:
            numbers = range(min(numbers), max(numbers) + 1)
        asked = numbers.tolist() if dtype is list else numbers if dtype is range else numbers.astype(dtype)
        assert lexicon.decode(asked) == [WORDS[number] for number in numbers]


@pytest.mark.parametrize(
    "wrong", [[-1], [0, 3000], np.array([3000], np.uint32), np.array([2, -1]), range(2, 4000)]
)
def test_numbers_that_no_word_has(wrong):
    lexicon = Lexicon(WORDS)
    for _ in range(2):
        with pytest.raises(IndexError, match="expected 0 to"):
            lexicon.decode(wrong)
        assert lexicon.decode([1, 1]) == [WORDS[1]] * 2
