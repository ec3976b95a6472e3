"""What is published: results, page, and the figures of README.md and speed.md."""

import importlib.util
import json
import sys
from pathlib import Path

import pytest

from benchmarks.report.page import card
from benchmarks.report.results import ResultsError, read_run
from benchmarks.report.text import ratio

ROOT = Path(__file__).parents[3]


def tool(name):
    path = ROOT / "tools" / f"{name}.py"
    if not path.exists():
        pytest.skip("tools/ is not here")
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_figures_are_what_the_files_give():
    made = tool("readme_table")
    for path, text in made.pages().items():
        assert text == path.read_text(encoding="utf-8"), f"{path.name}: make tables"


def test_every_row_of_the_table_is_measured():
    made = tool("readme_table")
    run = read_run(made.RESULTS)
    names = {(way.group, way.name) for way in run.ways()}
    for group, name in made.SHOWN:
        assert any(one == group and way.startswith(name) for one, way in names), group


def test_marks():
    made = tool("readme_table")
    begin, end = "<!-- x: begin, made by make tables -->", "<!-- x: end -->"
    assert made.replaced(f"a\n{begin}\nold\n{end}\nb", "x", "new") == f"a\n{begin}\n\nnew\n\n{end}\nb"
    for wrong in ("", begin, f"{end} {begin}", f"{begin}{end}{begin}"):
        with pytest.raises(ValueError, match="x: begin"):
            made.replaced(wrong, "x", "new")


def test_pages_that_are_old_are_found(tmp_path, monkeypatch, capsys):
    made = tool("readme_table")
    marks = "<!-- {0}: begin, made by make tables -->\n<!-- {0}: end -->\n"
    for name, names in (("README", ("headlines",)), ("SPEED", ("speed", "peers"))):
        monkeypatch.setattr(made, name, tmp_path / f"{name}.md")
        getattr(made, name).write_text("".join(map(marks.format, names)))
    monkeypatch.setattr(sys, "argv", ["readme_table.py", "--check"])
    assert made.main() == 1 and capsys.readouterr().err.count("make tables") == 2
    monkeypatch.setattr(sys, "argv", ["readme_table.py"])
    assert made.main() == 0 and "| Score random 4×4 boards |" in made.README.read_text()
    monkeypatch.setattr(sys, "argv", ["readme_table.py", "--check"])
    assert made.main() == 0


def test_publish(tmp_path):
    made = tool("publish")
    stats = {"min": 1.23456, "q1": 1.3, "median": 1.4, "q3": 1.5, "max": 1.6, "rounds": 2, "data": [1.0, 2.0]}
    way = {"group": "g", "name": "t", "fullname": "benchmarks/bench_x.py::t", "options": {}, "stats": stats}
    paths = []
    for number, commit in enumerate("aab"):
        one = {**way, "group": f"g{number}", "extra_info": {"way": "kernel", "kind": "ours"}}
        content = {"machine_info": {}, "commit_info": {"id": commit}, "datetime": "2026", "benchmarks": [one]}
        paths.append(str(tmp_path / f"{number}.json"))
        Path(paths[-1]).write_text(json.dumps(content))
    results, page = made.publish(paths[:2], tmp_path)
    kept = json.loads(results.read_text())["benchmarks"]
    assert [one["group"] for one in kept] == ["g0", "g1"]
    assert kept[0]["stats"]["min"] == 1.235 and "data" not in kept[0]["stats"] and "options" not in kept[0]
    assert "g1" in page.read_text()
    with pytest.raises(ResultsError, match="commit b, but a in"):
        made.joined(paths)


def test_the_pages_have_one_base():
    made = tool("readme_table")
    run = read_run(made.RESULTS)
    text = made.SPEED.read_text(encoding="utf-8")
    group = run.groups["Solve generated Sudokus"]
    factor = ratio(group.fastest("textbook").median / group.base.median)
    assert group.base.name == "kernel, batch" and f"| {factor} × the usual algorithm in Python" in text
    row = next(row for row in card(group)["ways"] if row["way"] is group.fastest("textbook"))
    assert ratio(row["factor"]) == factor


def test_the_tables_of_puzzles_are_what_the_specs_give(monkeypatch):
    tables = tool("puzzle_tables")
    monkeypatch.setattr(sys, "argv", ["puzzle_tables.py", "--check"])
    assert tables.main() == 0, "make tables"
