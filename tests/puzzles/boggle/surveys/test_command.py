"""`unriddle survey`: what it prints, its files, its exit codes."""

import json

import pytest

from unriddle import boggle
from unriddle.cli import main


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "words.txt").write_text("tea\neat\nrate\nset\n")

    def call(*arguments):
        code = main(["survey", "--lexicon", "words.txt", *arguments])
        out, err = capsys.readouterr()
        return code, out, err

    return call


def test_what_it_prints(run):
    code, out, err = run("--boards", "5000", "--seed", "2", "--frequent", "2")
    assert code == 0 and not err
    found = boggle.survey("1987", ["tea", "eat", "rate", "set"], boards=5000, seed=2)
    assert "Boards: 5,000 of 4 x 4, king, seed 2" in out and str(found.words.mean) in out
    assert out.count(" %\n") == 2 and f"  {found.frequent(1)[0][0]} " in out


def test_shards_are_put_together(run, tmp_path):
    for part in ("1/2", "2/2"):
        code, out, _ = run("--boards", "9000", "--shard", part, "--format", "json")
        assert code == 0
        (tmp_path / f"part{part[0]}.json").write_text(out)
    code, out, err = run("--merge", "part1.json", "part2.json", "--format", "json", "--svg", "-")
    whole = boggle.survey("1987", ["tea", "eat", "rate", "set"], boards=9000, seed=0).to_dict()
    merged = json.loads(out)
    assert code == 0 and not err and merged.pop("svg").startswith("<svg")
    assert {**merged, "seconds": 0, "lexicon": ""} == {**whole, "seconds": 0, "lexicon": ""}
    code, out, err = run("--merge", "part1.json", "--svg", "part.svg")
    assert code == 1 and "of 9,000 boards: others are missing" in err and (tmp_path / "part.svg").exists()
    code, out, err = run("--merge", "part1.json", "part1.json")
    assert code == 2 and "boards in common" in err


def test_limits(run):
    code, out, err = run("--boards", "100000000", "--max-nodes", "5000", "--dice", "big", "--threads", "1")
    assert code == 1 and "limit reached: only the boards so far" in err and "Boards: 4,096 of 5 x 5" in out


def test_wrong_input_is_one_line_and_2(run, tmp_path):
    (tmp_path / "bad.json").write_text("{")
    (tmp_path / "other.json").write_text("{}")
    for arguments, message in (
        (("--dice", "moon"), "no dice are called"),
        (("--size", "x"), "expected rows and columns"),
        (("--boards", "0"), "expected a whole number from 1 up"),
        (("--shard", "3/2"), "expected i/N, i from 1 to N"),
        (("--merge", "none.json"), "none.json"),
        (("--merge", "bad.json"), "bad.json: is not a survey saved with --format json"),
        (("--merge", "other.json"), "expected what to_dict of a survey returned"),
    ):
        code, out, err = run(*arguments)
        assert (code, out) == (2, "") and message in err, arguments
        assert err.count("\n") == 1 or "usage" in err
