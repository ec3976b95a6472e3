"""Figures that were measured apart: told as such, from a file that is checked."""

import json
from pathlib import Path

import pytest

from benchmarks.report.__main__ import main
from benchmarks.report.apart import read_apart
from unriddle import PuzzleError

ROOT = Path(__file__).parents[3]
GOOD = {
    "title": "Beside others",
    "date": "2026-11-22",
    "text": ["How it was done."],
    "tables": [
        {
            "caption": "Times",
            "columns": ["work", "factor", "note"],
            "rows": [["a | b", "1,200", ""], ["c", "", "x"]],
        }
    ],
    "programs": {"other": "version 3"},
}


def write(tmp_path, value):
    path = tmp_path / "apart.json"
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    return path


def test_the_section_says_that_it_was_measured_apart(tmp_path):
    section = read_apart(write(tmp_path, GOOD))
    assert section.title == "Beside others" and section.lead == "measured apart, 2026-11-22"
    table = section.blocks[2]
    assert [column.number for column in table.columns] == [False, True, False]
    assert [row[1].value for row in table.rows] == [1200.0, None]


def test_in_a_report(tmp_path, results, save):
    results.add("g", "a", 1.0, role="kernel")
    out = tmp_path / "out"
    path = write(tmp_path, GOOD)
    assert main([save(results.document()), "--apart", str(path), "-o", str(out)]) == 0
    text = (out / "report.md").read_text(encoding="utf-8")
    assert "Measured apart, on 2026-11-22: none of it is in the runs of this report." in text
    assert r"| a \| b | 1,200 | – |" in text and "**other**: version 3" in text
    assert "Beside others" not in (out / "report.csv").read_text(encoding="utf-8")


def test_the_first_screen_tells_where_we_are_behind(tmp_path, results, save):
    results.add("g", "a", 1.0, role="kernel")
    behind = {**GOOD, "tables": [{"caption": "T", "columns": ["work", "factor over x"], "rows": []}]}
    behind["tables"][0]["rows"] = [["fast", "4.5"], ["slow", "about 0.5"], ["range", "0.2 to 0.4"], ["", ""]]
    out = tmp_path / "out"
    path = write(tmp_path, behind)
    assert main([save(results.document()), "--apart", str(path), "-o", str(out)]) == 0
    text = (out / "report.md").read_text(encoding="utf-8")
    assert "ahead in 1 of 3 works, behind in 2: slow (about 0.5); range (0.2 to 0.4)." in text


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"title": 3}, "title is 3, expected text"),
        ({"date": None}, "date is missing, expected text"),
        ({"tables": {}}, "tables is {}, expected a list"),
        ({"tables": [{"caption": "c", "columns": ["a"], "rows": [["x", "y"]]}]}, "tables[0].rows[0] is"),
        ({"tables": [{"caption": "c", "columns": ["a"], "rows": [[1]]}]}, "tables[0].rows[0][0] is 1"),
        ({"programs": []}, "programs is [], expected an object"),
    ],
)
def test_what_is_not_of_the_form(tmp_path, change, told):
    with pytest.raises(PuzzleError) as caught:
        read_apart(write(tmp_path, GOOD | change))
    assert told in str(caught.value) and str(caught.value).count("\n") == 0


@pytest.mark.parametrize("text", ["{", "[" * 100_000, "[]", "3"])
def test_what_is_no_json_object(tmp_path, text):
    with pytest.raises(PuzzleError):
        read_apart(write(tmp_path, text))


def test_the_published_figures():
    path = ROOT / "docs" / "benchmarks" / "apart.json"
    if not path.exists():
        pytest.skip("docs/ is not here")
    section = read_apart(path)
    assert "2026-11-22" in section.lead
    page = (path.parent / "report.html").read_text(encoding="utf-8")
    assert 'id="beside"' in page and section.title in page
    text = path.read_text(encoding="utf-8")
    assert not any(len(one) > 299 for one in json.loads(text)["text"]), "would be cut"
    for table in json.loads(text)["tables"]:
        for row in table["rows"]:
            cells = dict(zip(table["columns"], row, strict=True))
            if (
                {"theirs", "ours", "factor"} <= set(cells)
                and " to " not in " ".join(row)
                and cells["factor"][0] != "a"
            ):
                theirs, ours = (seconds(cells[key]) for key in ("theirs", "ours"))
                assert theirs / ours == pytest.approx(float(cells["factor"]), rel=0.06), row


def seconds(text):
    """Return the seconds of a time as the file writes it."""
    number, unit = (
        text.split(",")[0].split(" ")[:2] if text.count(",") and "with" in text else text.split(" ")[:2]
    )
    return float(number.replace(",", "")) * {"s": 1, "ms": 1e-3, "µs": 1e-6}[unit]
