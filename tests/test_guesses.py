"""Calls that people write after reading README alone: each works, or its error names the right call."""

import csv
import io
import json
import pickle
import sys
from pathlib import Path

import numpy as np
import pytest

import unriddle as ur
from unriddle.base import UnknownNameError
from unriddle.puzzles import registry

B = "perslatgsineters"
S = "..71..2.......946.....4..81....16....21.8.35....92....27..9.....963.......3..21.."
FIFTEEN = "8 6 7/2 5 4/3 0 1"
RIVER = "boat 2; passenger farmer rows; passenger goat; never goat with goat unless farmer"


class Jugs(ur.Puzzle):
    """Two jugs of 3 and 5 litres; 4 are to be in the larger one."""

    def __init__(self, a=0, b=0):
        self.a, self.b = a, b

    def is_solved(self):
        return self.b == 4

    def extensions(self):
        a, b = self.a, self.b
        o, k = min(a, 5 - b), min(b, 3 - a)
        return [Jugs(*j) for j in ((3, b), (a, 5), (0, b), (a, 0), (a - o, b + o), (a + k, b - k))]


class Endless(ur.Puzzle):
    def __init__(self, x=0):
        self.x = x

    def is_solved(self):
        return False

    def extensions(self):
        return [Endless(self.x + 1)]


class NoSolved(ur.Puzzle):
    def extensions(self):
        return []


class ReturnsNone(ur.Puzzle):
    def is_solved(self):
        return False

    def extensions(self):
        pass


def solved(text=B):
    return ur.Boggle(text).solve()


def crossword():
    return ur.Crossword("GTU,TECH;111/010/010/010")


GUESSES = {
    # Constructors
    "a board from text": lambda: ur.Boggle(B).shape == (4, 4),
    "a board from rows": lambda: ur.Boggle(["pers", "latg", "sine", "ters"]) == ur.Boggle(B),
    "a board from lists": lambda: ur.Boggle([["p", "e"], ["r", "s"]]).shape == (2, 2),
    "a Sudoku from text": lambda: ur.Sudoku(S) == ur.Sudoku.parse(S),
    "from rows of numbers": lambda: ur.Sudoku([[0] * 9] * 9).solve().status is ur.Status.MULTIPLE,
    "from an array": lambda: ur.Sudoku(ur.Sudoku(S).array()) == ur.Sudoku(S),
    "from a flat list": lambda: ur.Sudoku(list(ur.Sudoku(S).array().ravel())) == ur.Sudoku(S),
    "from characters": lambda: ur.Sudoku(list(S)) == ur.Sudoku(S),
    "from rows of text": lambda: ur.Sudoku([S[k : k + 9] for k in range(0, 81, 9)]) == ur.Sudoku(S),
    "from rows with None": lambda: (
        ur.Sudoku([[1, None, 3, 4], [None] * 4, [None] * 4, [None] * 4]).clues == 3
    ),
    "with rules of parse": lambda: ur.Sudoku("." * 36, box="2x3").box == (2, 3),
    "with a variant": lambda: ur.Sudoku("." * 16, variants="diagonal").count() == 48,
    "by the names of the original": lambda: ur.Sudoku(4, "1" + "*" * 15, "1234").clues == 1,
    "sliding from text": lambda: ur.SlidingPuzzle(FIFTEEN).solve().length == 31,
    "sliding from rows": lambda: ur.SlidingPuzzle([[8, 6, 7], [2, 5, 4], [3, 0, 1]]).solve().length == 31,
    "sliding from rows of text": lambda: ur.SlidingPuzzle(FIFTEEN.split("/")) == ur.SlidingPuzzle(FIFTEEN),
    "sliding from an array": lambda: ur.SlidingPuzzle(np.array([[1, 2], [0, 3]])).solve().solution == "L",
    "sliding to a goal": lambda: ur.SlidingPuzzle("3 1 2 0", goal="0 1 2 3").goal_cell == 0,
    "sliding to named goals": lambda: ur.SlidingPuzzle([[1, 0], [2, 3]], "blank-first").goal_cell == 0,
    "Numbrix from text": lambda: ur.Numbrix("1 . 3/. . ./. . 9") == ur.Numbrix.parse("1 . 3/. . ./. . 9"),
    "Numbrix from lines": lambda: ur.Numbrix(["1 . 3", ". . .", ". . 9"]).rows == 3,
    "Numbrix from numbers": lambda: ur.Numbrix([[1, 0], [0, 3]]).solve().count == 2,
    "Hidato from text": lambda: ur.Hidato("1 . / . 3", topology="KING").count() == 2,
    "Gogen from text": lambda: ur.Gogen("AB/C.: ADC").solve().solution == ("AB", "CD"),
    "Gogen from text and words": lambda: ur.Gogen("AB/C.", ["ADC"]).solve().solution == ("AB", "CD"),
    "Gogen from rows": lambda: ur.Gogen(["AB", "C."], ["ADC"]).rows == 2,
    "pegs from text": lambda: ur.PegSolitaire("**.*").solve().length == 2,
    "pegs by the name of a board": lambda: ur.PegSolitaire("english") == ur.PegSolitaire.english(),
    "a ladder": lambda: ur.WordLadder("cost", "save").solve().length == 4,
    "a ladder from one text": lambda: ur.WordLadder("cost save") == ur.WordLadder("cost", "save"),
    "a ladder from a pair": lambda: ur.WordLadder(("cost", "save")) == ur.WordLadder("cost", "save"),
    "a ladder by parse": lambda: len(ur.WordLadder.parse("cost save").solve().solution) == 5,
    "a ladder in words": lambda: ur.WordLadder("at -> to", words=["at", "to", "tt"]).solve().length == 2,
    "the farmer": lambda: ur.RiverCrossing.farmer().solve().length == 7,
    "a river from text": lambda: ur.RiverCrossing(RIVER) == ur.RiverCrossing.parse(RIVER),
    "a river from lines": lambda: ur.RiverCrossing(RIVER.split(";")) == ur.RiverCrossing(RIVER),
    "passengers in a boat for two": lambda: ur.RiverCrossing([ur.Passenger("me", rows=True)]).solve(),
    "a crossword from text": lambda: crossword().solve().status is ur.Status.UNIQUE,
    "a crossword from parts": lambda: ur.Crossword("GTU TECH", "111/010/010/010") == crossword(),
    "the English board": lambda: ur.PegSolitaire.english(vacancy="c1").marker[0][2] == ".",
    # Making
    "random of a side": lambda: ur.Boggle.random(5).shape == (5, 5),
    "random without arguments": lambda: ur.Boggle.random().shape == (4, 4),
    "random of two numbers": lambda: ur.Boggle.random(4, 5).shape == (4, 5),
    "random of a size": lambda: ur.Boggle.random(size="4x5").shape == (4, 5),
    "tiles of two numbers": lambda: ur.SlidingPuzzle.random(2, 3, seed=1).cols == 3,
    "a Sudoku by grade": lambda: ur.Sudoku.generate("easy", seed=1).difficulty() == "easy",
    "by grade, any case": lambda: ur.Sudoku.generate(difficulty="EASY", seed=1).difficulty() == "easy",
    "by size and grade": lambda: ur.Sudoku.generate("4x4", "Easy", seed=1).n == 4,
    "a Sudoku of a size": lambda: ur.Sudoku.generate(size=4, seed=1).n == 4,
    "symmetry in any case": lambda: ur.Sudoku.generate(4, symmetry="Rotation", seed=1).n == 4,
    "a Numbrix of a side": lambda: ur.Numbrix.generate(7).cols == 7,
    "a Numbrix by size": lambda: ur.Numbrix.generate(size="5x6").cols == 6,
    "a Numbrix of two numbers": lambda: ur.Numbrix.generate(3, 4, seed=1).cols == 4,
    "a Hidato by grade": lambda: ur.Hidato.generate(4, "easy", seed=1).difficulty() == "easy",
    "a Gogen by size": lambda: ur.Gogen.generate(size="4x5", seed=1).cols == 5,
    "many by grade": lambda: len(ur.Sudoku.generate_many(2, difficulty="EASY").to_pandas()) == 2,
    "many by size": lambda: ur.Numbrix.generate_many(1, size="3x4", seed=1)[0].cols == 4,
    "a page of many": lambda: "</html>" in ur.Sudoku.generate_many(2, difficulty="easy").to_html(),
    # Words
    "a lexicon from a list": lambda: len(ur.Lexicon(["tea", "eat"])) == 2,
    "the English one": lambda: len(ur.Lexicon.english(level=60)) == 82_058,
    "scores of many": lambda: ur.score_many([B, B]).tolist() == [2044, 2044],
    "scores by the class": lambda: ur.Boggle.score_many([B]).tolist() == [2044],
    "many to pandas": lambda: len(ur.boggle.solve_many([B]).to_pandas()) == 1,
    # Results
    "its words, twice": lambda: solved().words == solved().words,
    "words by loop": lambda: [word.upper() for word in solved()][:2] == ["AIL", "AILS"],
    "how many": lambda: len(solved()) == solved().count,
    "the first": lambda: solved()[0] == solved().words[0],
    "some": lambda: solved()[:2] == solved().words[:2],
    "a word in it": lambda: "strange" in solved() and "zebra" not in solved(),
    "the longest": lambda: solved().longest == "plastering" and solved("xxxx").longest is None,
    "points of a word": lambda: (solved().points("STRANGE"), solved().points("zebra")) == (5, 0),
    "path of a word": lambda: solved().path("strange") == (3, 6, 2, 5, 10, 7, 11),
    "total": lambda: solved().score == 2044,
    "result to pandas": lambda: list(solved().to_pandas()) == ["word", "length", "score"],
    "a drawing of a word": lambda: solved().to_svg("tea") == ur.Boggle(B).to_svg("tea"),
    "its grid": lambda: "".join(map(str, ur.Sudoku(S).solve().grid[0])) == ur.Sudoku(S).solve().rows[0],
    "its grid as an array": lambda: np.array(ur.Sudoku(S).solve()).shape == (9, 9),
    "numbers of the array": lambda: np.array(ur.Sudoku(S).solve()).sum() == 405,
    "an array of letters": lambda: (
        np.array(ur.Gogen("AB/C.: ADC").solve()).tolist() == [["A", "B"], ["C", "D"]]
    ),
    "an array of numbers": lambda: np.array(ur.Numbrix("1 . / 4 .").solve()).tolist() == [[1, 2], [4, 3]],
    "a row of the grid": lambda: list(ur.Sudoku(S).solve())[8] == ur.Sudoku(S).solve().grid[8],
    "a grid to pandas": lambda: ur.Sudoku(S).solve().to_pandas().shape == (9, 9),
    "steps of a ladder": lambda: (
        list(ur.WordLadder("cost save").solve())[1:] == ["cast", "case", "cave", "save"]
    ),
    "a word of a ladder": lambda: "save" in ur.WordLadder("cost save").solve(),
    "crossings": lambda: len(ur.RiverCrossing.farmer().solve()) == 7,
    "jumps": lambda: [str(jump) for jump in ur.PegSolitaire("**.*").solve()] == ["a1-c1", "d1-b1"],
    "moves": lambda: list(ur.SlidingPuzzle("1 2 3/4 0 6/7 5 8").solve()) == ["5", "8"],
    "words of a crossword": lambda: crossword().solve().words == ("GTU", "TECH"),
    "rows of a crossword": lambda: crossword().solve()[0] == "GTU",
    "whether there is an answer": lambda: bool(solved()) and not ur.Numbrix("1 . 2").solve(),
    "unique or not": lambda: ur.Sudoku(S).is_unique() and not ur.Sudoku("." * 16).is_unique(),
    "its grade": lambda: ur.Sudoku(S).rate() == ur.Sudoku(S).rating(),
    "its explanation": lambda: str(ur.Sudoku(S).explain()).startswith("1. "),
    "whether a river is unique": lambda: ur.RiverCrossing.farmer().is_unique() is False,
    # Searches
    "a path": lambda: len(ur.find_path(Jugs()).path) == 7,
    "a path by loop": lambda: len(list(ur.find_path(Jugs(), "bfs"))) == 7,
    "a method in capitals": lambda: ur.find_path(Jugs(), "A*").status is ur.Status.SOLVED,
    "a method by its long name": lambda: len(ur.find_path(Jugs(), method="breadth_first")) == 7,
    "a method as people say it": lambda: ur.find_path(Jugs(), "Depth-First Search"),
    "a limit by number": lambda: ur.find_path(Endless(), "bfs", limits=1000).stats.nodes == 1000,
    "a limit by name": lambda: ur.find_path(Endless(), "BFS", max_nodes=1000).stats.nodes == 1000,
    "a limit of seconds": lambda: ur.find_path(Endless(), max_seconds=0.01).status is ur.Status.LIMIT,
    "a method of a puzzle": lambda: ur.SlidingPuzzle("1 2 3/4 0 6/7 5 8").solve(method="BFS").length == 2,
    "a long name of one": lambda: ur.Numbrix("1 . / 4 .").solve(method="depth-first"),
}


@pytest.mark.parametrize("name", GUESSES)
def test_a_guess_works(name):
    if "pandas" in name:
        pytest.importorskip("pandas")
    assert GUESSES[name]()


def error_of(call):
    with pytest.raises((ur.PuzzleError, AttributeError, TypeError)) as caught:
        call()
    return str(caught.value)


NAMED = {
    "is_solved": lambda: ur.find_path(NoSolved(), "bfs"),
    "extensions": lambda: ur.find_path(ReturnsNone(), "bfs"),
    "shape": lambda: ur.Boggle(B[:15]),
    "difficulty": lambda: ur.Sudoku.generate(difficulty="medium-ish"),
    "Lexicon.load('words.txt')": lambda: ur.Lexicon("words.txt"),
    "methods": lambda: ur.find_path(Jugs(), "dijkstra-ish"),
    "bidirectional": lambda: ur.find_path(Jugs(), "dijkstra-ish"),
    "max_nodes": lambda: ur.find_path(Jugs(), nodes=5),
    "Limits(": lambda: ur.find_path(Jugs(), limits=2.5),
    "words": lambda: solved().word_list,
    "longest": lambda: solved().longest_word,
    "english": lambda: ur.Lexicon.load("englich"),
    "grid, interrupted": lambda: ur.Sudoku(S).solve().zzz,
    "to_svg": lambda: ur.Sudoku(S).solve().tosvg,
    "to_json or to_pandas": lambda: ur.Sudoku(S).solve().to_frame,
    "it has columns, complete": lambda: ur.Sudoku(S).solve().zzz,
    "pass it to solve(lexicon=…)": lambda: ur.Boggle("teas", lexicon=["tea"]),
    "SlidingPuzzle": lambda: ur.SlidingTiles,
    "WordLadder": lambda: ur.Wordladder,
    "Crossword": lambda: ur.CrossWord,
    "rows as columns": lambda: ur.Sudoku.generate("4x5"),
    "statements alone": lambda: ur.RiverCrossing(RIVER, 3),
    "two words": lambda: ur.WordLadder(["cost", "case", "save"]),
}


@pytest.mark.parametrize("name", NAMED)
def test_an_error_names_the_right_call(name):
    assert name in error_of(NAMED[name])


def test_an_error_about_a_text_that_names_a_file_names_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("puzzle.txt").write_text(S)
    assert "to read the file, pass Path('puzzle.txt')" in error_of(lambda: ur.Sudoku("puzzle.txt"))
    assert ur.Sudoku(Path("puzzle.txt")) == ur.Sudoku(S)
    Path("board.txt").write_text("tea\nars\n")
    assert ur.Boggle(Path("board.txt")) == ur.Boggle("tea/ars")
    assert "pass Path('board.txt')" in error_of(lambda: ur.Boggle("board.txt"))  # and not the letters of it
    Path("words.txt").write_text("GTU\nTECH\n\n111\n010\n010\n010\n")
    assert ur.Crossword(Path("words.txt")).words == ("GTU", "TECH")


def test_a_constructor_reads_the_example_of_each_puzzle():
    for name in registry.names():
        kind, example = registry.get(name), registry.spec(name).example
        assert kind(example) == kind.parse(example), name


def test_names_of_the_originals_are_the_same_classes():
    pairs = {
        "Sudoku": "SudokuPuzzle", "SlidingPuzzle": "MNPuzzle", "PegSolitaire": "GridPegSolitairePuzzle",
        "WordLadder": "WordLadderPuzzle", "RiverCrossing": "RiverPuzzle", "Crossword": "WordPlacement",
    }  # fmt: skip
    for guessed, original in pairs.items():
        assert getattr(ur, guessed) is getattr(ur, original)


# Results as values and files

ANSWERS = {
    "boggle": "words", "gogen": "grid", "hidato": "grid", "ladder": "path", "numbrix": "grid", "peg": "jumps",
    "placement": "grid", "river": "moves", "sliding": "moves", "sudoku": "grid",
}  # fmt: skip


@pytest.mark.parametrize("name", registry.names())
def test_a_result_is_json_under_the_words_of_its_puzzle(name):
    puzzle = registry.get(name)(registry.spec(name).example)
    result = puzzle.solve()
    found = result.to_dict()
    assert json.loads(result.to_json()) == json.loads(json.dumps(found))
    assert next(key for key in found if key != "status") == ANSWERS[name]
    assert found["status"] == str(result.status) and found["nodes"] == result.stats.nodes
    assert puzzle.judge(found) and puzzle.judge(result)
    assert len(result) == len(list(result)) == len(result[:]) and bool(result)
    assert all(part in result for part in result)


@pytest.mark.parametrize("name", registry.names())
def test_a_result_and_a_puzzle_are_saved_by_the_ending_of_the_name(name, tmp_path):
    puzzle = registry.get(name)(registry.spec(name).example)
    result = puzzle.solve()
    for value, endings in ((puzzle, "html svg json txt"), (result, "html svg json csv")):
        for ending in endings.split():
            value.save(tmp_path / f"a.{ending}")
            text = (tmp_path / f"a.{ending}").read_text(encoding="utf-8")
            starts = {"html": "<!doctype html>", "svg": "<svg", "json": "{"}
            assert text.startswith(starts.get(ending, "")) and text
    rows = list(csv.reader(io.StringIO((tmp_path / "a.csv").read_text(encoding="utf-8"))))
    assert len(rows) == 1 + len(result) and rows[0] == list(result.columns())
    with pytest.raises(ur.PuzzleError, match=r"ends in \.html, .* or "):
        result.save(str(tmp_path / "a.docx"))


def test_pictures_are_saved_as_png_and_pdf(tmp_path):
    pytest.importorskip("svglib")
    pytest.importorskip("resvg_py")
    solved().save(tmp_path / "a.PNG")
    assert (tmp_path / "a.PNG").read_bytes().startswith(b"\x89PNG")
    ur.Sudoku(S).solve().save(tmp_path / "a.pdf")
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(("ending", "module"), [("pdf", "svglib"), ("png", "resvg_py")])
def test_what_a_file_needs_is_named_where_it_is_missing(ending, module, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ur.MissingExtraError, match=r"pip install \w"):
        solved().save(tmp_path / f"a.{ending}")
    assert not list(tmp_path.iterdir())


def test_pandas_is_named_where_it_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ur.MissingExtraError, match=r"pip install pandas"):
        solved().to_pandas()


def test_many_results_are_saved(tmp_path):
    ur.Numbrix.solve_many(["1 . / 4 .", "1 . / . 3"]).save(tmp_path / "a.csv")
    assert (tmp_path / "a.csv").read_text(encoding="utf-8").splitlines()[0] == "status,solution,nodes"


def test_unknown_names_do_not_disturb_protocols():
    result = solved()
    assert not hasattr(result, "word_list") and not hasattr(result, "__fspath__")
    again = pickle.loads(pickle.dumps(result))
    assert again.words == result.words
    error = pickle.loads(pickle.dumps(UnknownNameError(ur.Status.SOLVED, "titl")))
    assert "title" in str(error)

    class Broken(ur.Result):
        @property
        def size(self):
            return self.missing_inside

    with pytest.raises(AttributeError, match="'missing_inside'"):
        _ = Broken(status=ur.Status.SOLVED, stats=ur.SearchStats()).size
