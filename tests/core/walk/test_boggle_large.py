"""Boards of any size, held to the twin on every vector path, and to `TileWalk`."""

import numpy as np
import pytest
import twins
from hypothesis import given, settings
from hypothesis import strategies as st
from walk_cases import KINDS, LEVELS, on_path, plain_boards, trie_of

from reference.topology import neighbours
from unriddle.core import topology
from unriddle.core.walk.boggle_large import LargeTables, LargeWalk, padded_letters
from unriddle.core.walk.boggle_tiles import TileWalk


def searched(side, board, capacity=1 << 16):
    """Return the words that a side finds, as words; each ends where it says."""
    rows, cols, codes, kind, _, n_letters, words = board
    ordered, trie = trie_of(words, n_letters, side)
    large = twins.module(side, "walk.boggle_large")
    letters = large.padded_letters(codes.reshape(rows, cols), False)
    search = large.LargeWalk(large.LargeTables(trie), letters, rows, cols, kind, capacity=capacity)
    while search.run(7):
        pass
    places = np.array(search.found_places(), dtype=np.int64)
    found = [ordered[trie.order[place]] for place in places]
    assert np.flatnonzero(search.found()).tolist() == places.tolist()
    assert [codes[cell] for cell in search.last_cells(places)] == [word[-1] for word in found]
    news = [list(each) for each in search.news(0)]
    assert sorted(news[0]) == places.tolist() and news[1] == list(search.last_cells(np.array(news[0], int)))
    assert [list(each) for each in search.news(len(places) // 2)] == [
        each[len(places) // 2 :] for each in news
    ]
    # Numbers in another order than places, and only words of two letters and more.
    lengths = np.array([len(ordered[place]) for place in trie.order], dtype=np.uint8)
    numbers = (7 * trie.n_words - 7 * np.arange(trie.n_words)).astype(np.uint32)
    long = [place for place in places[::-1] if lengths[place] >= 2]
    named, ends = search.words(lengths, numbers, 2)
    assert list(named) == [numbers[place] for place in long]
    assert list(ends) == list(search.last_cells(np.array(long, dtype=np.int64)))
    return sorted(found), search.n_found, search.done_rows


@pytest.mark.parametrize("level", LEVELS)
@settings(max_examples=60)
@given(board=plain_boards(most_cells=81), capacity=st.sampled_from([128, 1 << 16]))
def test_words_equal_the_twin(level, board, capacity):
    with on_path(level):
        found = searched("kernel", board, capacity)
    assert found == searched("twin", board)


@given(
    rows=st.integers(1, 9),
    cols=st.integers(1, 9),
    wrap=st.booleans(),
    codes=st.none() | st.lists(st.integers(0, 255), max_size=40),
    seed=st.integers(0, 1 << 30),
)
def test_padded_letters_equal_the_twin(rows, cols, wrap, codes, seed):
    board = np.random.default_rng(seed).integers(0, 40, (rows, cols)).astype(np.uint8)
    kernel, twin = twins.pair("walk.boggle_large")
    table = None if codes is None else np.array(codes, dtype=np.uint8)
    assert kernel.padded_letters(board, wrap, table).tolist() == twin.padded_letters(board, wrap, table)


@settings(max_examples=15)
@given(
    rows=st.integers(16, 19),
    cols=st.integers(16, 21),
    kind=KINDS,
    wrap=st.booleans(),
    seed=st.integers(0, 1 << 30),
    longest=st.sampled_from([4, 30]),
)
def test_larger_boards_have_the_words_that_tile_walk_finds(rows, cols, kind, wrap, seed, longest):
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
    _, trie = trie_of(words, 12)
    results = []
    for level in LEVELS:
        with on_path(level):
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


def test_rows_are_shared_between_searches():
    rng = np.random.default_rng(1)
    codes = rng.integers(0, 5, (23, 17)).astype(np.uint8)
    words = [tuple(rng.integers(0, 5, rng.integers(1, 6)).tolist()) for _ in range(300)]
    _, trie = trie_of(words, 5)
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


def test_searches_strike_what_another_found():
    rng = np.random.default_rng(2)
    codes = rng.integers(0, 5, (30, 30)).astype(np.uint8)
    words = [tuple(rng.integers(0, 5, rng.integers(1, 6)).tolist()) for _ in range(300)]
    _, trie = trie_of(words, 5)
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


def test_a_word_of_254_letters():
    word = (0, 1) * 127
    _, trie = trie_of([word], 2)
    codes = np.indices((20, 20)).sum(axis=0).astype(np.uint8) % 2
    for wrap in (False, True):
        search = LargeWalk(LargeTables(trie), padded_letters(codes, wrap), 20, 20, topology.ROOK, wrap)
        for _ in range(1000):
            if not search.run(1 << 12):
                break
        assert search.found_places().tolist() == [0]


def test_wrong_arguments_are_refused():
    _, trie = trie_of([(0, 1)], 2)
    letters = padded_letters(np.zeros((2, 3), dtype=np.uint8), False)
    with pytest.raises(ValueError, match="do not fit"):
        LargeWalk(LargeTables(trie), letters, 3, 3)
    with pytest.raises(ValueError, match="at least 16"):
        LargeWalk(LargeTables(trie), padded_letters(np.zeros((2, 3), dtype=np.uint8), True), 2, 3, wrap=True)
    with pytest.raises(ValueError, match="rows 1 to 5"):
        LargeWalk(LargeTables(trie), letters, 2, 3, first_row=1, end_row=5)
    with pytest.raises(ValueError, match="a board of 0"):
        padded_letters(np.zeros((0, 3), dtype=np.uint8), False)
    with pytest.raises(ValueError, match="at least one word"):
        LargeTables(trie_of([], 2)[1])
    for arguments in [(None, letters, 2, 3), (LargeTables(trie), None, 2, 3)]:
        with pytest.raises(TypeError):
            LargeWalk(*arguments)
