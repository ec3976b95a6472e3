"""Counted work: the recorded nodes hold; what differs is named; settings are kept apart."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOL = ROOT / "tools" / "counted.py"
HERE = {"compiler": "gcc 12", "simd": "avx2"}
RECORDED = {"nodes": {"a": 5, "b": 7}, "instructions": [{"setting": HERE, "counts": {"a": 1000, "b": 50}}]}


@pytest.fixture
def counted(monkeypatch):
    if not TOOL.exists():
        pytest.skip("tools/ is not here")
    monkeypatch.setitem(os.environ, "UNRIDDLE_BENCH_QUICK", "1")
    spec = importlib.util.spec_from_file_location("counted_tool", TOOL)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_recorded_nodes_hold(counted):
    recorded = json.loads(counted.EXPECTED.read_text())
    assert len(recorded["nodes"]) == 30 and len(recorded["instructions"]) >= 2
    done = subprocess.run([sys.executable, TOOL, "--nodes"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "30 cases, 0 that differ\n"), done.stderr


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
def test_what_differs_is_named(counted, nodes, counts, faults):
    assert counted.compare(RECORDED, nodes, (counts, HERE)) == (faults, [])


def test_an_update_keeps_other_settings_while_the_nodes_are_the_same(counted):
    other = HERE | {"simd": "portable"}
    found = counted.updated(RECORDED, RECORDED["nodes"], ({"a": 9}, other))
    assert found["instructions"] == [*RECORDED["instructions"], {"setting": other, "counts": {"a": 9}}]
    changed = counted.updated(found, {"a": 6}, ({"a": 9}, HERE))
    assert changed == {"nodes": {"a": 6}, "instructions": [{"setting": HERE, "counts": {"a": 9}}]}
    assert counted.updated(changed, {"a": 6}, None) == changed


@pytest.mark.parametrize(
    "content", ["", "[]", '{"nodes": {}}', '{"nodes": {"bench_peg.py::x": 1}, "instructions": []}']
)
def test_a_file_that_is_none(counted, tmp_path, monkeypatch, capsys, content):
    path = tmp_path / "expected.json"
    path.write_text(content)
    monkeypatch.setattr(sys, "argv", ["counted.py", "--file", str(path)])
    assert counted.main() == 2 and str(path) in capsys.readouterr().err


def test_the_exit_code(counted, tmp_path, monkeypatch, capsys):
    path = tmp_path / "expected.json"
    path.write_text('{"nodes": {}, "instructions": []}')
    monkeypatch.delenv("UNRIDDLE_SIMD", raising=False)
    monkeypatch.setattr(counted, "cases_of", lambda recorded: {})
    monkeypatch.setattr(counted, "built", lambda: HERE)
    counts = {"a": 100}
    monkeypatch.setattr(
        counted, "instructions", lambda file, path: (dict(counts), HERE | {"simd": path or "avx2"})
    )
    monkeypatch.setattr(counted, "nodes_of", lambda cases: {"a": 5})

    def call(*arguments):
        monkeypatch.setattr(sys, "argv", ["counted", "--file", str(path), *arguments])
        return counted.main()

    assert call("--update") == 0
    recorded = json.loads(path.read_text())
    assert recorded["nodes"] == {"a": 5}
    assert [entry["setting"]["simd"] for entry in recorded["instructions"]] == ["avx2", "portable"]
    assert call() == 0 and "1 cases, 0 that differ" in capsys.readouterr().out
    counts["a"] = 103
    assert call() == 1 and "a: 103 instructions, recorded 100 (+3.0 %)" in capsys.readouterr().out
    assert call("--nodes") == 0
    monkeypatch.setattr(counted, "nodes_of", lambda cases: {"a": 6})
    assert call("--nodes") == 1 and "a: 6 nodes, recorded 5" in capsys.readouterr().out
