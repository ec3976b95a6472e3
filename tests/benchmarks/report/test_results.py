"""Reading of results: what is taken, and the one line for what is not."""

import gzip
import json

import pytest

from benchmarks.report.results import compact, read_run, read_runs
from unriddle import PuzzleError


def test_all_of_a_case(results, save):
    info = {
        "role": "peer",
        "peer": "thing 1.0",
        "item": "board",
        "items": 10,
        "nodes": 50,
        "instructions": 1000,
        "peak_memory": 1 << 20,
        "series": "by size",
        "x": 4,
        "x_name": "side",
        "words": [3, 4],
        "score": 7,
        "threads": 1,
        "process": {"min": 0.5, "median": 0.6, "iqr": 0.1, "data": [0.5, 0.7]},
    }
    results.add("g", "bench_it[4-x]", 1.0, params={"rows": 4, "cols": 5}, **info)
    run = read_run(save(results.document()))
    (case,) = run.cases
    assert (case.role, case.peer, case.item, case.items) == ("peer", "thing 1.0", "board", 10)
    assert (case.nodes, case.instructions, case.peak_memory) == (50, 1000, 1 << 20)
    assert (case.series, case.x, case.x_name) == ("by size", 4.0, "side")
    assert case.facts["words"] == (3, 4) and case.facts["score"] == (7,)
    assert case.process == (0.5, 0.6, 0.1)
    assert case.side == (4, 5)
    assert case.label == "it, 4-x"
    assert case.seconds == pytest.approx(case.least / 10) and case.median >= case.seconds
    assert case.spread == pytest.approx((case.quartiles[2] - case.quartiles[0]) / case.quartiles[1])
    assert run.machine["lexicon"] == "english, 276,643 words, digest 0123456789abcdef"
    assert run.noise == {"median_ratio": 1.012, "spread": 0.011}


def test_processor_time_of_threads_is_left_alone(results, save):
    results.add("g", "n", 1.0, threads=2, process={"min": 0.5, "median": 0.6, "iqr": 0.1})
    assert read_run(save(results.document())).cases[0].process is None


def test_what_is_missing_is_not_there(save):
    run = read_run(save({"benchmarks": [{"name": "n", "stats": {"min": 1, "median": 2}}]}))
    (case,) = run.cases
    assert (case.group, case.role, case.items, case.rounds, case.spread) == ("n", None, 1, 1, None)
    assert run.machine == {} and run.noise == {} and run.date == ""


def test_what_pytest_benchmark_says_of_a_machine(save):
    document = {
        "machine_info": {"cpu": {"brand_raw": "Some CPU", "count": 4}, "python_version": "3.12.1"},
        "commit_info": {"id": "abc", "dirty": True},
        "benchmarks": [{"name": "n", "stats": {"min": 1, "median": 2}, "options": {"timer": "process_time"}}],
    }
    machine = read_run(save(document)).machine
    assert machine == {
        "processor": "Some CPU",
        "cores": "4",
        "python": "3.12.1",
        "commit": "abc, with changes",
        "timer": "process_time",
    }


def test_gzip(results, tmp_path):
    results.add("g", "n", 1.0)
    path = tmp_path / "results.json.gz"
    path.write_bytes(gzip.compress(json.dumps(results.document()).encode()))
    assert len(read_run(path).cases) == 1


def test_files_of_one_name_are_told_apart(results, save, tmp_path):
    results.add("g", "n", 1.0)
    (tmp_path / "other").mkdir()
    one, other = save(results.document()), save(results.document(), "other/results.json")
    assert [run.source for run in read_runs([one, other])] == ["1: results.json", "2: results.json"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        ("{", "1:2: Expecting property name"),
        ('{"benchmarks": [\n1,\n}', ":3:1: "),
        ("[]", "no key 'benchmarks', expected the JSON of benchmark results"),
        ("7", "no key 'benchmarks'"),
        ('{"benchmarks": 1}', "benchmarks is 1, expected a list"),
        ('{"benchmarks": []}', "benchmarks is an empty list, expected at least one benchmark"),
        ('{"benchmarks": [1]}', "benchmarks[0] is 1, expected an object"),
        ("[" * 100_000, "nested too deep"),
        ("1" * 5000, "expected the JSON of benchmark results"),
        ("\0", "NUL byte"),
    ],
)
def test_what_is_no_result(save, text, message):
    with pytest.raises(PuzzleError) as caught:
        read_run(save(text))
    line = str(caught.value)
    assert message in line and line.count("\n") == 0 and "results.json" in line


STATS = {"min": 1.0, "median": 2.0}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": None}, "benchmarks[0].name is missing, expected text"),
        ({"name": " "}, "benchmarks[0].name is ' ', expected text"),
        ({"group": 3}, "benchmarks[0].group is 3, expected text"),
        ({"stats": None}, "benchmarks[0].stats is missing, expected an object"),
        ({"stats": {**STATS, "min": "a"}}, "benchmarks[0].stats.min is 'a', expected a number above 0"),
        ({"stats": {**STATS, "min": 0}}, "benchmarks[0].stats.min is 0, expected a number above 0"),
        ({"stats": {**STATS, "min": 1e-300}}, "benchmarks[0].stats.min is 1e-300, expected a number above 0"),
        (
            {"stats": {**STATS, "median": 1e90}},
            "benchmarks[0].stats.median is 1e+90, expected a number above 0",
        ),
        ({"stats": {**STATS, "min": float("nan")}}, "benchmarks[0].stats.min is nan, expected a number"),
        ({"stats": {**STATS, "min": 3.0}}, "expected minimum and lower quartile no more than the median"),
        (
            {"stats": {**STATS, "rounds": 0}},
            "benchmarks[0].stats.rounds is 0, expected a whole number from 1 up",
        ),
        ({"stats": {**STATS, "rounds": True}}, "benchmarks[0].stats.rounds is True, expected a whole number"),
        ({"extra_info": []}, "benchmarks[0].extra_info is [], expected an object"),
        (
            {"extra_info": {"role": "magic"}},
            "benchmarks[0].extra_info.role is 'magic', expected one of kernel,",
        ),
        (
            {"extra_info": {"items": 0}},
            "benchmarks[0].extra_info.items is 0, expected a whole number from 1 up",
        ),
        (
            {"extra_info": {"nodes": -1}},
            "benchmarks[0].extra_info.nodes is -1, expected a whole number from 0 up",
        ),
        ({"extra_info": {"nodes": 1.5}}, "benchmarks[0].extra_info.nodes is 1.5, expected a whole number"),
        ({"extra_info": {"x": "long " * 50}}, "..., expected a number"),
        ({"params": [1]}, "benchmarks[0].params is [1], expected an object"),
    ],
)
def test_what_is_no_benchmark(save, change, message):
    document = {"benchmarks": [{"name": "n", "group": "g", "stats": STATS, **change}]}
    with pytest.raises(PuzzleError) as caught:
        read_run(save(document))
    line = str(caught.value)
    assert message in line and line.count("\n") == 0 and len(line) < 250


@pytest.mark.parametrize("wrong", [1, "text", [1], {"unriddle": 3}, {"unriddle": {"noise": 7}}])
def test_a_machine_that_is_no_object(save, wrong):
    document = {"machine_info": wrong, "benchmarks": [{"name": "n", "stats": STATS}]}
    with pytest.raises(PuzzleError, match="expected an object"):
        read_run(save(document))


def test_odd_values_of_a_machine_are_shown_as_text(save):
    document = {
        "machine_info": {"unriddle": {"flags": ["-O3", "-g"], "processor": "a\x1b[2J\nb", "cores": {"a": 1}}},
        "benchmarks": [{"name": "n", "stats": STATS, "options": {"timer": ["odd"]}}],
    }
    machine = read_run(save(document)).machine
    assert machine["flags"] == "-O3 -g" and machine["processor"] == "a\\x1b[2J b"


def test_a_case_that_comes_twice(results, save):
    results.add("g", "n", 1.0)
    results.add("g", "n", 1.0)
    with pytest.raises(PuzzleError, match=r"benchmarks\[1\] repeats benchmarks\[0\], 'n' of group 'g'"):
        read_run(save(results.document()))


def test_compact_keeps_what_a_report_says(full_run, save):
    document = full_run()
    small = compact(document, rounds=5)
    assert all(len(case["stats"]["data"]) <= 5 for case in small["benchmarks"])
    assert "node" not in small["machine_info"] and "node" in document["machine_info"]
    one, other = read_run(save(document)), read_run(save(small, "small.json"))
    for before, after in zip(one.cases, other.cases, strict=True):
        assert before.seconds == pytest.approx(after.seconds, rel=1e-5)
        assert (before.rounds, before.facts, before.digest) == (after.rounds, after.facts, after.digest)
