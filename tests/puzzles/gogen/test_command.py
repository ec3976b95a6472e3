"""The subcommand, drawings, states on the way."""

import io
import json
import sys
from itertools import pairwise

import pytest

from unriddle import Gogen, Limits
from unriddle.cli import main
from unriddle.core.assign.gogen import GogenSearch
from unriddle.puzzles.gogen.trace import State, kernel_way, way_of

WORD_FILE = "12\nACQUIRE\nAXLE\nCUT\nDERV\nFIR\nJUST\nKEG\nMAN\nPILE\nPRY\nROB\nWHAM\n"
SMALL = "MNGKD/HAXEV/WCL.Y/...../S.J.B"
SOLUTION = ["MNGKD", "HAXEV", "WCLRY", "QUIPO", "STJFB"]


@pytest.fixture
def words(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text(WORD_FILE)
    return str(path)


def run(capsys, *arguments):
    code = main(["gogen", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_words_and_grid_are_printed(capsys, words):
    code, out, err = run(capsys, words, "MGDWLYSJB", "--trace")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].split() == ["ACQUIRE", "AXLE", "CUT", "DERV"]
    assert lines[4].startswith("Q U I . .")
    assert "state 0: 1 node visited, efficiency 0.0000" in lines
    assert "state 1: 1 node visited, efficiency 1.0000" in lines
    assert "\n".join(" ".join(row) for row in SOLUTION) in out
    assert "UNIQUE: exactly one solution" in lines
    assert lines[-1] == "UNIQUE: exactly one solution"
    stats = run(capsys, words, "MGDWLYSJB", "--stats")[1].splitlines()[-1]
    assert stats.startswith("1 step, 1 node visited, efficiency 1.0000, ")


def test_json(capsys, words):
    code, out, _ = run(capsys, words, "mgdwlysjb", "--format", "json", "--trace")
    answer = json.loads(out)
    assert code == 0 and out.count("\n") == 1
    assert (answer["status"], answer["solution"], answer["count"]) == ("UNIQUE", SOLUTION, 1)
    assert answer["paths"]["CUT"] == [[2, 1], [3, 1], [4, 1]]
    assert [state["efficiency"] for state in answer["trace"]] == [0, 1]
    assert answer["trace"][-1] == {"grid": SOLUTION, "nodes": 1, "efficiency": 1.0}
    assert len(answer["trace"]) == 2 and answer["guesses"] == 0 and answer["seconds"] > 0


def test_one_file_and_standard_input(capsys, tmp_path, monkeypatch):
    text = "M.G.D\n.....\nW.L.Y\n.....\nS.J.B\n\n" + WORD_FILE
    (tmp_path / "puzzle.txt").write_text(text)
    assert run(capsys, str(tmp_path / "puzzle.txt"), "--unique")[0] == 0
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert run(capsys, "-", "--count")[:2] == (0, "1\n")


def test_many_solutions(capsys, tmp_path):
    path = tmp_path / "w"
    path.write_text("1\nABC\n")
    code, out, _ = run(capsys, str(path), "A.../BC../..../....", "--count")
    assert (code, out) == (0, "6227020800\n")
    code, out, _ = run(capsys, str(path), "A./..", "--all")
    assert code == 0 and out.endswith("MULTIPLE: 6 solutions, all of them\n") and out.count("A B") == 2
    code, out, _ = run(capsys, str(path), "A./..", "--all", "--limit", "3", "--format", "json")
    answer = json.loads(out)
    assert (len(answer["solutions"]), answer["complete"], answer["status"]) == (3, False, "MULTIPLE")
    code, out, _ = run(capsys, str(path), "A./..", "--unique")
    assert code == 1 and out.endswith("MULTIPLE: at least two solutions\n")
    code, out, _ = run(capsys, str(path), "A./..")
    assert code == 0 and ". takes any letter that is left" in out and "at least two solutions" in out


def test_no_solution(capsys, tmp_path):
    path = tmp_path / "w"
    path.write_text("1\nABA\n")
    code, out, _ = run(capsys, str(path), "AB/..")
    assert code == 1 and out.startswith("NO_SOLUTION: ABA repeats A")
    assert run(capsys, str(path), "AB/..", "--revisit", "--count")[:2] == (0, "2\n")


def test_limits_and_sizes(capsys, tmp_path):
    path = tmp_path / "w"
    path.write_text("2\nABCDEFGH AEIM\n")
    code, out, _ = run(capsys, str(path), "................", "--count", "--max-nodes", "3")
    assert code == 1 and out.startswith("at least ")
    assert run(capsys, str(path), "...", "--size", "4x4")[0] == 2
    assert run(capsys, str(path), "abcd", "--size", "4x4", "--alphabet", "abcdefghijklmnop")[0] == 2


def test_steps(capsys, words):
    code, out, _ = run(capsys, words, "MGDWLYSJB", "--steps")
    assert code == 0 and out.splitlines()[0].startswith("1. neighbours: E at row 2, column 4")
    assert "1. " + run(capsys, words, "MGDWLYSJB", "--hint")[1] == out.splitlines()[0] + "\n"
    assert out.splitlines()[-1] == "difficulty: hard"
    answer = json.loads(run(capsys, words, "MGDWLYSJB", "--steps", "--format", "json")[1])
    assert answer["solved"] and len(answer["steps"]) == 16


def test_generate_and_picture(capsys, tmp_path):
    picture = tmp_path / "p.svg"
    code, out, _ = run(capsys, "--generate", "--seed", "5", "--svg", str(picture))
    assert code == 0 and picture.read_text().startswith("<svg")
    (tmp_path / "new.txt").write_text(out)
    assert run(capsys, str(tmp_path / "new.txt"), "--unique")[0] == 0
    assert run(capsys, out.strip(), "--unique")[0] == 0  # inline as well
    again = run(capsys, "--generate", "--seed", "5", "--format", "json")[1]
    assert json.loads(again)["puzzle"] + "\n" == out
    two = run(capsys, "--generate", "2", "--seed", "5", "--size", "4x4")[1].splitlines()
    assert len(set(two)) == 2 and run(capsys, "--generate", "--revisit")[0] == 2


@pytest.mark.parametrize(
    ("content", "letters", "said"),
    [
        (b"", "MGDWLYSJB", "is empty"),
        (b"\xff\xfe1\x00", "MGDWLYSJB", "is UTF-16"),
        (b"1\nA\0B", "MGDWLYSJB", "w:2: NUL byte"),
        (b"\x80\x81", "MGDWLYSJB", "w:1: byte 0x80"),
        (b"3\nMAN\nKEG\n", "MGDWLYSJB", "w:1:1: the file begins with 3, but has 2 words"),
        (b"1\nMAN\n", "MGDWLYSJJ", "LETTERS:1:9: J is given twice"),
        (b"1\nMAN\n", "MGDWLYSJZ", "LETTERS:1:9: 'Z' at row 5, column 5"),
        (b"1\nM\x1b[2JN\n", "MGDWLYSJB", "w:2:2: '\\x1b'"),
        (b"1\nMAN\n", None, "w: no words; put them after an empty line or a colon"),
    ],
)
def test_wrong_input_is_one_line_and_exit_code_2(capsys, tmp_path, monkeypatch, content, letters, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "w").write_bytes(content)
    code, out, err = run(capsys, "w", *([letters] if letters else []))
    assert (code, out) == (2, "")
    assert said in err and err.count("\n") == 1 and "\x1b" not in err


def test_options_that_do_not_go_together(capsys, words):
    assert run(capsys, words, "MGDWLYSJB", "--limit", "3")[0] == 2
    assert run(capsys, words, "--generate")[0] == 2
    assert run(capsys, words, "--all", "--count")[0] == 2
    assert run(capsys, words, "MGDWLYSJB", "--size", "5by5")[0] == 2


def test_the_way_of_a_general_solver(capsys, words):
    code, out, _ = run(capsys, words, SMALL, "--trace", "--method", "dfs", "--format", "json")
    found = json.loads(out)
    assert code == 0 and len(found["trace"]) == 9 and found["trace"][-1]["grid"] == SOLUTION
    last = found["trace"][-1]
    assert (last["nodes"], last["efficiency"]) == (found["nodes"], found["efficiency"])
    assert found["efficiency"] == 8 / found["nodes"]
    nodes = [state["nodes"] for state in found["trace"]]
    assert nodes[0] == 1 and nodes == sorted(set(nodes))
    for k, (state, after) in enumerate(zip(found["trace"], found["trace"][1:], strict=False)):
        before, now = "".join(state["grid"]), "".join(after["grid"])
        assert now.count(".") == 7 - k and all(a in (".", b) for a, b in zip(before, now, strict=True))
    code, out, _ = run(capsys, "AB/..: ABDC", "--trace", "--method", "bfs")
    assert "state 2: 2 nodes visited, efficiency 1.0000\nA B\n" in out


def test_methods_side_by_side(capsys, words):
    code, out, _ = run(capsys, words, SMALL, "--compare", "--format", "json")
    rows = json.loads(out)["methods"]
    assert code == 0 and [row["method"] for row in rows] == ["kernel", "dfs", "bfs"]
    assert [(row["status"], row["nodes"], row["length"]) for row in rows] == [
        ("UNIQUE", 1, 1),
        ("SOLVED", 44, 8),
        ("SOLVED", 14, 8),
    ]
    code, out, _ = run(capsys, "AB/..: ABDC", "--compare")
    lines = [line.split() for line in out.splitlines()]
    assert lines[0][:3] == ["method", "status", "nodes"] and [line[0] for line in lines[1:]] == [
        "kernel",
        "dfs",
        "bfs",
    ]
    assert run(capsys, "AB/..: ABDC", "--compare", "--max-nodes", "1")[0] == 1
    for more, said in ((["--method", "dfs"], "--compare"), (["--svg", "-"], "--compare")):
        code, _, err = run(capsys, "AB/..: ABDC", "--compare", *more)
        assert code == 2 and said in err


@pytest.mark.parametrize("mode", ["--all", "--count"])
def test_a_method_finds_one_solution(capsys, mode):
    code, out, err = run(capsys, "AB/..: ABDC", "--method", "dfs", mode)
    assert (code, out) == (2, "") and f"--method cannot be combined with {mode}" in err


WORDS = ["ACQUIRE", "AXLE", "CUT", "DERV", "FIR", "JUST", "KEG", "MAN", "PILE", "PRY", "ROB", "WHAM"]
SOLVED = ("MNGKD", "HAXEV", "WCLRY", "QUIPO", "STJFB")
ORIGINAL = Gogen.parse("MGDWLYSJB", WORDS)


def test_pictures():
    assert ORIGINAL._repr_svg_().count("<rect") == 25
    assert ">ACQUIRE AXLE CUT DERV<" in ORIGINAL.to_svg()
    assert ORIGINAL.to_svg(SOLVED).count("<text") == 25
    assert str(ORIGINAL).splitlines()[0] == "M . G . D"
    assert repr(ORIGINAL) == "Gogen('M.G.D/...../W.L.Y/...../S.J.B', 12 words)"


def test_steps_and_words_of_a_page():
    puzzle = Gogen.parse("MGDWLYSJB: ACQUIRE AXLE CUT DERV FIR JUST KEG MAN PILE PRY ROB WHAM")
    result = puzzle.solve()
    shown = puzzle.view(result)
    steps = puzzle.steps()
    assert [frame.says for frame in shown.frames[1:-1]] == [step.text for step in steps]
    assert dict(shown.facts)["difficulty"] == str(puzzle.difficulty())
    cells = "".join(result.solution)
    for row, word in zip(shown.table.rows, sorted(puzzle.words, key=len, reverse=True), strict=True):
        assert "".join(cells[cell] for cell in row.cells) == word == row.values[0]
    letters = [frame.text.replace("\n", "") for frame in shown.frames[:-1]]
    assert letters[0] == "".join(puzzle.grid)
    for before, after, step in zip(letters, letters[1:], steps, strict=False):
        filled = [k for k in range(25) if before[k] != after[k]]
        assert filled == ([] if step.cell is None else [5 * step.cell[0] + step.cell[1]])
    for frame, shown_letters in zip(shown.frames[1:-1], letters[1:], strict=True):
        for cell, letter in enumerate(shown_letters):  # what is left in a free cell holds the solution
            if letter == ".":
                group = frame.svg.split("<g>")[cell + 1].split("</g>")[0]
                assert f">{cells[cell]}</text>" in group or group.count("<text") == 0
    assert all(not row.cells for row in puzzle.view().table.rows)


@pytest.mark.parametrize("method", ["dfs", "bfs"])
def test_the_way_is_that_of_solve(method):
    puzzle = Gogen.parse(SMALL, WORDS)
    stats, way = puzzle.solve(method=method).stats, way_of(puzzle, method)
    assert len(way) == 9 and way[-1].nodes == stats.nodes and way[-1].efficiency == stats.efficiency
    assert way[0] == State(puzzle.grid, 0, 1) and [state.length for state in way] == list(range(9))
    assert all(a.nodes <= b.nodes for a, b in pairwise(way))


@pytest.mark.parametrize("givens", ["M.G.D/...../W.L.Y/...../S.J.B", "M...D/...../...../...../....B"])
def test_the_way_of_the_kernel_has_what_it_had_visited(givens):
    puzzle = Gogen.parse(givens, WORDS)
    result = puzzle.solve()
    way = kernel_way(puzzle, result.choices)
    assert way[0] == State(puzzle.grid, 0, 1) and way[-1].length == len(result.choices) + 1
    assert all(a.nodes <= b.nodes for a, b in pairwise(way)) and way[-1].efficiency <= 1
    assert all(a.nodes < b.nodes for a, b in pairwise(way[1:]))
    search = GogenSearch(puzzle.rows, puzzle.cols, *puzzle.arrays(), 1)
    while search.run(1):
        pass
    assert way[-1].nodes == search.nodes and search.count


def test_no_way():
    assert way_of(Gogen.parse("A.B/.../...", ["AB"]), "dfs") == []
    assert way_of(Gogen.parse("MGDWLYSJB", WORDS), "dfs", Limits(nodes=20)) == []
