"""Clues: read from files, shown by number in text, on pages and in files of other programs."""

import json

import pytest

from unriddle import PuzzleError
from unriddle.cli import main
from unriddle.puzzles.placement import clue_list, fill, layout
from unriddle.puzzles.placement.clues import clue_lines, folded


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ABC\n", ":1: line 'ABC', expected WORD;CLUE"),
        ("AB;x\n;y\n", ":2: line ';y', expected WORD;CLUE"),
        ("AB;x\n\nab;y\n", ":3: a second clue for 'AB', expected one"),
        ("AB\t\n", ":1: line 'AB\\t', expected WORD;CLUE"),
    ],
)
def test_wrong_lines_are_named(tmp_path, text, said):
    path = tmp_path / "clues.txt"
    path.write_text(text)
    with pytest.raises(PuzzleError) as caught:
        clue_list(path)
    assert str(caught.value) == f"{path}{said}"


def test_forms_of_a_line(tmp_path):
    path = tmp_path / "clues.txt"
    path.write_text("ab ; one; two \n\nÉté\tSaison; chaude\n")
    assert clue_list(path) == {"AB": "one; two", "ÉTÉ": "Saison; chaude"}


@pytest.mark.parametrize("clues", [["AB"], {"AB": 1}, {1: "x"}])
def test_clues_are_texts_by_word(clues):
    with pytest.raises(PuzzleError, match="expected"):
        folded(clues)


def test_one_direction_and_lines_of_a_clue():
    assert clue_lines(["AB"], {"ab": "two\nlines"}) == ["Across", "1. two lines"]
    assert clue_lines(["A", "B"], None) == ["Down", "1."] and clue_lines(["A"], {}) == []


def test_pages_have_a_column_of_clues():
    result = fill("../.#", ["AB", "AC"], seed=0)
    page = result.to_html({"ab": "First two", "AC": "<b>"})
    assert "First two" in page and "&lt;b&gt;" in page and "First two" not in result.to_html()
    made = layout(["GTU", "TECH"], seed=0)
    assert "University" in made.to_html({"GTU": "University"}) and "University" not in made.to_html()


def test_the_command_shows_clues(tmp_path, capsys):
    words, clues, file = (tmp_path / name for name in ("words.txt", "clues.txt", "grid.ipuz"))
    words.write_text("AB\nAC\n")
    clues.write_text("AB;Two letters\nXY\tNot there\n")
    asked = ["--clues", str(clues), "--seed", "0"]
    grid = ["placement", "fill", "../.#", "--lexicon", str(words), *asked]
    assert main([*grid, "--export", str(file)]) == 0
    shown, found = capsys.readouterr().out, json.loads(file.read_text())
    across = "Two letters" if "".join(found["solution"][0]) == "AB" else ""
    down = "Two letters" if not across else ""
    assert (
        shown.split("\n", 2)[2] == f"\nAcross\n1. {across}".rstrip() + f"\n\nDown\n1. {down}".rstrip() + "\n"
    )
    assert found["clues"] == {"Across": [[1, across]], "Down": [[1, down]]}
    assert main([*grid, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["clues"]["Across"][0]["clue"] == across
    made = ["placement", "layout", "AB,AC", *asked, "--export", str(file)]
    assert main(made) == 0
    assert "Two letters" in capsys.readouterr().out and "Two letters" in file.read_text()
    assert main([*made, "--format", "json"]) == 0
    assert "Two letters" in json.dumps(json.loads(capsys.readouterr().out)["clues"])
    clues.write_text("AB\n")
    assert main(grid) == 2
    assert capsys.readouterr().err == f"{clues}:1: line 'AB', expected WORD;CLUE\n"


def test_a_scored_list_is_the_word_list(tmp_path, capsys):
    """Another list was left out in silence."""
    scored = tmp_path / "scored.txt"
    scored.write_text("AB;1\nAC;2\n")
    asked = ["placement", "fill", "..", "--scored", str(scored)]
    for option in (
        ["--lexicon", str(scored)],
        ["--lexicon", "english"],
        ["--level", "60"],
        ["--strip-accents"],
    ):
        assert main([*asked, *option]) == 2
        said = f"--scored cannot be combined with {option[0]}\n"
        assert capsys.readouterr().err == said
    assert main(asked) == 0 and capsys.readouterr().out.strip() in ("AB", "AC")
