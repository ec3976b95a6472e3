"""Files of crossword programs, read back; numbers beside a hand-made answer."""

import json
import sys

import pytest

from unriddle import MissingExtraError, PuzzleError, WordPlacement
from unriddle.cli import main
from unriddle.io.formats.crosswords import Crossword, Marks
from unriddle.puzzles.placement import WordFilling, clue_list, fill, layout
from unriddle.puzzles.placement.draw import draw, pictures
from unriddle.puzzles.placement.export import (
    check_export,
    clue_lines,
    entries,
    folded,
    ipuz_of,
    numbering,
    puz_of,
)

GRID = ("STAR#", "H#RUE", "E#E#A", "ERA#R", "#ODOR")
NUMBERS = [[1, 0, 2, 3, "#"], [0, "#", 4, 0, 5], [0, "#", 0, "#", 0], [6, 7, 0, "#", 0], ["#", 8, 0, 0, 0]]
ACROSS = [(1, "STAR"), (4, "RUE"), (6, "ERA"), (8, "ODOR")]
DOWN = [(1, "SHEE"), (2, "AREAD"), (3, "RU"), (5, "EARR"), (7, "RO")]
"""By hand: a number where an entry of two or more letters begins, in the order of reading."""


def test_numbers_are_those_of_crosswords():
    found = entries([row.replace("#", "0") for row in GRID])
    assert {way: [entry[:2] for entry in listed] for way, listed in found.items()} == {
        "Across": ACROSS,
        "Down": DOWN,
    }


CLUES = {"star": "It shines; far off", "RUE": "Regret", "shee": "Fairy folk", "ABSENT": "Not here", "Rú": "x"}


def test_clues_stand_at_their_numbers():
    found = json.loads(ipuz_of(GRID, CLUES))["clues"]
    assert found["Across"] == [[1, "It shines; far off"], [4, "Regret"], [6, ""], [8, ""]]
    assert found["Down"] == [[1, "Fairy folk"], [2, ""], [3, ""], [5, ""], [7, ""]]
    filling = WordFilling(rows=GRID, placed=())
    across = "Across 1. It shines; far off 4. Regret 6. 8."
    down = "Down 1. Fairy folk 2. 3. 5. 7."
    assert " ".join(filling.clue_text(CLUES).split()) == f"{across} {down}"
    assert "\n8.\n\nDown\n1. Fairy folk\n2.\n" in filling.clue_text(CLUES)
    assert filling.entries(CLUES)["Down"][0] == {"number": 1, "word": "SHEE", "clue": "Fairy folk"}


def test_clues_of_across_lite_are_in_the_order_of_numbers():
    """Across before down where both begin in a cell."""
    puz = pytest.importorskip("puz", reason="puzpy is not installed")
    found = puz.load(puz_of(GRID, CLUES))
    assert found.clues == ["It shines; far off", "Fairy folk", "", "", "Regret", "", "", "", ""]
    numbering = found.clue_numbering()
    assert [(c["num"], c["clue"]) for c in numbering.across][:2] == [(1, "It shines; far off"), (4, "Regret")]
    assert numbering.down[0]["clue"] == "Fairy folk"


@pytest.mark.parametrize("clue", ["It’s “so” — a – b…", "€ 5", "Жар", "日本の歌", "😀", "עברית"])
def test_clues_of_any_script_are_read_back(clue):
    puz = pytest.importorskip("puz", reason="puzpy is not installed")
    found = puz.load(puz_of(GRID, {"STAR": clue, "RUE": "É"}))
    assert found.version == b"2.0" and (found.clues[0], found.clues[4]) == (clue, "É")
    assert found.solution == "".join(GRID).replace("#", ".")


def test_letters_of_any_script_are_read_back():
    """Latin-1 alone stays the version that every program reads; other letters are a rebus."""
    puz = pytest.importorskip("puz", reason="puzpy is not installed")
    assert puz.load(puz_of(["ÉB", "C#"], {"ÉB": "où"})).version == b"1.3"
    for rows, clues, plain in ((["ЖÉ", "Ж#"], {}, "XEX."), (["ÉB", "C#"], {"ÉB": "—"}, "EBC.")):
        found = puz.load(puz_of(rows, clues))
        rebus = found.rebus()
        cells = [rebus.get_rebus_solution(k) or letter for k, letter in enumerate(found.solution)]
        assert (found.solution, "".join(cells)) == (plain, "".join(rows).replace("#", "."))


def test_ipuz_read_back():
    found = json.loads(ipuz_of(GRID))
    assert found["version"] == "http://ipuz.org/v2" and found["kind"] == ["http://ipuz.org/crossword#1"]
    assert found["dimensions"] == {"width": 5, "height": 5}
    assert found["puzzle"] == NUMBERS
    assert ["".join(row) for row in found["solution"]] == list(GRID)
    assert found["clues"] == {
        "Across": [[number, ""] for number, _ in ACROSS],
        "Down": [[number, ""] for number, _ in DOWN],
    }
    assert (found["block"], found["empty"]) == ("#", "0")


def test_across_lite_read_back():
    puz = pytest.importorskip("puz", reason="puzpy is not installed")
    found = puz.load(puz_of([row.lower() for row in GRID]))
    assert (found.width, found.height, found.solution) == (5, 5, "".join(GRID).replace("#", "."))
    assert found.fill == "".join("." if letter == "#" else "-" for letter in "".join(GRID))
    assert found.clues == [""] * 9
    numbering = found.clue_numbering()

    def entries(clues, step):
        return [
            (c["num"], "".join(found.solution[c["cell"] + k * step] for k in range(c["len"]))) for c in clues
        ]

    assert entries(numbering.across, 1) == ACROSS and entries(numbering.down, 5) == DOWN


def test_what_has_an_export():
    result = fill("../.#", ["ab", "AC"], seed=0)
    assert json.loads(result.to_ipuz())["solution"][0][0] == "A"
    assert result.to_ipuz() == result.solution.to_ipuz()
    solved = WordPlacement(["GTU", "TECH"], ["111", "010", "010", "010"]).solve()
    assert json.loads(solved.solution.to_ipuz())["puzzle"][0] == [1, 2, 0]
    none = fill("..", [])
    for export in (none.to_ipuz, none.to_puz):
        with pytest.raises(PuzzleError, match="NO_SOLUTION: there is no filled grid to export"):
            export()


def test_what_cannot_be_written():
    pytest.importorskip("puz", reason="puzpy is not installed")
    assert b"\xc9\xc9" in puz_of(["éé"])
    for rows, reason in (
        (
            ["".join(chr(0x4E00 + k) for k in range(100))],
            "100 different cells of several letters or of letters that are not ASCII",
        ),
        (["A" * 256], "a grid of 1 x 256, expected at most 255"),
        (["AB", "A."], "row 2, column 2 has no letter; only a filled grid can be exported"),
    ):
        with pytest.raises(PuzzleError, match=reason):
            puz_of(rows)
    for clue in ("a\0b", "\udc80"):
        with pytest.raises(PuzzleError, match=r"cannot be written to \.puz; remove the characters"):
            puz_of(GRID, {"STAR": clue})
    with pytest.raises(PuzzleError, match="row 1, column 1 has no letter"):
        ipuz_of(["1A"])
    assert json.loads(ipuz_of(["AЖ"]))["solution"] == [["A", "Ж"]]


def test_by_the_end_of_a_name(monkeypatch):
    check_export("X.IPUZ")
    with pytest.raises(PuzzleError, match="use a name that ends in"):
        check_export("x.puzz")
    monkeypatch.setitem(sys.modules, "puz", None)
    for export in (lambda: check_export("x.puz"), lambda: puz_of(GRID)):
        with pytest.raises(MissingExtraError, match=r"pip install puzpy"):
            export()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ABC\n", ":1: line 'ABC', expected WORD;CLUE"),
        ("AB;x\n;y\n", ":2: line ';y', expected WORD;CLUE"),
        ("AB;x\n\nab;y\n", ":3: 'AB' has two clues"),
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
    asked = ["placement", "fill", "..", "--scored-lexicon", str(scored)]
    spelling = ["--strip-accents"]
    for option in (["--lexicon", str(scored)], ["--lexicon", "english"], ["--level", "60"], spelling):
        assert main([*asked, *option]) == 2
        said = f"--scored-lexicon cannot be combined with {option[0]}\n"
        assert capsys.readouterr().err == said
    assert main(asked) == 0 and capsys.readouterr().out.strip() in ("AB", "AC")


SMALL = "GTU\nTECH\n\n111\n010\n010\n010\n"
SOLUTION = ("GTU", "#E#", "#C#", "#H#")


def test_drawings_hold_every_letter():
    puzzle = WordPlacement.parse(SMALL)
    assert puzzle._repr_svg_().count("<rect") == 7 and "<text" not in puzzle._repr_svg_()
    assert draw(SOLUTION).count("<text") == 6
    for drawn in (puzzle.solve(), puzzle.solve().solution, fill(puzzle, puzzle.words), layout(puzzle.words)):
        assert drawn._repr_svg_().count("<text") == 6
    assert fill(["..X"], ["AB"])._repr_svg_().count("<text") == 1
    assert list(pictures()) == ["placement"]


def test_drawings_show_bars_circles_and_cells_of_several_letters():
    marks = Marks(frozenset({(0, 1, False), (1, 1, True)}), {(0, 0): "ING"}, frozenset({(1, 0)}))
    board = Crossword(("IX", "11"), {}, marks=marks)
    filled, none = fill(board, ["INGA", "BA", "AB"], seed=0), fill(board, [])
    for result, letters in ((filled, 4), (none, 2)):
        svg = result.to_svg()
        assert (svg.count("<line"), svg.count("<circle"), svg.count("<text")) == (2, 1, letters)
        assert ">ING</text>" in svg and 'stroke-width="4"' in svg
    page = filled.to_html({"inga": "a tree"})
    assert "INGA" in page and "a tree" in page and page.count('stroke-width="4"') >= 2
    assert filled.to_dict()["rebus"] == [{"row": 1, "col": 1, "letters": "ING"}]
    sheet = filled.solution.to_clue_sheet({"inga": "a tree"}).splitlines()
    assert sheet[1:] == ["2,Across,AB,", "1,Down,INGA,a tree"]


def test_numbers_and_entries_of_a_crossword():
    puzzle = WordPlacement.parse("GTU,TECH;111/010/010/010")
    shown = puzzle.view(puzzle.solve() if puzzle.solve().solution else "GTU/#E#/#C#/#H#")
    assert [row.values for row in shown.table.rows] == [
        (1, "across", "GTU", 3, "R1C1"),
        (2, "down", "TECH", 4, "R1C2"),
    ]
    assert [row.cells for row in shown.table.rows] == [(0, 1, 2), (1, 4, 7, 10)]
    empty = puzzle.view()
    assert [row.values[2] for row in empty.table.rows] == ["···", "····"]
    assert numbering(["111", "101", "111"]) == {(0, 0): 1, (0, 2): 2, (2, 0): 3}


def test_a_page_of_a_filled_grid():
    filled = fill(["111", "111", "111"], ["bit", "ice", "ten", "bat", "ace"])
    text = filled.to_html()
    assert "<h1>Crossword</h1>" in text and "across" in text and "<svg" in filled._repr_html_()
    none = fill(["111"], ["ab"])
    assert "NO_SOLUTION" in none.to_html()


def test_a_filled_board_as_json_values():
    solution = WordPlacement.parse("GTU,TECH;111/010/010/010").solve().solution
    assert solution.to_dict() == {
        "rows": ["GTU", "#E#", "#C#", "#H#"],
        "words": [
            {"word": "GTU", "row": 1, "col": 1, "direction": "H"},
            {"word": "TECH", "row": 1, "col": 2, "direction": "V"},
        ],
    }


def test_results_as_text():
    puzzle = WordPlacement(["AB", "AC"], ["11", "10"])
    assert str(puzzle.solve()) == "AB\nC#" and str(fill(puzzle, ["AB", "AC"], seed=0)).count("A") == 1
    assert str(WordPlacement(["AB"], ["111"]).solve()) == "1 word of 2 letters for 0 slots of that length"
    assert str(fill(["..."], ["AB"])) == "NO_SOLUTION"
