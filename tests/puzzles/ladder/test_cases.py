"""Benchmark cases of word ladders: what is timed is right."""

from unriddle.puzzles.ladder import cases


def test_the_answers_of_a_group_agree(answers_of):
    assert answers_of("ladder")["ladder, dfs/kernel"] == [True]  # no two searches need find the same path


def test_components_by_hand():
    assert cases._labels([[1], [0], [], [4], [3, 5], [4]]) == [0, 0, 1, 2, 2, 2]


def test_only_plain_words_of_one_length_are_linked():
    words = cases._words(10)
    assert words == sorted(words) and all(len(word) == 5 and word.isascii() for word in words)
