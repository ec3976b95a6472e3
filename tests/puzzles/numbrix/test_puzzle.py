import json

import numpy as np
import pytest

from unriddle import Hidato, Limits, Numbrix, PathResult, PuzzleError, Status
from unriddle.puzzles import numbrix
from unriddle.puzzles.registry import get

ORIGINAL = Numbrix.parse("1 . .\n. 5 .\n. . 9\n")


def test_public_names():
    assert numbrix.Numbrix is Numbrix and numbrix.Hidato is Hidato and numbrix.PathResult is PathResult
    assert not hasattr(numbrix, "solve_many")
    assert get("numbrix") is Numbrix and get("hidato") is Hidato


def test_the_original_example_has_two_solutions():
    result = ORIGINAL.solve()
    assert (result.status, result.count, result.complete) == (Status.MULTIPLE, 2, True)
    assert set(ORIGINAL.solutions()) == {((1, 6, 7), (2, 5, 8), (3, 4, 9)), ((1, 2, 3), (6, 5, 4), (7, 8, 9))}
    assert result.path[0] == (0, 0) and result.path[4] == (1, 1) and len(result.path) == 9


@pytest.mark.parametrize(("file", "cls"), [("numbrix", Numbrix), ("hidato", Hidato)])
def test_known_answers(data, file, cls):
    boards = json.loads((data / f"{file}.json").read_text())
    assert len(boards) > 50
    puzzles = []
    for board in boards:
        puzzle = cls(board["grid"])
        total = board.get("n_solutions", 1)
        result = puzzle.solve()
        assert result.status is (Status.UNIQUE if total == 1 else Status.MULTIPLE), board["id"]
        found = list(puzzle.solutions())
        assert puzzle.count() == len(set(found)) == len(found) == total, board["id"]
        assert all(puzzle.check(solution) for solution in found)
        known = (
            []
            if board["solution"] is None
            else [
                [v if clue >= 0 else -1 for v, clue in zip(*rows, strict=True)]
                for rows in zip(board["solution"], board["grid"], strict=True)
            ]
        )
        assert not known or tuple(map(tuple, known)) in found
        assert cls.parse(puzzle.format()) == cls.parse(puzzle.text()) == puzzle
        if total == 1 and known:
            for step in puzzle.steps():
                assert step.cell is None or known[step.cell[0]][step.cell[1]] == step.value
        puzzles.append(puzzle)
    results = cls.solve_many(puzzles, threads=2)
    assert [r.solution for r in results] == [puzzle.solve().solution for puzzle in puzzles]


def test_wrapping():
    text = "1 . . / . . . / 9 . ."
    plain, wrapped = Numbrix.parse(text), Numbrix.parse(text, wrap=True)
    assert int(plain.count()) < int(wrapped.count())
    assert all(wrapped.check(solution) for solution in wrapped.solutions())
    ring = Numbrix.parse("1 . . 2", wrap=True)
    assert list(ring.solutions()) == [((1, 4, 3, 2),)]


def test_no_solution_without_a_short_reason():
    result = Numbrix.parse("1 . . / 4 . . / . . 9").solve()
    assert result.status is Status.NO_SOLUTION
    result = Hidato.parse("# . # / . . . / # . #").solve()
    assert result.status is Status.MULTIPLE
    result = Hidato.parse(". # . / # . # / . # .").solve()
    assert result.status is Status.NO_SOLUTION and result.reason == ""


def test_edges():
    assert Numbrix([[0]]).solve().status is Status.UNIQUE
    assert Numbrix([[1]]).solve().solution == ((1,),)
    assert Numbrix([[0, 0, 0]]).count() == 2
    assert Numbrix([[0], [0]]).count() == 2
    assert Hidato([[0, 0], [0, 0]]).count() == 24
    assert Numbrix([[0] * 5] * 5).count() == 8648  # https://oeis.org/A096969
    assert Numbrix(np.zeros((3, 4), np.int64)).solve().status is Status.MULTIPLE


def test_a_large_board_with_all_but_a_few_clues():
    grid = np.arange(1, 2501).reshape(50, 50)
    grid[1::2] = grid[1::2, ::-1].copy()
    full = grid.copy()
    grid[10:13, 10:14] = 0
    for cls in (Numbrix, Hidato):
        result = cls(grid).solve(limit=None)
        assert result.count >= 1 and cls(grid).check(full.tolist())
    assert Numbrix(full).solve().status is Status.UNIQUE


def test_limits():
    open_board = Hidato([[0] * 6] * 6)
    result = open_board.solve(limits=Limits(nodes=100), limit=None)
    assert result.status is Status.LIMIT and result.stats.nodes == 100 and not result.complete
    assert open_board.solve(limit=1).status is Status.SOLVED
    stopped = open_board.solutions(3)
    assert len(list(stopped)) == 3 and stopped.found == 3


def test_check_refuses_what_is_wrong():
    right = [[1, 2, 3], [6, 5, 4], [7, 8, 9]]
    assert ORIGINAL.check(right)
    for wrong in (
        [[1, 2, 3], [6, 5, 4]],
        [[1, 2, 3], [4, 5, 6], [7, 8, 9]],
        [[0] * 3] * 3,
        [[9, 2, 3], [6, 5, 4], [7, 8, 1]],
    ):
        assert not ORIGINAL.check(wrong)


def test_check_takes_results_arrays_and_nonsense():
    result = ORIGINAL.solve()
    assert ORIGINAL.check(result) and ORIGINAL.check(np.array(result.solution))
    holes = Numbrix.parse("1 # / . 3")
    assert holes.check([[1, "#"], [2, 3]]) and holes.check([[1, -1], [2, 3]])
    for wrong in (None, 5, "123/654/789", [[1.0, 2, 3]], [["1"]], [[None]], {}, [[1], [2], 3], object()):
        assert ORIGINAL.check(wrong) is False
    assert not Numbrix.parse("1 . 2").check(Numbrix.parse("1 . 2").solve())


def test_counting_within_limits():
    board = Hidato([[0] * 6] * 6)
    count = board.count(limits=Limits(nodes=100))
    assert count.status is Status.LIMIT and not count.complete and str(count).startswith("at least")
    assert board.count(7) == 7 and not board.count(7).complete
    with pytest.raises(PuzzleError, match="expected a count that came to its end"):
        int(count)


@pytest.mark.parametrize("method", Numbrix.METHODS)
def test_the_general_solvers_find_the_same(method):
    puzzle = Hidato.generate(4, seed=1)
    result = puzzle.solve(method=method)
    assert result.status is Status.SOLVED and result.count == 1 and result.stats.nodes > 1
    assert result.solution == puzzle.solve().solution
    assert puzzle.solve(method=method, limits=Limits(nodes=0)).status is Status.LIMIT
    nothing = Numbrix.parse("1 . 2").solve(method=method)
    assert nothing.status is Status.NO_SOLUTION and nothing.reason and nothing.complete


def test_solutions_are_many_as_well():
    many = Numbrix.solve_many([ORIGINAL, Hidato.parse("1 2 / 4 ."), Numbrix.parse("1 . 2")])
    assert [result.count for result in many] == [2, 1, 0]
    assert many.columns()["solution"][1] == "+---+---+\n| 1 | 2 |\n+---+---+\n| 4 | 3 |\n+---+---+"


def test_rules_and_dictionaries():
    ring = Numbrix.parse("1 . . 2", wrap=True)
    assert ring.rules() == {"wrap": True} and ring.to_dict() == {
        "puzzle": "Numbrix", "text": "1 . . 2", "wrap": True,
    }  # fmt: skip
    assert Numbrix.from_dict(ring.to_dict()) == ring != Numbrix.parse("1 . . 2")
    assert Hidato.parse("1 2") != Numbrix.parse("1 2")


def test_a_board_from_a_file(tmp_path):
    path = tmp_path / "board.txt"
    path.write_text("1 . . 2\n")
    assert Numbrix.load(path, wrap=True).count() == 1
    path.write_text("1 a\n")
    with pytest.raises(PuzzleError, match=r"board\.txt:1:3: 'a', expected a number"):
        Numbrix.load(path)
