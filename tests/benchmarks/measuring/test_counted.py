"""Counted work: the recorded nodes hold; what differs is named; settings are kept apart."""

import copy
import importlib.util
import json
import sys
from pathlib import Path

import pytest

from benchmarks.measuring import counted
from benchmarks.suites import load
from unriddle import PuzzleError

ROOT = Path(__file__).parents[3]
EXPECTED = ROOT / "benchmarks" / "expected.json"
HERE = {"compiler": "gcc 12", "simd": "avx2"}
RECORDED = {"nodes": {"a": 5, "b": 7}, "instructions": [{"setting": HERE, "counts": {"a": 1000, "b": 50}}]}


@pytest.fixture
def tool():
    spec = importlib.util.spec_from_file_location("counted_tool", ROOT / "tools" / "counted.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_counted_case_is_there():
    names = {case.fullname for case in load(quick=True)}
    assert set(counted.CASES) <= names and len(set(counted.CASES)) == len(counted.CASES)


def test_the_recorded_nodes_hold():
    recorded = counted.read(str(EXPECTED))
    faults, notes = counted.compare(recorded, counted.nodes(), None)
    assert faults == [] and notes == ["instructions not compared: valgrind is not installed"]
    for entry in recorded["instructions"]:
        assert set(entry["counts"]) == set(counted.CASES) and set(entry["setting"]) == set(counted.KEYS)


@pytest.mark.parametrize(
    ("nodes", "counts", "faults"),
    [
        ({"a": 5, "b": 7}, {"a": 1000, "b": 50}, []),
        ({"a": 5, "b": 7}, {"a": 1019, "b": 51}, []),
        ({"a": 5, "b": 7}, {"a": 1021, "b": 49}, ["a: 1,021 instructions, recorded 1,000 (+2.1 %)"]),
        ({"a": 5, "b": 7}, {"a": 900, "b": 50}, ["a: 900 instructions, recorded 1,000 (-10.0 %)"]),
        ({"a": 5, "b": 8}, {"a": 1000, "b": 50}, ["b: 8 nodes, recorded 7"]),
        ({"a": 5}, {"a": 1000, "b": 50}, ["b: no nodes, recorded 7"]),
        ({"a": 5, "b": 7, "c": 1}, {"a": 1000, "b": 50}, ["c: 1 nodes, recorded no"]),
        ({"a": 5, "b": 7}, {"a": 1000}, ["b: no instructions, recorded 50"]),
    ],
)
def test_what_differs_is_named(nodes, counts, faults):
    assert counted.compare(RECORDED, nodes, (counts, HERE)) == (faults, [])


def test_other_settings_are_not_compared():
    other = HERE | {"simd": "portable"}
    faults, notes = counted.compare(RECORDED, RECORDED["nodes"], ({"a": 9}, other))
    assert faults == []
    assert notes == ["instructions not compared: none recorded for compiler gcc 12, simd portable"]


def test_an_update_keeps_other_settings_while_the_nodes_are_the_same(tmp_path):
    path, other = str(tmp_path / "expected.json"), HERE | {"simd": "portable"}
    counted.update(path, RECORDED, RECORDED["nodes"], ({"a": 9}, other))
    found = counted.read(path)
    assert found["instructions"] == [*RECORDED["instructions"], {"setting": other, "counts": {"a": 9}}]
    counted.update(path, found, {"a": 6}, ({"a": 9}, HERE))
    assert counted.read(path) == {"nodes": {"a": 6}, "instructions": [{"setting": HERE, "counts": {"a": 9}}]}
    counted.update(path, counted.read(path), {"a": 6}, None)
    assert len(counted.read(path)["instructions"]) == 1


@pytest.mark.parametrize("content", ["", "[]", '{"nodes": {}}', '{"nodes": {}, "instructions": [1]}', "\x00"])
def test_a_file_that_is_none(tmp_path, content):
    path = tmp_path / "expected.json"
    path.write_text(content)
    with pytest.raises(PuzzleError, match="not in the form of counted work"):
        counted.read(str(path))


def test_the_tool(tool, tmp_path, monkeypatch, capsys):
    path = tmp_path / "expected.json"
    monkeypatch.delenv("UNRIDDLE_SIMD", raising=False)
    monkeypatch.setattr(counted, "instructions", lambda path: ({"a": 100}, HERE | {"simd": path or "avx2"}))
    monkeypatch.setattr(counted, "nodes", lambda: {"a": 5})

    def call(*arguments):
        monkeypatch.setattr(sys, "argv", ["counted", "--file", str(path), *arguments])
        return tool.main()

    assert call() == 2 and "is not there" in capsys.readouterr().err
    assert call("--update") == 0
    recorded = json.loads(path.read_text())
    assert recorded["nodes"] == {"a": 5}
    assert [entry["setting"]["simd"] for entry in recorded["instructions"]] == ["avx2", "portable"]
    assert call() == 0 and "1 cases, 0 that differ" in capsys.readouterr().out
    monkeypatch.setattr(counted, "nodes", lambda: {"a": 6})
    assert call() == 1 and "a: 6 nodes, recorded 5" in capsys.readouterr().out
    monkeypatch.setattr(counted, "nodes", lambda: {"a": 5})
    monkeypatch.setattr(counted, "instructions", lambda path: ({"a": 103}, HERE | {"simd": path or "avx2"}))
    assert call() == 1 and "a: 103 instructions, recorded 100 (+3.0 %)" in capsys.readouterr().out
    assert call("--nodes") == 0


def test_the_paths_that_are_counted(monkeypatch):
    monkeypatch.delenv("UNRIDDLE_SIMD", raising=False)
    assert counted.asked_paths() == counted.PATHS
    monkeypatch.setenv("UNRIDDLE_SIMD", "scalar")
    assert counted.asked_paths() == ("scalar",)


def test_instructions_where_valgrind_is_not(monkeypatch):
    monkeypatch.setattr(counted.shutil, "which", lambda name: None)
    assert counted.instructions() is None


def test_a_slowed_kernel_has_more_instructions():
    """As `make counted` sees it: the same nodes, another count."""
    slowed = copy.deepcopy(RECORDED)
    counts = {name: round(1.3 * number) for name, number in slowed["instructions"][0]["counts"].items()}
    faults, _ = counted.compare(RECORDED, RECORDED["nodes"], (counts, HERE))
    assert len(faults) == 2 and "(+30.0 %)" in faults[0]
