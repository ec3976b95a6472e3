"""What a notebook shows: every public object a picture or a small table, all text escaped."""

import html.parser
import inspect

import numpy as np
import pytest

import unriddle as ur
from unriddle.puzzles import registry
from unriddle.puzzles.boggle import best, stream, survey
from unriddle.puzzles.framework.steps import Step, Steps
from unriddle.puzzles.placement.layouts import layout
from unriddle.repr_html import LONGEST, MOST_ROWS, table
from unriddle.search import find_path
from unriddle.search.example import CountToTen as Counting

SHOWN = {
    "Verdict": lambda: ur.SudokuPuzzle.parse("12../..../..../...1").judge("1234/3412/2143/4322"),
    "Step": lambda: ur.Numbrix.parse("1 . 3/. . ./. . 9").steps()[0],
    "Steps": lambda: ur.Numbrix.parse("1 . 3/. . ./. . 9").steps(),
    "Steps of Sudoku": lambda: ur.SudokuPuzzle.parse("123.34.2.1..4321").steps(),
    "Steps of Gogen": lambda: ur.Gogen.parse("AB/..: ABDC").steps(),
    "Count": lambda: ur.RiverPuzzle.missionaries(3, 3).count(),
    "PathCount": lambda: ur.count_paths("3x4"),
    "Solutions": lambda: ur.SudokuPuzzle.parse("12../..../..../...1").solutions(),
    "SearchResult": lambda: find_path(Counting(1), "bfs"),
    "SearchResult without a path": lambda: find_path(Counting(11), "bfs"),
    "Lexicon": lambda: ur.Lexicon(["tea", "eat"]),
    "StateGraph": lambda: ur.RiverPuzzle.farmer().graph,
    "result": lambda: ur.RiverPuzzle.farmer().solve(),
    "puzzle": lambda: ur.RiverPuzzle.farmer(),
}


def example(name):
    spec = registry.spec(name)
    return spec.load(spec.puzzle).parse(spec.example).solve()


def boards(count):
    return [ur.Boggle.random(4, seed=seed) for seed in range(count)]


WORDS = ["bit", "ice", "ten", "bat", "ace"]
RESULTS = {
    **{name: (lambda name=name: example(name)) for name in registry.names()},
    "Boggle": lambda: ur.Boggle("perslatgsineters").solve(),
    "Boggle of 900 cells": lambda: ur.Boggle.random(30, seed=1).solve(),
    "Sudoku": lambda: ur.Sudoku.generate(seed=1).solve(),
    "Sudoku 25 × 25": lambda: ur.Sudoku("." * 625).solve(),
    "no solution": lambda: ur.Numbrix("1 . 2").solve(),
    "peg solitaire": lambda: ur.PegSolitaire.named("english", goal="d4").solve(),
    "15-puzzle": lambda: ur.SlidingPuzzle.random(4, seed=1).solve(),
    "river": lambda: ur.RiverCrossing.missionaries(3, 3).solve(),
    "paths by start": lambda: ur.count_paths("5x5", by_start=True),
    "paths by length": lambda: ur.count_paths("5x5", by_length=True),
    "survey": lambda: survey(boards=100, seed=1),
    "stream": lambda: stream(np.frombuffer(b"teaseatslate", dtype=np.uint8).reshape(3, 4) - 97),
    "best": lambda: best("3x3", rounds=1, seed=1),
    "layout": lambda: layout(["ANSWER", "DESK", "DONE", "GLUE", "LEARN", "STUDY"], seed=0),
    "fill": lambda: ur.placement.fill(["111", "111", "111"], WORDS),
    "word square": lambda: ur.placement.word_squares(3, WORDS).solve(),
    "solve_many": lambda: ur.Boggle.solve_many(boards(20)),
    "generate_many": lambda: ur.Numbrix.generate_many(20, shape=4, seed=1),
    "check_many": lambda: ur.Numbrix.check_many(["1 . / . 3"] * 20, ["1 2 / . 3"] * 20),
    "long steps": lambda: ur.Sudoku.generate(seed=1).steps(),
    "compare": lambda: ur.compare(Counting(1)),
    "book": lambda: ur.book([ur.Sudoku.generate(4, seed=1)]),
}
NOTEBOOK = """<!doctype html><meta charset="utf-8"><style>
body{margin:0;font:14px/1.5 sans-serif} p{margin:0 0 1em} #cell{width:700px}
table{border-collapse:collapse;font-size:12px;margin-bottom:1em} td,th{padding:.5em;line-height:normal}
</style><div id="cell">"""


@pytest.mark.parametrize("name", {**SHOWN, **RESULTS})
def test_it_fits_a_cell_of_a_notebook(browser, tmp_path, name):
    made = {**SHOWN, **RESULTS}[name]()
    shown = getattr(made, "_repr_html_", lambda: None)() or made._repr_svg_()
    path = tmp_path / "cell.html"
    path.write_text(NOTEBOOK + shown, encoding="utf-8")
    browser.open(path, 700)
    cell = "document.getElementById('cell')"
    width, height = browser.run(f"return [{cell}.scrollWidth, {cell}.scrollHeight]")
    assert width <= 700 and 0 < height <= 400
    assert browser.errors() == []


def test_an_answer_is_seen_without_its_page():
    board = ur.Boggle("perslatgsineters").solve()
    seen = board._repr_html_().partition("<details>")[0]
    assert board.to_svg().splitlines()[-2] in seen and "658" in seen
    assert seen.index("<td>plastering</td>") < seen.index("<td>integrals</td>")
    solved = ur.Sudoku("12../..../..../...1").solve()
    assert solved._repr_html_().partition("<details>")[0].count("<text") == 16


class Reader(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.open, self.kinds = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.kinds.add(tag)
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", SHOWN)
def test_it_shows_itself(name):
    made = SHOWN[name]()
    shown = getattr(made, "_repr_html_", lambda: None)() or made._repr_svg_()
    assert shown
    if shown.startswith("<table"):
        found = Reader(shown)
        assert not found.open and found.kinds <= {"table", "thead", "tbody", "tr", "th", "td", "p"}
        assert len(shown) < 20_000


def test_nothing_is_taken_from_solutions_by_looking():
    solutions = ur.SudokuPuzzle.parse("12../..../..../...1").solutions()
    before = solutions._repr_html_()
    assert solutions.found == 0 and before == solutions._repr_html_()
    assert len(list(solutions)) == solutions.found > 0


def test_text_is_escaped_and_cut():
    step = Step(kind="<b>", text="<script>alert(1)</script>" + "x" * 1000)
    for shown in (step._repr_html_(), Steps([step])._repr_html_(), table(["<"], [[step.text]])):
        assert "<script" not in shown and "<b>" not in shown and "x" * LONGEST not in shown
    many = Steps([step] * (MOST_ROWS + 7))
    assert many._repr_html_().count("<tr>") == MOST_ROWS + 1 and "… and 7 more" in many._repr_html_()
    assert many[:2] == (step, step) and isinstance(many, tuple)

    class Marked(Counting):
        def __str__(self):
            return f"<i>{self.n}"

        def extensions(self):
            return [Marked(other.n) for other in super().extensions()]

    assert "&lt;i&gt;1" in find_path(Marked(1), "bfs")._repr_html_()


def test_every_public_class_shows_itself():
    classes = {
        name: found
        for name in ur.__all__
        if inspect.isclass(found := getattr(ur, name)) and not issubclass(found, (Exception, str))
    }
    dumb = {
        name
        for name, found in classes.items()
        if not hasattr(found, "_repr_html_")
        and not hasattr(found, "_repr_svg_")
        and not inspect.isabstract(found)
    }
    assert dumb == {"PuzzleNode"}  # `print` shows what is below it, in full
