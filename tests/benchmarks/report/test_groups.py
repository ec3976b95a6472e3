"""What is compared with what, whose answers must agree, which cases make a curve, how it is fitted."""

import math

import pytest

from benchmarks.report.fit import law, power_law
from benchmarks.report.groups import check_answers, curves_of, groups_of
from benchmarks.report.results import read_run
from benchmarks.report.summary import headline, headlines
from unriddle import PuzzleError


@pytest.fixture
def groups(save):
    return lambda document: {group.name: group for group in groups_of(read_run(save(document)))}


def named(group):
    return {case.name: case for case in group.cases}


def test_parameters_tell_questions_apart(full_run, groups):
    group = groups(full_run())["sliding 3x3"]
    cases = named(group)
    assert group.best(cases["bench_eight_kernel[bfs]"], "twin") is cases["bench_eight_twin[bfs]"]
    assert group.best(cases["bench_eight_kernel[ida]"], "general") is cases["bench_eight_general[ida]"]


def test_a_parameter_that_names_the_solver_does_not(results, groups):
    for solver, role in (("fast", "kernel"), ("slow", "twin")):
        results.add("g", f"bench_it[{solver}]", 1.0, params={"solver": solver}, role=role)
    (group,) = groups(results.document()).values()
    fast, slow = group.cases
    assert group.alike(fast, slow) and group.best(fast, "twin") is slow


def test_nor_does_one_that_is_the_number_of_items(results, groups):
    for items, role in ((10, "kernel"), (2, "kernel"), (2, "twin")):
        results.add("g", f"{role} {items}", 1.0, params={"boards": items}, role=role, items=items)
    (group,) = groups(results.document()).values()
    assert group.best(group.cases[0], "twin") is group.cases[2]


def test_other_boards_and_other_points_are_other_questions(results, groups):
    results.add("g", "a", 1.0, role="kernel", seed=1)
    results.add("g", "b", 1.0, role="twin", seed=2)
    results.add("h", "a", 1.0, role="kernel", x=1, x_name="n")
    results.add("h", "b", 1.0, role="twin", x=2, x_name="n")
    results.add("h", "c", 1.0, role="twin", item="word", x=1, x_name="n")
    for group in groups(results.document()).values():
        assert group.best(group.cases[0], "twin") is None


def test_the_fastest_of_each_other_package(full_run, groups):
    group = groups(full_run())["boggle many 4x4 dice"]
    assert list(group.peers(group.cases[0])) == ["boggler 2.0", "wordgrid 1.3.0"]


def test_headline(full_run, groups):
    found = groups(full_run(noise=1e-6))
    assert headline(found["boggle many 4x4 dice"]) == (
        "625,000 boards a second; 250 times the textbook Python; 18,000 times its plain twin; "
        "boggler 2.0 is 2.0 times as fast; 4.0 times wordgrid 1.3.0."
    )
    assert headline(found["old style"]) is None


def test_one_headline_for_a_series(full_run, groups):
    first, rest = headlines(list(groups(full_run()).values()), most=2)
    leads = [one.lead for one in first + rest]
    assert len(rest) == 2 and [one.lead for one in first].count("Boggle many 4×4 dice") == 1
    assert "Sudoku order 5" in leads and "Sudoku order 2" not in leads
    assert "Boggle many 4×4 dice" in leads and "Boggle growth 2×2, all paths counted" not in leads


def test_each_puzzle_stands_by_the_group_that_its_spec_names(full_run, groups):
    chosen = [("no such group", "boggle growth 2x2, all paths counted"), ("none",)]
    first, rest = headlines(list(groups(full_run()).values()), 1, chosen)
    assert [one.group.name for one in first] == ["boggle growth 2x2, all paths counted"]
    assert first[0].group.name not in {one.group.name for one in rest} and rest


def test_equal_answers_pass(full_run, save):
    check_answers(read_run(save(full_run())))


@pytest.mark.parametrize("name", ["kernel, scores of dice", "twin 3", "bench_eight_general[ida]"])
def test_a_broken_answer_is_named(full_run, save, name):
    document = full_run()
    for benchmark in document["benchmarks"]:
        if benchmark["name"] == name:
            benchmark["extra_info"]["digest"] = "0" * 16
    with pytest.raises(PuzzleError) as caught:
        check_answers(read_run(save(document)))
    line = str(caught.value)
    assert "broken answer in group" in line and f"{name} (0000000000000000)" in line


def test_whoever_stands_alone_is_named_first(results, save):
    for name, answer in (("one", 1), ("two", 2), ("three", 1)):
        results.add("g", name, 1.0, answer=answer)
    with pytest.raises(PuzzleError, match=r"group 'g': two \(\w+\) gives another answer than one "):
        check_answers(read_run(save(results.document())))


def test_answers_of_other_questions_may_differ(results, save):
    for x in (1, 2):
        results.add("g", f"kernel {x}", 1.0, role="kernel", x=x, x_name="n", answer=x)
        results.add("g", f"twin {x}", 1.0, role="twin", x=x, x_name="n", answer=x)
    check_answers(read_run(save(results.document())))


def test_curves_go_across_groups(full_run, groups):
    curves = {curve.name: curve for curve in curves_of(groups(full_run()).values())}
    assert set(curves["sudoku by order"].lines) == {"compiled", "plain twin", "ortools 9.14"}
    assert [case.x for case in curves["boggle many: by threads"].lines["compiled"]] == [1, 2, 4, 8]


def test_cases_at_one_point_are_lines_of_their_own(results, groups):
    for x in (1, 2):
        for name in ("bench_a", "bench_b"):
            results.add("g", f"{name}[{x}]", 1.0, role="kernel", x=x, x_name="n")
    (curve,) = curves_of(groups(results.document()).values())
    assert set(curve.lines) == {"compiled: a", "compiled: b"}


def test_a_single_point_is_no_curve(results, groups):
    results.add("g", "a", 1.0, role="kernel", x=1, x_name="n")
    results.add("g", "b", 1.0, role="twin", x=1, x_name="n")
    results.add("g", "c", 1.0, role="twin", x=0, x_name="n")
    assert curves_of(groups(results.document()).values()) == []


def test_power_law():
    fit = power_law([(x, 5 * x**1.5) for x in (1, 2, 7, 30)])
    assert fit.exponent == pytest.approx(1.5) and fit.factor == pytest.approx(5)
    assert fit.error == pytest.approx(0, abs=1e-9) and fit.at(4) == pytest.approx(40)


def test_the_standard_error_is_that_of_the_textbook():
    """By hand: slope 4.75 / 5 = 0.95; residuals -0.2, 0.85, -1.1, 0.45 squared sum to 2.175."""
    fit = power_law([(math.e**x, math.e**y) for x, y in ((0, 0), (1, 2), (2, 1), (3, 3.5))])
    assert fit.exponent == pytest.approx(0.95)
    assert fit.error == pytest.approx(math.sqrt(2.175 / 2 / 5))


def test_too_little_for_a_fit():
    assert power_law([(1, 1), (1, 2)]) is None and power_law([(0, 1), (2, 2)]) is None
    assert power_law([(1, 1), (2, 4)]).error is None


def test_a_law_goes_only_through_points_that_lie_on_it():
    sizes = (1, 2, 4, 8, 16, 32)
    plain = law([(n, 2 * n**1.5) for n in sizes])
    assert plain.exponent == pytest.approx(1.5) and plain.constant == 0
    bent = law([(n, 7 + 0.01 * n**2) for n in sizes])
    assert bent.constant == pytest.approx(7, rel=0.01) and bent.exponent == pytest.approx(2, rel=0.05)
    assert bent.off([(n, 7 + 0.01 * n**2) for n in sizes]) < 1.01
    assert law([(n, 2**n) for n in sizes]) is None
    assert law([(n, 10 + n % 3) for n in sizes]) is None  # nearly level: a slope would be made up
    assert law([(1, 1.0), (2, 2.0)]) is None
