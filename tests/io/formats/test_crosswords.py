"""Crosswords of other programs: what is exported is read back and filled; damaged files are one line."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unriddle import PuzzleError, WordPlacement
from unriddle.cli import main
from unriddle.io.formats.crosswords import read_crossword
from unriddle.puzzles.placement.export import clue_list, clue_sheet, clues_of, ipuz_of, jpz_of, puz_of

GRID = ("STAR#", "H#RUE", "E#E#A", "ERA#R", "#ODOR")
CLUES = {"STAR": "It shines <far> & “off”", "RUE": "Regret", "SHEE": "Fairy folk"}
ROWS = tuple(row.replace("#", "0") for row in GRID)
FORMS = {"ipuz": ipuz_of, "jpz": jpz_of, "puz": puz_of}
grids = (
    st.integers(1, 5)
    .flatmap(lambda width: st.lists(st.text("AB#Z", min_size=width, max_size=width), min_size=1, max_size=5))
    .filter(lambda rows: set("".join(rows)) != {"#"})
)


def exported(form, rows=GRID, clues=None):
    if form == "puz":
        pytest.importorskip("puz", reason="puzpy is not installed")
    made = FORMS[form](rows, clues)
    return made if isinstance(made, bytes) else made.encode()


@pytest.mark.parametrize("form", FORMS)
@given(rows=grids)
def test_what_is_exported_is_read_back(form, rows):
    found = read_crossword(exported(form, rows))
    assert found.rows == tuple(row.replace("#", "0") for row in rows)


@pytest.mark.parametrize("form", FORMS)
def test_clues_are_read_back(form):
    found = read_crossword(exported(form, clues=CLUES))
    assert {word: clue for word, clue in clues_of(found, GRID).items() if clue} == CLUES


@pytest.mark.parametrize("form", FORMS)
def test_fill_completes_a_file(form, tmp_path, capsys):
    rows = list(GRID)
    source, made = tmp_path / f"x.{form}", tmp_path / f"y.{form}"
    raw = exported(form, rows, CLUES)
    if form != "puz":  # the middle letters are to be found
        raw = raw.replace(b'["H", "#", "R"', b'["H", "#", null').replace(
            b'"3" solution="E"', b'"3" solution=""'
        )
    source.write_bytes(raw)
    words = tmp_path / "words.txt"
    words.write_text("star rue era odor shee aread ru earr ro\n".replace(" ", "\n"), encoding="utf-8")
    command = ["placement", "fill", str(source), "--lexicon", str(words), "--export", str(made)]
    assert main(command) == 0, capsys.readouterr()
    found = read_crossword(made.read_bytes())
    assert found.rows == ROWS
    assert {word: clue for word, clue in clues_of(found, GRID).items() if clue} == CLUES


def test_letters_of_any_script_in_across_lite():
    assert read_crossword(exported("puz", ["ЖÉ", "Ж#"])).rows == ("ЖÉ", "Ж0")


def test_damaged_files_of_across_lite():
    raw = exported("puz", clues=CLUES)
    for end in range(15, len(raw) - 1):
        with pytest.raises(PuzzleError, match=r"^x: Across Lite .puz: "):
            read_crossword(raw[:end], "x")
    for at in (0x2C, 0x34, 0x50, 0x80):
        wrong = bytearray(raw)
        wrong[at] ^= 1
        with pytest.raises(PuzzleError, match=r"checksum|ends in"):
            read_crossword(bytes(wrong), "x")


def changed(**changes):
    return json.dumps({**json.loads(ipuz_of(GRID)), **changes}).encode()


@pytest.mark.parametrize(
    ("raw", "wrong"),
    [
        (changed(kind=["http://ipuz.org/sudoku#1"]), ".ipuz: its kind is no crossword"),
        (changed(puzzle=5), "no rows of cells"),
        (changed(puzzle=[[1]]), "rows of unequal length"),
        (changed(solution=[["AB"] * 5] * 5), "'AB' in a cell; squares of several letters"),
        (changed(puzzle=[[{"cell": 0, "style": {"barred": "T"}}] * 5] * 5), "has bars"),
        (b'{"version": ' + b"[" * 100_000, "nested too deep"),
        (b"<crossword><grid/></crossword>", ".jpz, XML: no grid with its width"),
        (b'<crossword><grid width="2" height="1"><cell x="3" y="1"/></grid></crossword>', "a cell at 3, 1"),
        (b'<crossword><grid width="2" height="1"><cell/></grid></crossword>', "a cell without its place"),
        (b'<crossword><grid width="1" height="1"><cell x="1" y="1" top-bar=""/></grid></crossword>', "bars"),
        (b'<!DOCTYPE a [<!ENTITY b "c">]><crossword>&b;</crossword>', "DOCTYPE"),
        (b"<crossword>", "not XML"),
    ],
)  # fmt: skip
def test_what_is_not_filled_or_read_is_named(raw, wrong):
    with pytest.raises(PuzzleError, match=f"^x:?.*: .*{wrong}"):
        read_crossword(raw, "x")


def test_circles_are_left_and_null_is_a_block():
    cells = [[{"cell": 1, "style": {"shapebg": "circle"}}, None]]
    raw = changed(
        puzzle=cells, solution=[[{"value": "A"}, None]], clues={"Across": [{"number": 1, "clue": "x"}]}
    )
    found = read_crossword(raw)
    assert (found.rows, found.numbered["Across"]) == (("A0",), {1: "x"})


def test_other_files_are_none():
    for raw in (b"111/101", b"", b"{1}", b"<svg/>", b"##ACROSS"):
        assert read_crossword(raw) is None


def test_another_number_of_clues():
    found = read_crossword(exported("puz"))
    with pytest.raises(PuzzleError, match="9 clues, but the grid has 1 entries"):
        clues_of(found, ["AB"])


@pytest.mark.parametrize("form", FORMS)
def test_solving_without_fill_says_what_fills(form, tmp_path, capsys):
    path = tmp_path / f"x.{form}"
    path.write_bytes(exported(form, clues=CLUES))
    assert main(["placement", str(path)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"{path}: ") and said.count("\n") == 1
    assert said.endswith("a grid without a list of words; fill it with unriddle placement fill\n")
    with pytest.raises(PuzzleError, match="unriddle placement fill"):
        WordPlacement.load(path)


plain = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=12)


@given(st.lists(plain.filter(str.strip), min_size=4, max_size=4), st.sampled_from([",", "\t", ";"]))
def test_a_clue_sheet_is_read_back(tmp_path_factory, texts, mark):
    clues = dict(zip(("STAR", "RUE", "ERA", "ODOR"), (" ".join(text.split()) for text in texts), strict=True))
    path = tmp_path_factory.mktemp("clues") / "clues.csv"
    path.write_text(clue_sheet(GRID, clues, mark), encoding="utf-8", newline="")
    assert clue_list(path) == clues


@pytest.mark.parametrize("ending", ["csv", "tsv"])
def test_the_command_writes_and_reads_a_clue_sheet(ending, tmp_path, capsys):
    sheet, made = tmp_path / f"sheet.{ending}", tmp_path / "made.ipuz"
    assert main(["placement", "fill", "AB/C1", "--lexicon", "words", "--export", str(sheet)]) == 2
    words = tmp_path / "words.txt"
    words.write_text("AB\nCD\nAC\nBD\n")
    fill = ["placement", "fill", "AB/C1", "--lexicon", str(words), "--export"]
    assert main([*fill, str(sheet)]) == 0
    mark = "\t" if ending == "tsv" else ","
    lines = sheet.read_text().splitlines()
    assert lines[0].split(mark) == ["number", "way", "word", "clue"] and len(lines) == 5
    sheet.write_text(
        "\n".join(line + ("x, y" if mark == "\t" else '"x, y"') * (k == 1) for k, line in enumerate(lines))
    )
    assert main([*fill, str(made), "--clues", str(sheet)]) == 0
    assert json.loads(made.read_text())["clues"]["Across"][0] == [1, "x, y"]
    capsys.readouterr()


def test_a_wrong_line_of_a_sheet_is_named(tmp_path):
    path = tmp_path / "c.csv"
    path.write_text("number,word,clue\n1,AB,x\n2,,y\n")
    with pytest.raises(PuzzleError, match=r"c\.csv:3: line '2,,y', expected a word and a clue"):
        clue_list(path)
    path.write_text("word,clue\nAB,x\nAB,y\n")
    with pytest.raises(PuzzleError, match="'AB' has two clues"):
        clue_list(path)
    path.write_text("word,clue\nAB," + "x" * 200_000)
    with pytest.raises(PuzzleError, match="expected a word and a clue"):
        clue_list(path)
