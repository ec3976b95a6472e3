"""The benchmark cases as a whole, and those of what puzzles share; those of a puzzle are tested with it."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.puzzles import PUZZLES
from benchmarks.report.ranking import FIRST_SCREEN
from benchmarks.suites import OWN, ROLES, lexicon, load, missing, suites
from unriddle import PuzzleError

QUICK = load(quick=True)
BENCHMARKS = Path(__file__).parents[3] / "benchmarks"


@pytest.mark.parametrize("suite", OWN)
def test_the_answers_of_a_suite_agree(suite, answers_of):
    assert answers_of(suite)


@pytest.mark.parametrize("quick", [True, False])
def test_names_are_unlike_and_points_of_a_curve_apart(quick):
    cases = load(quick=quick)
    assert len({case.fullname for case in cases}) == len(cases)
    assert {case.role for case in cases} == set(ROLES)
    points = [(case.series, case.role, case.name, case.x) for case in cases if case.series]
    assert len(set(points)) == len(points)
    assert all(case.x_name and (callable(case.x) or case.x > 0) for case in cases if case.series)


@pytest.mark.parametrize("quick", [True, False])
def test_the_cases_of_the_checkout_add_to_those_of_the_package(quick, monkeypatch):
    """Also where the folder of known answers is not named: then they say what they need."""
    monkeypatch.delenv("UNRIDDLE_DATA", raising=False)
    own = {case.fullname for case in load(quick=quick)}
    cases = load(quick=quick, cases=str(BENCHMARKS))
    names = [case.fullname for case in cases]
    assert len(set(names)) == len(names) and own < set(names)
    assert any("UNRIDDLE_DATA" in missing(case) for case in cases)
    ours = {case.group for case in cases if case.role in ("kernel", "general")}
    assert {case.group for case in cases} == ours, "a group without a solver of the package"


def test_the_rows_of_the_table_of_speed_are_cases():
    own, every = (
        {(case.group, case.name) for case in load(cases=folder)} for folder in (None, str(BENCHMARKS))
    )
    for line in (line for puzzle in PUZZLES.values() for line in puzzle.headlines):
        assert (line.group, line.case) in every, line.text
        assert ((line.group, line.case) in own) is not line.data, line.text


@pytest.mark.parametrize("name", PUZZLES)
def test_what_the_table_of_puzzles_names_is_there(name):
    puzzle = PUZZLES[name]
    cases = load(puzzle.suites, quick=True)
    assert {case.suite for case in cases} == set(puzzle.suites)
    assert set(puzzle.counted) <= {case.fullname for case in cases}


def test_the_groups_that_stand_for_a_puzzle_are_there_and_compared():
    roles = {}
    for case in load(cases=str(BENCHMARKS)):
        roles.setdefault(case.group, set()).add(case.role)
    for name in (name for names in FIRST_SCREEN for name in names):
        assert "kernel" in roles[name] and roles[name] & {"twin", "textbook", "general", "peer"}, name


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


words_of_two = st.lists(st.text("abc", min_size=1, max_size=5), min_size=1, max_size=12)


@given(words_of_two)
def test_a_trie_of_dicts_holds_its_words_alone(words):
    root, found = lexicon._nested_dicts(words), []

    def read(node, word):
        for letter, below in node.items():
            if letter:
                read(below, word + letter)
            else:
                assert below == {}
                found.append(word)

    read(root, "")
    assert sorted(found) == sorted(set(words))
