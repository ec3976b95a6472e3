"""URLs of puzz.link and penpa-edit, and game ids."""

import base64
import json
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

import unriddle as ur
from unriddle.base import PuzzleError
from unriddle.cli import main

LINE = "..71..2.......946.....4..81....16....21.8.35....92....27..9.....963.......3..21.."
PUZZLE = ur.Sudoku.parse(LINE)
JIGSAW = ["AAAB", "ACBB", "CCDB", "CDDD"]


def penpa(numbers, n=9, kind="sudoku", margins=(0, 0, 0, 0), **parts):
    """Return a URL of penpa-edit with numbers by row and column."""
    cols = n + margins[2] + margins[3] + 4
    said = {"number": {}, "lineE": {}, "surface": {}, "thermo": [], **parts}
    for (row, col), value in numbers.items():
        at = (row + 2 + margins[0]) * cols + col + 2 + margins[2]
        said["number"][str(at)] = [value, 1, "1"]
    text = json.dumps(said, separators=(",", ":")).replace('"number"', "zN").replace('"thermo"', "zT")
    header = f"{kind},{n + margins[2] + margins[3]},{n + margins[0] + margins[1]},38,0,1,1"
    lines = [header, json.dumps(margins), "{}", text.replace('"lineE"', "zE"), "{}"]
    packed = zlib.compress("\n".join(lines).encode())[2:-4]
    return "https://swaroopg92.github.io/penpa-edit/#m=edit&p=" + base64.b64encode(packed).decode()


def clues(line):
    n = int(len(line) ** 0.5)
    return {divmod(k, n): sign for k, sign in enumerate(line) if sign != "."}


@pytest.mark.parametrize("margins", [(0, 0, 0, 0), (1, 0, 2, 0)])
@pytest.mark.parametrize("kind", ["sudoku", "square"])
def test_penpa(kind, margins):
    assert ur.Sudoku.parse(penpa(clues(LINE), kind=kind, margins=margins)) == PUZZLE
    marks = {"surface": {"30": 1}, "command_undo": {"__a": [1]}}
    assert ur.Sudoku.parse(penpa(clues(LINE), kind=kind, margins=margins, **marks)) == PUZZLE


def test_penpa_refuses_regions_that_borders_cannot_show():
    scattered = ur.Sudoku.parse("." * 16, regions=["AABD", "BCBD", "CCAB", "ACDD"])
    with pytest.raises(PuzzleError, match="a region in several parts cannot be drawn by its borders"):
        scattered.to_format("penpa")


def test_penpa_regions_by_borders():
    corner = 8 * 8  # the lower right corners follow the cells
    lines = {}
    for row in range(4):
        for col in range(4):
            at = corner + (row + 2) * 8 + col + 2
            if col < 3 and JIGSAW[row][col] != JIGSAW[row][col + 1]:
                lines[f"{at - 8},{at}"] = 2
            if row < 3 and JIGSAW[row][col] != JIGSAW[row + 1][col]:
                lines[f"{at - 1},{at}"] = 2
    line = "1..............."
    assert ur.Sudoku.parse(penpa(clues(line), 4, lineE=lines)) == ur.Sudoku.parse(line, regions=JIGSAW)
    lines.popitem()
    with pytest.raises(PuzzleError, match="a region of"):
        ur.Sudoku.parse(penpa(clues(line), 4, lineE=lines))


def unpacked(url):
    """Return the lines of the data of a URL of penpa-edit."""
    return zlib.decompress(base64.b64decode(url.partition("&p=")[2]), wbits=-15).decode().split("\n")


def test_penpa_is_written_as_its_editor_does():
    """The middle is a cell, or of an even board the corner of one; cells are a list of differences."""
    nine, four = (unpacked(one.to_format("penpa")) for one in (PUZZLE, ur.Sudoku.parse("1" + "." * 15)))
    assert nine[:2] == ["square,9,9,38,0,1,1,380,380,84,84", "[0,0,0,0]"]
    assert four[0] == "square,4,4,38,0,1,1,190,190,91,91"
    assert json.loads(four[5]) == [18, 1, 1, 1, 5, 1, 1, 1, 5, 1, 1, 1, 5, 1, 1, 1]
    assert 'zN:{"18":["1",1,"1"]}' in four[3] and "zN:{}" in four[4] and "zR:{z_:[]}" in four[3]
    assert four[3].count('":2') == 8


@pytest.mark.parametrize(
    "puzzle",
    [
        PUZZLE,
        ur.Sudoku.parse("1" + "." * 15, regions=JIGSAW),
        ur.Sudoku.parse("1" + "." * 35, box="2x3"),
        ur.Sudoku.parse("1" + "." * 35, box="3x2"),
        ur.Sudoku.parse("".join("123456789ABCDEFG") + "." * 240),
    ],
)
def test_penpa_both_ways(puzzle):
    assert ur.Sudoku.parse(puzzle.to_format("penpa")) == puzzle
    with pytest.raises(PuzzleError, match="this format has no variants; choose another"):
        ur.Sudoku.parse("1" + "." * 15, variants="diagonal").to_format("penpa")


@pytest.mark.parametrize(
    ("url", "wrong"),
    [
        (penpa({}, thermo=[[28, 29]]), "has thermo; the rules"),
        (penpa({}, killercages=[[28, 29]], symbol={"28": [1, "circle_L", 1]}), "has killercages, symbol;"),
        (penpa({(0, 0): "A"}), "'A' in a cell"),
        (penpa({(0, 0): "12"}), "12 in a cell"),
        (penpa({(-1, 0): "5"}), "'5' outside of the cells"),
        (penpa({}, kind="hex"), "a board of 'hex'"),
        (penpa({}, lineE={"1,99": 2}), "a line that is no border"),
        (penpa({})[:-30], "packed data is damaged"),
        ("https://swaroopg92.github.io/penpa-edit/#m=edit&p=AAAA", "packed data is damaged"),
        ("https://swaroopg92.github.io/penpa-edit/#m=edit&q=1", "no p="),
    ],
)
def test_what_penpa_holds_besides_is_named(url, wrong):
    with pytest.raises(PuzzleError, match=f"^x: penpa-edit URL: .*{wrong}"):
        ur.Sudoku.parse(url, file="x")


@pytest.mark.parametrize(
    "place", ["https://puzz.link/p?", "http://pzv.jp/p.html?", "https://pzplus.tck.mn/p?"]
)
def test_puzzlink(place):
    body = PUZZLE.to_format("puzzlink").removeprefix("https://puzz.link/p?").strip()
    assert body == "sudoku/9/9/h71h2m946k4h81j16j21g8g35j92j27h9k963m3h21h"
    assert ur.Sudoku.parse(place + body) == PUZZLE
    six = ur.Sudoku.generate(6, seed=2, box="2x3")
    assert ur.Sudoku.parse(six.to_format("puzzlink")) == six
    large = ur.Sudoku.parse("".join("123456789ABCDEFG") + "." * 240)
    assert ur.Sudoku.parse(large.to_format("puzzlink")) == large


@pytest.mark.parametrize(
    ("tail", "wrong"),
    [
        ("slither/9/9/1", "a board of slither, expected one sudoku URL"),
        ("sudoku/9/6/1", "a board of 6×9"),
        ("sudoku/8/8/1", "a board of 8×8"),
        ("sudoku/9", "no columns, rows and cells"),
        ("sudoku/9/9/" + "z" * 5, "more than the 81 cells"),
        ("sudoku/9/9/1!", "'!' in the cells"),
        ("sudoku/9/9/a", "10 in a cell"),
        ("sudoku/9/9/0", "0 in a cell"),
    ],
)
def test_wrong_boards_of_puzzlink(tail, wrong):
    with pytest.raises(PuzzleError, match=f"^x: puzz.link URL: {wrong}"):
        ur.Sudoku.parse(f"https://puzz.link/p?{tail}", file="x")


def test_solo():
    plain = "3x3:" + PUZZLE.to_format("tatham").strip().partition(":")[2]
    assert plain == "3x3:b7_1b2g9_4_6e4b8_1d1_6d2_1a8a3_5d9_2d2_7b9e9_6_3g3b2_1b"
    assert ur.Sudoku.parse(plain) == ur.Sudoku.parse(plain.replace("3x3", "3x3m8du")) == PUZZLE
    assert ur.Sudoku.parse("2x3:1zi").box == (2, 3)
    assert ur.Sudoku.parse("3x3x:1zzzb").layout.variants == ("diagonal",)
    jigsaw = ur.Sudoku.parse("1...............", regions=JIGSAW)
    assert ur.Sudoku.parse(jigsaw.to_format("tatham")) == jigsaw


def test_blocks_are_lines_between_cells():
    """4×4 with the usual boxes: two of three cells in each row and column stand before a line."""
    assert ur.Sudoku.parse("4j:1o,abbbbbbba") == ur.Sudoku.parse("1" + "." * 15)
    with pytest.raises(PuzzleError, match="a region in several pieces"):
        ur.Sudoku.parse("." * 16, regions=["ABBB", "CACB", "CCAD", "DDDA"]).to_format("tatham")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("3x3k:zzzc,aa,1", "has killer cages"),
        ("3x3:zzz", "78 cells, but the board has 81"),
        ("3x3:zzzzzzzzz", "'zzzzz' in the cells"),
        ("3x3:0zzzb", "'0zzzb' in the cells"),
        ("2x2:5o", "5 in a cell"),
        ("4j:1o", "1 part for 4 rows"),
        ("4j:1o,aa", "blocks that do not fit"),
        ("4j:1o,!", "'!' in the blocks"),
        ("9x9:1", "1 part for 81 rows"),
        ("3x3:1zzzb\n3x3:1zzzb", "several lines"),
    ],
)
def test_wrong_games_of_solo(text, wrong):
    with pytest.raises(PuzzleError, match=f"^x: game ID of Solo: {wrong}"):
        ur.Sudoku.parse(text, file="x")


@given(st.permutations(range(12)))
def test_fifteen(tiles):
    puzzle = ur.MNPuzzle.parse("\n".join(" ".join(map(str, tiles[k : k + 4])) for k in (0, 4, 8)))
    text = puzzle.to_format("fifteen")
    assert text == f"4x3:{','.join(map(str, tiles))}\n"
    assert ur.MNPuzzle.parse(text) == puzzle


@given(st.lists(st.text("*.#", min_size=5, max_size=5), min_size=1, max_size=6))
def test_pegs(rows):
    try:
        puzzle = ur.GridPegSolitairePuzzle.parse("\n".join(rows))
    except PuzzleError:
        return
    assert ur.GridPegSolitairePuzzle.parse(puzzle.to_format("pegs")) == puzzle


def test_other_games(capsys):
    assert main(["sliding", "3x3:1,2,3,4,5,6,0,7,8"]) == 0
    assert "2 steps" in capsys.readouterr().out
    assert main(["peg", "4x2random:PPHOHHHH"]) == 0
    assert "SOLVED" in capsys.readouterr().out
    assert main(["peg", "--board", "english", "--to", "pegs"]) == 0
    assert capsys.readouterr().out == "7x7:OOPPPOOOOPPPOOPPPPPPPPPPHPPPPPPPPPPOOPPPOOOOPPPOO\n"


@pytest.mark.parametrize(
    ("kind", "text", "wrong"),
    [
        (ur.MNPuzzle, "3x3:1,2,3", "3 cells, but a board of 3x3 has 9"),
        (ur.MNPuzzle, "3x3:1,,2", "no game id"),
        (ur.GridPegSolitairePuzzle, "3x3:PPP", "3 cells, but a board of 3x3 has 9"),
        (ur.GridPegSolitairePuzzle, "3x1cross:PPX", "no game id"),
    ],
)
def test_wrong_games(kind, text, wrong):
    with pytest.raises(PuzzleError, match=f"^x: game ID of .*: {wrong}"):
        kind.parse(text, file="x")


def test_another_goal_is_no_game_id():
    with pytest.raises(PuzzleError, match="another goal"):
        ur.MNPuzzle.parse("1 2 / 3 0", goal="blank-first").to_format("fifteen")
    with pytest.raises(PuzzleError, match="no goal"):
        ur.GridPegSolitairePuzzle.named("english", goal=(3, 3)).to_format("pegs")
    with pytest.raises(PuzzleError, match="no jumps"):
        ur.GridPegSolitairePuzzle.parse("**./*.*", jumps="diagonal").to_format("pegs")


def test_files_of_the_field():
    """The files of Princeton's course and of 42's generator: a size, comments, rows."""
    princeton = "3\n 0  1  3\n 4  2  5\n 7  8  6\n"
    school = "# This puzzle is solvable\n3\n0 1 3\n4 2 5 # a row\n7 8 6\n".replace(" # a row", "")
    assert ur.MNPuzzle.parse(princeton) == ur.MNPuzzle.parse(school) == ur.MNPuzzle.parse("0 1 3/4 2 5/7 8 6")
