"""What a search met: the tree, its drawing, the page of a path."""

import re
import xml.etree.ElementTree as ElementTree

import pytest

import unriddle as ur
from unriddle.search.example import CountToTen
from unriddle.search.trace import label_of

RAW = {
    "start": 1,
    "successors": lambda n: (n + 1, n * 2),
    "predecessors": lambda n: (n - 1, *([n // 2] if n % 2 == 0 else [])),
    "is_goal": lambda n: n == 10,
    "fail_fast": lambda n: n > 10 or n < 0,
}


class Framed(ur.Puzzle):
    """A row of letters to be sorted; its text could be taken for tags."""

    def __init__(self, row):
        self.row = row

    def __str__(self):
        return f"<b>{self.row}</b>\n"

    def to_svg(self):
        return f"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><title>{self.row}</title></svg>"

    def is_solved(self):
        return list(self.row) == sorted(self.row)

    def extensions(self):
        swap = lambda k: self.row[:k] + self.row[k + 1] + self.row[k] + self.row[k + 2 :]  # noqa: E731
        return [Framed(swap(k)) for k in range(len(self.row) - 1)]


@pytest.mark.parametrize("method", ur.search.METHODS)
@pytest.mark.parametrize("puzzle", [CountToTen(1), RAW], ids=["puzzle", "raw states"])
def test_a_trace_changes_nothing_that_is_found(method, puzzle):
    goals = [10 if puzzle is RAW else CountToTen(10)] if method == "bidirectional" else None
    plain, traced = (ur.find_path(puzzle, method, goals=goals, trace=trace) for trace in (False, True))
    assert (plain.status, plain.path, plain.stats.nodes) == (traced.status, traced.path, traced.stats.nodes)
    assert plain.trace is None
    trace = traced.trace
    assert trace.states[0] == traced.path[0] and trace.parents[0] == -1
    assert sorted(filter(None, trace.order)) == list(range(1, trace.expanded + 1))
    for place, parent in enumerate(trace.parents):
        assert parent < place and (parent < 0 or trace.order[parent])


def test_a_tree_is_drawn_to_a_limit_with_all_of_the_path():
    found = ur.find_path(Framed("fedcba"), "bfs", trace=True)
    for limit in (1, 20, 10**6):
        picture = ElementTree.fromstring(found.tree_svg(limit))
        drawn = len(picture.findall("{*}rect"))
        assert drawn <= 2 * limit and drawn >= min(limit, len(found.path))
        assert "configurations expanded" in picture.findtext("{*}title")
        assert found.tree_svg(limit) == found.tree_svg(limit)
    assert "<b>" not in found.tree_svg() and "&lt;b&gt;" in found.tree_svg()
    with pytest.raises(ur.PuzzleError, match="trace=True"):
        ur.find_path(Framed("ba"), "bfs").tree_svg()


def test_what_is_met_past_the_most_is_counted(monkeypatch):
    monkeypatch.setattr("unriddle.search.trace.MOST_KEPT", 50)
    found = ur.find_path(Framed("fedcba"), "bfs", trace=True)
    assert found.status is ur.Status.SOLVED
    assert len(found.trace.states) == 50 and found.trace.left_out > 0
    assert len(ElementTree.fromstring(found.tree_svg()).findall("{*}rect")) >= 50


def test_a_page_shows_each_step_of_the_path():
    found = ur.find_path(Framed("cba"), "bfs", trace=True)
    page = found.to_html()
    assert [f"<title>{state.row}</title>" in page for state in found.path] == [True] * 4
    assert re.findall("<figcaption>(.*?)</figcaption>", page) == ["start", "step 1", "step 2", "step 3"]
    assert "What the search met" in page and "<script" not in page and "SOLVED: 3 steps" in page
    nothing = ur.find_path({**RAW, "is_goal": lambda n: False}, "bfs").to_html()
    assert "NO_SOLUTION" in nothing and "<figure>" not in nothing


def test_labels_are_short():
    assert label_of("a" * 100) == "a" * 23 + "…"
    assert label_of("\n".join("abcdefghij")).split("\n") == [*"abcde", "…"]
