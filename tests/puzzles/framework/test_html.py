"""Pages: everything is escaped, nothing runs or loads but their own script; pictures come back whole."""

import base64
import gzip
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unriddle import PuzzleError
from unriddle.puzzles.framework import html as pages
from unriddle.puzzles.framework.html import Frame, Row, Table, View, in_frame, packed, page
from unriddle.puzzles.framework.svg import Drawing

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


@given(st.text(st.characters(), max_size=20).filter(lambda text: "<img" not in text and "<b>" not in text))
def test_any_text_is_shown(text):
    held(text)


LINE = st.sampled_from(["<svg>", "<a/>", "<b/>", "<g><c/></g>", "</svg>", ""])


@given(st.lists(st.lists(LINE, min_size=1, max_size=12).map("\n".join), max_size=12))
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
    made = page(View(title="x", frames=frames, table=table, first=2))
    plain = made.split("<script")[0]
    assert "<svg>2</svg>" in plain and "board 2" in plain and "<svg>1</svg>" not in plain
    assert "<li>step 3</li>" in plain and "word 1999" in plain and "… and 3 more" in plain


def test_a_frame_of_a_notebook_holds_the_page_as_text():
    made = in_frame(page(view(HOSTILE[3])), height=300)
    assert made.count("<") == 2 and "height:300px" in made and 'sandbox="allow-scripts"' in made
