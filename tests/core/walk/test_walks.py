"""The three walks of a board and a trie, held to their twin and to each other."""

import os
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle.core import dispatch, topology
from unriddle.core.reference.topology import neighbours
from unriddle.core.trie import Trie
from unriddle.core.walk import large_walk, small_walk, tile_walk
from unriddle.core.walk.large_walk import LargeTables, LargeWalk, padded_letters
from unriddle.core.walk.reference.walk import walk
from unriddle.core.walk.small_walk import SmallWalk, WordTable
from unriddle.core.walk.tile_walk import TileWalk

HOLE = 255
levels = dispatch.PATHS[: dispatch.PATHS.index(dispatch.best()) + 1]


def build(words, n_letters):
    ordered = sorted(set(words))
    codes = np.array([code for word in ordered for code in word], dtype=np.uint8)
    offsets = np.concatenate([[0], np.cumsum([len(word) for word in ordered])]).astype(np.int64)
    return ordered, Trie.build(codes, offsets, n_letters)


def table_of(ordered, trie):
    lengths = np.array([len(ordered[number]) for number in trie.order], dtype=np.uint8)
    return WordTable(trie, lengths, trie.order)


def words_of(n_letters, most=40, longest=12):
    letters = st.integers(0, n_letters - 1)
    return st.lists(st.lists(letters, min_size=1, max_size=longest).map(tuple), min_size=1, max_size=most)


@st.composite
def plain_boards(draw, most_cells=64, smallest=1):
    """A board of single letters and holes, its topology, and a lexicon over few letters."""
    n_letters = draw(st.sampled_from([1, 2, 3, 26, 32]))
    rows = draw(st.integers(smallest, 9))
    cols = draw(st.integers(smallest, max(smallest, min(9, most_cells // rows))))
    letter = (
        st.integers(0, n_letters - 1)
        if draw(st.booleans())
        else st.integers(0, n_letters - 1) | st.just(HOLE)
    )
    codes = draw(st.lists(letter, min_size=rows * cols, max_size=rows * cols))
    kind = draw(st.sampled_from([topology.KING, topology.ROOK, topology.HEX]))
    # A letter that many cells have makes very many paths: for the twin, and for a queue.
    longest = 12 if max(map(codes.count, set(codes) - {HOLE}), default=0) < 5 else 5
    return (
        rows,
        cols,
        np.array(codes, dtype=np.uint8),
        kind,
        draw(st.booleans()),
        n_letters,
        draw(words_of(n_letters, longest=longest)),
    )


def twin_of(rows, cols, codes, kind, wrap, words):
    tiles = [[] if code == HOLE else [(int(code),)] for code in codes]
    return walk(neighbours(rows, cols, kind, wrap), tiles, words)


def test_the_kernels_are_compiled():
    for module in (small_walk, large_walk, tile_walk):
        assert module.__file__.endswith((".so", ".pyd"))


@pytest.mark.parametrize("level", levels)
@settings(max_examples=60, deadline=None)
@given(board=plain_boards())
def test_small_walk_equals_the_twin(level, board):
    rows, cols, codes, kind, wrap, n_letters, words = board
    ordered, trie = build(words, n_letters)
    found, continuable, moves = twin_of(rows, cols, codes, kind, wrap, words)
    with mock.patch.dict(os.environ, UNRIDDLE_SIMD=level):
        search = SmallWalk(table_of(ordered, trie), topology.adjacency_masks(rows, cols, kind, wrap))
    boards = np.stack([codes, codes])
    ends, out = np.zeros(2, dtype=np.int64), np.zeros(2 * len(ordered), dtype=np.uint32)
    assert search.words(boards, 2, ends, out) == (2, False)
    numbers = [n for n, word in enumerate(ordered) if word in found and len(word) >= 2]
    assert out[: ends[1]].tolist() == numbers * 2
    assert (search.nodes, search.moves) == (2 * continuable, 2 * moves)
    points = np.arange(256, dtype=np.int32) ** 2
    scores = np.zeros(2, dtype=np.int64)
    assert search.score(boards, points, scores) == 2
    assert scores.tolist() == [sum(len(word) ** 2 for word in found)] * 2


@pytest.mark.parametrize("level", levels)
@settings(max_examples=60, deadline=None)
@given(board=plain_boards(most_cells=81), capacity=st.sampled_from([128, 1 << 16]))
def test_large_walk_equals_the_twin(level, board, capacity):
    rows, cols, codes, kind, _, n_letters, words = board
    ordered, trie = build(words, n_letters)
    found, _, _ = twin_of(rows, cols, codes, kind, False, words)
    with mock.patch.dict(os.environ, UNRIDDLE_SIMD=level):
        search = LargeWalk(
            LargeTables(trie),
            padded_letters(codes.reshape(rows, cols), False),
            rows,
            cols,
            kind,
            capacity=capacity,
        )
    while search.run(7):
        pass
    assert {ordered[trie.order[place]] for place in search.found_places()} == found
    assert search.n_found == len(found)
    ends = search.last_cells(search.found_places())
    assert np.flatnonzero(search.found()).tolist() == search.found_places().tolist()
    assert [codes[cell] for cell in ends] == [ordered[trie.order[p]][-1] for p in search.found_places()]


@settings(max_examples=15, deadline=None)
@given(
    rows=st.integers(16, 19),
    cols=st.integers(16, 21),
    kind=st.sampled_from([topology.KING, topology.ROOK, topology.HEX]),
    wrap=st.booleans(),
    seed=st.integers(0, 1 << 30),
    longest=st.sampled_from([4, 30]),
)
def test_large_walk_equals_tile_walk_on_larger_boards(rows, cols, kind, wrap, seed, longest):
    # Words are read off the board, so that long ones that cross the edge and turn back are on it.
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, 12, rows * cols).astype(np.uint8)
    table = neighbours(rows, cols, kind, wrap)
    words = set()
    for _ in range(60):
        path = [int(rng.integers(rows * cols))]
        for _ in range(int(rng.integers(1, longest))):
            path.append(int(rng.choice(table[path[-1]])))
        words.add(tuple(int(codes[cell]) for cell in path))
    _, trie = build(words, 12)
    results = []
    for level in levels:
        with mock.patch.dict(os.environ, UNRIDDLE_SIMD=level):
            search = LargeWalk(
                LargeTables(trie), padded_letters(codes.reshape(rows, cols), wrap), rows, cols, kind, wrap
            )
        while search.run(1000):
            pass
        places = search.found_places()
        results.append((places.tolist(), search.nodes, search.moves, search.last_cells(places).tolist()))
    assert all(result == results[0] for result in results)
    tiles = TileWalk(trie, rows, cols, kind, wrap, codes, np.arange(12, dtype=np.uint8)[:, None].copy())
    tiles.run(1 << 40)
    while tiles.run(1 << 40):
        pass
    assert results[0][0] == tiles.found_places().tolist()


def test_large_walk_shares_rows_between_searches():
    rng = np.random.default_rng(1)
    codes = rng.integers(0, 5, (23, 17)).astype(np.uint8)
    words = [tuple(rng.integers(0, 5, rng.integers(1, 6)).tolist()) for _ in range(300)]
    _, trie = build(words, 5)
    letters = padded_letters(codes, False)
    whole = LargeWalk(LargeTables(trie), letters, 23, 17)
    parts = [
        LargeWalk(LargeTables(trie), letters, 23, 17, first_row=a, end_row=b)
        for a, b in ((0, 9), (9, 9), (9, 23))
    ]
    for search in (whole, *parts):
        while search.run(50):
            pass
    union = sorted(set().union(*(part.found_places().tolist() for part in parts)))
    assert union == whole.found_places().tolist()
    assert whole.done_rows == 23


def test_large_walks_strike_what_another_found():
    rng = np.random.default_rng(2)
    codes = rng.integers(0, 5, (30, 30)).astype(np.uint8)
    words = [tuple(rng.integers(0, 5, rng.integers(1, 6)).tolist()) for _ in range(300)]
    _, trie = build(words, 5)
    letters, tables = padded_letters(codes, False), LargeTables(trie)
    whole, upper, lower = (LargeWalk(tables, letters, 30, 30, end_row=end) for end in (30, 15, 0))
    for search in (whole, upper):
        while search.run(50):
            pass
    lower.strike(upper, 0, 0)
    lower.strike(upper, 0, upper.n_found)
    lower.strike(upper, 0, upper.n_found)  # once more makes no difference
    lower.continue_rows(15, 30)
    while lower.run(50):
        pass
    assert not set(upper.found_places()) & set(lower.found_places())
    assert set(upper.found_places()) | set(lower.found_places()) == set(whole.found_places())
    with pytest.raises(ValueError, match="words 0 to"):
        lower.strike(upper, 0, upper.n_found + 1)
    with pytest.raises(ValueError, match="same tables"):
        lower.strike(LargeWalk(LargeTables(trie), letters, 30, 30), 0, 0)


@st.composite
def tile_boards(draw):
    """A board with tiles of one to three letters, holes and wildcards."""
    n_letters = draw(st.sampled_from([2, 3, 40, 63]))
    rows, cols = draw(st.integers(1, 3)), draw(st.integers(1, 4))
    letters = st.integers(0, n_letters - 1)
    tiles = draw(st.lists(st.lists(letters, max_size=3).map(tuple), min_size=1, max_size=5))
    cells = draw(st.lists(st.integers(0, len(tiles)), min_size=rows * cols, max_size=rows * cols))
    kind = draw(st.sampled_from([topology.KING, topology.ROOK, topology.HEX]))
    return rows, cols, cells, tiles, kind, draw(st.booleans()), n_letters, draw(words_of(n_letters, 30, 6))


@settings(max_examples=100, deadline=None)
@given(board=tile_boards(), budget=st.sampled_from([1, 5, 1 << 30]))
def test_tile_walk_equals_the_twin(board, budget):
    rows, cols, cells, tiles, kind, wrap, n_letters, words = board
    ordered, trie = build(words, n_letters)
    wildcard = len(tiles)
    ways = [[tile] if tile else [] for tile in tiles] + [[(letter,) for letter in range(n_letters)]]
    found, continuable, moves = walk(
        neighbours(rows, cols, kind, wrap), [ways[cell] for cell in cells], words
    )
    letters = np.full((len(tiles) + 1, 3), 255, dtype=np.uint8)
    for number, tile in enumerate(tiles):
        letters[number, : len(tile)] = tile
    search = TileWalk(trie, rows, cols, kind, wrap, np.array(cells, dtype=np.uint8), letters, wildcard)
    before, remains = 0, True
    while remains:
        remains = search.run(budget)
        assert search.nodes - before <= budget
        before = search.nodes
    assert {ordered[trie.order[place]] for place in search.found_places()} == found
    assert (search.nodes, search.moves) == (continuable, moves)


def test_more_paths_than_the_queue_holds_are_told():
    words = [(0,) * length for length in range(1, 20)]
    ordered, trie = build(words, 1)
    search = SmallWalk(table_of(ordered, trie), topology.adjacency_masks(4, 4), capacity=64)
    boards = np.zeros((3, 16), dtype=np.uint8)
    boards[0] = HOLE
    scores = np.zeros(3, dtype=np.int64)
    points = np.arange(256, dtype=np.int32)
    assert search.score(boards, points, scores) == 1
    ends, out = np.zeros(3, dtype=np.int64), np.zeros(100, dtype=np.uint32)
    assert search.words(boards, 1, ends, out) == (1, True)


def test_a_word_of_254_letters_on_a_large_board():
    word = (0, 1) * 127
    _, trie = build([word], 2)
    codes = np.indices((20, 20)).sum(axis=0).astype(np.uint8) % 2
    for wrap in (False, True):
        search = LargeWalk(LargeTables(trie), padded_letters(codes, wrap), 20, 20, topology.ROOK, wrap)
        for _ in range(1000):
            if not search.run(1 << 12):
                break
        assert search.found_places().tolist() == [0]


def test_wrong_arguments_are_refused():
    ordered, trie = build([(0, 1)], 2)
    adjacency, words = topology.adjacency_masks(2, 2), table_of(ordered, trie)
    for arguments in [
        (None, words.lengths, trie.order),
        (trie, None, trie.order),
        (trie, words.lengths, None),
    ]:
        with pytest.raises(TypeError):
            WordTable(*arguments)
    for arguments in [(None, adjacency), (words, None), ()]:
        with pytest.raises(TypeError):
            SmallWalk(*arguments)
    with pytest.raises(ValueError, match="one a word"):
        WordTable(trie, words.lengths[:0], trie.order)
    with pytest.raises(ValueError, match="less than"):
        WordTable(trie, words.lengths, trie.order + np.uint32(1 << 30))
    with pytest.raises(ValueError, match="without words"):
        WordTable(build([], 2)[1], words.lengths[:0], trie.order[:0])
    with pytest.raises(ValueError, match="cells, expected 1 to 64"):
        SmallWalk(words, np.zeros(65, dtype=np.uint64))
    with pytest.raises(ValueError, match="32 letters"):
        SmallWalk(table_of(*build([(0, 40)], 41)), adjacency)
    search = SmallWalk(words, adjacency)
    points, scores = np.zeros(256, dtype=np.int32), np.zeros(1, dtype=np.int64)
    with pytest.raises(ValueError, match="wrong shape"):
        search.score(np.zeros((1, 5), dtype=np.uint8), points, scores)
    with pytest.raises(ValueError, match="wrong shape"):
        search.score(np.zeros((2, 4), dtype=np.uint8), points, scores)
    with pytest.raises(ValueError, match="wrong shape"):
        search.score(np.zeros((1, 4), dtype=np.uint8), points + 1, scores)
    letters = padded_letters(np.zeros((2, 3), dtype=np.uint8), False)
    with pytest.raises(ValueError, match="do not fit"):
        LargeWalk(LargeTables(trie), letters, 3, 3)
    with pytest.raises(ValueError, match="at least 16"):
        LargeWalk(LargeTables(trie), padded_letters(np.zeros((2, 3), dtype=np.uint8), True), 2, 3, wrap=True)
    with pytest.raises(ValueError, match="rows 1 to 5"):
        LargeWalk(LargeTables(trie), letters, 2, 3, first_row=1, end_row=5)
    with pytest.raises(ValueError, match="a board of 0"):
        padded_letters(np.zeros((0, 3), dtype=np.uint8), False)
    tiles = np.zeros(6, dtype=np.uint8)
    with pytest.raises(ValueError, match="letter 2"):
        TileWalk(trie, 2, 3, 0, False, tiles, np.array([[2]], dtype=np.uint8))
    with pytest.raises(ValueError, match="tile 0"):
        TileWalk(trie, 2, 3, 0, False, tiles, np.zeros((0, 1), dtype=np.uint8))
    with pytest.raises(ValueError, match="expected 4"):
        TileWalk(trie, 2, 2, 0, False, tiles, np.zeros((1, 1), dtype=np.uint8))
