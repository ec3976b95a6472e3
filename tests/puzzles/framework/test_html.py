"""Pages: what they show of one answer and of many, and that they hold no script of others."""

import base64
import gzip
import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle import (
    Boggle,
    Hidato,
    Limits,
    MNPuzzle,
    Numbrix,
    PuzzleError,
    RiverPuzzle,
    StepPuzzle,
    SudokuPuzzle,
    WordLadderPuzzle,
)
from unriddle.puzzles.framework import html as gallery
from unriddle.puzzles.framework import html as pages
from unriddle.puzzles.framework import html as views
from unriddle.puzzles.framework.base import ExplainMixin
from unriddle.puzzles.framework.html import (
    Frame,
    Row,
    Table,
    View,
    answer_of,
    facts_of,
    in_frame,
    index_page,
    many_page,
    packed,
    page,
    played,
    view_of,
)
from unriddle.puzzles.framework.steps import Difficulty, Step
from unriddle.svg import Drawing

HOSTILE = [
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "]]>",
    "\"'><img src=x onerror=alert(1)>",
    "</title><b>",
    "</noscript><b>",
    "\x00\x1b[2J\x7f\x85\u2028\u2029",
    "\udfff \ud800",
    "&lt;&amp;",
    "`${alert(1)}`",
    "\u202eabc",
]


def view(text):
    picture = Drawing(10, 10, text)
    picture.text(5, 5, text, data_word=text)
    rows = [Row(values=(text, 1), cells=(0,))]
    return View(
        title=text,
        frames=[Frame(svg=str(picture), says=text, kind=text, text=text)] * 3,
        facts=((text, text),),
        notes=(text,),
        centres=[(5, 5)],
        side=10,
        cols=1,
        table=Table(noun="words", columns=("word", "letters"), rows=rows, choices=(0,)),
    )


def data_of(text):
    kind, data = re.search(r'<script type="([^"]+)" id="data">([^<]*)</script>', text).groups()
    return kind, json.loads(gzip.decompress(base64.b64decode(data)) if "gzip" in kind else data)


def frames_of(data):
    found = []
    for frame in data["frames"]:
        lines = list(frame) if isinstance(frame, list) else list(found[-1])
        if isinstance(frame, dict):
            for at, line in zip(frame["at"], frame["is"], strict=True):
                lines[at] = line
        found.append(lines)
    return ["\n".join(data["lines"][k] for k in lines) for lines in found]


def held(text):
    """Hold a page that shows `text` everywhere to what may stand in it."""
    made = page(view(text))
    made.encode("utf-8")  # no lone surrogate
    head, body = made.split("<body>")
    assert len(re.findall(r"<script\b", made)) == len(re.findall(r"</script", made)) == 2
    assert "<img" not in made and "<b>" not in made and "<!--" not in made
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]", head + body.split("<script")[0])
    data = data_of(made)[1]
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")  # pairs are one character
    assert data["says"] == [text] * 3 and data["texts"] == [text] * 3
    assert data["table"]["values"] == [[text], [1]]
    assert frames_of(data) == [view(text).frames[0].svg] * 3


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_shown_and_does_nothing(text):
    held(text)


@settings(max_examples=20, deadline=None)
@given(st.text(st.characters(), max_size=20).filter(lambda text: "<img" not in text and "<b>" not in text))
def test_any_text_is_shown(text):
    held(text)


LINE = st.sampled_from(["<svg>", "<a/>", "<b/>", "<g><c/></g>", "</svg>", ""])


@settings(max_examples=20, deadline=None)
@given(st.lists(st.lists(LINE, min_size=1, max_size=8).map("\n".join), max_size=6))
def test_pictures_come_back_whole(pictures):
    found = packed([Frame(svg=svg) for svg in pictures])
    assert frames_of(found) == pictures
    assert len(set(found["lines"])) == len(found["lines"])


def test_what_is_long_is_packed():
    short, long = (page(View(title="x", frames=[Frame(svg="<svg>" + "a" * n)])) for n in (10, 200_000))
    assert data_of(short)[0] == "application/json" and data_of(long)[0] == "application/gzip"
    assert len(long.split("</figure>")[1]) < len(short) + 2_000
    assert frames_of(data_of(long)[1]) == ["<svg>" + "a" * 200_000]


def test_paths_come_back():
    cells = [(5, 6, 2), (), (0,), (9, 8, 7, 6)]
    rows = [Row(values=("x",), cells=path) for path in cells]
    made = page(View(title="x", table=Table(noun="words", columns=("word",), rows=rows)))
    paths = data_of(made)[1]["table"]["paths"]
    assert [tuple(sum(path[: k + 1]) for k in range(len(path))) for path in paths] == cells


def test_a_page_that_is_too_large_is_an_error(monkeypatch):
    monkeypatch.setattr(pages, "LARGEST", 1000)
    with pytest.raises(PuzzleError, match=r"a page of .* MB, expected at most"):
        page(View(title="x"))


def test_without_scripts_there_is_the_board_and_what_is_said():
    rows = [Row(values=(f"word {k}",)) for k in range(2_003)]
    frames = [Frame(svg=f"<svg>{k}</svg>", says=f"step {k}", text=f"board {k}") for k in range(4)]
    table = Table(noun="words", columns=("word",), rows=rows)
    made = page(View(title="x", frames=frames, table=table))
    plain = made.split("<script")[0]
    assert "<svg>3</svg>" in plain and "board 3" in plain and "<svg>1</svg>" not in plain
    assert "<li>step 3</li>" in plain and "word 1999" in plain and "… and 3 more" in plain


def test_a_frame_of_a_notebook_holds_the_page_as_text():
    made = in_frame(page(view(HOSTILE[3])), height=300)
    assert made.count("<") == 2 and "height:300px" in made and 'sandbox="allow-scripts"' in made


class Countdown(StepPuzzle):
    """Down from a number to 0, by one or by two."""

    def __init__(self, n):
        self.n = n

    @classmethod
    def parse(cls, text, *, file=None):
        return cls(int(text))

    def text(self):
        return str(self.n)

    def is_solved(self):
        return self.n == 0

    def extensions(self):
        return [Countdown(self.n - by) for by in (1, 2) if by <= self.n]


class Thought(Countdown, ExplainMixin):
    """The same, reasoned about instead of replayed."""

    replay = None

    def reasoning(self):
        return iter((Step(kind="subtraction", text="one goes"),))

    @property
    def levels(self):
        return {"subtraction": Difficulty.EASY}

    def first_mistake(self, state):
        return None


def test_states_that_are_replayed():
    puzzle = Countdown(4)
    shown = view_of(puzzle, puzzle.solve())
    assert [frame.text for frame in shown.frames] == ["4", "2", "0"]
    assert [frame.says for frame in shown.frames] == ["the start", "step 1 of 2", "step 2 of 2"]
    assert dict(shown.facts)["status"] == "SOLVED" and dict(shown.facts)["length"] == "2"


def test_steps_of_reasoning():
    puzzle = Thought(2)
    shown = view_of(puzzle, ("2", "0"))
    assert [(frame.kind, frame.says) for frame in shown.frames] == [
        ("", "the puzzle"),
        ("subtraction", "one goes"),
        ("", "the solution"),
    ]


def test_no_answer_and_no_solution():
    puzzle = Countdown(3)
    stopped = puzzle.solve(limits=Limits(nodes=1))
    assert answer_of(stopped) is None and answer_of(None) is None and answer_of("x") == "x"
    assert len(view_of(puzzle).frames) == len(view_of(puzzle, stopped).frames) == 1
    assert facts_of("x") == () and dict(view_of(puzzle, stopped).facts)["status"] == "LIMIT"


def test_a_long_solution_is_cut_and_says_so(monkeypatch):
    monkeypatch.setattr(views, "MOST_FRAMES", 4)
    states = [Countdown(n) for n in range(9, -1, -1)]
    frames, notes = played(states, lambda k: f"<svg>{k}</svg>", lambda k: f"step {k}")
    assert [frame.says for frame in frames] == ["the start", "step 1", "step 2", "step 9"]
    assert notes == ("The first 2 of 9 steps are shown, and the end.",)
    assert played(states[:4], lambda k: "", str)[1] == ()


def test_facts_say_what_a_result_knows():
    puzzle = WordLadderPuzzle("cat", "dog", ["cat", "cot", "cog", "dog"])
    assert facts_of(puzzle.solve())[:2] == (("status", "SOLVED"), ("length", "3"))
    bridge = RiverPuzzle.bridge([1, 2, 5]).solve()
    assert ("cost", "8") in facts_of(bridge) and ("length", "3") in facts_of(bridge)
    odd = MNPuzzle.parse("1 2 / 0 3").solve()
    assert odd.status.value != "NO_SOLUTION" or ("reason", odd.reason) in facts_of(odd)


BOARDS = ["1 . / . .", "1 2 / 4 .", "1 . / . 3"]


def puzzles():
    return [Numbrix.parse(text) for text in BOARDS]


def kept(monkeypatch):
    """Return what `page` is called with."""
    found = []
    monkeypatch.setattr(gallery, "page", lambda view: found.append(view) or "page")
    return found


def test_rows_and_their_pictures(monkeypatch):
    found = kept(monkeypatch)
    many = Numbrix.solve_many(puzzles())
    assert many_page(many) == "page"
    [view] = found
    assert view.table.columns == ("number", "puzzle", "clues", "difficulty", "status", "nodes")
    assert view.table.choices == (2, 3, 4, 5)
    firsts, lasts = zip(*(row.frames for row in view.table.rows), strict=True)
    for first, last, result in zip(firsts, lasts, many, strict=True):
        assert view.frames[first].svg == result.puzzle.to_svg()
        assert view.frames[last].svg == result.puzzle.to_svg(result.solution)
    assert [row.values[1:3] for row in view.table.rows] == [("1", 1), ("1 2 4", 3), ("1 3", 2)]
    assert [row.values[4] for row in view.table.rows] == [str(result.status) for result in many]
    assert view.notes == ()


def test_steps_of_the_first_are_there_and_the_page_says_of_how_many(monkeypatch):
    found = kept(monkeypatch)
    monkeypatch.setattr(gallery, "MOST_STEPPED", 1)
    monkeypatch.setattr(gallery, "MOST_RATED", 2)
    many = Numbrix.solve_many([Numbrix.generate(4, seed=seed) for seed in range(3)])
    many_page(many)
    [view] = found
    steps = view.table.rows[0].frames[1] - view.table.rows[0].frames[0] - 1
    own = many[0].puzzle.view(many[0]).frames
    assert steps == len(own) - 1 > 0 and view.frames[1].says == own[1].says
    assert [row.frames[1] - row.frames[0] for row in view.table.rows[1:]] == [1, 1]
    at = view.table.columns.index("difficulty")
    assert [row.values[at] for row in view.table.rows] == [
        *(str(result.puzzle.difficulty()) for result in list(many)[:2]),
        "",
    ]
    assert len(view.notes) == 2 and "first 1" in view.notes[0] and "difficulty of 2" in view.notes[1]


def test_what_all_share_stands_above(monkeypatch):
    found = kept(monkeypatch)
    many_page(SudokuPuzzle.solve_many([SudokuPuzzle.generate(4, seed=seed) for seed in range(2)]))
    assert ("status", "UNIQUE") in found[0].facts and "status" not in found[0].table.columns


def test_what_has_no_answer_has_one_picture(monkeypatch):
    found = kept(monkeypatch)
    many_page(Numbrix.solve_many([Numbrix.parse("1 . 2")]))
    assert [row.frames for row in found[0].table.rows] == [(0, 0)]
    many_page(Hidato.solve_many([], limits=Limits(nodes=1)))
    assert found[1].table.rows == [] and found[1].table.columns[:2] == ("number", "puzzle")


def test_boards_that_are_arrays(monkeypatch):
    found = kept(monkeypatch)
    many_page(Boggle.solve_many([Boggle("tea/ars"), Boggle("tin/ton")], ["tea", "ton", "not"]))
    many_page(SudokuPuzzle.solve_many([SudokuPuzzle.parse("12../..../..../...1")] * 2))
    boggle, sudoku = found
    assert [row.values[2:] for row in boggle.table.rows] == [("UNIQUE", 1, 1), ("MULTIPLE", 2, 2)]
    assert len(boggle.frames) == 4 and sudoku.table.rows[0].frames[0] == 0


def test_pictures_that_would_be_too_many_are_left_out(monkeypatch):
    found = kept(monkeypatch)
    monkeypatch.setattr(gallery, "MOST_LINES", 3)
    index_page("boards", ((puzzle, None, ()) for puzzle in puzzles()), ())
    assert [row.frames for row in found[0].table.rows] == [(0, 0), (0, -1), (0, -1)]
    assert found[0].notes == ("2 of them are listed without a picture.",)


def test_too_many_are_an_error(monkeypatch):
    monkeypatch.setattr(gallery, "MOST_LISTED", 2)
    with pytest.raises(PuzzleError, match="a page lists at most 2 boards"):
        index_page("boards", ((puzzle, None, ()) for puzzle in puzzles()), (), noun="boards")


def test_a_board_that_cannot_be_drawn_is_listed(monkeypatch):
    found = kept(monkeypatch)
    index_page("boards", [(Boggle.random("101x100", seed=1), None, ())], ())
    assert found[0].frames == [] and len(found[0].table.rows[0].values[1]) == gallery.LONGEST_TEXT
