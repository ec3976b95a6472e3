"""Paths as chains of nodes, and what a search says it found."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unriddle import PuzzleNode, SearchStats, Status
from unriddle.search.example import Count
from unriddle.search.results import SearchResult, chain, path_of


@given(st.lists(st.integers(0, 99), min_size=1, max_size=12))
def test_a_chain_is_read_back(numbers):
    path = [Count(n) for n in numbers]
    first = chain(path)
    assert path_of(first) == path and first.parent is None
    node, length = first, 1
    while node.children:
        assert len(node.children) == 1 and node.children[0].parent is node
        node, length = node.children[0], length + 1
    assert length == len(numbers)


def test_a_node_without_a_configuration_is_passed_over():
    root = PuzzleNode(None)
    root.children.append(PuzzleNode(Count(3), parent=root))
    assert path_of(root) == [Count(3)]


def test_a_result_without_a_node_has_no_path():
    result = SearchResult(status=Status.NO_SOLUTION, stats=SearchStats())
    assert (result.path, result.node, result.cost, result.interrupted) == ([], None, 0, False)
    with pytest.raises(AttributeError):
        result.cost = 1
