"""Files of crossword programs, read back; numbers beside a hand-made answer."""

import json
import sys

import pytest

from unriddle import MissingExtraError, PuzzleError, WordPlacement
from unriddle.puzzles.placement import WordFilling, fill
from unriddle.puzzles.placement.clues import entries
from unriddle.puzzles.placement.export import export_of, ipuz_of, puz_of

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
        with pytest.raises(PuzzleError, match="NO_SOLUTION, expected a filled grid"):
            export()


def test_what_cannot_be_written():
    pytest.importorskip("puz", reason="puzpy is not installed")
    assert b"\xc9\xc9" in puz_of(["éé"])
    for rows, reason in (
        (["".join(chr(0x4E00 + k) for k in range(100))], "100 letters that are not ASCII"),
        (["A" * 256], "a grid of 1 x 256, expected at most 255"),
        (["AB", "A."], "row 2, column 2 has no letter, expected a grid that is filled"),
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
    assert export_of("X.IPUZ") is WordFilling.to_ipuz
    with pytest.raises(PuzzleError, match="expected a name that ends in"):
        export_of("x.puzz")
    monkeypatch.setitem(sys.modules, "puz", None)
    for export in (lambda: export_of("x.puz"), lambda: puz_of(GRID)):
        with pytest.raises(MissingExtraError, match=r"pip install 'unriddle\[puz\]'"):
            export()
