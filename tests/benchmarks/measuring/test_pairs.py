"""Comparisons: the same code shows no change, a slowed kernel does, other answers stop it."""

import json
import math
import random

import pytest

from benchmarks.__main__ import main
from benchmarks.measuring import against, machine, pairs, revision
from benchmarks.measuring.pairs import (
    Difference,
    Plan,
    ProcessSide,
    SideError,
    difference,
    interleave,
    interval,
    with_peer,
)
from benchmarks.measuring.worker import LocalSide
from benchmarks.report import compare as stored
from benchmarks.suites import Case, load
from unriddle import MissingExtraError, PuzzleError

GROUP = "sudoku order 9"
CASES = [case for case in load([GROUP], quick=True) if case.role == "kernel"]
SECONDS = ("min", "max", "mean", "stddev", "median", "q1", "q3", "iqr")
PLAN = Plan(starts=2, pairs=16, round_seconds=0.003, case_seconds=1.0, floor=0.15)


class Slowed(LocalSide):
    """A side whose kernel does its work twice over."""

    def run(self, iterations):
        return {key: value * 2 for key, value in super().run(2 * iterations).items()}


class Simulated:
    """A side that takes given times on a machine that drifts and is torn now and then, always alike."""

    def __init__(self, slower, seed):
        self.slower, self.random = slower, random.Random(seed)

    def prepare(self, fullname, quick):
        return {"answers": ["d"], "items": 1, "threads": 1, "wall": 1.0, "process": 1.0}

    def run(self, iterations):
        Simulated.clock += 1
        drift = 1 + 0.5 * math.sin(Simulated.clock / 9)
        torn = 3.0 if self.random.random() < 0.1 else 1.0
        seconds = self.slower * drift * torn * self.random.lognormvariate(0, 0.05)
        return {"wall": seconds, "process": seconds}

    def close(self):
        pass


class Wrong(LocalSide):
    """A side with other answers."""

    def prepare(self, fullname, quick):
        return super().prepare(fullname, quick) | {"answers": ["other"]}


class Broken(LocalSide):
    """A side that cannot run the case."""

    def prepare(self, fullname, quick):
        raise SideError("gone")


def compare(this=LocalSide, other=LocalSide, plan=PLAN):
    (found,), interrupted = interleave(CASES, lambda: (this(), other()), plan, quick=True)
    assert not interrupted
    return found


def test_the_same_code_shows_no_change():
    found = compare()
    assert found.verdict == "same"
    assert found.pairs >= 6 and "no difference measurable" in str(found)


def test_a_slowed_kernel_is_flagged():
    found = compare(this=Slowed)
    assert found.verdict == "slower" and 1.5 < found.ratio < 2.7 and found.low > 1


@pytest.mark.parametrize(
    ("slower", "verdict"),
    [(1.0, "same"), (1.3, "slower"), (1.1, "slower"), (1 / 1.3, "faster"), (1.01, "same")],
)
def test_a_drifting_machine_does_not_hide_a_change_or_make_one(slower, verdict):
    Simulated.clock, seeds = 0, iter(range(100))
    plan = Plan(case_seconds=1e9, round_seconds=0.5)
    sides = lambda: (Simulated(slower, next(seeds)), Simulated(1.0, next(seeds)))  # noqa: E731
    (found,), _ = interleave(CASES, sides, plan)
    assert found.verdict == verdict and abs(found.ratio / slower - 1) < 0.03
    assert found.pairs == (plan.starts + (verdict != "same") * plan.again) * plan.pairs


def test_what_differs_in_one_pass_alone_is_not_told():
    """A side that is slow for a pass, as beside another process; later it is not."""
    Simulated.clock, starts = 0, []

    def sides():
        starts.append(1)
        seed = 2 * len(starts)
        return Simulated(1.3 if len(starts) <= 2 else 1.0, seed), Simulated(1.0, seed + 1)

    plan = Plan(starts=2, case_seconds=1e9, round_seconds=0.5)
    (found,), _ = interleave(CASES, sides, plan)
    assert len(starts) == plan.starts + plan.again and found.verdict != "slower"


def test_a_faster_kernel_is_told():
    found = compare(other=Slowed)
    assert found.verdict == "faster" and found.high < 1


def test_other_answers_are_told():
    found = compare(other=Wrong)
    assert found.verdict == "wrong" and found.note == "the answers of the two sides differ"


def test_a_side_that_cannot_run_a_case():
    found = compare(other=Broken)
    assert (found.verdict, found.note, found.pairs) == ("absent", "gone", 0)


def test_ctrl_c_keeps_what_is_measured():
    starts = []

    def start():
        starts.append(1)
        if len(starts) == 2:
            raise KeyboardInterrupt
        return LocalSide(), LocalSide()

    (found,), interrupted = interleave(CASES, start, PLAN, quick=True)
    assert interrupted and found.pairs
    (found,), interrupted = interleave(CASES, start, Plan(starts=0), quick=True)
    assert found.verdict == "absent"


def test_two_processes_of_the_same_code_in_turn():
    sides = [ProcessSide("this"), ProcessSide("other")]
    try:
        told = [side.prepare(CASES[0].fullname, True) for side in sides]
        assert told[0]["answers"] == told[1]["answers"] and told[0]["items"] == CASES[0].items
        assert all(side.run(2)["process"] > 0 for side in sides)
        with pytest.raises(SideError, match=r"this: .*no benchmark group"):
            sides[0].prepare("none", True)
        assert sides[0].run(1)["wall"] > 0, "it has ended for one bad request"
        with pytest.raises(SideError, match="other: ZeroDivisionError"):
            sides[1].run(0)
    finally:
        for side in sides:
            side.close()
    with pytest.raises(SideError, match="this has ended"):
        sides[0].run(1)


def test_a_folder_without_the_package_says_so(tmp_path):
    (tmp_path / "unriddle").mkdir()
    (tmp_path / "unriddle" / "__init__.py").write_text("")
    side = ProcessSide("old", str(tmp_path))
    with pytest.raises(SideError, match=r"old has ended: .*unriddle\.base"):
        side.prepare(CASES[0].fullname, True)
    side.close()


def test_the_verdict_needs_more_than_luck():
    slow, even = [1.3, 1.29, 1.31, 1.3, 1.32, 1.28], [1.0, 1.01, 0.99, 1.0, 1.02, 0.98]
    assert difference("x", [slow, slow]).verdict == "slower"
    assert difference("x", [[1 / r for r in slow]] * 2).verdict == "faster"
    assert difference("x", [even, even]).verdict == "same"
    assert difference("x", [slow, even]).verdict == "not judged", (
        "one start alone is a process that was unlucky"
    )
    assert difference("x", [[1.02] * 20, [1.02] * 20]).verdict == "same", "below the floor"
    wild = [0.5, 2.0, 1.5, 0.7, 1.4, 0.9]
    assert difference("x", [wild, wild]).verdict == "not judged"


def test_the_interval_holds_the_median_as_often_as_it_says():
    assert interval([7.0]) == (7.0, 7.0)
    values = list(range(1, 37))
    low, high = interval(values)
    assert low + high == 37 and low == 10
    assert interval(values[::-1]) == (low, high)


def peer(answer, items=1):
    return Case(
        suite="sums", group="sum", name="other package", role="peer", item="sum", items=items, peer="json",
        prepare=lambda: lambda: answer, answer=list,
    )  # fmt: skip


def test_a_peer_is_compared_by_the_time_an_item_takes():
    ours = Case(
        suite="sums", group="sum", name="kernel", role="kernel", item="sum", items=3,
        prepare=lambda: lambda: sum(range(100)) and (1, 2, 3), answer=list,
    )  # fmt: skip
    plan = Plan(starts=1, pairs=5, round_seconds=0.001, case_seconds=0.05)
    found = with_peer(ours, peer((1,)), plan)
    assert found.fullname == "sum/kernel and other package" and found.ratio > 0
    assert with_peer(ours, peer((2,)), plan).verdict == "wrong"


def write(path, found):
    path.write_text(json.dumps(found))
    return str(path)


def test_against_stored_results_on_the_command_line(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(stored, "SHORTEST", 0.0)  # quick rounds are judged as well
    old = tmp_path / "old.json"
    assert main([GROUP, "--quick", "--json", str(old)]) == 0
    found = json.loads(old.read_text())
    for each in found["benchmarks"]:
        for figures in (each["stats"], each["extra_info"]["process"]):
            figures.update({key: figures[key] / 100 for key in SECONDS if key in figures})
    found["machine_info"]["unriddle"]["processor"] = "another"
    capsys.readouterr()
    fast = write(tmp_path / "fast.json", found)
    report = tmp_path / "report.json"
    assert main([GROUP, "--quick", "--against", fast, "--json", str(report)]) == 1
    out = capsys.readouterr().out
    assert (
        "slower" in out and "processor differs: another" in out and "in all: at least one case slower" in out
    )
    told = json.loads(report.read_text())
    assert told["verdict"] == "slower" and told["against"] == {"kind": "results", "name": fast}
    assert set(told["differences"][0]) == {
        "fullname", "ratio", "low", "high", "pairs", "verdict", "note",
    }  # fmt: skip
    for each in found["benchmarks"]:
        each["extra_info"]["digest"] = "0" * 16
    assert main([GROUP, "--quick", "--against", write(tmp_path / "wrong.json", found)]) == 1
    assert "WRONG ANSWER" in capsys.readouterr().out


@pytest.mark.parametrize("content", ["", "[" * 100_000, "[]", '{"benchmarks": []}', '{"benchmarks": [1]}'])
def test_files_that_are_no_results(tmp_path, capsys, content):
    path = tmp_path / "bad.json"
    path.write_text(content)
    assert main([GROUP, "--quick", "--against", str(path)]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"{path}: ") and error.count("\n") == 1


def test_results_of_other_cases(tmp_path, capsys):
    path = str(tmp_path / "other.json")
    assert main(["river, three missionaries, bfs", "--quick", "--json", path]) == 0
    assert main([GROUP, "--quick", "--against", path]) == 2
    assert "holds none of these cases at these sizes" in capsys.readouterr().err


def test_a_folder_and_a_missing_file(tmp_path, capsys):
    assert main([GROUP, "--quick", "--against", str(tmp_path / "no.json")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_without_a_checkout_there_are_no_revisions(monkeypatch, tmp_path):
    monkeypatch.setattr(machine, "ROOT", tmp_path)
    with pytest.raises(PuzzleError, match="a revision can only be built in a checkout"):
        revision.resolve("HEAD")


@pytest.mark.skipif(machine.git("rev-parse", "HEAD") is None, reason="no checkout with its history")
@pytest.mark.parametrize("name", ["no-such-revision", "--all", "", "HEAD; rm"])
def test_an_unknown_revision(name):
    with pytest.raises(PuzzleError, match="expected a file of results, a peer, or a revision that git knows"):
        revision.resolve(name)


def test_a_revision_on_the_command_line(monkeypatch, capsys):
    """The same build on both sides, as where the revision has the sources that run."""
    monkeypatch.setattr(against.revision, "resolve", lambda name: "0123456789abcdef")
    monkeypatch.setattr(against.revision, "build", lambda commit, say: None)
    monkeypatch.setattr(against, "ProcessSide", lambda name, path=None, cases=None: LocalSide())
    monkeypatch.setattr(pairs, "FLOOR", 0.2)
    code = main([GROUP, "--quick", "--against", "HEAD", "--json", "-"])
    found = json.loads(capsys.readouterr().out)
    assert found["against"] == {"kind": "revision", "name": "HEAD"} and len(found["differences"]) == 1
    assert found["differences"][0]["fullname"] == CASES[0].fullname
    assert "both sides are the same build" in found["notes"][1]
    assert code == (1 if found["verdict"] == "slower" else 0)


def test_a_slowed_side_on_the_command_line(monkeypatch, capsys):
    monkeypatch.setattr(against.revision, "resolve", lambda name: "0123456789abcdef")
    monkeypatch.setattr(against.revision, "build", lambda commit, say: "elsewhere")
    monkeypatch.setattr(
        against, "ProcessSide", lambda name, path=None, cases=None: LocalSide() if path else Slowed()
    )
    assert main([GROUP, "--quick", "--against", "v1"]) == 1
    assert "slower" in capsys.readouterr().out


def test_a_peer_that_is_not_installed(monkeypatch):
    monkeypatch.setattr(against, "missing", lambda case: "is not installed")
    with pytest.raises(
        MissingExtraError, match=r"comparisons with networkx need networkx: .*unriddle\[peers\]"
    ):
        against.against("networkx", ["ladder"], quick=True)


def test_the_worst_verdict_counts():
    verdicts = ["same", "faster", "absent"]
    found = [Difference(fullname=name, verdict=name) for name in verdicts]
    assert against.summary(found) == "faster" and against.summary([]) == "absent"
    assert against.summary([*found, Difference(fullname="w", verdict="wrong")]) == "wrong"
