"""`unriddle words` from its arguments to its lines."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from unriddle.cli import main


@pytest.fixture(autouse=True)
def no_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("UNRIDDLE_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def small(tmp_path: Path) -> str:
    path = tmp_path / "small.txt"
    path.write_text("Tea\nquit\nQUIZ\nété\ndon't\n", encoding="utf-8")
    return str(path)


def test_list(small: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["words", "list", "--lexicon", small]) == 0
    assert capsys.readouterr().out == "quit\nquiz\ntea\nété\n"
    assert main(["words", "list", "--lexicon", small, "--min-length", "4", "--format", "ndjson"]) == 0
    assert capsys.readouterr().out == '{"word":"quit","length":4}\n{"word":"quiz","length":4}\n'
    assert main(["words", "list", "--lexicon", small, "--max-length", "2"]) == 1
    assert capsys.readouterr().out == ""


def test_find(small: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["words", "find", "Q*?", "--lexicon", small, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found == {"lexicon": small, "pattern": "Q*?", "count": 2, "words": ["quit", "quiz"]}
    assert main(["words", "find", "E\u0301t?", "--lexicon", small]) == 0
    assert capsys.readouterr().out == "été\n"
    assert main(["words", "find", "x*", "--lexicon", small]) == 1


def test_info(small: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["words", "info", "--lexicon", small, "--format", "json"]) == 0
    info = json.loads(capsys.readouterr().out)
    assert (info["words"], info["skipped"], info["letters"]) == (4, 1, 14)
    assert main(["words", "info"]) == 0
    out = capsys.readouterr().out
    assert "words      254,989\n" in out
    assert "letters    2,375,815\n" in out


def test_level_and_clean(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["words", "find", "krauts", "--level", "80"]) == 0
    assert main(["words", "find", "krauts", "--level", "80", "--clean"]) == 1
    assert capsys.readouterr().out == "krauts\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["find", ""], "empty pattern, expected letters, ? and *\n"),
        (["find", "a\x1b[2J"], "pattern with '\\x1b', expected letters, ? and *\n"),
        (["list", "--level", "61"], "level 61, expected one of 10, 20, 35, 40, 50, 55, 60, 70, 80\n"),
        (["list", "--lexicon", "no\x1bne"], "no\\x1bne: no such file\n"),
        (["list", "--lexicon", "/", "--level", "60"], "/: level belongs to the embedded list"),
        (["list", "--lexicon", "/"], "/: is a folder, expected a file\n"),
        (["list", "--min-length", "0"], "unriddle words list: argument --min-length: '0', expected"),
        ([], "unriddle words: the following arguments are required: list|info|find"),
        (["show"], "unriddle words: argument list|info|find: invalid choice"),
    ],
)
def test_wrong(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["words", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(message)
    assert captured.err.count("\n") == 1


def test_strict(small: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["words", "info", "--lexicon", small, "--strict"]) == 2
    assert capsys.readouterr().err == f'{small}:5:4: "\'" is no letter, expected one word a line\n'


def test_standard_input_and_a_closed_pipe() -> None:
    command = [sys.executable, "-m", "unriddle", "words", "list"]
    done = subprocess.run([*command, "--lexicon", "-"], input=b"tea\nat\n", capture_output=True, check=False)
    assert (done.returncode, done.stdout.split(), done.stderr) == (0, [b"at", b"tea"], b"")
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().split() == [b"aah"]
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0
