"""A puzzle is a function of seed, number and attempt; options are checked before any work."""

import pickle

import numpy as np
import pytest

from unriddle import Numbrix, PuzzleError
from unriddle.puzzles import registry
from unriddle.puzzles.framework.base import ExplainMixin
from unriddle.puzzles.framework.generator import (
    KEY,
    Factory,
    Made,
    Numbers,
    branching,
    derived,
    digest,
    plain,
    whole,
)


def test_seeds_differ_by_run_number_and_attempt():
    seeds = {
        derived(seed, number, attempt) for seed in range(9) for number in range(9) for attempt in range(9)
    }
    assert len(seeds) == 729 and max(seeds) < 1 << 62
    assert derived(1, 1) == 383644538556059662, "seeds are the same for ever: puzzles are made again by them"


@pytest.mark.parametrize("value", ["", "x", "1.5", -1, 11, True, None])
def test_what_is_no_whole_number(value):
    with pytest.raises(PuzzleError, match=r"--clues .*expected a whole number from 0 to 10"):
        whole("clues", value, 0, 10)


class Odd(Factory):
    """Makes a puzzle of every other seed, all of a few forms."""

    KIND = Numbrix
    MEASURES = ()

    def one(self, seed):
        if seed % 2:
            return None
        grid = Numbrix.parse("1 2/4 3")
        return Made(grid.text(), "", "2x2", grid.solve().status, 1, bytes([seed % 5]), (), grid.rules())


def answers(tries, n=50):
    factory = Odd("puzzles", {"tries": tries})
    return factory.answer(Numbers(np.arange(1, n + 1), np.zeros(n, dtype=np.int64)))


def test_the_first_attempt_that_gives_a_puzzle_counts():
    found = answers(100)
    attempts = [next(k for k in range(100) if derived(0, number, k) % 2 == 0) for number in range(1, 51)]
    assert found.keys["attempt"].tolist() == attempts and not found.rejected
    seeds = [derived(0, number, k) for number, k in enumerate(attempts, 1)]
    assert found.columns[0].tolist() == seeds
    assert [bytes(form) for form in found.keys["form"]] == [digest(bytes([seed % 5])) for seed in seeds]


def test_a_number_without_a_puzzle_is_rejected():
    found = answers(1)
    missing = [place for place in range(50) if derived(0, place + 1) % 2]
    assert [place for place, _ in found.rejected] == missing
    assert found.rejected[0][1] == "no puzzle that is new in 1 tries"
    assert sorted([*found.kept.tolist(), *missing]) == list(range(50))
    assert found.keys.dtype == KEY and (found.keys["attempt"][missing] == 1).all()


def test_an_attempt_to_begin_with():
    one = answers(100, 1)
    factory = Odd("puzzles", {})
    attempt = int(one.keys["attempt"][0]) + 1
    later = factory.answer(Numbers(np.array([1]), np.array([attempt])))
    assert later.keys["attempt"][0] >= attempt and later.columns[0] != one.columns[0]


def test_unknown_options_and_wrong_ones():
    with pytest.raises(PuzzleError, match="no option 'colour', expected one of"):
        Odd("puzzles", {"colour": 1})
    with pytest.raises(PuzzleError, match="--tries 0, expected"):
        Odd("puzzles", {"tries": 0})
    with pytest.raises(PuzzleError, match="difficulty='hrad', did you mean hard"):
        Odd("puzzles", {"difficulty": "hrad"})


@pytest.mark.parametrize("name", registry.names())
def test_a_factory_goes_to_another_process(name):
    kind = registry.factory(name)
    factory = kind("puzzles", {})
    factory.seed = 7
    other = pickle.loads(pickle.dumps(factory))
    assert (other.seed, other.options, type(other)) == (7, factory.options, kind)
    numbers = Numbers(np.array([3]), np.array([0]))
    assert other.answer(numbers).keys.tobytes() == factory.answer(numbers).keys.tobytes()


def test_a_factory_that_the_registry_makes_goes_to_another_process():
    kind = plain("numbrix", Numbrix)
    other = pickle.loads(pickle.dumps(kind("puzzles", {})))
    assert other.KIND is Numbrix and other.options["tries"] == 1000


@pytest.mark.parametrize("name", ["numbrix", "hidato", "gogen"])
@pytest.mark.parametrize("wanted", ["easy", "hard"])
def test_where_reasoning_ends_what_is_needed_is_given(name, wanted):
    kind = registry.factory(name)
    factory = kind("puzzles", {"shape": "5x5", "difficulty": wanted, "tries": 40})
    answers = factory.answer(Numbers(np.arange(1, 6), np.zeros(5, np.int64)))
    column = {column.name: values for column, values in zip(factory.columns, answers.columns, strict=True)}
    assert answers.kept.size >= 4 and set(column["grade"]) == {wanted}
    for text, solution in zip(column["puzzle"], column["solution"], strict=True):
        puzzle = kind.KIND.parse(text)
        assert (
            puzzle.difficulty() == wanted
            and puzzle.count() == 1
            and puzzle.check_many([puzzle], [solution])[0]
        )


def test_a_demanded_number_of_clues_is_kept_whatever_the_difficulty():
    factory = registry.factory("numbrix")(
        "puzzles", {"shape": "5x5", "difficulty": "easy", "clues": "9", "tries": 30}
    )
    for seed in range(30):
        made = factory.one(seed)
        assert made is None or made.measures[0] == 9


def records(name, options, n=6):
    factory = registry.factory(name)("puzzles", options)
    answers = factory.answer(Numbers(np.arange(1, n + 1), np.zeros(n, np.int64)))
    names = [column.name for column in factory.columns]
    return [dict(zip(names, row, strict=True)) for row in zip(*answers.columns, strict=True)]


@pytest.mark.parametrize("name", [n for n in registry.names() if issubclass(registry.get(n), ExplainMixin)])
def test_the_columns_of_a_rating_are_its_three_parts(name):
    shape = {"size": 4} if name == "sudoku" else {"shape": "4x4"}
    for row in records(name, {**shape, "grade": True, "steps": True}):
        puzzle = registry.get(name).from_record(row)
        rating = puzzle.rating()
        assert (row["grade"], row["hardest"], row["score"]) == (
            rating.difficulty,
            rating.hardest,
            rating.score,
        )
        assert row["steps"] == [str(step) for step in puzzle.steps()]
        assert row["guesses"] == puzzle.solve().stats.guesses


@pytest.mark.parametrize(
    "name, options", [("sliding", {"shape": "3x3"}), ("peg", {"pegs": 8}), ("river", {}), ("ladder", {})]
)
def test_branching_is_the_mean_of_the_moves_on_the_way_of_the_solution(name, options):
    for row in records(name, options):
        puzzle = registry.get(name).from_record(row)
        states = list(dict.fromkeys(puzzle.followed(puzzle.read_answer(row["solution"]))))
        assert states[-1].is_solved() and row["branching"] == branching(states) > 0


def test_the_fewest_moves_of_a_peg_position():
    plain, fewest = (records("peg", {"pegs": 9, "fewest": wished}) for wished in (False, True))
    assert [row["puzzle"] for row in plain] == [row["puzzle"] for row in fewest]
    for usual, best in zip(plain, fewest, strict=True):
        puzzle = registry.get("peg").from_record(best)
        assert (
            best["moves"] == puzzle.fewest_moves().moves <= usual["moves"] == len(usual["solution"].split())
        )
    none = registry.factory("peg")("puzzles", {"pegs": 20, "fewest": True, "max-nodes": 50, "tries": 2})
    assert none.answer(Numbers(np.array([1]), np.array([0]))).rejected, "what is not proven is not given"


def test_a_verifier_is_a_name_that_check_knows():
    for name in registry.factory_names():
        assert registry.factory(name)("puzzles", {"verifier": True}).verifier == name
    [row] = records("numbrix", {"shape": "3x3", "verifier": True}, 1)
    assert row["verifier"] == "numbrix"
