"""Fewest moves: known numbers, what a limit leaves, and the bound."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from reference.search.peg import fewest_moves
from unriddle import GridPegSolitairePuzzle, Limits, PuzzleError, Status


def triangle(side, row, col):
    rows = [["*"] * (r + 1) + ["#"] * (side - 1 - r) for r in range(side)]
    rows[row][col] = "."
    return GridPegSolitairePuzzle(rows, jumps="triangular")


@pytest.mark.parametrize(("side", "moves"), [(4, 5), (5, 9), (6, 9)])
def test_triangles(side, moves):
    """G. Bell's numbers, https://oeis.org/A127500: the best over all vacancies."""
    puzzles = [triangle(side, r, c) for r in range(side) for c in range(r + 1)]
    by_class = {
        min(p.board.moved(p.position, symmetry) for symmetry in p.board.symmetries): p for p in puzzles
    }
    results = [puzzle.fewest_moves() for puzzle in by_class.values()]
    assert all(result.optimal or result.status is Status.NO_SOLUTION for result in results)
    solved = [result for result in results if result.optimal]
    assert min(result.moves for result in solved) == moves
    assert all(result.puzzle.check(result) and result.lower_bound == result.moves for result in solved)


def test_a_limit_keeps_the_best_solution():
    puzzle = GridPegSolitairePuzzle.named("english", goal=(3, 3))
    first = puzzle.solve()
    found = [puzzle.fewest_moves(limits=Limits(nodes=nodes)) for nodes in (2_000, 60_000, 1_000_000)]
    for result in found:
        assert result.status is Status.SOLVED and not result.optimal and puzzle.check(result)
        assert 12 <= result.lower_bound <= 18 <= result.moves <= first.moves
    assert [r.moves for r in found] == sorted((r.moves for r in found), reverse=True)
    assert found[1].moves < first.moves and found[-1].moves <= 22
    early = puzzle.fewest_moves(limits=Limits(nodes=100))
    assert (early.status, early.solution, early.lower_bound) == (Status.LIMIT, None, 12)


@pytest.mark.parametrize(("name", "rows", "at_most"), [("european", 37, 24), ("wiegleb", 45, 30)])
def test_large_boards_have_a_solution_at_once(name, rows, at_most):
    text = str(GridPegSolitairePuzzle.named(name))
    if name == "european":  # from the middle there is none
        text = text.replace(".", "*").replace("*", ".", 1)
    puzzle = GridPegSolitairePuzzle.parse(text)
    result = puzzle.fewest_moves(limits=Limits(nodes=200_000))
    assert len(puzzle.board.holes) == rows
    assert result.status is Status.SOLVED and puzzle.check(result)
    assert result.lower_bound <= result.moves <= at_most


def test_beams_find_what_is_too_large_to_prove():
    """13 moves are the fewest on the triangle of 8 rows: A127500 as above."""
    puzzle = triangle(8, 2, 0)
    result = puzzle.fewest_moves(limits=Limits(nodes=1_000_000))
    assert result.moves == 13 and puzzle.check(result)
    assert result.status is Status.SOLVED and not result.optimal


def test_memory_that_is_used_up_leaves_the_best_solution():
    puzzle = GridPegSolitairePuzzle.named("english", goal=(3, 3))
    result = puzzle.fewest_moves(limits=Limits(memory=1_000_000, nodes=2_000_000))
    assert result.status is Status.SOLVED and not result.optimal and puzzle.check(result)
    none = puzzle.fewest_moves(limits=Limits(memory=10_000))
    assert none.status is Status.LIMIT and none.solution is None


def test_ctrl_c_leaves_the_best_solution():
    puzzle = GridPegSolitairePuzzle.named("english", goal=(3, 3))

    def stop(nodes):
        if nodes > 100_000:
            raise KeyboardInterrupt

    result = puzzle.fewest_moves(progress=stop)
    assert result.status is Status.LIMIT and result.interrupted
    assert puzzle.check(result) and not result.optimal


@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.text("**.#", min_size=3, max_size=4), min_size=2, max_size=4),
    st.sampled_from(["orthogonal", "diagonal", "triangular"]),
    st.integers(0, 400),
)
def test_against_all_solutions(rows, jumps, nodes):
    try:
        puzzle = GridPegSolitairePuzzle([row.ljust(4, "#") for row in rows], jumps=jumps)
    except PuzzleError:
        assume(False)
    assume(puzzle.position.bit_count() <= 8)
    known = fewest_moves(puzzle.position, puzzle.targets, puzzle.board.jumps)
    whole = puzzle.fewest_moves()
    assert whole.optimal == (known is not None) and whole.status is not Status.LIMIT
    if known is not None:
        assert whole.moves == whole.lower_bound == known and puzzle.check(whole)
    part = puzzle.fewest_moves(limits=Limits(nodes=nodes))
    if part.solution is not None:
        assert part.status is Status.SOLVED and puzzle.check(part)
        assert part.lower_bound <= known <= part.moves
        assert part.optimal == (part.lower_bound == part.moves)
    else:
        assert part.status is Status.LIMIT or known is None
