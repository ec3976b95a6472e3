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
    assert main(["words", "find", "krauts", "--level", "80", "--no-profanity"]) == 1
    assert capsys.readouterr().out == "krauts\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["find", ""], "empty pattern, expected letters, ? and *\n"),
        (["find", "a\x1b[2J"], "pattern with '\\x1b', expected letters, ? and *\n"),
        (["list", "--level", "61"], "--level 61, expected one of 10, 20, 35, 40, 50, 55, 60, 70, 80\n"),
        (["list", "--lexicon", "no\x1bne"], "no\\x1bne: no such file\n"),
        (["list", "--lexicon", "/", "--level", "60"], "--level 60 applies to the embedded list only"),
        (["list", "--lexicon", "/"], "/: is a folder; name a file\n"),
        (["list", "--min-length", "0"], "unriddle words list: --min-length '0', expected"),
        ([], "unriddle words: ACTION is required"),
        (["show"], "unriddle words: ACTION 'show', expected one of list"),
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
    assert capsys.readouterr().err == f'{small}:5:4: "\'" is not a letter; put only letters on a line\n'


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


def test_import(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "dutch"
    path.write_bytes("ijs\nreünie\nauto's\nZwolle\nzzp-schap\n".encode("latin-1"))
    assert main(["words", "lists"]) == 1
    assert main(["words", "import", str(path), "--language", "nl"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        "nl         2 words, 9 letters in all",
        "alphabet   abcdefghijklmnopqrstuvwxyz",
        "duplicates 0",
        "left out   3",
        "  apostrophe           1  auto's",
        "  hyphen               1  zzp-schap",
        "  name                 1  Zwolle",
    ]
    assert main(["words", "list", "--lexicon", "nl"]) == 0
    assert capsys.readouterr().out == "ijs\nreunie\n"
    assert main(["words", "info", "--lexicon", "nl"]) == 0
    assert "left out   apostrophe 1, hyphen 1, name 1\n" in capsys.readouterr().out
    assert main(["words", "import", str(path), "--strip-accents", "--name", "alle", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["name"], found["words"], found["left_out"][0]["examples"]) == ("alle", 3, ["auto's"])
    assert main(["words", "lists"]) == 0
    assert capsys.readouterr().out == (
        "alle               3 words, 26 letters\nnl                 2 words, 26 letters\n"
    )
    assert main(["boggle", "ijs/aaa", "--lexicon", "nl", "--count"]) == 0
    assert main(["words", "remove", "alle"]) == main(["words", "lists", "--format", "json"]) == 0
    assert [one["name"] for one in json.loads(capsys.readouterr().out.splitlines()[-1])["lists"]] == ["nl"]
    assert main(["words", "list", "--lexicon", str(path), "--alphabet", "ijseunr"]) == 0
    assert capsys.readouterr().out == "ijs\nreunie\n"


def test_import_of_many_letters_says_what_to_fold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "list"
    path.write_text("abcdefghijklmnopqrstuvwxyzàâçéèêî\n", encoding="utf-8")
    assert main(["words", "import", str(path), "--name", "many"]) == 0
    said = capsys.readouterr().out.splitlines()[-1]
    assert said == (
        "33 letters, and the fast searches of boards take 32: folding (fold=True, --strip-accents) writes"
        " à â as a, ç as c, è é ê as e, î as i: 26 remain"
    )
    assert main(["stream", "4x4", "--random", "--size", "4x4", "--lexicon", "many"]) == 2
    assert main(["words", "info", "--lexicon", "many", "--format", "json"]) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["import", "x"], "no name for the list; give --name or --language\n"),
        (["import", "x", "--name", "X"], "'X' is not a name for a list; use small letters"),
        (["import", "x", "--language", "xx"], "language 'xx', expected one of de, en, es, fr, it, nl"),
        (["import", "nonesuch", "--language", "nl"], "./nonesuch: no such file\n"),
        (["remove", "nl"], "no imported list is called 'nl'; imported lists: none\n"),
        (["list", "--lexicon", "nl"], "nl: no such file, and no list is saved under that name\n"),
        (
            ["list", "--strip-accents"],
            "--strip-accents applies to word files only; omit it for the embedded list 'english'",
        ),
    ],
)
def test_wrong_imports(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["words", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith(message) and captured.err.count("\n") == 1 and captured.out == ""
