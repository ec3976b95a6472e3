"""The text files of Sudoku programs, as these write them; and the XML of OpenSudoku."""

import pytest

import unriddle as ur
from unriddle.base import PuzzleError

LINE = "..71..2.......946.....4..81....16....21.8.35....92....27..9.....963.......3..21.."
ROWS = [LINE[k : k + 9] for k in range(0, 81, 9)]
PUZZLE = ur.Sudoku.parse(LINE)


def test_sdk_with_its_sections_and_comments():
    state = "\n".join(row.replace(".", "5", 1) for row in ROWS)
    text = "#AA person\n#DFor a test\n[Puzzle]\n" + "\n".join(ROWS) + "\n[State]\n" + state + "\n"
    assert ur.Sudoku.parse(text) == PUZZLE
    assert PUZZLE.to_format("sdk") == "[Puzzle]\n" + "\n".join(ROWS) + "\n"


def test_ss_with_and_without_a_frame():
    bare = PUZZLE.to_format("ss")
    assert bare.split("\n")[2:5] == ["...|.4.|.81", "-----------", "...|.16|..."]
    framed = "*-----------*\n" + "".join(f"|{line}|\n" for line in bare.split()) + "*-----------*\n"
    assert ur.Sudoku.parse(framed.replace("|-----------|", "|---+---+---|")) == PUZZLE


def test_sdx_drops_what_a_player_has_entered():
    rows = PUZZLE.to_format("sdx").split("\n")
    rows[0] = "u5 u4 7 1 368 68 2 39 39"
    assert ur.Sudoku.parse("\n".join(rows)) == PUZZLE
    rows[1] = "1 2 3"
    with pytest.raises(PuzzleError, match="a row of 3 cells"):
        ur.Sudoku.parse("\n".join(rows))


def test_a_line_of_hodoku_with_candidates():
    line = LINE.replace(".", "+5", 1)
    assert ur.Sudoku.parse(f":0201:5:{line}:412 413 :512::").rows[0] == "5.71..2.."
    assert PUZZLE.to_format("hodoku") == f":0000:x:{LINE}:::\n"


def game(version, fields, marks):
    cells = []
    for sign in LINE:
        value = "0" if sign == "." else sign
        cells.append("|".join([value, *marks, "1" if sign == "." else "0"]))
    assert all(cell.count("|") == fields - 1 for cell in cells)
    return f"version: {version}&#10;" + "|".join(cells) + "|"


@pytest.mark.parametrize(
    "data",
    [
        LINE.replace(".", "0"),
        game(1, 3, ["1,2,"]),
        game(2, 3, ["12"]).replace("|12|", "|12||"),
        game(3, 3, ["0"]),
        game(4, 4, ["0", "511"]),
        game(5, 5, ["0", "0", "3"]),
    ],
)
def test_all_versions_of_opensudoku(data):
    text = f'\n<?xml version="1.0"?>\n<opensudoku version="2"><folder name="a"><game time="0" data="{data}"/></folder></opensudoku>'  # noqa: E501
    assert ur.Sudoku.parse(text) == PUZZLE


def test_what_a_player_has_entered_in_opensudoku_is_left():
    data = game(3, 3, ["0"]).replace("0|0|1|", "5|0|1|", 1)
    assert ur.Sudoku.parse(f'<opensudoku><game data="{data}"/></opensudoku>') == PUZZLE


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ("", "0 games"),
        ("<game/>", "game 1: ''"),
        ('<game data="12"/>', "game 1: '12', expected 81 digits"),
        ('<game data="version: 9&#10;1|0|1|"/>', "version: 1 to 5"),
        ('<game data="version: 3&#10;1|0|1|"/>', "3 fields, expected 81 cells of 3"),
        ("<game>", "not XML: mismatched tag"),
    ],
)
def test_malformed_files_of_opensudoku(body, wrong):
    with pytest.raises(PuzzleError, match=f"^x(:1:[0-9]+)?: OpenSudoku XML: .*{wrong}"):
        ur.Sudoku.parse(f"<opensudoku>{body}</opensudoku>", file="x")
