"""Goals that pagoda functions rule out: never one that can be reached."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle import GridPegSolitairePuzzle, Limits, Status
from unriddle.puzzles.peg.boards import NAMED
from unriddle.puzzles.peg.pagoda_proof import is_open


@pytest.mark.parametrize("vacancy", [(3, 4), (4, 3), (4, 5), (5, 4)])
def test_the_diamond_is_decided(vacancy):
    puzzle = GridPegSolitairePuzzle.named("diamond", vacancy=vacancy)
    assert puzzle.reason_against() == ""
    for work in (puzzle.solve, puzzle.fewest_moves):
        result = work(limits=Limits(nodes=200_000))
        assert result.status is Status.NO_SOLUTION and 0 < result.stats.nodes < 200_000


@pytest.mark.parametrize("vacancy", [(1, 3), (2, 4), (3, 1)])
def test_where_the_diamond_has_a_solution(vacancy):
    puzzle = GridPegSolitairePuzzle.named("diamond", vacancy=vacancy)
    result = puzzle.solve()
    assert puzzle.check(result) and is_open(puzzle.board, puzzle.position, puzzle.replay(result)[-1].position)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(sorted(NAMED)), st.integers(0, 1 << 30), st.integers(0, 60))
def test_what_play_reaches_is_open(name, seed, jumps):
    board, draw = GridPegSolitairePuzzle.named(name).board, random.Random(seed)
    start = here = draw.getrandbits(len(board.holes)) | draw.getrandbits(len(board.holes)) or 1
    for _ in range(jumps):
        if after := board.after(here):
            here = draw.choice(after)
    assert start == here or is_open(board, start, here)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, (1 << 12) - 1), st.sampled_from(["orthogonal", "diagonal"]))
def test_against_all_positions_of_a_small_board(position, jumps):
    puzzle = GridPegSolitairePuzzle(["****"] * 3, jumps=jumps)
    seen, front = {position}, [position]
    while front:
        front = [other for here in front for other in puzzle.board.after(here) if other not in seen]
        seen.update(front)
    for goal in puzzle.targets:
        if position.bit_count() > 1 and goal in seen:
            assert is_open(puzzle.board, position, goal)
