"""The published results and the table of the README that is made from them."""

import importlib.util
import json
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def tool(name):
    path = ROOT / "tools" / f"{name}.py"
    if not path.exists():
        pytest.skip("tools/ is not here")
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_readme_is_what_the_published_results_give():
    made = tool("readme_table")
    if not made.RESULTS.exists():
        pytest.skip("no results are published")
    from unriddle.report.results import read_run

    readme = made.README.read_text(encoding="utf-8")
    assert made.replaced(readme, made.table(read_run(made.RESULTS))) == readme, "make tables"


def test_the_published_report_is_what_the_published_results_give():
    pytest.importorskip("matplotlib")
    from unriddle.report.compose import compose
    from unriddle.report.results import read_runs
    from unriddle.report.tables import csv_text, json_text

    folder = ROOT / "docs" / "benchmarks"
    if not (folder / "results.json").exists():
        pytest.skip("no results are published")
    report = compose(read_runs([folder / "results.json"]))
    assert json_text(report) == (folder / "report.json").read_text(encoding="utf-8"), "make published"
    assert csv_text(report) == (folder / "report.csv").read_text(encoding="utf-8")
    assert sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) < 4 << 20


def small(results):
    results.add("sudoku 9x9", "kernel, batch", 2e-4, role="kernel", item="puzzle", items=100)
    results.add("sudoku 9x9", "backtracking | x", 1.0, role="textbook", item="puzzle")
    results.add("sudoku 9x9", "peer", 1e-3, role="peer", peer="other 1.0", item="puzzle", items=100)
    results.add("sudoku order 25", "kernel", 3.0, role="kernel", item="puzzle", rounds=60)
    return results


def test_the_table(results, save):
    from unriddle.report.results import read_run

    lines = tool("readme_table").table(read_run(save(small(results).document()))).splitlines()
    (nine,) = [line for line in lines if "Sudoku 9×9" in line]
    assert nine == (
        "| Sudoku 9×9, proven unique, in batches | 2.00 µs a puzzle | 500,000 puzzles a second | "
        '500,000 × the textbook, 5.0 × other 1.0 | `unriddle bench "sudoku 9x9"` |'
    )
    (large,) = [line for line in lines if "Sudoku 25×25" in line]
    assert large.endswith('| 3.00 s a puzzle | – | – | `unriddle bench "sudoku order 25"` |')
    text = " ".join(lines)
    assert "Example CPU 9000 @ 3.0 GHz, 8 cores, dispatch path avx512" in text and "`make published`" in text


def test_marks(results, save):
    made = tool("readme_table")
    assert made.replaced(f"a\n{made.BEGIN}\nold\n{made.END}\nb", "new") == "a\nnew\nb"
    for wrong in ("", made.BEGIN, f"{made.END} {made.BEGIN}", f"{made.BEGIN}{made.END}{made.BEGIN}"):
        with pytest.raises(ValueError, match="speed: begin"):
            made.replaced(wrong, "new")


def test_a_readme_that_is_old_is_found(results, save, tmp_path, monkeypatch, capsys):
    made = tool("readme_table")
    monkeypatch.setattr(made, "README", tmp_path / "README.md")
    monkeypatch.setattr(made, "RESULTS", Path(save(small(results).document())))
    made.README.write_text(f"# x\n\n{made.BEGIN}\n{made.END}\n")
    monkeypatch.setattr(sys, "argv", ["readme_table.py", "--check"])
    assert made.main() == 1 and "make tables" in capsys.readouterr().err
    monkeypatch.setattr(sys, "argv", ["readme_table.py"])
    assert made.main() == 0
    monkeypatch.setattr(sys, "argv", ["readme_table.py", "--check"])
    assert made.main() == 0


def test_publish(results, save, tmp_path):
    pytest.importorskip("matplotlib")
    made = tool("publish")
    source = save(small(results).document())
    files = made.publish([source], str(tmp_path / "out"))
    assert {"results.json", "report.html", "report.md"} < {path.name for path in files}
    kept = json.loads((tmp_path / "out" / "results.json").read_text())
    assert max(len(case["stats"]["data"]) for case in kept["benchmarks"]) == 50
    assert "node" not in kept["machine_info"]


def test_publish_parts_of_one_run(results, save, tmp_path):
    pytest.importorskip("matplotlib")
    from unriddle import PuzzleError

    made = tool("publish")
    one = small(results).document()
    other = small(type(results)()).document()
    for case in other["benchmarks"]:
        case["group"] = "another"
    sources = [save(one, "1.json"), save(other, "2.json")]
    made.publish(sources, str(tmp_path / "out"))
    kept = json.loads((tmp_path / "out" / "results.json").read_text())
    assert len(kept["benchmarks"]) == 8
    other["commit_info"]["id"] = "f00"
    with pytest.raises(PuzzleError, match="commit f00, expected"):
        made.publish([sources[0], save(other, "3.json")], str(tmp_path / "out"))


def test_the_tables_of_puzzles_are_what_the_specs_give(monkeypatch):
    tables = tool("puzzle_tables")
    monkeypatch.setattr(sys, "argv", ["puzzle_tables.py", "--check"])
    assert tables.main() == 0, "make tables"
