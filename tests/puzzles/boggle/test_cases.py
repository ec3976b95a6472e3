"""Benchmark cases of Boggle: what is timed is right."""

import pytest

from unriddle.puzzles import registry
from unriddle.puzzles.boggle.cases import growth


@pytest.mark.parametrize("suite", registry.spec("boggle").suites)
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
