"""The commit that made a case slower: found by halves, past commits that cannot be measured."""

import json
import math

import pytest

from benchmarks.__main__ import main
from benchmarks.measuring import bisect as module
from benchmarks.measuring.bisect import commits_between, search
from benchmarks.measuring.worker import LocalSide
from unriddle import PuzzleError

GROUP = "sudoku order 9"
COMMITS = [f"{number:02d}" * 20 for number in range(1, 9)]
GOOD = "00" * 20


@pytest.mark.parametrize("count", [1, 2, 3, 10, 33])
def test_every_place_is_found_in_few_steps(count):
    for first in range(1, count + 1):
        asked = []

        def judge(at, first=first, asked=asked):
            asked.append(at)
            return at >= first

        assert search(count, judge) == (first - 1, first)
        assert len(asked) == len(set(asked)) <= math.ceil(math.log2(count)) + 1
        assert 0 not in asked and count not in asked


@pytest.mark.parametrize("first", range(1, 9))
@pytest.mark.parametrize("dumb", range(1, 8))
def test_what_cannot_be_told_is_passed_over(first, dumb):
    good, bad = search(8, lambda at: None if at == dumb else at >= first)
    assert good < first <= bad and set(range(good + 1, bad)) <= {dumb}


def test_nothing_can_be_told():
    assert search(5, lambda at: None) == (0, 5)


class Slow(LocalSide):
    def run(self, iterations):
        return {key: value * 3 for key, value in super().run(iterations).items()}


@pytest.fixture
def history(monkeypatch):
    """Commits of which those from one on are three times as slow, and some do not build."""

    def make(first_slow, broken=()):
        built = []

        def build(commit, say):
            built.append(commit)
            if commit in broken:
                raise PuzzleError("the revision does not build, see there")
            return commit

        def side(name, path, cases):
            return Slow() if path in COMMITS[first_slow:] else LocalSide()

        def git(*arguments):
            if arguments[0] == "merge-base":
                return GOOD
            return (
                "\n".join(COMMITS)
                if arguments[0] == "rev-list"
                else f"{arguments[-1][:7]} 2026-11-22 A change"
            )

        monkeypatch.setattr(module.revision, "resolve", {"good": GOOD, "bad": COMMITS[-1]}.__getitem__)
        monkeypatch.setattr(module.revision, "build", build)
        monkeypatch.setattr(module, "ProcessSide", side)
        monkeypatch.setattr(module, "git", git)
        monkeypatch.setattr("benchmarks.measuring.machine.git", git)
        # Three times as slow shows in a few pairs, on any machine.
        few = module.pairs.Plan(starts=2, pairs=12, case_seconds=0.2, floor=0.5)
        monkeypatch.setattr(module.pairs, "QUICK", few)
        return built

    return make


@pytest.mark.parametrize("first", [0, 7])
def test_the_commit_is_named(history, capsys, tmp_path, first):
    built = history(first)
    path = tmp_path / "found.json"
    assert main(["--quick", "--bisect", GROUP, "good..bad", "--json", str(path)]) == 0
    out, error = capsys.readouterr()
    assert out.splitlines()[1:] == [f"  {COMMITS[first][:7]} 2026-11-22 A change"]
    assert out.startswith(f"{GROUP}/kernel, ") and "the first slower commit" in out
    found = json.loads(path.read_text())
    assert found["commits"] == [COMMITS[first]] and found["ratio"] == pytest.approx(3, rel=0.5)
    assert len(set(built)) <= 5 and error.count("\n") == len(found["steps"])


def test_a_commit_that_does_not_build(history, capsys):
    history(3, {COMMITS[3], COMMITS[1]})
    assert main(["--quick", "--bisect", GROUP, "good..bad", "--json", "-"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["commits"] == COMMITS[3:5]
    assert "does not build" in next(step["note"] for step in found["steps"] if step["commit"] == COMMITS[3])


def test_a_commit_that_stays_in_doubt_is_measured_longer_and_never_named_alone(history, monkeypatch, capsys):
    history(3)
    asked = []

    def measure(path, base, kernels, plan, **rest):
        at, fullname = COMMITS.index(path), kernels[0].fullname
        asked.append((at, plan.starts))
        low, high = ((0.8, 1.4), (1.08, 1.12), (0.99, 1.01))[0 if at == 3 else 1 if at > 3 else 2]
        made = {"fullname": fullname, "low": low, "high": high, "pairs": 9}
        return module.Difference(ratio=1.1, verdict="slower", **made)

    monkeypatch.setattr(module, "_measure", measure)
    assert main(["--quick", "--bisect", GROUP, "good..bad", "--json", "-"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["commits"] == COMMITS[3:5]
    assert [starts for at, starts in asked if at == 3] == [2, 4, 8]


def test_nothing_is_slower(history, capsys):
    history(99)
    assert main(["--quick", "--bisect", GROUP, "good..bad"]) in (1, 3)
    assert "no kernel is slower at the end: " in capsys.readouterr().out


@pytest.mark.parametrize("span", ["good", "..bad", "good..", "good...bad", ""])
def test_what_is_no_span(span):
    with pytest.raises(PuzzleError, match=r"expected GOOD\.\.BAD"):
        commits_between(span)


def test_ends_that_are_no_ends(history, monkeypatch):
    history(3)
    monkeypatch.setattr(module, "git", lambda *arguments: "elsewhere")
    with pytest.raises(PuzzleError, match="'good' is no ancestor of 'bad'"):
        commits_between("good..bad")
    monkeypatch.setattr(module, "git", lambda *arguments: GOOD if arguments[0] == "merge-base" else "")
    with pytest.raises(PuzzleError, match=r"no commit of 'good\.\.bad' changes what is measured"):
        commits_between("good..bad")


def test_bad_usage(capsys):
    assert main(["sudoku", "--bisect", GROUP, "a..b"]) == 2
    assert "expected no other comparison" in capsys.readouterr().err
    assert main(["--bisect", GROUP]) == 2
    assert "--bisect: expected 2 arguments" in capsys.readouterr().err
