"""Boards of at most 64 cells, held to the twin on every vector path."""

import numpy as np
import pytest
import twins
from hypothesis import given, settings
from hypothesis import strategies as st
from walk_cases import HOLE, LEVELS, on_path, plain_boards, table_of, trie_of

from unriddle.core import topology
from unriddle.core.walk.boggle_small import SmallWalk, WordTable


def searched(side, board, min_length):
    """Return all that a side tells of a board, taken up twice."""
    rows, cols, codes, kind, wrap, n_letters, words = board
    table = table_of(words, n_letters, side)
    search = twins.module(side, "walk.boggle_small").SmallWalk(
        table, topology.adjacency_masks(rows, cols, kind, wrap)
    )
    boards = np.stack([codes, codes])
    ends, out = np.zeros(2, dtype=np.int64), np.zeros(2 * len(table.lengths), dtype=np.uint32)
    scores = np.zeros(2, dtype=np.int64)
    assert search.words(boards, min_length, ends, out) == (2, False)
    assert search.score(boards, np.arange(256, dtype=np.int32) ** 2, scores) == 2
    tallies = np.full((2, 3), 7, dtype=np.int64)
    assert search.tally(boards, np.arange(256, dtype=np.int32) ** 2 - 5, min_length, tallies) == 2
    found = ends.tolist(), out[: ends[1]].tolist(), scores.tolist(), tallies.tolist()
    return *found, search.nodes, search.moves


@pytest.mark.parametrize("level", LEVELS)
@settings(max_examples=60)
@given(board=plain_boards(), min_length=st.sampled_from([1, 2, 4]))
def test_words_and_scores_equal_the_twin(level, board, min_length):
    with on_path(level):
        found = searched("kernel", board, min_length)
    assert found == searched("twin", board, min_length)


def test_words_that_there_is_no_room_for_wait(side):
    search = side("walk.boggle_small").SmallWalk(
        table_of([(0,), (1,), (0, 1)], 2, side.name), topology.adjacency_masks(1, 2)
    )
    boards = np.array([[0, 1], [1, 1], [0, 0], [1, 0]], dtype=np.uint8)
    ends, out = np.zeros(4, dtype=np.int64), np.zeros(5, dtype=np.uint32)
    done, too_many = search.words(boards, 1, ends, out)
    assert not too_many and 1 <= done < 4
    assert out[: ends[done - 1]].tolist() == [0, 1, 2, 2, 0][: ends[done - 1]]


def test_more_paths_than_the_queue_holds_are_told():
    words = [(0,) * length for length in range(1, 20)]
    search = SmallWalk(table_of(words, 1), topology.adjacency_masks(4, 4), capacity=64)
    boards = np.zeros((3, 16), dtype=np.uint8)
    boards[0] = HOLE
    scores = np.zeros(3, dtype=np.int64)
    points = np.arange(256, dtype=np.int32)
    assert search.score(boards, points, scores) == 1
    assert search.tally(boards, points, 1, np.zeros((3, 3), dtype=np.int64)) == 1
    ends, out = np.zeros(3, dtype=np.int64), np.zeros(100, dtype=np.uint32)
    assert search.words(boards, 1, ends, out) == (1, True)


def test_every_path_finds_the_same_boards_too_full():
    words = [tuple(int(letter) for letter in np.base_repr(n, 3)) for n in range(1, 3**6)]
    table, adjacency = table_of(words, 3), topology.adjacency_masks(8, 8)
    boards = np.random.default_rng(1).integers(0, 9, (40, 64)).astype(np.uint8)
    boards[boards > 2] = HOLE
    points, found = np.arange(256, dtype=np.int32), []
    for level in LEVELS:
        with on_path(level):
            search = SmallWalk(table, adjacency, capacity=200)
        scores = np.zeros(len(boards), dtype=np.int64)
        done = [search.score(boards[i : i + 1], points, scores[i : i + 1]) for i in range(len(boards))]
        found.append((done, scores.tolist(), search.nodes, search.moves))
    assert all(one == found[0] for one in found) and 0 < sum(found[0][0]) < len(boards)


def test_wrong_arguments_are_refused():
    trie = trie_of([(0, 1)], 2)[1]
    adjacency, words = topology.adjacency_masks(2, 2), table_of([(0, 1)], 2)
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
        WordTable(trie_of([], 2)[1], words.lengths[:0], trie.order[:0])
    with pytest.raises(ValueError, match="cells, expected 1 to 64"):
        SmallWalk(words, np.zeros(65, dtype=np.uint64))
    with pytest.raises(ValueError, match="32 letters"):
        SmallWalk(table_of([(0, 40)], 41), adjacency)
    search = SmallWalk(words, adjacency)
    points, scores = np.zeros(256, dtype=np.int32), np.zeros(1, dtype=np.int64)
    for boards, values in [((1, 5), points), ((2, 4), points), ((1, 4), points + 1)]:
        with pytest.raises(ValueError, match="wrong shape"):
            search.score(np.zeros(boards, dtype=np.uint8), values, scores)
    for shape, values, least in [
        ((0, 3), points, 1),
        ((1, 2), points, 1),
        ((1, 3), points[:9], 1),
        ((1, 3), points, -1),
    ]:
        with pytest.raises(ValueError, match="wrong shape"):
            search.tally(np.zeros((1, 4), dtype=np.uint8), values, least, np.zeros(shape, dtype=np.int64))
