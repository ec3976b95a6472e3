"""Pagoda functions and Merson regions rule out nothing that can be reached."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from some_boards import peg_boards

from reference.search import peg as game
from unriddle import GridPegSolitairePuzzle, Limits, Status
from unriddle.puzzles.peg.boards import NAMED, board_of
from unriddle.puzzles.peg.merson_bound import least_moves, regions
from unriddle.puzzles.peg.pagoda import PagodaProgram, is_open, is_pagoda, sharpest


def total(weights, position):
    return sum(weight for hole, weight in enumerate(weights) if position >> hole & 1)


@settings(max_examples=30, deadline=None)
@given(board=peg_boards(9), data=st.data())
def test_what_is_ruled_out_does_not_reach_the_goal(board, data):
    goal = data.draw(st.integers(1, board.whole))
    symmetries = board.keeping([goal])
    everything = list(range(1, board.whole + 1))
    for weights in sharpest(board, symmetries, [goal], everything, 16, 4):
        assert is_pagoda(board, weights)
        assert all(weights[a] + weights[b] >= weights[c] for a, b, c in board.jumps)
        for position in everything:
            if total(weights, position) < total(weights, goal):
                reached = {x for layer in game.layers(position, board.jumps, symmetries[:1]) for x in layer}
                assert goal not in reached


@settings(max_examples=30, deadline=None)
@given(board=peg_boards(9), data=st.data())
def test_the_least_is_no_more_than_that_of_functions_made_by_chance(board, data):
    goal = data.draw(st.integers(1, board.whole))
    position = data.draw(st.integers(1, board.whole))
    pagodas = game.Pagodas(game.PegBoard(len(board.holes), board.jumps, board.symmetries[:1]), [goal])
    program = PagodaProgram(board)
    direction = [(position >> h & 1) - (goal >> h & 1) for h in range(len(board.holes))]
    weights = program.least(direction)
    if weights is not None:
        best = sum(w * d for w, d in zip(weights, direction, strict=True)) / max(1, *map(abs, weights))
        made = pagodas.make(1)
        if made is not None:
            assert best <= sum(w * d for w, d in zip(made[0], direction, strict=True)) + 1e-9


def test_a_corner_peg_cannot_be_won_in_the_middle():
    """Conway's function of the English board: 1 in every other hole of the middle lines, -1 in corners."""
    board = GridPegSolitairePuzzle.named("english").board
    middle = 1 << board.number[3, 3]
    corners = sum(1 << board.number[hole] for hole in ((0, 2), (0, 4), (6, 2), (6, 4)))
    beside = 1 << board.number[1, 2] | 1 << board.number[3, 3]
    [weights] = sharpest(board, board.symmetries, [middle], [corners | beside], 1, 1)
    assert is_pagoda(board, weights)
    assert total(weights, corners | beside) < total(weights, middle)


@pytest.mark.parametrize("vacancy", [(3, 4), (4, 3)])
def test_the_diamond_is_decided(vacancy):
    puzzle = GridPegSolitairePuzzle.named("diamond", vacancy=vacancy)
    assert puzzle.reason_against() == ""
    for work in (puzzle.solve, puzzle.fewest_moves):
        result = work(limits=Limits(nodes=200_000))
        assert result.status is Status.NO_SOLUTION and 0 < result.stats.nodes < 200_000


@pytest.mark.parametrize("vacancy", [(1, 3), (2, 4)])
def test_where_the_diamond_has_a_solution(vacancy):
    puzzle = GridPegSolitairePuzzle.named("diamond", vacancy=vacancy)
    result = puzzle.solve()
    assert puzzle.check(result) and is_open(puzzle.board, puzzle.position, puzzle.replay(result)[-1].position)


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(sorted(NAMED)), st.integers(0, 1 << 30), st.integers(0, 60))
def test_what_play_reaches_is_open(name, seed, jumps):
    board, draw = GridPegSolitairePuzzle.named(name).board, random.Random(seed)
    start = here = draw.getrandbits(len(board.holes)) | draw.getrandbits(len(board.holes)) or 1
    for _ in range(jumps):
        if after := board.after(here):
            here = draw.choice(after)
    assert start == here or is_open(board, start, here)


@settings(max_examples=30, deadline=None)
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


def test_regions_hold_what_is_said_of_them():
    for name in ("english", "wiegleb", "triangle15"):
        board = GridPegSolitairePuzzle.named(name).board
        found = regions(board)
        assert found and len(set(found)) == len(found)
        for region in found:
            for a, b, c in board.jumps:
                assert not region >> b & 1 or region & (1 << a | 1 << c)
            assert not any(other & region == other for other in found if other != region)


def test_the_square_of_six():
    """Merson's sixteen regions; Beasley, "The Ins and Outs of Peg Solitaire"."""
    board = board_of(((True,) * 6,) * 6)
    middle = 1 << board.number[2, 2]
    assert least_moves(board, board.whole, [middle]) == 16
    assert least_moves(board, board.whole ^ 1, [middle]) == 15
    assert least_moves(board, middle, [middle]) == 0


def test_a_full_region_at_the_end_costs_nothing():
    board = board_of(((True, True, True),))
    assert least_moves(board, 0b011, [0b100]) == 1
    assert least_moves(board, 0b111, [0b101]) == 1
    assert least_moves(board, 0b111, [0b010]) == 2
