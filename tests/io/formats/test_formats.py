"""All formats: what is written is read back; what is malformed is one line; the documentation lists them."""

import contextlib
import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

import unriddle as ur
from unriddle.base import PuzzleError
from unriddle.cli import main
from unriddle.io.formats import PuzzleText, format_of, known_formats, read_format, write_format
from unriddle.io.formats.format import inflated, json_object, xml_root

LINE = "..71..2.......946.....4..81....16....21.8.35....92....27..9.....963.......3..21.."
WRITTEN = [name for name in ur.Sudoku.FORMATS if known_formats()[name].writable]
RECOGNISED = [name for name in known_formats() if known_formats()[name].begins]
grids = st.lists(st.integers(0, 9), min_size=81, max_size=81)


@pytest.mark.parametrize("name", WRITTEN)
@given(cells=grids)
def test_what_is_written_is_read_back(name, cells):
    puzzle = ur.Sudoku.from_array(cells)
    assert ur.Sudoku.parse(puzzle.to_format(name), strict=False) == puzzle


@pytest.mark.parametrize("name", WRITTEN)
def test_the_command_writes_and_reads_files(name, tmp_path, capsys):
    assert main(["sudoku", LINE, "--to", name]) == 0
    path = tmp_path / "puzzle"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["sudoku", str(path), "--format", "line"]) == 0
    assert capsys.readouterr().out.startswith("547168293812739465")


@pytest.mark.parametrize("name", [name for name in WRITTEN if known_formats()[name].many])
def test_collections_hold_many(name, tmp_path, capsys):
    assert main(["sudoku", "--generate", "3", "--seed", "1", "--to", name]) == 0
    path = tmp_path / "puzzles"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["sudoku", str(path), "--format", "line"]) == 0
    assert len(capsys.readouterr().out.split()) == 3
    assert main(["sudoku", str(path), "--to", name]) == 0
    assert capsys.readouterr().out == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [name for name in WRITTEN if not known_formats()[name].many])
def test_a_format_of_one_puzzle_refuses_several(name):
    with pytest.raises(PuzzleError, match="2 puzzles, but"):
        write_format(name, [PuzzleText(LINE)] * 2)


@pytest.mark.parametrize("name", WRITTEN)
def test_a_cut_text_is_one_line(name):
    text = ur.Sudoku.parse(LINE).to_format(name)
    for end in range(0, len(text), max(1, len(text) // 60)):
        try:
            ur.Sudoku.parse(text[:end], file="x")
        except PuzzleError as error:
            assert "\n" not in str(error)
            assert str(error).startswith("x")


@pytest.mark.parametrize("name", RECOGNISED)
@given(data=st.data())
def test_any_text_is_read_or_refused(name, data):
    text = data.draw(st.from_regex(known_formats()[name].begins)) + data.draw(st.text(max_size=80))
    try:
        found = known_formats()[name].read(text)
    except PuzzleError as error:
        assert "\n" not in str(error)
    else:
        assert isinstance(found, PuzzleText)


def test_a_text_of_two_formats_is_refused_with_both():
    with pytest.raises(PuzzleError, match="game ID of Solo or as game ID of Fifteen"):
        read_format("2x2:1,2,3,0", ["tatham", "fifteen"], "x")


def test_plain_grids_are_in_no_format():
    for text in (LINE, "+---+\n|1.|", "{{1,2},{3,4}}", "[[1, 2]]", "[Puzzle]\n12", "3 3\n1", ":0000:x:12:::"):
        assert format_of(text, ur.Sudoku.FORMATS) is None


def test_json_and_packed_data_of_strangers_are_limited():
    with pytest.raises(PuzzleError, match="nested too deep"):
        json_object('{"a":' + "[" * 200_000)
    with pytest.raises(PuzzleError, match="number too long"):
        json_object('{"a":' + "9" * 10_000 + "}")
    import zlib

    packed = zlib.compress(b"0" * 10_000_000, 9)[2:-4]
    assert len(packed) < 10_000
    with pytest.raises(PuzzleError, match="more than"):
        inflated(packed)
    with pytest.raises(PuzzleError, match="in the middle"):
        inflated(zlib.compress(b"abcd" * 9)[2:-8])


def test_xml_declares_nothing():
    bomb = '<!DOCTYPE a [<!ENTITY b "ha">]><opensudoku>&b;</opensudoku>'
    with pytest.raises(PuzzleError, match="DOCTYPE"):
        xml_root(bomb)
    with pytest.raises(PuzzleError, match=r"^x: OpenSudoku XML: has a DOCTYPE"):
        ur.Sudoku.parse(bomb, file="x")
    with pytest.raises(PuzzleError, match=r"^line 1, column 9: not XML: mismatched tag"):
        xml_root("<a><b></a>")
    xml_root("<a>" * 20_000 + "</a>" * 20_000)


def test_hint_and_check_take_formats(tmp_path, capsys):
    path = tmp_path / "puzzle.json"
    path.write_text(ur.Sudoku.parse(LINE).to_format("fpuzzles"), encoding="utf-8")
    for given_ in (str(path), path.read_text(encoding="utf-8")):
        assert main(["hint", "sudoku", given_]) == 0
        assert "row 6, column 8 is 1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("names", "row"),
    [
        ("quizzes,solutions", "{},{}"),
        ("puzzle,solution", "{},{}"),
        ("id,puzzle,solution,clues,difficulty", "1,{},{},28,2.2"),
    ],
)
def test_tables_of_kaggle(names, row, tmp_path, capsys):
    solved = ur.Sudoku.parse(LINE).solve().solution.text()
    path = tmp_path / "sudoku.csv"
    lines = [names, *[row.format(LINE.replace(".", "0"), solved)] * 3]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert main(["batch", "sudoku", str(path), "-o", str(tmp_path / "out.csv")]) == 0
    assert (tmp_path / "out.csv").read_text(encoding="utf-8").count(solved) == 3
    capsys.readouterr()


def test_a_rule_without_a_place_is_named():
    puzzle = ur.Sudoku.parse("." * 81, relations="r1c1<r1c2")
    for name in WRITTEN:
        with pytest.raises(PuzzleError, match=r"has no (relations|r1c1<r1c2)"):
            puzzle.to_format(name)
    with pytest.raises(PuzzleError, match="did you mean sd"):
        puzzle.to_format("sdn")


def test_to_excludes_what_solves(capsys):
    assert main(["sudoku", LINE, "--to", "sdm", "--all"]) == 2
    assert capsys.readouterr().err == "--to cannot be combined with --all\n"


def test_the_subcommand_lists_all_formats(capsys):
    assert main(["formats"]) == 0
    text = capsys.readouterr().out
    assert main(["formats", "--format", "json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {row["name"] for row in rows} == set(known_formats())
    assert all(f"{row['puzzle']:10} {row['name']}" in text for row in rows)


@pytest.mark.parametrize("name", RECOGNISED)
@pytest.mark.parametrize(
    ("head", "body"),
    [
        ("", "1"),
        ("", "1 "),
        ("", "1 1\n"),
        ('{"', "a"),
        ('{"', '"grid" '),
        ("https://", "a"),
        ("https://a/", "penpa"),
        ("https://", "puzz.link"),
        ("https://f-puzzles.com/?", "load=&"),
        ("https://sudokupad.app/", "fpuz"),
        ("fpuz", "A "),
        ("1x1", "j"),
        ("1x1", "md"),
        ("1x1:", "1_"),
        ("<?", "<"),
        ("<", "!--"),
    ],
)
def test_long_texts_are_recognised_or_refused_soon(name, head, body):
    text = head + body * (200_000 // len(body))
    begun = time.process_time()
    with contextlib.suppress(PuzzleError):
        read_format(text, [name])
    assert time.process_time() - begun < 2
