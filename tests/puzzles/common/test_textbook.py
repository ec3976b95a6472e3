"""The usual algorithms in plain Python, held to the twins and kernels that they are timed beside."""

from collections import deque
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unriddle import Boggle, Lexicon
from unriddle.core.assign.reference.placement import fillings
from unriddle.core.reference.topology import HEX, KING, ROOK, neighbours
from unriddle.puzzles.common.textbook import (
    count_by_set,
    every_path,
    nested_dicts,
    peg_depth_first,
    prefix_set,
    slots_by_fewest_words,
    two_sided,
)

words_of_two = st.lists(st.text("abc", min_size=1, max_size=5), min_size=1, max_size=12)


@given(st.text("abc", min_size=4, max_size=4), words_of_two)
def test_both_walks_find_the_words_of_the_kernel(letters, words):
    known = set(words)
    begun = {word[:end] for word in known for end in range(len(word))}
    every, moves = every_path(2, letters, known)
    pruned, fewer = prefix_set(2, letters, known, begun)
    board = Boggle.parse(letters, shape="2x2")
    assert sorted(every) == board.solve(Lexicon(known), min_length=1).words and pruned == every
    assert moves == 64 and len(every) <= fewer <= moves


def test_a_tile_may_have_several_letters_or_none_that_fit():
    tiles = ["qu", "i", "t", "q"]
    begun = {"", "q", "qu", "qui"}
    assert every_path(2, tiles, {"quit", "qit"})[0] == {"quit", "qit"}
    assert prefix_set(2, tiles, {"quit"}, begun)[0] == {"quit"}
    assert prefix_set(2, ["z"] * 4, {"quit"}, begun) == (set(), 0)


@pytest.mark.parametrize(
    ("shape", "kind", "paths"),
    [((1, 1), KING, 1), ((1, 5), ROOK, 25), ((2, 2), KING, 64), ((3, 3), HEX, 2795)],
)
def test_paths_are_counted_and_the_set_is_left_empty(shape, kind, paths):
    table, visited = neighbours(*shape, kind), set()
    assert sum(count_by_set(table, visited, cell) for cell in range(len(table))) == paths
    assert not visited


@given(words_of_two)
def test_a_trie_of_dicts_holds_its_words_alone(words):
    root, found = nested_dicts(words), []

    def read(node, word):
        for letter, below in node.items():
            if letter:
                read(below, word + letter)
            else:
                assert below == {}
                found.append(word)

    read(root, "")
    assert sorted(found) == sorted(set(words))


def distance(near, source, target):
    reached, queue = {source: 0}, deque([source])
    while queue:
        here = queue.popleft()
        for other in near[here]:
            if other not in reached:
                reached[other] = reached[here] + 1
                queue.append(other)
    return reached.get(target)


@given(
    st.sets(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=20),
    st.integers(0, 9),
    st.integers(0, 9),
)
def test_two_sides_meet_on_a_shortest_path(edges, source, target):
    near = {v: sorted({b for a, b in edges if a == v} | {a for a, b in edges if b == v}) for v in range(10)}
    assert two_sided(near, source, target) == distance(near, source, target)


def test_pegs_on_a_line():
    jumps = [(at, at + step, at + 2 * step) for at in range(5) for step in (1, -1) if 0 <= at + 2 * step < 5]
    assert peg_depth_first(0b00011, jumps, {0b00100}) == (True, 2)
    assert peg_depth_first(0b10001, jumps, {0b00001}) == (False, 1)  # no jump at all
    assert peg_depth_first(0b01111, jumps, {0b00001}) == (False, 3)  # then 0b10011, then 0b10100


GRIDS = [
    [[(0, 0), (0, 1)], [(0, 0), (1, 0)]],
    [[(0, 0), (0, 1), (0, 2)], [(0, 0), (1, 0)], [(0, 2), (1, 2)]],
    [[(0, 0), (0, 1)], [(2, 0), (2, 1)]],
]


@given(st.sampled_from(GRIDS), st.lists(st.text("ab", min_size=2, max_size=3), min_size=1, max_size=6))
def test_fillings_are_those_of_the_twin(slots, words):
    cells = sorted({cell for slot in slots for cell in slot})
    numbered = [[cells.index(cell) for cell in slot] for slot in slots]
    kinds = sorted(set(words))
    often = [words.count(word) for word in kinds]
    codes = [tuple(ord(letter) - ord("a") for letter in word) for word in kinds]
    expected = sum(1 for _ in fillings(numbered, codes, [0] * len(kinds), often, [3] * len(cells)))
    count, nodes = slots_by_fewest_words(slots, words)
    assert count == expected and nodes >= 1


def test_each_word_is_used_once():
    slots = [[(row, 0), (row, 1)] for row in range(3)]
    for kinds in combinations(["aa", "ab", "bb"], 2):
        assert slots_by_fewest_words(slots, kinds)[0] == 0
    assert slots_by_fewest_words(slots, ["aa", "ab", "bb"])[0] == 6
    assert slots_by_fewest_words(slots, ["aa", "aa", "bb"])[0] == 3
