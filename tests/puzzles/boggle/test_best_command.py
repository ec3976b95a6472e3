"""unriddle boggle --best on the command line."""

import json

import pytest

from unriddle.cli import main


@pytest.fixture
def words(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("tea\neat\nrate\nstare\nquit\n")
    return str(path)


def test_text_and_json(words, capsys, tmp_path):
    picture = tmp_path / "best.svg"
    assert main(["boggle", "--best", "2x3", "--lexicon", words, "--seed", "4", "--svg", str(picture)]) == 0
    shown = capsys.readouterr().out
    assert "points" in shown
    assert "rounds ended at this score" in shown
    assert picture.read_text().startswith("<svg")
    arguments = ["boggle", "--best", "2x3", "--lexicon", words, "--format", "json", "--threads", "2"]
    assert main([*arguments, "--objective", "words", "--seconds", "30"]) == 0
    value = json.loads(capsys.readouterr().out)
    assert value["score"] == 4
    assert (value["rows"], value["cols"], value["objective"], value["status"]) == (2, 3, "words", "SOLVED")
    assert value["hits"] >= 3
    assert main([*arguments, "--seconds", "0"]) == 0
    assert json.loads(capsys.readouterr().out)["status"] == "LIMIT"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--best", "9x9"],
        ["--best", "0x3"],
        ["--best", "abc"],
        ["--best", "2x2", "teas"],
        ["--best", "2x2", "--random", "2x2"],
        ["--best", "2x2", "--format", "csv"],
        ["--seconds", "3", "teas"],
        ["--objective", "words", "teas"],
    ],
)
def test_wrong_use_is_one_line(arguments, words, capsys):
    assert main(["boggle", *arguments, "--lexicon", words]) == 2
    error = capsys.readouterr().err
    assert "expected" in error
    assert len(error.strip().splitlines()) == 1
