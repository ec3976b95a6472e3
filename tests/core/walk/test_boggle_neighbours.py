"""Scores of the boards one change away, held to the twin that makes each of them."""

import numpy as np
import pytest
import twins
from hypothesis import given, settings
from hypothesis import strategies as st
from walk_cases import HOLE, KINDS, LEVELS, POINTS, on_path, table_of

from unriddle.core import topology
from unriddle.core.walk.boggle_neighbours import MAX_CELLS, NeighbourScores
from unriddle.core.walk.boggle_small import SmallWalk

SHAPES = [(1, 1), (1, 5), (2, 2), (2, 3), (3, 2), (3, 3), (6, 3), (2, 10)]
WIDE = [(3, 11), (6, 6), (1, 64), (8, 8)]


@st.composite
def cases(draw, shapes=SHAPES):
    n_letters = draw(st.sampled_from([1, 2, 3, 5, 32]))
    rows, cols = draw(st.sampled_from(shapes))
    letters = st.integers(0, min(n_letters, 5) - 1)
    codes = draw(st.lists(letters | st.just(HOLE), min_size=rows * cols, max_size=rows * cols))
    word = st.lists(letters, min_size=1, max_size=4 if rows * cols > 9 else 7).map(tuple)
    words = draw(st.lists(word, min_size=1, max_size=25))
    return rows, cols, np.array(codes, dtype=np.uint8), words, draw(KINDS), draw(st.booleans()), n_letters


@pytest.mark.parametrize("level", LEVELS)
@settings(max_examples=60)
@given(case=cases())
def test_all_neighbours_score_as_each_alone(level, case):
    rows, cols, codes, words, kind, wrap, n_letters = case
    adjacency, n = topology.adjacency_masks(rows, cols, kind, wrap), rows * cols
    few = min(n_letters, 6)  # the twin makes every board
    found = []
    for side in twins.SIDES:
        table = table_of(words, n_letters, side)
        with on_path(level):
            search = twins.module(side, "walk.boggle_neighbours").NeighbourScores(table, adjacency, POINTS)
        letters, swaps = np.empty((n, few), dtype=np.int64), np.empty((n, n), dtype=np.int64)
        for _ in range(2 if side == "kernel" else 1):  # one board leaves nothing behind for the next
            assert search.run(codes, letters, swaps)
            found.append((letters.tolist(), swaps.tolist()))
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("level", LEVELS)
@settings(max_examples=25)
@given(case=cases(WIDE))
def test_neighbours_of_more_than_32_cells_score_as_each_alone(level, case):
    rows, cols, codes, words, kind, wrap, n_letters = case
    adjacency, n, few = topology.adjacency_masks(rows, cols, kind, wrap), rows * cols, min(n_letters, 6)
    table = table_of(words, n_letters)
    letters, swaps = np.empty((n, few), dtype=np.int64), np.empty((n, n), dtype=np.int64)
    with on_path(level):
        assert NeighbourScores(table, adjacency, POINTS).run(codes, letters, swaps)
    own = codes < HOLE
    boards = np.repeat(codes[None], n * few + n * n, axis=0)
    for cell in range(n):  # the twin makes each board as well, in minutes
        if own[cell]:
            boards[np.arange(cell * few, (cell + 1) * few), cell] = np.arange(few)
            for other in np.flatnonzero(own):
                boards[n * few + cell * n + other, [cell, other]] = codes[[other, cell]]
    scores = np.empty(len(boards), dtype=np.int64)
    assert SmallWalk(table, adjacency).score(boards, POINTS, scores) == len(boards)
    assert letters.ravel().tolist() == scores[: n * few].tolist()
    assert swaps.ravel().tolist() == scores[n * few :].tolist()


def test_all_forms_take_up_the_same_paths():
    rng = np.random.default_rng(4)
    words = [tuple(rng.integers(0, 8, rng.integers(2, 9)).tolist()) for _ in range(3000)]
    table = table_of(words, 8)
    for rows, cols in ((4, 4), (5, 5), (4, 8), (6, 6)):
        board = rng.integers(0, 8, rows * cols).astype(np.uint8)
        seen = set()
        for level in LEVELS:
            with on_path(level):
                search = NeighbourScores(table, topology.adjacency_masks(rows, cols), POINTS)
            letters = np.empty((rows * cols, 8), dtype=np.int64)
            swaps = np.empty((rows * cols,) * 2, dtype=np.int64)
            assert search.run(board, letters, swaps)
            seen.add((search.nodes, search.strings, letters.tobytes(), swaps.tobytes()))
        assert len(seen) == 1


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("rows", "cols"), [(4, 4), (5, 6), (6, 6)])
def test_words_with_more_hits_than_are_kept_count_once(level, rows, cols):
    words = [(0,), (0, 0), (0, 0, 1), (0, 1, 0), (0, 0, 0, 1), (0, 1, 0, 0, 2)]
    table, n = table_of(words, 3), rows * cols
    adjacency = topology.adjacency_masks(rows, cols)
    board = np.zeros(n, dtype=np.uint8)
    board[[0, n // 2]] = 1, 2
    letters, swaps = np.empty((n, 3), dtype=np.int64), np.empty((n, n), dtype=np.int64)
    with on_path(level):
        assert NeighbourScores(table, adjacency, POINTS).run(board, letters, swaps)
    walk, scores = SmallWalk(table, adjacency), np.empty(3 * n + n * n, dtype=np.int64)
    boards = np.repeat(board[None], len(scores), axis=0)
    boards[np.arange(3 * n), np.repeat(np.arange(n), 3)] = np.tile(np.arange(3), n)
    a, b = np.divmod(np.arange(n * n), n)
    boards[3 * n + np.arange(n * n), a], boards[3 * n + np.arange(n * n), b] = board[b], board[a]
    assert walk.score(boards, POINTS, scores) == len(scores)
    assert letters.ravel().tolist() + swaps.ravel().tolist() == scores.tolist()


@pytest.mark.parametrize("level", LEVELS)
def test_more_paths_than_there_is_room_for_are_told(level):
    table = table_of([(0,) * length for length in range(1, 20)], 1)
    with on_path(level):
        search = NeighbourScores(table, topology.adjacency_masks(4, 4), POINTS, capacity=256)
    letters, swaps = np.full((16, 1), -7, dtype=np.int64), np.full((16, 16), -7, dtype=np.int64)
    assert not search.run(np.zeros(16, dtype=np.uint8), letters, swaps)
    assert (letters == -7).all() and (swaps == -7).all()
    holes = np.full(16, HOLE, dtype=np.uint8)
    holes[0] = 0
    assert search.run(holes, letters, swaps)
    assert letters[0, 0] == swaps[0, 1] == POINTS[1]


def test_wrong_arguments_are_refused():
    table, adjacency = table_of([(0, 1)], 2), topology.adjacency_masks(2, 2)
    for arguments in [
        (None, adjacency, POINTS),
        (table, None, POINTS),
        (table, adjacency, None),
        (1, adjacency, POINTS),
        (),
    ]:
        with pytest.raises(TypeError):
            NeighbourScores(*arguments)
    for arguments, reason in [
        ((table_of([(0, 40)], 41), adjacency, POINTS), "32"),
        ((table, np.zeros(MAX_CELLS + 1, dtype=np.uint64), POINTS), "65 cells"),
        ((table, adjacency << np.uint64(1), POINTS), "below 4"),
        ((table, adjacency, POINTS + np.int32(1)), "256"),
        ((table, adjacency, POINTS[:9].copy()), "256"),
        ((table, adjacency, POINTS, 3), "capacity"),
        ((table, adjacency, np.where(POINTS, np.int32(1 << 30), 0).astype(np.int32)), "sum"),
    ]:
        with pytest.raises(ValueError, match=reason):
            NeighbourScores(*arguments)
    search = NeighbourScores(table, adjacency, POINTS)
    board = np.zeros(4, dtype=np.uint8)
    letters, swaps = np.zeros((4, 2), dtype=np.int64), np.zeros((4, 4), dtype=np.int64)
    for arguments in [
        (board[:3], letters, swaps),
        (board, letters[:3], swaps),
        (board, np.zeros((4, 33), dtype=np.int64), swaps),
        (board, letters, swaps[:3]),
    ]:
        with pytest.raises(ValueError, match="wrong shape"):
            search.run(*arguments)
