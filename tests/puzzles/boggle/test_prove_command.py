"""`unriddle prove` from its arguments to its lines and exit codes."""

import json

import pytest

from unriddle.cli import main


@pytest.fixture
def run(tmp_path, capsys):
    words = tmp_path / "words.txt"
    words.write_text("tea\neat\nate\nsea\n")

    def call(*arguments):
        code = main(["prove", *arguments, "--lexicon", str(words)])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


def test_text_json_and_a_drawing(run, tmp_path):
    code, out, err = run("2x2", "--least", "4")
    lines = out.splitlines()
    assert (code, err) == (0, "") and lines[0] == "4: A E/S T"
    assert lines[3:5] == ["", "3 boards of at least 4 (proven)"]
    code, out, _ = run("2x2", "--least", "4", "--format", "json", "--svg", str(tmp_path / "x.svg"))
    found = json.loads(out)
    assert (found["status"], found["count"], found["complete"], found["remaining"]) == (
        "MULTIPLE",
        3,
        True,
        0,
    )
    assert found["boards"][0] == {"board": [["a", "e"], ["s", "t"]], "score": 4}
    assert (tmp_path / "x.svg").read_text().startswith("<svg")
    code, out, _ = run("2x2", "--least", "5")
    assert code == 1 and out.startswith("0 boards of at least 5 (proven)")
    assert json.loads(run("2x2", "--least", "3", "--objective", "words", "--format", "json")[1])["count"] > 3


def test_a_stopped_proof_goes_on(run, tmp_path):
    state = str(tmp_path / "state.json")
    code, out, err = run("2x2", "--least", "3", "--checkpoint", state, "--max-nodes", "20")
    assert code == 1 and "not all searched" in out and err == "limit reached: the boards found by then\n"
    whole = json.loads(run("2x2", "--least", "3", "--format", "json")[1])
    code, out, err = run("2x2", "--least", "3", "--checkpoint", state, "--format", "json")
    assert (code, err) == (0, "") and json.loads(out)["boards"] == whole["boards"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["4x5", "--least", "9"], "at most 16 cells"),
        (["2x2", "--least", "3", "--threads", "-1"], "--threads"),
        (["2x2", "--least", "3", "--max-memory", "x"], "--max-memory"),
        (["2x2"], "required: --least"),
        (["2x2", "--least", "0"], "expected a whole number from 1 up"),
        (["2x", "--least", "3"], "expected rows and columns"),
    ],
)
def test_wrong_use_is_one_line(run, arguments, message):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "") and message in err and err.count("\n") == 1


def test_threads_and_memory(run):
    whole = json.loads(run("2x3", "--least", "4", "--format", "json")[1])
    for options in (["--threads", "1"], ["--threads", "3", "--max-memory", "2M"]):
        code, out, _ = run("2x3", "--least", "4", "--format", "json", *options)
        assert code == 0 and json.loads(out)["boards"] == whole["boards"]
    code, out, err = run("2x3", "--least", "4", "--max-memory", "1000")
    assert code == 1 and "not all searched" in out and err == "limit reached: the boards found by then\n"
