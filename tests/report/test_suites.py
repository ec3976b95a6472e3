"""Every packaged benchmark case does its work, and all cases of a group agree on the answer."""

import pytest

from unriddle import PuzzleError
from unriddle.report.measuring.bench import answers_of, check_answers
from unriddle.report.suites import ROLES, load, missing, suites

QUICK = load(quick=True)


@pytest.mark.parametrize("suite", suites())
def test_the_answers_of_a_suite_agree(suite):
    groups = {}
    for case in load([suite], quick=True):
        if not missing(case):
            found = case.prepare()()
            nodes = case.nodes(found)
            assert nodes is None or nodes >= 0
            assert isinstance(dict(case.facts(found)), dict)
            groups.setdefault(case.group, []).append((case, answers_of(case, found)))
    for answers in groups.values():
        check_answers(answers)


@pytest.mark.parametrize("quick", [True, False])
def test_names_are_unlike_and_points_of_a_curve_apart(quick):
    cases = load(quick=quick)
    assert len({case.fullname for case in cases}) == len(cases)
    assert {case.role for case in cases} == set(ROLES)
    points = [(case.series, case.role, case.name, case.x) for case in cases if case.series]
    assert len(set(points)) == len(points)
    assert all(case.x_name and (callable(case.x) or case.x > 0) for case in cases if case.series)


def test_every_suite_compares_a_kernel_with_plain_python():
    for suite in suites():
        roles = {case.role for case in QUICK if case.suite == suite}
        assert "kernel" in roles and roles & {"twin", "textbook", "general"}, suite


def test_a_group_can_be_asked_for():
    assert {case.group for case in load(["boggle 4x4 dice"], quick=True)} == {"boggle 4x4 dice"}
    both = load(["river", "river, three missionaries, dfs"], quick=True)
    assert both == load(["river"], quick=True) or len(both) == len(load(["river"], quick=True))
    with pytest.raises(PuzzleError, match="no benchmark group is called 'nonsense', expected one of boggle"):
        load(["nonsense"])


def test_growth_shows_how_the_number_of_words_spreads():
    case = next(case for case in QUICK if case.group == "boggle growth 4x4" and case.name == "kernel, pruned")
    facts = case.facts(case.prepare()())
    assert len(facts["words"]) == len(facts["moves"]) == len(facts["seeds"]) == case.items
    assert len(set(facts["words"])) > 1
