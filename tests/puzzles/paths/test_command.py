"""`unriddle count-paths` from its arguments to its lines and exit codes."""

import json

import pytest

from unriddle.cli import main


@pytest.fixture
def run(capsys):
    def call(*arguments):
        code = main(["count-paths", *arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


@pytest.mark.parametrize(
    ("shape", "topology", "wrap", "count"),
    [
        ("2x2", "king", False, 64),
        ("3x3", "king", False, 10_305),
        ("4", "king", False, 12_029_640),
        ("2x2", "rook", True, 28),
        ("3x3", "rook", True, 9_081),
        ("4x4", "rook", True, 1_450_832),
    ],
)
def test_counting_all_paths(run, shape, topology, wrap, count):
    arguments = [shape, "--topology", topology, *(["--wrap"] if wrap else [])]
    code, out, _ = run(*arguments, "--format", "json")
    found = json.loads(out)
    assert (code, found["count"], found["status"], found["complete"]) == (0, count, "MULTIPLE", True)
    assert run(*arguments)[1] == f"{count}\n"


def test_by_length_and_stats(run):
    code, out, _ = run("2x2", "--by-length", "--stats")
    assert code == 0
    assert out.startswith("64\nof 1 cells: 4\nof 2 cells: 12\nof 3 cells: 24\nof 4 cells: 24\n")
    assert " states in " in out
    assert json.loads(run("2x2", "--by-length", "--format", "json")[1])["by_length"] == [0, 4, 12, 24, 24]


def test_by_start(run, tmp_path):
    assert run("2x3", "--by-start")[1] == "476\n88 62 88\n88 62 88\n"
    found = json.loads(run("2x3", "--by-start", "--format", "json")[1])
    assert found["by_start"] == [[88, 62, 88], [88, 62, 88]] and found["count"] == 476
    code, out, _ = run("2x3", "--svg", "-")
    assert code == 0 and out.startswith("<svg") and out.count(">88<") == 5 and out.count(">62<") == 3
    code, out, _ = run("2x3", "--svg", str(tmp_path / "starts.svg"))
    assert (tmp_path / "starts.svg").read_text().startswith("<svg") and out == "476\n"
    code, out, _ = run("9x9", "--svg", "-", "--max-nodes", "1000")
    assert code == 1 and out == ""


def test_counts_of_thousands_of_digits(run):
    code, out, _ = run("6400x2", "--topology", "rook", "--format", "json")
    assert code == 0 and json.loads(out)["count"] > 10**100


def test_limits(run):
    for limit in (["--max-nodes", "1000"], ["--max-seconds", "0"], ["--max-memory", "100K"]):
        code, out, _ = run("9x9", *limit)
        assert code == 1 and out.startswith("at least ")
        code, out, _ = run("9x9", *limit, "--format", "json")
        assert code == 1 and json.loads(out)["status"] == "LIMIT" and json.loads(out)["complete"] is False


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["0x3"], "RxC '0x3', expected rows and columns such as 4x5"),
        (["x"], "expected rows and columns"),
        (["1000000x2"], "expected at most 1,000,000"),
        (["3x3", "--topology", "queen"], "'queen', expected one of king, rook, hex"),
        (["100x100"], "is too large to count exactly"),
        ([], "RxC is required"),
    ],
)
def test_wrong_input_gives_one_line_and_2(run, arguments, message):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert message in err and err.count("\n") == 1
