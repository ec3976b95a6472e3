"""The published results and the table of the README that is made from them."""

import importlib.util
import json
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


def tool(name, folder="tools"):
    path = ROOT / folder / f"{name}.py"
    if not path.exists():
        pytest.skip(f"{folder}/ is not here")
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_readme_is_what_the_published_results_give():
    made = tool("readme_table")
    if not made.RESULTS.exists():
        pytest.skip("no results are published")
    for path, text in made.pages().items():
        assert text == path.read_text(encoding="utf-8"), f"{path.name}: make tables"


def test_the_published_report_is_what_the_published_results_give():
    from benchmarks.report.compose import compose
    from benchmarks.report.results import read_runs
    from benchmarks.report.tables import csv_text, json_text

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
    results.add("sudoku 25x25", "kernel", 3.0, role="kernel", item="puzzle", rounds=60)
    return results


def test_the_table(results, save):
    from benchmarks.report.results import read_run

    lines = tool("readme_table").table(read_run(save(small(results).document()))).splitlines()
    (nine,) = [line for line in lines if "Sudoku 9×9" in line]
    assert nine == (
        "| Sudoku 9×9, proven unique, in batches | 2.00 µs a puzzle | 500,000 puzzles a second | "
        '500,000 × the textbook, 5.0 × other 1.0 | `python -m benchmarks "sudoku 9x9"` |'
    )
    (large,) = [line for line in lines if "Sudoku 25×25" in line]
    assert large.endswith("| 3.00 s a puzzle | – | – | `make bench` |")  # its puzzles are data
    text = " ".join(lines)
    assert "Example CPU 9000 @ 3.0 GHz, 8 cores, dispatch path avx512" in text and "`make published`" in text


LINE = {"text": "Sudokus", "group": "sudoku 9x9", "case": "kernel, batch", "row": "x", "column": "factor"}


def apart(**change):
    """Return figures measured apart, of one row and one headline."""
    return {
        "title": "Beside others",
        "date": "2026-01-02",
        "text": ["By hand."],
        "tables": [{"caption": "Times", "columns": ["work", "factor"], "rows": [["x", "5.91"]]}],
        "programs": {},
        "headlines": [{**LINE, "program": "other_1", **change}],
    }


def test_the_headlines(results, save):
    from benchmarks.report.results import read_run

    made, run = tool("readme_table"), read_run(save(small(results).document()))
    text = made.headlines(run, apart())
    assert "| Sudokus | 500,000 puzzles a second | 5.91 × other\\_1 |" in text.splitlines()
    assert text.count("\n|") == 2 and "on 2026-01-02" in text and "Example CPU" in text
    with pytest.raises(ValueError, match="no case 'none' in 'sudoku 9x9'"):
        made.headlines(run, apart(case="none"))
    for wrong in ({"row": "y"}, {"column": "AVX2"}):
        with pytest.raises(ValueError, match=r"0 tables of apart.json have .*, expected one"):
            made.headlines(run, apart(**wrong))


def test_marks():
    made = tool("readme_table")
    begin, end = "<!-- x: begin, made by make tables -->", "<!-- x: end -->"
    assert made.replaced(f"a\n{begin}\nold\n{end}\nb", "x", "new") == f"a\n{begin}\n\nnew\n\n{end}\nb"
    for wrong in ("", begin, f"{end} {begin}", f"{begin}{end}{begin}"):
        with pytest.raises(ValueError, match="x: begin"):
            made.replaced(wrong, "x", "new")


def test_pages_that_are_old_are_found(results, save, tmp_path, monkeypatch, capsys):
    made = tool("readme_table")
    monkeypatch.setattr(made, "README", tmp_path / "README.md")
    monkeypatch.setattr(made, "SPEED", tmp_path / "speed.md")
    monkeypatch.setattr(made, "APART", tmp_path / "apart.json")
    monkeypatch.setattr(made, "RESULTS", Path(save(small(results).document())))
    made.APART.write_text(json.dumps(apart()))
    marks = "<!-- {0}: begin, made by make tables -->\n<!-- {0}: end -->\n"
    made.README.write_text("# x\n\n" + marks.format("headlines"))
    made.SPEED.write_text(marks.format("speed") + marks.format("apart"))
    monkeypatch.setattr(sys, "argv", ["readme_table.py", "--check"])
    assert made.main() == 1
    error = capsys.readouterr().err
    assert error.count("make tables") == 2 and "README.md" in error and "speed.md" in error
    monkeypatch.setattr(sys, "argv", ["readme_table.py"])
    assert made.main() == 0 and "| x | 5.91 |" in made.SPEED.read_text()
    monkeypatch.setattr(sys, "argv", ["readme_table.py", "--check"])
    assert made.main() == 0
    made.SPEED.write_text("nothing")
    assert made.main() == 2 and "speed: begin" in capsys.readouterr().err


def test_publish(results, save, tmp_path):
    made = tool("publish")
    source = save(small(results).document())
    files = made.publish([source], str(tmp_path / "out"))
    assert {"results.json", "report.html", "report.md"} < {path.name for path in files}
    kept = json.loads((tmp_path / "out" / "results.json").read_text())
    assert max(len(case["stats"]["data"]) for case in kept["benchmarks"]) == 50
    assert "node" not in kept["machine_info"]


def test_publish_parts_of_one_run(results, save, tmp_path):
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


def test_the_excess_of_24_puzzles_is_told_board_by_board(tmp_path, monkeypatch, capsys):
    made = tool("excess", "benchmarks")
    monkeypatch.setattr(made, "build_tables", lambda shape: None)
    path = tmp_path / "boards.txt"
    near = [1, 6, 2, 3, 4, 5, 0, *range(7, 25)]  # two steps from the goal
    path.write_text(f"# number optimum nodes cells\n7 2 1 {' '.join(map(str, near))}\n")
    monkeypatch.setattr(sys, "argv", ["excess.py", str(path), "--threads", "1"])
    assert made.main() == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split()[:5] == ["7", "2", "2", "0.00", "2"]
    assert lines[2] == "1 boards, above the optimum 0.00 % in the mean, 0.00 % at most"
    monkeypatch.setattr(sys, "argv", ["excess.py", str(path), "--numbers", "8"])
    with pytest.raises(SystemExit):
        made.main()
    assert "has none of these numbers" in capsys.readouterr().err
