"""Crosswords of other programs: what is exported is read back and filled; damaged files are one line."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unriddle import PuzzleError, WordPlacement
from unriddle.cli import main
from unriddle.io.formats.crosswords import NO_MARKS, WAYS, Marks, begins, read_crossword
from unriddle.puzzles.placement.export import clue_list, clue_sheet, clues_of, ipuz_of, jpz_of, puz_of
from unriddle.puzzles.placement.rules import find_slots

GRID = ("STAR#", "H#RUE", "E#E#A", "ERA#R", "#ODOR")
CLUES = {"STAR": "It shines <far> & “off”", "RUE": "Regret", "SHEE": "Fairy folk"}
ROWS = tuple(row.replace("#", "0") for row in GRID)
FORMS = {"ipuz": ipuz_of, "jpz": jpz_of, "puz": puz_of}
grids = (
    st.integers(1, 5)
    .flatmap(lambda width: st.lists(st.text("AB#Z", min_size=width, max_size=width), min_size=1, max_size=5))
    .filter(lambda rows: set("".join(rows)) != {"#"})
)


def exported(form, rows=GRID, clues=None, marks=NO_MARKS):
    if form == "puz":
        pytest.importorskip("puz", reason="puzpy is not installed")
    made = FORMS[form](rows, clues, marks)
    return made if isinstance(made, bytes) else made.encode()


@pytest.mark.parametrize("form", FORMS)
@given(rows=grids)
def test_what_is_exported_is_read_back(form, rows):
    found = read_crossword(exported(form, rows))
    assert found.rows == tuple(row.replace("#", "0") for row in rows)


@st.composite
def marked(draw, bars=True):
    """Draw rows with bars inside the grid, cells of several letters and circles in open cells."""
    rows = draw(grids)
    cells = [(r, c) for r, row in enumerate(rows) for c in range(len(row))]
    opened = st.sampled_from([(r, c) for r, c in cells if rows[r][c] != "#"])
    inner = [(r, c, down) for r, c in cells for down in (False, True) if (r if down else c)]
    chosen = draw(st.sets(st.sampled_from(inner))) if inner and bars else set()
    several = draw(st.dictionaries(opened, st.text("ABÉŁ", min_size=2, max_size=6), max_size=4))
    rows = [[several.get((r, c), letter)[0] for c, letter in enumerate(row)] for r, row in enumerate(rows)]
    circles = draw(st.frozensets(opened))
    return ["".join(row) for row in rows], Marks(frozenset(chosen), several, circles)


@pytest.mark.parametrize("form", FORMS)
@given(data=st.data())
def test_bars_rebus_and_circles_are_read_back(form, data):
    rows, marks = data.draw(marked(bars=form != "puz"))
    found = read_crossword(exported(form, rows, None, marks))
    assert (found.rows, found.marks) == (tuple(row.replace("#", "0") for row in rows), marks)


@given(marked(bars=False))
def test_rebus_and_circles_are_what_puzpy_reads(grid):
    puz = pytest.importorskip("puz", reason="puzpy is not installed")
    rows, marks = grid
    found, cols = puz.load(exported("puz", rows, None, marks)), len(rows[0])
    assert {divmod(at, cols) for at in found.markup().get_markup_squares(0x80)} == marks.circles
    rebus = found.rebus()
    several = {divmod(at, cols): rebus.get_rebus_solution(at) for at in rebus.get_rebus_squares()}
    assert {cell: letters for cell, letters in several.items() if len(letters) > 1} == marks.rebus


BARRED = Marks(frozenset({(0, 1, False), (1, 0, True), (1, 1, True)}), {(0, 0): "ST"}, frozenset({(1, 1)}))


def test_bars_of_all_sides_and_named_styles_of_ipuz():
    def cell(**style):
        return {"cell": 0, "style": style}

    for puzzle in (
        [[cell(barred="R"), cell(barred="B")], [cell(barred="T"), cell(shapebg="circle")]],
        [[cell(barred="RBL"), 0], [0, cell(shapebg="circle", barred="TR")]],
        [[{"cell": 0, "style": "corner"}, cell(barred="B")], [0, cell(shapebg="circle")]],
    ):
        styles = {"corner": {"barred": "TRB"}}
        found = read_crossword(changed(puzzle=puzzle, solution=[["ST", "A"], ["B", "C"]], styles=styles))
        assert (found.rows, found.marks) == (("SA", "BC"), BARRED)


def test_bars_of_all_sides_of_jpz():
    cells = (
        '<cell x="1" y="1" solution="ST" right-bar="true" bottom-bar="true" left-bar="true"/>'
        '<cell x="2" y="1" solution="A" bottom-bar="true" top-bar="false" left-bar="true"/>'
        '<cell x="1" y="2" solution="B"/><cell x="2" y="2" solution="C" background-shape="circle"/>'
    )
    found = read_crossword(f'<crossword><grid width="2" height="2">{cells}</grid></crossword>'.encode())
    assert (found.rows, found.marks) == (("SA", "BC"), BARRED)


@pytest.mark.parametrize("form", ["ipuz", "jpz"])
def test_clues_stand_at_the_numbers_that_bars_make(form):
    clues = {"AB": "one", "CD": "two", "AC": "three", "BD": "four"}
    marks = Marks(frozenset({(0, 2, False), (2, 0, True), (2, 1, True), (1, 2, True), (1, 2, False)}))
    found = read_crossword(exported(form, ["ABX", "CDY", "XYZ"], clues, marks))
    assert found.numbered == {
        "Across": {1: "one", 3: "two", 5: ""},
        "Down": {1: "three", 2: "four", 4: ""},
    }
    assert clues_of(found, found.rows) == clues | {"XYZ": "", "YZ": ""}


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


@pytest.mark.parametrize("form", ["ipuz", "jpz"])
def test_fill_completes_a_barred_file(form, tmp_path, capsys):
    """The H of HEME is to be found; all else is kept from file to file."""
    source, made, words = tmp_path / f"x.{form}", tmp_path / f"y.{form}", tmp_path / "words.txt"
    rows = ["AEAR", "HEME"]
    marks = Marks(frozenset({(0, 2, False), (1, 1, True)}), {(0, 0): "ASH"}, frozenset({(1, 2)}))
    raw = exported(form, rows, {"ASHE": "tree", "AR": "unit"}, marks)
    source.write_bytes(raw.replace(b'["H", ', b"[null, ").replace(b'solution="H"', b'solution=""'))
    assert read_crossword(source.read_bytes()).rows[1] == "1EME"
    words.write_text("ashe\nar\nheme\nashh\nam\nre\n")
    command = ["placement", "fill", str(source), "--lexicon", str(words), "--seed", "1"]
    assert main([*command, "--export", str(made)]) == 0, capsys.readouterr()
    found = read_crossword(made.read_bytes())
    assert (found.rows, found.marks) == (tuple(rows), marks)
    assert clues_of(found, found.rows)["ASHE"] == "tree"
    assert "| ash   e   | a     r   |" in capsys.readouterr().out
    assert main([*command, "--export", str(tmp_path / "y.puz")]) == 2
    assert capsys.readouterr().err == "a .puz file has no bars between cells; export to .ipuz or .jpz\n"
    assert main([*command, "--format", "json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["bars"][0], said["circles"]) == (
        {"row": 1, "col": 3, "side": "left"},
        [{"row": 2, "col": 3}],
    )


def test_fill_completes_a_rebus_of_across_lite(tmp_path, capsys):
    source, made, words = tmp_path / "x.puz", tmp_path / "y.puz", tmp_path / "words.txt"
    marks = Marks(rebus={(0, 1): "HEART"}, circles=frozenset({(0, 1)}))
    puz = pytest.importorskip("puz", reason="puzpy is not installed")
    emptied = puz.load(exported("puz", ["SHY", "ABC", "#EL"], {"SHEARTY": "not a word"}, marks))
    emptied.solution = "SHY---.--"
    source.write_bytes(emptied.tobytes())
    words.write_text("SHEARTY\nABC\nHEARTBE\nYCL\nEL\nSA\n")
    assert main(["placement", "fill", str(source), "--lexicon", str(words), "--export", str(made)]) == 0
    found = read_crossword(made.read_bytes())
    assert (found.rows, found.marks) == (("SHY", "ABC", "0EL"), marks)
    assert found.listed[0] == "not a word"
    capsys.readouterr()


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
        (changed(solution=[[{"Across": "A", "Down": "B"}] * 5] * 5), ".ipuz: a cell with other letters"),
        (changed(puzzle=5), "no rows of cells"),
        (changed(puzzle=[[1]]), "rows of unequal length"),
        (changed(solution=[["A/B"] * 5] * 5), "'A/B' in a cell, expected letters"),
        (changed(solution=[["A" * 100] * 5] * 5), "in a cell, expected letters, at most 99"),
        (changed(puzzle=[[{"cell": 0, "style": {"barred": "X"}}]], solution=[["A"]]), "bars 'X' of a cell"),
        (b'{"version": ' + b"[" * 100_000, "nested too deep"),
        (b"<crossword><grid/></crossword>", ".jpz, XML: no grid with its width"),
        (b'<crossword><grid width="2" height="1"><cell x="3" y="1"/></grid></crossword>', "a cell at 3, 1"),
        (b'<crossword><grid width="2" height="1"><cell/></grid></crossword>', "a cell without its place"),
        (b'<!DOCTYPE a [<!ENTITY b "c">]><crossword>&b;</crossword>', "DOCTYPE"),
        (b"<crossword>", "not XML"),
    ],
)  # fmt: skip
def test_what_is_not_filled_or_read_is_named(raw, wrong):
    with pytest.raises(PuzzleError, match=f"^x:?.*: .*{wrong}"):
        read_crossword(raw, "x")


def test_null_is_a_block_and_has_no_circle():
    cells = [[{"cell": 1, "style": {"shapebg": "circle"}}, 0, {"cell": None, "style": {"shapebg": "circle"}}]]
    raw = changed(
        puzzle=cells, solution=[[{"value": "A"}, "B", None]], clues={"Across": [{"number": 1, "clue": "x"}]}
    )
    found = read_crossword(raw)
    assert (found.rows, found.numbered["Across"]) == (("AB0",), {1: "x"})
    assert found.marks.circles == {(0, 0)}


def test_letters_given_in_an_ipuz_file_without_a_solution():
    said = json.loads(changed(puzzle=[[{"cell": 1, "value": "A"}, 0], [{"cell": 0}, {"cell": "#"}]]))
    del said["solution"]
    assert read_crossword(json.dumps(said).encode()).rows == ("A1", "10")


def test_other_files_are_none():
    for raw in (b"111/101", b"", b"{1}", b"<svg/>", b"##ACROSS"):
        assert read_crossword(raw) is None


OWN = ("ABC", "D#E", "FGH")
OWN_CLUES = {"ABC": "top", "FGH": "bottom", "ADF": "left", "CEH": "right"}


def own_ipuz(corners, clues):
    """Return `OWN` with numbers at the cells where entries begin, and clues with such numbers."""
    (a, c, f), (abc, fgh, adf, ceh) = corners, clues
    across, down = [[abc, "top"], {"number": str(fgh), "clue": "bottom"}], [[adf, "left"], [ceh, "right"]]
    puzzle = [[a, 0, c], [0, "#", 0], [{"cell": str(f)}, 0, 0]]
    return changed(puzzle=puzzle, solution=list(map(list, OWN)), clues={"Across": across, "Down": down})


def own_jpz(numbers=True, words=True):
    """Return `OWN` with the numbers 3, 2 and 1, and clues by these or by their words, or both."""
    raw = jpz_of(OWN, OWN_CLUES).replace('number="2"', 'number="9"').replace('number="1"', 'number="2"')
    raw = raw.replace('number="3"', 'number="1"').replace('number="9"', 'number="3"')
    raw = raw if numbers else re.sub(r' number="\d"', "", raw)
    return (raw if words else re.sub(r' word="\d"', "", raw)).encode()


@pytest.mark.parametrize(
    "raw",
    [
        own_ipuz((3, 2, 1), (3, 1, 3, 2)),
        own_ipuz((5, 6, 7), (5, 7, 5, 6)),
        own_ipuz((1, 1, 2), (1, 2, 1, 1)).replace(b"[1, 0, 1]", b"[1, 0, 3]").replace(b'[1, "r', b'[3, "r'),
        own_ipuz((0, 0, 0), (1, 3, 1, 2)),
        own_jpz(),
        own_jpz(words=False),
        own_jpz(numbers=False),
    ],
)
def test_clues_are_at_the_numbers_and_words_of_the_file(raw):
    found = read_crossword(raw)
    assert found.numbered == {"Across": {1: "top", 3: "bottom"}, "Down": {1: "left", 2: "right"}}
    assert clues_of(found, OWN) == OWN_CLUES


def test_the_cells_of_a_word_may_be_below_it():
    raw = own_jpz(numbers=False)
    for line, parts in (
        (b' x="1-3" y="3" />', b'><cells x="1-3" y="3"/></word>'),
        (b' x="3" y="1-3" />', b'><cells x="3" y="1"/><cells x="3" y="2"/><cells x="3" y="3"/></word>'),
    ):
        assert line in raw
        raw = raw.replace(line, parts)
    assert clues_of(read_crossword(raw), OWN) == OWN_CLUES


@pytest.mark.parametrize(
    ("raw", "wrong"),
    [
        (own_ipuz((3, 2, 1), (3, 9, 3, 2)), "'bottom': no entry across begins at number 9"),
        (own_ipuz((3, 2, 1), (3, 2, 3, 2)), "'bottom': no entry across begins at number 2"),
        (own_jpz().replace(b'word="2"', b'word="9"'), "a clue of the word '9', which has no cells"),
        (own_jpz().replace(b'y="3" />', b'y="2" />'), "'bottom': no entry across begins at row 2, column 1"),
    ],
)
def test_a_clue_of_no_entry_is_named(raw, wrong):
    with pytest.raises(PuzzleError, match=f"^x: .*{wrong}$"):
        read_crossword(raw, "x")


@given(marked())
def test_entries_begin_where_slots_do(grid):
    rows, bars = [row.replace("#", "0") for row in grid[0]], grid[1].bars
    slots = {(WAYS[slot.vertical], (slot.row, slot.col)) for slot in find_slots(rows, bars)}
    assert {(way, cell) for way, cells in begins(rows, bars).items() for cell in cells} == slots


@pytest.mark.parametrize("form", FORMS)
def test_entries_of_the_same_word_keep_their_clues(form, tmp_path, capsys):
    source, made, words = tmp_path / "x.ipuz", tmp_path / f"y.{form}", tmp_path / "words.txt"
    if form == "puz":
        pytest.importorskip("puz", reason="puzpy is not installed")
    clues = {"Across": [[1, "first"], [2, "second"], [3, "third"]]}
    puzzle, solution = [[1, 0], ["#"] * 2, [2, 0], ["#"] * 2, [3, 0]], ["AB", "##", "AB", "##", "CD"]
    source.write_bytes(changed(puzzle=puzzle, solution=list(map(list, solution)), clues=clues))
    words.write_text("AB\nCD\n")
    command = ["placement", "fill", str(source), "--lexicon", str(words), "--seed", "1"]
    assert main([*command, "--export", str(made), "--html", str(tmp_path / "y.html")]) == 0
    assert "1. first\n2. second\n3. third\n" in capsys.readouterr().out
    page = (tmp_path / "y.html").read_text(encoding="utf-8")
    assert all(clue in page for clue in ("first", "second", "third"))
    command[2] = str(made)
    assert main(command) == 0
    assert "1. first\n2. second\n3. third\n" in capsys.readouterr().out
    sheet = tmp_path / "clues.txt"
    sheet.write_text("ab;both\n")
    assert main([*command, "--clues", str(sheet)]) == 0
    assert "1. both\n2. both\n3. third\n" in capsys.readouterr().out


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
