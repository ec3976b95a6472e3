"""`parse`, `batch`, `check` and `unriddle sudoku FILE` read one line of text in one way."""

import json
import random

import pytest

from unriddle import PuzzleError, Sudoku
from unriddle.batch import run_batch
from unriddle.cli import main

GRID = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
FORMS = [
    lambda rows: "".join(rows),
    lambda rows: "/".join(rows),
    lambda rows: " ".join(rows),
    lambda rows: ",".join("".join(rows)),
    lambda rows: " ".join("".join(rows)),
    lambda rows: "|".join(rows),
    lambda rows: f'"{"".join(rows)}"',
    lambda rows: json.dumps(rows),
    lambda rows: json.dumps([list(row) for row in rows]),
    lambda rows: "".join(rows) + " ; easy",
    lambda rows: "".join(rows) + ":1:" + SOLUTION,
    lambda rows: "\u00a0".join("".join(rows)),
]
MARKS = ".0*_?-x"


def random_lines(count):
    """Return lines with grids in many forms, some of them damaged, and comments."""
    source = random.Random(1)
    lines = [GRID]
    while len(lines) < count:
        cells = GRID.replace(".", source.choice(MARKS))
        line = source.choice(FORMS)([cells[k : k + 9] for k in range(0, 81, 9)])
        for _ in range(source.choice((0, 0, 1, 2))):
            place = source.randrange(len(line))
            line = line[:place] + source.choice(("", "", "1", ".", " ", "/", "y", "0")) + line[place + 1 :]
        lines.append(source.choice((line, line, line, "", "# a comment", f"#{line}")))
    return lines


@pytest.fixture(scope="module")
def lines():
    return random_lines(600)


@pytest.fixture(scope="module")
def grids(lines):
    """What `parse` makes of each line that holds a puzzle: its cells, None where it is refused."""
    found = {}
    for number, line in enumerate(lines, 1):
        if line and not line.startswith("#"):
            try:
                found[number] = Sudoku.parse(line, strict=False).text()
            except PuzzleError:
                found[number] = None
    assert 80 < sum(grid is None for grid in found.values()) < len(found) - 80
    return found


def test_batches_reject_what_parse_refuses(lines, grids, tmp_path):
    (tmp_path / "lines").write_text("\n".join(lines), encoding="utf-8")
    run_batch("sudoku", tmp_path / "lines", tmp_path / "out", threads=1)
    out = tmp_path / "out"
    rejects = {json.loads(line)["line"] for line in (out / "_rejects.ndjson").read_text().splitlines()}
    rows = [json.loads(line) for line in (out / "part-00000000.ndjson").read_text().splitlines()]
    answered = {row["line"]: row for row in rows}
    assert rejects | set(answered) == set(grids)
    for number, grid in grids.items():
        clash = grid is not None and Sudoku.parse(grid, strict=False).solve().status == "NO_SOLUTION"
        assert (number in rejects) == (grid is None) or clash, (number, lines[number - 1])
        if number in answered and not clash:
            assert answered[number]["status"] == Sudoku.parse(grid, strict=False).solve().status


def test_each_line_is_the_same_from_a_file(lines, grids, tmp_path, capsys):
    for number, grid in list(grids.items())[:100]:
        (tmp_path / "one").write_text(lines[number - 1], encoding="utf-8")
        code = main(["sudoku", str(tmp_path / "one"), "--format", "line"])
        out = capsys.readouterr().out
        assert (code == 2) == (grid is None) or code == 2, lines[number - 1]
        if code == 0:
            assert out.split()[0] == SOLUTION or grid != grids[1]


def test_check_judges_by_the_same_puzzle(lines, grids, tmp_path, capsys):
    good = [lines[number - 1] for number, grid in grids.items() if grid == grids[1]]
    assert len(good) > 80
    (tmp_path / "puzzles").write_text("\n".join(good), encoding="utf-8")
    (tmp_path / "answers").write_text(f"{SOLUTION}\n" * len(good), encoding="utf-8")
    assert main(["check", "sudoku", str(tmp_path / "puzzles"), str(tmp_path / "answers"), "--quiet"]) == 0
    assert f"{len(good):,} right" in capsys.readouterr().err
