"""What a notebook shows: every public object a picture or a small table, all text escaped."""

import html.parser
import inspect

import pytest

import unriddle as ur
from unriddle.puzzles.framework.steps import Step, Steps
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
