"""Boards made, one and many; batch records."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.assign.numbrix import PathSearch as Twin
from unriddle import Hidato, Numbrix, PuzzleError, Status
from unriddle.puzzles.framework.generator import derived
from unriddle.puzzles.numbrix.factory import HidatoFactory, NumbrixFactory
from unriddle.puzzles.numbrix.records import HidatoRecords, NumbrixRecords


def depth_first(puzzle):
    """Solve by the contract of `Puzzle` alone."""
    stack = [puzzle]
    while stack:
        state = stack.pop()
        if state.is_solved():
            return state
        if not state.fail_fast():
            stack += reversed(state.extensions())
    return None


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 4), st.integers(1, 4), st.booleans(), st.integers(0, 10**6))
def test_generated_boards_are_unique_and_solved_by_the_contract(rows, cols, king, seed):
    cls = Hidato if king else Numbrix
    puzzle = cls.generate((rows, cols), seed=seed)
    result = puzzle.solve()
    assert result.status is Status.UNIQUE and puzzle.check(result.solution)
    assert cls.generate((rows, cols), seed=seed) == puzzle
    if rows * cols <= 9 and puzzle.grid != result.solution:
        solved = depth_first(puzzle)
        assert solved is not None and solved.grid == result.solution


def test_generate_with_a_number_of_clues():
    puzzle = Numbrix.generate("7x6", seed=3, clues=20, ends=True)
    flat = [v for row in puzzle.grid for v in row]
    assert sum(v > 0 for v in flat) == 20 and {1, 42} <= set(flat)
    assert puzzle.solve().status is Status.UNIQUE
    assert Hidato.generate(5, seed=2, wrap=True).wrap
    assert Hidato.generate(22, seed=1).solve().status is Status.UNIQUE


@pytest.mark.parametrize(
    "options",
    [
        {"shape": 0},
        {"shape": (1, 51)},
        {"shape": "9x"},
        {"shape": None},
        {"clues": 82},
        {"clues": -1},
        {"clues": 1, "ends": True},
        {"clues": "x"},
        {"clues": 2.5},
        {"seed": -1},
        {"seed": "x"},
    ],
)
def test_generate_refuses(options):
    with pytest.raises(PuzzleError, match="expected"):
        Numbrix.generate(**{"seed": 0, **options})


def test_too_few_clues_to_be_found():
    with pytest.raises(
        PuzzleError, match=r"^no board with 1 clue was found in \d+ attempts; \d+ are possible"
    ):
        Numbrix.generate(seed=0, clues=1)


def test_another_board_each_time():
    assert len({Numbrix.generate(6) for _ in range(3)}) > 1
    assert Numbrix.generate(seed=1) == Numbrix.generate("9x9", seed=1)


SEEDS = [derived(0, number) for number in range(1, 7)]


@pytest.mark.parametrize("kind, factory", [(Numbrix, NumbrixFactory), (Hidato, HidatoFactory)])
def test_one_solution_by_the_plain_search(kind, factory):
    for made in factory("puzzles", {"shape": "3x4"}).many(SEEDS):
        puzzle = kind.parse(made.text, **made.rules)
        grid = np.array([[cell or 0 for cell in row] for row in puzzle.grid], dtype=np.int32)
        search = Twin(puzzle.table(), grid.ravel(), 3)
        while search.run(1 << 12):
            pass
        assert search.count == 1 and puzzle.check(kind.parse(made.solution).grid)


def form(text, **rules):
    factory = NumbrixFactory("puzzles", rules)
    return factory.form(Numbrix.parse(text, **rules), None)


def test_turns_mirrors_and_counting_backwards():
    one = form("1 . ./. . ./. 8 9")
    assert one == form(". . 1/. . ./9 8 .") == form("1 . ./. . 8/. . 9") == form("9 . ./. . ./. 2 1")
    assert one != form("1 . ./. . ./8 . 9") and one != form("1 . ./. . ./. . 9")
    assert form("1 . ./. . .") == form("1 ./. ./. .") != form(". 1 ./. . .")


def test_a_torus_may_be_shifted():
    assert form("1 . ./. 5 ./. . .", wrap=True) == form(". . ./. 1 ./. . 5", wrap=True)
    assert form("1 . ./. 5 ./. . .") != form(". . ./. 1 ./. . 5")


def test_wishes():
    made = NumbrixFactory("puzzles", {"shape": "5x5", "clues": "12", "ends": True}).many(SEEDS)
    there = [one for one in made if one is not None]
    assert there and all(one.measures[0] == 12 for one in there)
    assert all({"1", "25"} <= set(one.text.replace("/", " ").split()) for one in there)


@pytest.mark.parametrize(
    "options, said",
    [
        ({"shape": "0x3"}, "shape"),
        ({"shape": "60x3"}, "at most 50"),
        ({"clues": "1", "ends": True}, "--clues"),
    ],
)
def test_wrong_options(options, said):
    with pytest.raises(PuzzleError, match=said):
        NumbrixFactory("puzzles", options)


def answer(batch, *records):
    return batch.solve([batch.parse(record) for record in records])


def test_boards_with_holes_and_rules():
    assert answer(NumbrixRecords("solutions", {}), "1 #/2 .", "1 . 2")[:2] == [
        ["UNIQUE", "NO_SOLUTION"], ["1 #/2 3", ""],
    ]  # fmt: skip
    assert answer(NumbrixRecords("status", {"wrap": True}), "1 . . 2") == [["UNIQUE"]]
    assert answer(HidatoRecords("status", {}), "1 ./. 3") == [["MULTIPLE"]]


@pytest.mark.parametrize(
    ("record", "reason"), [("1 a", "expected"), ("", "is empty"), ("# #", "the board has only holes")]
)
def test_wrong_records(record, reason):
    with pytest.raises(ValueError, match=reason):
        NumbrixRecords("status", {}).parse(record)
