"""What methods did with one puzzle, as a table, a drawing and in a notebook."""

import xml.etree.ElementTree as ElementTree

import pytest

import unriddle as ur
from unriddle.search.example import CountToTen


def test_methods_stand_in_the_order_given_with_what_find_path_finds():
    both = ur.compare(CountToTen(1), ["astar", "dfs"], limits=ur.Limits(nodes=10**6))
    assert list(both) == ["astar", "dfs"] and len(both) == 2
    for method, row in zip(both, both.rows(), strict=True):
        found = ur.find_path(CountToTen(1), method)
        assert both[method].path == found.path
        assert (row["nodes"], row["steps"], row["cost"]) == (
            found.stats.nodes,
            found.stats.path_length,
            found.cost,
        )
        assert row["frontier"] == found.frontier
    lines = str(both).split("\n")
    assert lines[0].split() == ["method", "status", "steps", "cost", "nodes", "frontier", "seconds"]
    assert [line.split()[0] for line in lines[1:]] == ["astar", "dfs"]


def test_all_methods_that_need_nothing_more_are_compared():
    assert list(ur.compare(CountToTen(1))) == ["dfs", "bfs", "astar", "ida"]
    assert list(ur.compare(CountToTen(1), "bfs")) == ["bfs"]


def test_a_limit_is_a_row_like_any_other():
    rows = ur.compare(CountToTen(1), ["bfs"], limits=ur.Limits(nodes=2)).rows()
    assert [(row["status"], row["nodes"]) for row in rows] == [("LIMIT", 2)]


def test_it_shows_itself():
    shown = ur.compare(CountToTen(1), ["bfs", "dfs"])
    assert len(ElementTree.fromstring(shown.to_svg()).findall("{*}rect")) == 8
    assert shown._repr_html_().startswith("<table") and "<svg" in shown._repr_html_()


def test_an_unknown_method_is_refused():
    with pytest.raises(ur.PuzzleError, match="dfs, bfs"):
        ur.compare(CountToTen(1), ["dijkstra-ish"])
