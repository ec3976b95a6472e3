"""Seeds and their centres, held to the twin on every vector path, and to the walk of the whole board."""

from itertools import pairwise

import numpy as np
import pytest
import twins
from hypothesis import given, settings
from hypothesis import strategies as st
from walk_cases import HOLE, KINDS, LEVELS, on_path

from reference.topology import neighbours
from reference.walk.walk import walk
from unriddle.core.walk.boggle_seeds import MOST_REACH, SeedTables, SeedWalk

ANY = 1 << 31
LEAF = [[0, 0, 0], [0, 0, 0]]


def tables_of(words, rng):
    """Return the arguments of tables: each word with a centre and a seed around it, grown in any order."""
    seeds, arms, groups = [], [], {}

    def arm(letters):
        if not letters:
            return -1
        row = [arm(letters[:-1]), letters[-1]]
        if row not in arms:
            arms.append(row)
        return arms.index(row)

    for number, word in enumerate(words):
        centre = int(rng.integers(len(word)))
        left, right = min(centre, int(rng.integers(5))), min(len(word) - 1 - centre, int(rng.integers(5)))
        before, after = word[centre - left : centre], word[centre + 1 : centre + 1 + right][::-1]
        groups.setdefault((before, word[centre], after), []).append((number, centre, centre + 1))
    sides, ends = [], []
    waiting = list(groups.values())
    sides = [[[0, 0, 0], [0, 0, 0]] for _ in waiting]
    ends = [-1] * len(waiting)
    for root, (before, letter, after) in enumerate(groups):
        pair = [arm(list(before)), arm(list(after))]
        seeds.append([letter, *(pair if rng.integers(2) else pair[::-1]), root])
    for node, group in enumerate(waiting):  # which grows while it is gone through
        by_side = [{}, {}]
        for number, left, right in group:
            word = words[number]
            if (left, right) == (0, len(word)):
                ends[node] = number
                continue
            sides[node][0][1] |= 1 << word[right] if right < len(word) else ANY
            sides[node][1][1] |= 1 << word[left - 1] if left else ANY
            if right < len(word) and (left == 0 or rng.integers(2)):
                by_side[0].setdefault(word[right], []).append((number, left, right + 1))
            else:
                by_side[1].setdefault(word[left - 1], []).append((number, left - 1, right))
        for side, grown in enumerate(by_side):
            sides[node][side][2] = len(waiting) if grown else 0
            for letter in sorted(grown):
                sides[node][side][0] |= 1 << letter
                waiting.append(grown[letter])
                sides.append([[0, 0, 0], [0, 0, 0]])
                ends.append(-1)
    reach = max(map(len, words)) - 1
    return (
        np.array(seeds, np.int32),
        np.array(arms, np.int32).reshape(-1, 2),
        np.array(sides, np.uint32),
        np.array(ends, np.int32),
        len(words),
        reach,
    )


@st.composite
def windows(draw):
    """A window with holes, its topology, and words of which some are on it."""
    rows, cols = draw(st.integers(1, 9)), draw(st.integers(1, 11))
    n_letters, longest = draw(st.sampled_from([(2, 5), (4, 7), (31, 14)]))  # more would have too many paths
    rng = np.random.default_rng(draw(st.integers(0, 1 << 30)))
    cells = rng.integers(0, n_letters, (rows, cols)).astype(np.uint8)
    cells[rng.random(cells.shape) < 0.1] = draw(st.sampled_from([31, HOLE]))
    kind = draw(KINDS)
    table = neighbours(rows, cols, kind, False)
    words = {tuple(rng.integers(0, n_letters, rng.integers(1, min(longest, 6))).tolist()) for _ in range(20)}
    for _ in range(draw(st.integers(0, 20))):  # read off the board, longer than a window of 8 cells
        path = [int(rng.integers(rows * cols))]
        while len(path) < longest and (free := [cell for cell in table[path[-1]] if cell not in path]):
            path.append(int(rng.choice(free)))
        if all(cells.flat[cell] < 31 for cell in path):
            words.add(tuple(int(cells.flat[cell]) for cell in path))
    return cells, kind, sorted(words), rng


def searched(side, cells, kind, tables, **options):
    """Return the words that a side finds, and where they end."""
    module = twins.module(side, "walk.boggle_seeds")
    shared = module.SeedTables(*tables)
    parts = options.pop("parts", 1)
    searches = [module.SeedWalk(shared, cells, kind, **options) for _ in range(parts)]
    budget = 1 if options.get("tile_rows", 2) > 1 else 1 << 20
    ends = {}
    for first, end in ((0, len(cells) // 2), (len(cells) // 2, len(cells))):
        cols = np.linspace(0, cells.shape[1], parts + 1).astype(int).tolist()
        for search, some in zip(searches, pairwise(cols), strict=True):
            search.continue_at(first, end, *some)
            while search.run(budget):
                pass
            ends.update(zip(*map(list, search.news(0)), strict=True))
            for other in searches:
                if other is not search:
                    other.strike(search, 0, search.n_found)
    found = np.any([search.found() for search in searches], axis=0)
    assert sorted(ends) == np.flatnonzero(found).tolist()
    return found.tolist(), ends, searches


@pytest.mark.parametrize("level", LEVELS)
@settings(max_examples=80)
@given(
    case=windows(),
    tile=st.sampled_from([(1, 1), (2, 3), (256, 512)]),
    parts=st.integers(1, 3),
)
def test_words_equal_the_twin_and_the_definition(level, case, tile, parts):
    cells, kind, words, rng = case
    tables = tables_of(words, rng)
    options = {"tile_rows": tile[0], "tile_cols": tile[1], "parts": parts}
    with on_path(level):
        found, ends, _ = searched("kernel", cells, kind, tables, **options)
    assert found == searched("twin", cells, kind, tables, **options)[0]
    assert all(cells.flat[end] == words[word][-1] for word, end in ends.items())
    tiles = [[(int(code),)] if code < 31 else [] for code in cells.flat]
    whole = walk(neighbours(*cells.shape, kind, False), tiles, words)[0]
    assert sorted(whole) == [word for word, is_found in zip(words, found, strict=True) if is_found]


@settings(max_examples=10)
@given(case=windows(), capacity=st.sampled_from([5120, 1 << 16]))
def test_paths_are_the_same_on_every_path(case, capacity):
    cells, kind, words, rng = case
    tables = tables_of(words, rng)
    cells = np.tile(cells, (40, 60))  # over the borders of strips and tiles
    results = []
    for level in LEVELS:
        with on_path(level):
            found, ends, searches = searched("kernel", cells, kind, tables, tile_rows=100, capacity=capacity)
        results.append((found, ends, [(search.nodes, search.moves) for search in searches]))
    assert all(result == results[0] for result in results)


def test_a_queue_that_does_not_suffice():
    # All cells alike: centres have more paths than the queue has room for, and are searched one by one.
    words = [(0,) * 5, (0,) * 5 + (1,)]
    cells = np.zeros((12, 12), np.uint8)
    cells[0, 0] = 1
    tables = tables_of(words, np.random.default_rng(1))
    found, _, (search,) = searched("kernel", cells, 0, tables, capacity=5120)
    other, _, (roomy,) = searched("kernel", cells, 0, tables, capacity=1 << 22)
    assert found == other == [True, True] and search.nodes < 5120 < roomy.nodes


@pytest.mark.parametrize("level", LEVELS)
def test_a_long_word_that_comes_back_to_its_first_cell_is_none(level):
    cells = np.array([range(7), range(13, 6, -1)], np.uint8)
    ring = tuple(range(14))
    with on_path(level):
        for seed in range(40):  # grown from any centre, in any order
            words = [(*ring[k:], *ring[: k + 1]) for k in range(14)] + [ring]
            found = searched("kernel", cells, 0, tables_of(words, np.random.default_rng(seed)))[0]
            assert found == [False] * 14 + [True]


def test_a_row_of_a_tile_ends_anywhere():
    # One word, at each of the columns where the words of a plane and the tiles of a window meet.
    word = (0, 1, 2, 3, 4)
    for reach in (4, 40):
        words = [word, (5,) * (reach + 1)]
        tables = tables_of(words, np.random.default_rng(reach))
        for col in (*range(4), *range(60, 66), *range(425, 490, 3), 505, 511, 512, 900, 995):
            for row in (0, 31, 32, 255, 256, 295):
                cells = np.full((300, 1000), HOLE, np.uint8)
                cells[row, col : col + 5] = word
                assert searched("kernel", cells, 0, tables)[0] == [True, False], (reach, row, col)


@pytest.mark.parametrize("level", LEVELS)
def test_a_path_goes_over_from_each_column_of_a_row_to_the_next(level):
    # Whatever vectors a row of a plane is made of: to the left and to the right, straight on and aslant.
    word = (0, 1, 2, 3, 4)
    seed, arms = [[2, 1, 3, 0]], [[-1, 0], [0, 1], [-1, 4], [2, 3]]  # all of the word
    sides = [
        [[8, 8, 1], [0, 2, 0]],
        [[16, 16, 2], [0, 2, 0]],
        [[0, ANY, 0], [2, 2, 3]],
        [[0, ANY, 0], [1, 1, 4]],
        [[0, ANY, 0], [0, ANY, 0]],
    ]
    tree = np.array(sides, np.uint32), np.array([-1, -1, -1, -1, 0], np.int32)
    tables = SeedTables(np.array(seed, np.int32), np.array(arms, np.int32), *tree, 1, 2)
    with on_path(level):
        for col in range(497):
            for letters in (word, word[::-1]):
                cells = np.full((2, 501), HOLE, np.uint8)
                cells[np.arange(5) % 2, np.arange(col, col + 5)] = letters
                search = SeedWalk(tables, cells, tile_rows=2)
                search.continue_at(0, 2, 0, 501)
                search.run(1 << 20)
                assert search.n_found == 1, (col, letters)


def test_tables_that_are_none():
    good = [
        np.array([[0, -1, 0, 0]], np.int32),
        np.array([[-1, 1]], np.int32),
        np.array([[[2, 2, 1], [0, ANY, 0]], LEAF], np.uint32),
        np.array([-1, 0], np.int32),
        1,
        1,
    ]
    SeedTables(*good)
    for place, value, reason in [
        (0, [[31, -1, 0, 0]], "seed 0"),
        (0, [[0, -2, 0, 0]], "seed 0"),
        (0, [[0, -1, 1, 0]], "seed 0"),
        (0, [[0, -1, 0, 1]], "seed 0"),
        (0, np.empty((0, 4)), "0 seeds"),
        (1, [[0, 1]], "arm 0"),
        (1, [[-1, 31]], "arm 0"),
        (1, [[-1, 1], [0, 1], [1, 1], [2, 1], [3, 1]], "arm 4: more than 4 letters"),
        (2, [[[1 << 31, 2, 1], [0, 0, 0]], LEAF], "a letter of 31 or above"),
        (2, [[[2, 2, 2], [0, 0, 0]], LEAF], "node 0: child 2"),
        (2, [[[2, 2, 0], [0, 0, 0]], LEAF], "node 0: child 0"),
        (2, [[[2, 2, 1], [2, 0, 1]], LEAF], "node 0: child 1"),
        (2, [LEAF], "2 nodes with 1 pairs"),
        (3, [-1, 1], "node 1: word 1"),
        (3, [0, 0], "node 1: word 0"),
        (3, [-1, -1], "no node for word 0"),
        (5, MOST_REACH + 1, "expected 0 to"),
    ]:
        parts = list(good)
        parts[place] = np.array(value, good[place].dtype) if place < 4 else value
        with pytest.raises(ValueError, match=reason):
            SeedTables(*parts)
    with pytest.raises(ValueError, match="expected seeds of 4"):
        SeedTables(good[1], *good[1:])


def test_arguments_that_are_none():
    tables = SeedTables(*tables_of([(0, 1)], np.random.default_rng(0)))
    cells = np.zeros((3, 3), np.uint8)
    for options in ({"tile_rows": 0}, {"tile_cols": 0}, {"tile_rows": 1 << 20}, {"capacity": 100}):
        with pytest.raises(ValueError, match=r"tiles of|capacity"):
            SeedWalk(tables, cells, **options)
    search = SeedWalk(tables, cells)
    assert not search.run(10) and search.n_found == 0
    for rows in ((0, 4, 0, 3), (2, 1, 0, 3), (0, 3, -1, 3), (0, 3, 0, 4)):
        with pytest.raises(ValueError, match=r"rows \d+ to \d+ of 3"):
            search.continue_at(*rows)
    with pytest.raises(ValueError, match="a window of 3 x 4 cells, expected 3 x 3"):
        search.look_at(np.zeros((3, 4), np.uint8))
    with pytest.raises(ValueError, match="expected a search with the same tables"):
        search.strike(SeedWalk(SeedTables(*tables_of([(0,)], np.random.default_rng(0))), cells), 0, 0)
    with pytest.raises(ValueError, match="words 0 to 1 of 0"):
        search.strike(search, 0, 1)
    with pytest.raises(ValueError, match="words from 1 on of 0"):
        search.news(1)
    empty = SeedWalk(tables, np.zeros((0, 0), np.uint8))
    empty.continue_at(0, 0, 0, 0)
    assert not empty.run(1)
