"""A folder of runs: each saved once, told apart by machine; changes found at their commits, nowhere else."""

import json

import pytest

from benchmarks.__main__ import main as bench
from benchmarks.report.__main__ import main
from benchmarks.report.compose import compose
from benchmarks.report.history import histories, read_folder, save
from benchmarks.report.write import report_files
from unriddle import PuzzleError

CASE = "kernel 4"


def commit(document, number, **machine):
    """Say that a run is of the commit of this number, on this machine."""
    document["commit_info"] = {
        "id": f"{number:02d}" * 20, "dirty": False, "time": f"2026-10-{number + 1:02d}T12:00:00+00:00"
    }  # fmt: skip
    document["datetime"] = f"2026-11-20T12:00:{number:02d}+00:00"
    own = {**document["machine_info"]["unriddle"], "commit": f"{number:02d}" * 20, **machine}
    document["machine_info"] = {**document["machine_info"], "unriddle": own}
    return document


@pytest.fixture
def folder(full_run, tmp_path):
    def make(factors, noise=0.01, **machine):
        for number, factor in enumerate(factors):
            run = full_run(100 + number, noise, {CASE: factor})
            save(commit(run, number, **machine), tmp_path / "history")
        return tmp_path / "history"

    return make


def changes(found):
    return [(turn.change.after.name, turn.at, turn.since, turn.change.verdict) for turn in found.turns]


def test_a_change_is_named_at_its_commit(folder):
    (found,) = histories(read_folder(folder([1, 1, 1, 1.5, 1.5, 1.0])))
    assert changes(found) == [(CASE, 3, 0, "slower"), (CASE, 5, 3, "faster")]


@pytest.mark.parametrize("noise", [0.001, 0.02, 0.2])
def test_runs_of_the_same_have_none(folder, noise):
    (found,) = histories(read_folder(folder([1] * 6, noise)))
    assert found.turns == ()


def test_what_creeps_up_is_told_where_it_leaves_the_noise(folder):
    (found,) = histories(read_folder(folder([1.03**number for number in range(8)])))
    assert found.turns and found.turns[0].at > 1 and found.turns[0].since == 0
    assert all(turn.change.verdict == "slower" and turn.change.ratio > 1.05 for turn in found.turns)
    assert [turn.since for turn in found.turns[1:]] == [turn.at for turn in found.turns[:-1]]


def test_runs_stand_in_the_order_of_their_commits(folder, full_run):
    place = folder([1, 1, 1.5])
    late = commit(full_run(7), 1)
    late["datetime"] = "2027-01-01T00:00:00+00:00"  # measured last, committed second
    save(late, place)
    (found,) = histories(read_folder(place))
    assert [run.machine["commit"][:2] for run in found.runs] == ["00", "01", "01", "02"]
    assert changes(found) == [(CASE, 3, 0, "slower")]


def test_machines_are_not_compared(folder):
    folder([1, 1])
    found = histories(read_folder(folder([2, 2], processor="Slow CPU")))
    assert [len(each.runs) for each in found] == [2, 2] and [each.turns for each in found] == [(), ()]


def test_no_run_is_written_over(full_run, tmp_path):
    document = commit(full_run(1), 0)
    paths = {save(document, tmp_path) for _ in range(3)}
    assert len(paths) == 3 and len(read_folder(tmp_path)) == 3
    assert all("000000000000" in path.name for path in paths)


def test_places_that_cannot_be_written(full_run, tmp_path):
    (tmp_path / "file").write_text("mine")
    for place in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(PuzzleError, match="expected a folder"):
            save(full_run(1), place)
    assert (tmp_path / "file").read_text() == "mine"


def test_the_report_names_case_and_commit(folder, tmp_path, capsys):
    place = folder([1, 1, 1.5])
    assert main([str(place), "-o", str(tmp_path / "out")]) == 0
    text = (tmp_path / "out" / "report.md").read_text().partition("## History")[2]
    (row,) = [line for line in text.splitlines() if line.startswith(f"| {CASE} (sudoku order 4)")]
    assert "0202020202 (after 0101010101)" in row and "slower" in row and "1.5" in row
    told = json.loads((tmp_path / "out" / "report.json").read_text())["history"]
    assert [(change["name"], change["run"]) for change in told[0]["changes"]] == [(CASE, 2)]
    page = (tmp_path / "out" / "report.html").read_text()
    assert "slower, 0202020202" in page and 'data-kinds="history"' in page


def test_one_run_alone_says_so(folder):
    found = histories(read_folder(folder([1])))
    text = report_files(compose([found[0].runs[0]], found))["report.md"]
    assert "one more run is needed to compare" in text


def test_bench_saves(tmp_path, capsys):
    group = "river, three missionaries, bfs"
    for _ in range(2):
        assert bench([group, "--quick", "--save", str(tmp_path / "runs")]) == 0
    assert f"saved: {tmp_path}/runs/" in capsys.readouterr().out
    (found,) = histories(read_folder(tmp_path / "runs"))
    assert len(found.runs) == 2 and {case.group for case in found.runs[0].cases} == {group}
    assert bench([group, "--list", "--save"]) == 2
    assert "expected a run to measure" in capsys.readouterr().err
