"""Pairs of words as a sequence."""

import pickle

import numpy as np

from unriddle import WordGraph
from unriddle.puzzles.ladder.pairs import SHOWN, WordPairs

WORDS = tuple("abcdefghijklmnopqrstuvwxyz")


def test_a_sequence_in_rising_order():
    places = np.array([(a, b) for b in range(25, 0, -1) for a in range(b)], np.int32)
    pairs = WordPairs(WORDS, places)
    expected = sorted((WORDS[a], WORDS[b]) for a, b in places.tolist())
    assert list(pairs) == expected == [pairs[k] for k in range(len(pairs))]
    assert pairs[3:7] == tuple(expected[3:7]) and pairs[-2] == expected[-2]
    assert pairs == expected and pairs == tuple(expected) and pairs != expected[:-1] and pairs != 3
    assert hash(pairs) == hash(tuple(expected)) and pickle.loads(pickle.dumps(pairs)) == pairs
    assert repr(pairs).startswith(f"<WordPairs of {len(expected)}: ('a', 'b')") and len(pairs) > SHOWN


def test_those_of_a_graph():
    result = WordGraph(["cost", "cast", "case", "cave", "save"]).eccentric_pairs()
    assert result.pairs == (("cost", "save"),) and repr(result.pairs) == "(('cost', 'save'),)"
    assert ("cost", "save") in result.pairs and not WordGraph(["a"]).eccentric_pairs().pairs
