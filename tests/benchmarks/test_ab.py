"""A/B runs: what is compared, what is called slower, and how it ends."""

import argparse
import json
import random
import sys

import pytest

from benchmarks import ab


def test_the_interval_holds_the_median():
    draw = random.Random(1)
    held = 0
    for _ in range(300):
        low, high = ab.interval([draw.gauss(1, 0.1) for _ in range(21)])
        held += low <= 1 <= high
    assert 0.92 < held / 300 <= 1


@pytest.fixture
def worker(request):
    side = ab.Side(sys.executable)
    request.addfinalizer(side.close)
    return side


def test_a_side_runs_the_cases_of_this_checkout(worker):
    name = "bench_river.py::test_bridge[kernel]"
    assert worker.ask(collect=["-k", "river and bridge and kernel"]) == {"cases": [name]}
    first = worker.ask(prepare=name)
    assert first["seconds"] > 0 and len(first["digest"]) == 16
    assert 0 < worker.ask(run=3)["seconds"] < 1
    with pytest.raises(RuntimeError, match="KeyError"):
        worker.ask(prepare="none")


class Fake:
    """A side that takes so long, and answers so."""

    def __init__(self, seconds, digest="d", fails=""):
        self.seconds, self.digest, self.fails = seconds, digest, fails

    def ask(self, **request):
        if "collect" in request:
            return {"cases": ["a", "b"]}
        if "prepare" in request and request["prepare"] == self.fails:
            raise RuntimeError("Skipped: no data")
        return {"seconds": self.seconds, "digest": self.digest}

    def close(self):
        pass


@pytest.mark.parametrize(
    ("ours", "theirs", "code", "text"),
    [
        (Fake(2e-3), Fake(1e-3), 1, "a  2.000 (2.000 to 2.000)  slower"),
        (Fake(1e-3), Fake(2e-3), 0, "a  0.500 (0.500 to 0.500)  faster"),
        (Fake(1e-3), Fake(1e-3), 0, "a  1.000 (1.000 to 1.000)  same"),
        (Fake(1e-3), Fake(1e-3, "e"), 1, "a  WRONG: other answers"),
        (Fake(1e-3, fails="a"), Fake(1e-3), 0, "a  Skipped: no data"),
        (Fake(3.0), Fake(1e-3), 0, "a  takes 3.0 s, more than --longest 1"),
    ],
)
def test_the_exit_code_and_the_lines(monkeypatch, capsys, tmp_path, ours, theirs, code, text):
    sides = {sys.executable: ours, "other": theirs}
    monkeypatch.setattr(ab, "build", lambda revision: "other")
    monkeypatch.setattr(ab, "Side", sides.__getitem__)
    out = tmp_path / "out.json"
    monkeypatch.setattr(sys, "argv", ["ab.py", "HEAD~1", "--seconds", "0", "--json", str(out)])
    assert ab.main() == code
    assert text in capsys.readouterr().out.splitlines()
    assert sorted(case["name"] for case in json.loads(out.read_text())["cases"]) == ["a", "b"]


def test_a_revision_that_is_none(monkeypatch, capsys):
    for wrong in ("no-such-revision", "--all"):
        with pytest.raises(ValueError, match="is not a revision"):
            ab.build(wrong)
    monkeypatch.setattr(sys, "argv", ["ab.py", "no-such-revision"])
    assert ab.main() == 2 and "is not a revision" in capsys.readouterr().err


def test_several_processes_count(monkeypatch):
    started = []
    monkeypatch.setattr(ab, "Side", lambda python: started.append(python) or Fake(1e-3))
    args = argparse.Namespace(starts=2, seconds=0, longest=1, threshold=0.03)
    assert [one["verdict"] for one in ab.compare(["a", "b"], [], args)] == ["same", "same"]
    assert started == ["a", "b", "a", "b"]
