"""Benchmark cases of Boggle: what is timed is right."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.puzzles import PUZZLES
from benchmarks.suites.boggle import growth
from benchmarks.suites.boggle.textbook import prefix_set
from benchmarks.textbook import every_path
from unriddle import Boggle, Lexicon


@pytest.mark.parametrize("suite", PUZZLES["boggle"].suites)
def test_the_answers_of_a_group_agree(suite, answers_of):
    assert answers_of(suite)


def test_growth_shows_how_the_number_of_words_spreads():
    case = next(
        case for case in growth.cases(quick=True) if case.fullname == "boggle growth 4x4/kernel, pruned"
    )
    facts = case.facts(case.prepare()())
    assert len(facts["words"]) == len(facts["moves"]) == len(facts["seeds"]) == case.items
    assert len(set(facts["words"])) > 1


@pytest.mark.parametrize(("side", "paths"), [(2, 64), (3, 10_305)])
def test_without_pruning_every_path_is_a_move(side, paths):
    [case] = [
        case
        for case in growth.cases(quick=True)
        if case.fullname == f"boggle growth {side}x{side}/kernel, every path"
    ]
    found = case.prepare()()
    assert case.facts(found)["moves"] == [paths] * case.items and case.nodes(found) == paths * case.items


words_of_two = st.lists(st.text("abc", min_size=1, max_size=5), min_size=1, max_size=12)


@given(st.text("abc", min_size=4, max_size=4), words_of_two)
def test_both_walks_find_the_words_of_the_kernel(letters, words):
    known = set(words)
    begun = {word[:end] for word in known for end in range(len(word))}
    every, moves = every_path(2, letters, known)
    pruned, fewer = prefix_set(2, letters, known, begun)
    board = Boggle.parse(letters, shape="2x2")
    assert sorted(every) == board.solve(Lexicon(known), min_length=1).words and pruned == every
    assert moves == 64 and len(every) <= fewer <= moves


def test_a_tile_may_have_several_letters_or_none_that_fit():
    tiles = ["qu", "i", "t", "q"]
    begun = {"", "q", "qu", "qui"}
    assert every_path(2, tiles, {"quit", "qit"})[0] == {"quit", "qit"}
    assert prefix_set(2, tiles, {"quit"}, begun)[0] == {"quit"}
    assert prefix_set(2, ["z"] * 4, {"quit"}, begun) == (set(), 0)
