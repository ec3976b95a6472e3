"""On how many boards each word is."""

import pickle

import numpy as np

from unriddle import Lexicon
from unriddle.puzzles.boggle.surveys.word_frequencies import WordCounts


def test_words_are_ranked_as_they_are_asked_for():
    lexicon = Lexicon(["ate", "eat", "eta", "tea", "tee"])
    found = WordCounts(lexicon, np.array([3, 0, 1, 3, 5]))
    pairs = [("tee", 5), ("ate", 3), ("tea", 3), ("eta", 1)]
    assert [found.most(k) for k in range(6)] == [pairs[:k] for k in range(6)]
    assert list(found.items()) == pairs and len(found) == 4 and found == dict(pairs)
    assert type(pickle.loads(pickle.dumps(found))) is dict
