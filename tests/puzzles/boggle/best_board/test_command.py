"""`unriddle best` from its arguments to its lines and exit codes."""

import json
import re

import pytest

from unriddle.cli import main


@pytest.fixture
def words(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("tea\neat\nrate\nstare\nquit\n")
    return str(path)


def test_text_and_json(words, capsys, tmp_path):
    picture = tmp_path / "best.svg"
    assert main(["best", "2x3", "--lexicon", words, "--seed", "4", "--svg", str(picture)]) == 0
    shown = capsys.readouterr().out
    assert "points" in shown
    assert "rounds ended at this score" in shown
    assert picture.read_text().startswith("<svg")
    arguments = ["best", "2x3", "--lexicon", words, "--format", "json", "--threads", "2"]
    assert main([*arguments, "--objective", "words", "--max-seconds", "30"]) == 0
    value = json.loads(capsys.readouterr().out)
    assert value["score"] == 4
    assert (value["rows"], value["cols"], value["objective"], value["status"]) == (2, 3, "words", "SOLVED")
    assert value["hits"] >= 3
    for limit, unit in (("--max-seconds", "0"), ("--max-nodes", "40")):
        assert main([*arguments, limit, unit]) == 1
        captured = capsys.readouterr()
        value = json.loads(captured.out)
        assert value["status"] == "LIMIT" and captured.err == "limit reached: the best board so far\n"
    assert value["nodes"] == 40


def test_a_target_is_reached_or_missed(words, capsys):
    arguments = ["best", "2x3", "--lexicon", words, "--pool", "5", "--format", "json"]
    assert main([*arguments, "--target", "4"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["status"] == "SOLVED" and found["score"] >= 4
    assert main([*arguments, "--target", "999", "--rounds", "1", "--method", "annealing"]) == 1
    captured = capsys.readouterr()
    assert json.loads(captured.out)["status"] == "LIMIT"
    assert captured.err == "the target of 999 was not reached: the best board so far\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["9x9"],
        ["0x3"],
        ["abc"],
        ["2x2", "--format", "csv"],
        ["2x2", "--max-seconds", "x"],
        ["2x2", "--objective", "fun"],
        ["2x2", "--pool", "0"],
        [],
    ],
)
def test_wrong_use_is_one_line(arguments, words, capsys):
    assert main(["best", *arguments, "--lexicon", words]) == 2
    error = capsys.readouterr().err
    assert "expected" in error or "required" in error
    assert len(error.strip().splitlines()) == 1


def test_dice_and_points(words, capsys):
    arguments = ["best", "2x2", "--lexicon", words, "--dice", "TX TE AR XX"]
    assert main(arguments) == 0
    assert "Dice: TX TE AR XX" in capsys.readouterr().out
    points = '{"by_length": {"3": 7}, "letter_values": {"t": 1}}'
    short = ["--pool", "4", "--rounds", "1", "--format", "json"]
    assert main([*arguments, "--scoring", points, *short]) == 0
    value = json.loads(capsys.readouterr().out)
    assert value["dice"] == "TX TE AR XX" and value["score"] == 2 * 8
    for wrong in ("x", "[]", '{"moon": 1}', '{"by_length": {"a": 1}}', '{"letter_values": {"a": "x"}}'):
        assert main([*arguments, "--scoring", wrong]) == 2
        assert re.search("expected|is not a scoring key", capsys.readouterr().err)
    assert main(["best", "2x2", "--lexicon", words, "--dice", "1987"]) == 2
    assert "16 dice for 4 cells, expected a set of 4" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("objective", "one", "two"), [("score", "1 point", "2 points"), ("words", "1 word", "2 words")]
)
def test_the_score_is_told_in_points_or_in_words_of_one_or_more(objective, one, two, capsys, tmp_path):
    path = tmp_path / "one.txt"
    path.write_text("tea\n")
    arguments = ["best", "2x2", "--objective", objective, "--rounds", "1", "--pool", "5", "--lexicon"]
    assert main([*arguments, str(path)]) == 0
    assert f"\n{one}\n" in capsys.readouterr().out
    path.write_text("tea\neat\n")
    assert main([*arguments, str(path)]) == 0
    assert f"\n{two}\n" in capsys.readouterr().out
