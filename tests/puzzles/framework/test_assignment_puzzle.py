"""The template of the puzzles that give values to cells."""

import pytest

from unriddle import Gogen, Limits, Numbrix, PuzzleError, Status, SudokuPuzzle, WordPlacement
from unriddle.puzzles.framework.assignment_puzzle import ALL, METHODS, Assigned, search_limit

PUZZLES = {
    "gogen": Gogen.parse("A..D", ["ABDC"], shape=2),
    "numbrix": Numbrix.parse("1 . . / . 5 . / . . 9"),
    "placement": WordPlacement(["AB", "AC"], ["11", "10"]),
    "sudoku": SudokuPuzzle.parse("12.. / .... / .... / ...1"),
}
IMPOSSIBLE = {
    "gogen": Gogen(["..", ".."], ["ABA"]),  # seen before any search
    "gogen, by search": Gogen(["A.B", "...", "..."], ["AB"]),
    "numbrix": Numbrix([[0, 1, 0], [0, 0, 0], [0, 0, 0]]),
    "placement": WordPlacement(["ABC"], ["11"]),
    "sudoku": SudokuPuzzle(4, list("1*1*" + "*" * 12), "1234"),
}


@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
def test_solve_count_and_solutions_agree(puzzle):
    assert isinstance(puzzle, Assigned)
    found = list(puzzle.solutions())
    whole = puzzle.solve(limit=None)
    assert len(found) == len(set(found)) == whole.count == puzzle.count() > 1
    assert whole.complete and whole.status is Status.MULTIPLE and whole.solution in found
    assert all(map(puzzle.check, found)) and whole.stats.path_length > 0
    for limit in (1, 2):
        part = puzzle.solve(limit=limit)
        assert part.count == limit and puzzle.check(part.solution)
        assert part.complete is puzzle.count(limit).complete and (limit == len(found) or not part.complete)
        assert [*puzzle.solutions(limit)] == found[:limit]
    assert puzzle.solve(limit=1).status is Status.SOLVED


@pytest.mark.parametrize("puzzle", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_no_solution_is_a_status(puzzle):
    result = puzzle.solve()
    assert (result.status, result.count, result.complete) == (Status.NO_SOLUTION, 0, True)
    assert result.solution is None and result.stats.path_length == 0
    assert puzzle.count() == 0 and list(puzzle.solutions()) == []
    assert puzzle.count().status is Status.NO_SOLUTION


@pytest.mark.parametrize("name", ["gogen", "numbrix", "sudoku"])
@pytest.mark.parametrize("method", METHODS)
def test_the_general_solvers_stop_at_the_first(name, method):
    puzzle = PUZZLES[name]
    result = puzzle.solve(method=method)
    assert (result.status, result.count, result.complete) == (Status.SOLVED, 1, False)
    assert puzzle.check(result.solution) and result.stats.nodes > 0
    stopped = puzzle.solve(method=method, limits=Limits(nodes=1))
    assert stopped.status is Status.LIMIT and stopped.count == 0 and stopped.solution is None
    none = IMPOSSIBLE[name].solve(method=method)
    assert none.status is Status.NO_SOLUTION and none.complete and none.solution is None
    with pytest.raises(PuzzleError, match="method='dsf', did you mean dfs"):
        puzzle.solve(method="dsf")


@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
def test_a_limit_is_a_status_and_no_part_is_the_whole(puzzle):
    result = puzzle.solve(limits=Limits(seconds=0))
    assert result.status is Status.LIMIT and not result.complete
    count = puzzle.count(limits=Limits(seconds=0))
    assert count.status is Status.LIMIT and not count.complete
    seen = []
    assert puzzle.solve(progress=seen.append).count == 2 and seen == sorted(seen) and seen[-1] > 0


def test_how_many_a_search_is_to_find():
    assert [search_limit(limit, 3) for limit in (1, 3, 4, None)] == [1, 1, 2, ALL]
    assert search_limit(1 << 80) == ALL
