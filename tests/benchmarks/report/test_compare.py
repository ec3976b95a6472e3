"""Two runs: a change is named where it exceeds the noise, and only there."""

import pytest

from benchmarks.report.compare import compare
from benchmarks.report.results import read_run
from benchmarks.report.summary import changes_text


@pytest.fixture
def compared(save):
    def compared(before, after):
        return compare(read_run(save(before, "before.json")), read_run(save(after, "after.json")))

    return compared


@pytest.mark.parametrize("noise", [0.001, 0.02, 0.3])
@pytest.mark.parametrize("seed", range(3))
def test_two_runs_of_the_same_have_no_change(full_run, compared, seed, noise):
    found = compared(full_run(10 + seed, noise), full_run(20 + seed, noise))
    assert [change.verdict for change in found.changes if change.verdict != "same"] == []
    assert "no change that exceeds the noise, in 55 cases" in changes_text(found)


@pytest.mark.parametrize("name", ["kernel, scores of dice", "bench_eight_kernel[bfs]", "kernel 4"])
@pytest.mark.parametrize(("factor", "verdict"), [(1.3, "slower"), (0.7, "faster")])
def test_a_changed_kernel_is_named(full_run, compared, name, factor, verdict):
    found = compared(full_run(1), full_run(2, slowed={name: factor}))
    assert [change.after.name for change in found.changes if change.verdict != "same"] == [name]
    (change,) = found.those(verdict)
    assert change.ratio == pytest.approx(factor, rel=0.05)
    assert f"1 {verdict}" in changes_text(found) and "54 of 55 cases as before" in changes_text(found)


def test_all_kernels_slower_is_no_drift(full_run, compared):
    names = [case["name"] for case in full_run()["benchmarks"] if case["extra_info"].get("role") == "kernel"]
    found = compared(full_run(1), full_run(2, slowed=dict.fromkeys(names, 1.4)))
    assert len(found.those("slower")) == len(names) - 0


def test_a_machine_that_drifts_is_no_change(full_run, compared):
    names = [case["name"] for case in full_run()["benchmarks"]]
    found = compared(full_run(1), full_run(2, slowed=dict.fromkeys(names, 1.4)))
    assert found.drift == pytest.approx(1.4, rel=0.02)
    assert found.those("slower") == []


def test_noisy_rounds_raise_the_bar(results, compared):
    def run(scale, noise):
        made = type(results)(1, noise)
        made.add("g", "n", scale, role="kernel")
        return made.document()

    assert compared(run(1, 0.01), run(1.2, 0.01)).those("slower")
    noisy = compared(run(1, 0.5), run(1.2, 0.5))
    assert not noisy.those("slower") and noisy.changes[0].noise > 0.2


def test_a_noisy_yardstick_raises_the_bar(full_run, compared):
    before, after = full_run(1), full_run(2, slowed={"kernel 4": 1.3})
    after["machine_info"] = {"unriddle": {"noise": {"median_ratio": 1.5, "spread": 0.2}}}
    assert compared(before, after).those("slower") == []


def test_single_rounds_need_more(results, compared):
    def run(scale):
        made = type(results)()
        made.add("g", "n", scale, rounds=1)
        return made.document()

    assert not compared(run(1), run(1.25)).those("slower")
    assert compared(run(1), run(1.5)).those("slower")


def test_only_the_minimum_or_only_the_median_is_not_enough(results, compared):
    def run(least, median):
        made = type(results)()
        made.add("g", "n", 1.0)
        made.benchmarks[0]["stats"].update(min=least, q1=median, median=median, q3=median)
        return made.document()

    assert not compared(run(1, 1), run(1, 2)).those("slower")
    assert compared(run(1, 1), run(2, 2)).those("slower")


def test_processor_time_counts_where_both_have_it(results, compared):
    def run(wall, process):
        made = type(results)()
        made.add("g", "n", wall, process={"min": process, "median": process, "iqr": 0.0})
        return made.document()

    assert not compared(run(1, 1), run(2, 1)).those("slower")
    assert compared(run(1, 1), run(1, 2)).those("slower")


def test_threads_on_a_busy_machine_are_not_judged(results, compared):
    def run(seconds, spread):
        made = type(results)()
        made.add("g", "n", seconds, threads=2)
        document = made.document()
        document["machine_info"] = {"unriddle": {"noise": {"median_ratio": 1.1, "spread": spread}}}
        return document

    assert compared(run(1, 0.04), run(2, 0.01)).changes[0].verdict == "not judged"
    assert compared(run(1, 0.02), run(2, 0.01)).changes[0].verdict == "slower"


def test_what_was_timed_too_shortly_is_not_judged(results, compared):
    def run(seconds, iterations):
        made = type(results)()
        made.add("g", "n", seconds)
        made.benchmarks[0]["stats"]["iterations"] = iterations
        return made.document()

    found = compared(run(1e-3, 1), run(2e-3, 1))
    assert found.changes[0].verdict == "not judged" and "no case was timed long enough" in changes_text(found)
    assert compared(run(1e-3, 10), run(2e-3, 10)).those("slower")


def test_other_work_is_not_compared(results, compared):
    def run(answer, items):
        made = type(results)()
        made.add("g", "n", 1.0, answer=answer, items=items)
        return made.document()

    assert compared(run(1, 10), run(2, 10)).changes[0].verdict == "other work"
    assert compared(run(1, 10), run(1, 20)).changes[0].verdict == "other work"


def test_cases_that_one_run_lacks(results, compared):
    def run(*names):
        made = type(results)()
        for name in names:
            made.add("g", name, 1.0)
        return made.document()

    found = compared(run("a", "b"), run("b", "c"))
    assert (found.only_before, found.only_after) == (("a",), ("c",))
    assert [change.after.name for change in found.changes] == ["b"]
    assert "no case in common" in changes_text(compared(run("a"), run("b")))
