"""``unriddle placement square``."""

import json

import pytest

from unriddle.cli import main


@pytest.fixture
def words(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("bit\nice\nten\nace\nbat\nab\nbc\ncd\n")
    return str(path)


@pytest.fixture
def run(capsys, words):
    def run(*arguments):
        code = main(["placement", "square", "--lexicon", words, *arguments])
        return code, *capsys.readouterr()

    return run


def test_one_square(run):
    code, out, err = run("--size", "3", "--seed", "1")
    assert (code, err) == (0, "") and out in ("bat\nace\nten\n", "bit\nice\nten\n")
    code, out, _ = run("--size", "3", "--format", "json")
    found = json.loads(out)
    assert found["status"] == "SOLVED" and found["solution"]["layers"][0][2] == "ten" and found["nodes"] > 0
    code, out, _ = run("--stats")
    assert code == 1 and out.startswith("NO_SOLUTION\n") and "nodes visited" in out


def test_all_and_how_many(run):
    assert run("--size", "3", "--count") == (0, "2\n", "")
    assert run("--size", "3", "--count", "--limit", "1")[1] == "1\n"
    code, out, _ = run("--size", "3", "--all")
    assert code == 0 and out == "bat\nace\nten\n\nbit\nice\nten\nMULTIPLE: 2 solutions, all of them\n"
    found = json.loads(run("--size", "3", "--all", "--format", "json")[1])
    assert found["count"] == 2 and len(found["solutions"]) == 2
    assert run("--size", "3", "--double", "--count")[:2] == (1, "0\n")


def test_a_cube(run):
    assert run("--size", "2", "--cube")[1] == "ab\nbc\n\nbc\ncd\n"


def test_pictures_and_pages(run, tmp_path):
    code, out, _ = run("--size", "3", "--seed", "1", "--svg", "-")
    assert code == 0 and out.startswith("<svg") and out.count("<text") == 9
    page = tmp_path / "cube.html"
    assert run("--size", "2", "--cube", "--html", str(page)) == (0, "ab\nbc\n\nbc\ncd\n", "")
    assert "<title>Word cube of 2</title>" in page.read_text(encoding="utf-8")
    found = json.loads(run("--size", "3", "--svg", "-", "--format", "json")[1])
    assert found["status"] == "SOLVED" and found["svg"].startswith("<svg")
    run("--size", "3", "--all", "--svg", str(tmp_path / "first.svg"))
    assert (tmp_path / "first.svg").read_text(encoding="utf-8").count("<text") == 9
    assert run("--size", "5", "--svg", "-")[:2] == (1, "NO_SOLUTION\n")


def test_what_is_wrong(run):
    assert run("--count", "--svg", "x.svg") == (2, "", "--count and --svg, expected one of them\n")
    assert run("--size", "99") == (2, "", "size 99, expected a whole number from 2 to 40\n")
    assert run("--size", "3", "--lexicon", "none.txt")[0] == 2
    for wrong in (("--double", "--cube"), ("--all", "--count"), ("--size", "0")):
        assert run(*wrong)[0] == 2
