"""The usual algorithms that the suite compares with."""

from collections import deque
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import bench_ladder, bench_paths, bench_peg, bench_placement
from benchmarks.shared import every_path, prefix_set
from reference.assign.placement import fillings
from reference.topology import HEX, KING, ROOK, neighbours
from unriddle import Boggle, Lexicon


@pytest.mark.parametrize(("side", "moves"), [(1, 1), (2, 64), (3, 10_305)])
def test_every_path_is_walked(side, moves):
    assert every_path(side, "a" * side * side, {"aa"}) == ({"aa"} if side > 1 else set(), moves)


def test_a_tile_may_have_several_letters_or_none_that_fit():
    tiles, begun = ["qu", "i", "t", "q"], {"", "q", "qu", "qui"}
    assert every_path(2, tiles, {"quit", "qit", "tt"})[0] == {"quit", "qit"}
    assert prefix_set(2, tiles, {"quit"}, begun)[0] == {"quit"}
    assert prefix_set(2, ["z"] * 4, {"quit"}, begun) == (set(), 0)


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


@pytest.mark.parametrize(
    ("shape", "kind", "paths"),
    [((1, 1), KING, 1), ((1, 5), ROOK, 25), ((2, 2), KING, 64), ((3, 3), HEX, 2795)],
)
def test_paths_are_counted_and_the_set_is_left_empty(shape, kind, paths):
    table, visited = neighbours(*shape, kind), set()
    assert sum(bench_paths.count_by_set(table, visited, cell) for cell in range(len(table))) == paths
    assert not visited


def test_components_by_hand():
    assert bench_ladder.labels_of([[1], [0], [], [4], [3, 5], [4]]) == [0, 0, 1, 2, 2, 2]


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
    assert bench_ladder.two_sided(near, source, target) == distance(near, source, target)


def test_pegs_on_a_line():
    jumps = [(at, at + step, at + 2 * step) for at in range(5) for step in (1, -1) if 0 <= at + 2 * step < 5]
    assert bench_peg.depth_first(0b00011, jumps, {0b00100}) == (True, 2)
    assert bench_peg.depth_first(0b10001, jumps, {0b00001}) == (False, 1)  # no jump at all
    assert bench_peg.depth_first(0b01111, jumps, {0b00001}) == (False, 3)  # then 0b10011, then 0b10100
    assert bench_peg.fewest_moves(0b01011, jumps, {0b00001, 0b10000}) == (1, 4)  # one peg jumps twice
    assert bench_peg.fewest_moves(0b00111, [(1, 0, 3), (2, 3, 1)], {0b00010}) == (2, 3)


@pytest.mark.parametrize(("side", "slots"), [(0, 10), (9, 24)])
def test_a_fill_in_has_the_words_it_is_named_for(side, slots):
    puzzle = bench_placement.puzzle_of(side)
    assert len(puzzle.slots) == len(puzzle.words) == slots
    assert puzzle.check(puzzle.solve())


def test_a_grid_is_symmetric_and_has_no_short_slots():
    rows = bench_placement.grid_of(9, 24, 2)
    assert rows == [row[::-1] for row in rows[::-1]]
    lines = rows + ["".join(line) for line in zip(*rows, strict=True)]
    assert all(len(part) > 2 for line in lines for part in line.split("0") if part)


GRIDS = [
    [[(0, 0), (0, 1)], [(0, 0), (1, 0)]],
    [[(0, 0), (0, 1), (0, 2)], [(0, 0), (1, 0)], [(0, 2), (1, 2)]],
    [[(0, 0), (0, 1)], [(2, 0), (2, 1)]],
]


@given(st.sampled_from(GRIDS), st.lists(st.text("ab", min_size=2, max_size=3), min_size=1, max_size=6))
def test_fillings_are_those_of_the_definition(slots, words):
    cells = sorted({cell for slot in slots for cell in slot})
    numbered = [[cells.index(cell) for cell in slot] for slot in slots]
    kinds = sorted(set(words))
    often = [words.count(word) for word in kinds]
    codes = [tuple(ord(letter) - ord("a") for letter in word) for word in kinds]
    expected = sum(1 for _ in fillings(numbered, codes, [0] * len(kinds), often, [3] * len(cells)))
    count, nodes = bench_placement.by_fewest_words(slots, words)
    assert count == expected and nodes >= 1


def test_each_word_is_used_once():
    slots = [[(row, 0), (row, 1)] for row in range(3)]
    for kinds in combinations(["aa", "ab", "bb"], 2):
        assert bench_placement.by_fewest_words(slots, kinds)[0] == 0
    assert bench_placement.by_fewest_words(slots, ["aa", "ab", "bb"])[0] == 6
    assert bench_placement.by_fewest_words(slots, ["aa", "aa", "bb"])[0] == 3
