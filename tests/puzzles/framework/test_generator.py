"""A puzzle is a function of seed, number and attempt; options are checked before any work."""

import pickle
from itertools import chain

import numpy as np
import pytest

from reference.bits import splitmix64
from reference.topology import neighbours
from unriddle import Gogen, Numbrix, PuzzleError, Sudoku
from unriddle.puzzles import registry
from unriddle.puzzles.framework.arguments import TOPOLOGIES
from unriddle.puzzles.framework.base import ExplainMixin
from unriddle.puzzles.framework.generator import (
    KEY,
    Answers,
    Chance,
    Factory,
    Made,
    Numbers,
    branching,
    derived,
    digest,
    eased,
    forms,
    of_difficulty,
    plain,
    renewed,
    start_of,
    wanted_of,
    whole,
)
from unriddle.puzzles.framework.spec import spec_of
from unriddle.puzzles.framework.steps import Difficulty


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
    assert found.rejected[0][1] == "no new puzzle with these options in 1 tries"
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


SMALL = {"ladder": {"letters": "3"}, "sliding": {"shape": "3x3"}, "gogen": {"shape": "4x4"}}


@pytest.mark.parametrize("name", registry.names())
def test_a_factory_goes_to_another_process(name):
    kind = registry.factory(name)
    factory = kind("puzzles", SMALL.get(name, {}))
    factory.seed = 7
    other = pickle.loads(pickle.dumps(factory))
    assert (other.seed, other.options, type(other)) == (7, factory.options, kind)
    numbers = Numbers(np.array([3]), np.array([0]))
    assert other.answer(numbers).keys.tobytes() == factory.answer(numbers).keys.tobytes()


def test_a_factory_that_the_registry_makes_goes_to_another_process():
    kind = plain(Numbrix)
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
    "name, options",
    [("sliding", {"shape": "3x3"}), ("peg", {"pegs": 8}), ("river", {}), ("ladder", {"letters": "3"})],
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
        assert spec_of(registry.factory(name).KIND).name == name
    [row] = records("numbrix", {"shape": "3x3", "verifier": True}, 1)
    assert row["verifier"] == "numbrix"


class Few:
    """Stands for a factory whose puzzles have one of a few forms; counts what it makes."""

    CHUNK = 8

    def __init__(self, forms, tries=50):
        self.forms, self.tries, self.made = forms, tries, 0

    def form(self, number, attempt):
        return digest(b"%d" % (derived(0, number, attempt) % self.forms))

    def answer(self, records):
        keys = np.zeros(len(records), dtype=KEY)
        for place, (number, attempt) in enumerate(zip(records.numbers, records.attempts, strict=True)):
            if attempt >= self.tries:
                keys[place]["attempt"] = self.tries
            else:
                self.made += 1
                keys[place] = (self.form(int(number), int(attempt)), attempt)
        return Answers(np.arange(len(records)), (), (), keys)

    def all(self, n):
        return self.answer(Numbers(np.arange(1, n + 1), np.zeros(n, dtype=np.int64))).keys


def plainly(factory, n):
    """Return the attempt of each number: the first with a form that none before it has."""
    seen, attempts = set(), []
    for number in range(1, n + 1):
        fresh = (k for k in range(factory.tries) if factory.form(number, k) not in seen)
        attempts.append(next(fresh, factory.tries))
        if attempts[-1] < factory.tries:
            seen.add(factory.form(number, attempts[-1]))
    return attempts


def after(keys, factory):
    """Return the attempts once `renewed` has been followed."""
    attempts = keys["attempt"].tolist()
    for place, attempt in renewed(keys, factory).items():
        attempts[place] = attempt
    return attempts


@pytest.mark.parametrize("forms, n", [(3, 1), (3, 3), (200, 40), (200, 150), (60, 90), (7, 30)])
def test_what_is_made_anew_is_what_the_plain_rule_says(forms, n):
    factory = Few(forms)
    keys = factory.all(n)
    assert after(keys, factory) == plainly(factory, n)


def test_a_run_that_was_killed_while_parts_were_made_anew_comes_to_the_same_end():
    factory = Few(120)
    keys = factory.all(90)
    changes = renewed(keys, factory)
    assert len(changes) > 10
    chance = np.random.default_rng(1)
    for _ in range(10):
        half = keys.copy()
        for place, attempt in changes.items():
            if chance.random() < 0.5:
                half[place] = factory.answer(Numbers(np.array([place + 1]), np.array([attempt]))).keys[0]
        assert after(half, factory) == after(keys, factory)


def test_more_puzzles_begin_with_the_same():
    factory = Few(500)
    assert plainly(factory, 300)[:100] == after(factory.all(300), factory)[:100] == plainly(factory, 100)


def test_nothing_is_made_where_all_are_different():
    factory = Few(1 << 20)
    keys = factory.all(100)
    factory.made = 0
    assert len({bytes(key["form"]) for key in keys}) == 100
    assert renewed(keys, factory) == {} and factory.made == 0


def test_threads_give_the_same_and_seeds_others():
    one, two = (Sudoku.generate_many(40, seed=3, size=4, tries=6, threads=threads) for threads in (1, 2))
    assert one.columns()["puzzle"] == two.columns()["puzzle"] and one.missing == two.missing
    assert len(set(one.columns()["form"])) == len(one)
    other = Sudoku.generate_many(40, seed=4, size=4, tries=6)
    assert other.columns()["puzzle"] != one.columns()["puzzle"]
    assert Sudoku.generate_many(2).columns()["puzzle"] != Sudoku.generate_many(2).columns()["puzzle"]


def test_columns_items_and_progress():
    seen = []
    many = Sudoku.generate_many(5, seed=1, steps=True, progress=seen.append)
    columns = many.columns()
    assert seen == [5] and columns["number"].tolist() == [1, 2, 3, 4, 5]
    assert list(columns["steps"][1]) == [str(step) for step in many[1].steps()]
    puzzle, result = many.pair(2)
    assert str(result.solution.text()) == columns["solution"][2] and puzzle == many[2]
    assert many.to_html().startswith("<!")


@pytest.mark.parametrize("n", [0, -1, "x", 1.5, None, True])
def test_wrong_numbers_of_puzzles(n):
    with pytest.raises(PuzzleError, match="expected a whole number of puzzles from 1 up"):
        Sudoku.generate_many(n)


def test_wrong_options_and_seeds():
    with pytest.raises(PuzzleError, match="no option 'colour'"):
        Sudoku.generate_many(1, colour=1)
    with pytest.raises(PuzzleError, match="seed=-1"):
        Sudoku.generate_many(1, seed=-1)
    with pytest.raises(PuzzleError, match="below 2"):
        start_of(1 << 62)


def test_a_run_is_stopped():
    def stop(done):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Sudoku.generate_many(5000, seed=1, progress=stop)


def test_a_difficulty_by_its_name():
    assert wanted_of("easy") is wanted_of(Difficulty.EASY) is Difficulty.EASY
    for wrong in ("", 5, None):
        with pytest.raises(PuzzleError, match="difficulty="):
            wanted_of(wrong)


@pytest.mark.parametrize("kind", [Numbrix, Gogen])
@pytest.mark.parametrize("wanted", Difficulty)
def test_no_harder_step_is_left_and_nothing_is_taken_away(kind, wanted):
    order = list(Difficulty)
    for seed in range(2):
        puzzle = kind.generate("4x4", seed=seed)
        easier = eased(puzzle, wanted)
        assert order.index(easier.difficulty()) <= order.index(wanted)
        pairs = zip(chain(*puzzle.grid), chain(*easier.grid), strict=True)
        assert all(after == before or before in (0, ".") for before, after in pairs)
        assert easier.count(2) == 1


def test_what_gives_no_more_stays_as_it_is():
    puzzle = Sudoku.generate(seed=1)
    assert eased(puzzle, Difficulty.EASY) is puzzle


def test_a_puzzle_without_a_solution_is_not_eased():
    puzzle = Numbrix.parse("1 . 2/. . ./. . .")
    assert eased(puzzle, Difficulty.EASY) is puzzle


def test_what_never_comes_is_one_line():
    board = Numbrix.parse("1 2/4 .")
    with pytest.raises(PuzzleError, match="no expert puzzle found in 1,000 tries"):
        of_difficulty(lambda seed: board, "expert", 1)
    seeds = []
    of_difficulty(lambda seed: seeds.append(seed) or board, "easy", None)
    assert len(seeds) == 1 and 0 <= seeds[0] < 1 << 62


@pytest.mark.parametrize("wrap", [False, True])
@pytest.mark.parametrize("topology", TOPOLOGIES)
@pytest.mark.parametrize("shape", [(1, 1), (1, 3), (2, 3), (3, 3), (4, 3), (4, 4)])
def test_forms_keep_neighbours(shape, topology, wrap):
    table = neighbours(*shape, TOPOLOGIES[topology], wrap)
    for form, cells in forms(*shape, topology, wrap=wrap):
        other = neighbours(*form, TOPOLOGIES[topology], wrap)
        order = cells.tolist()
        assert sorted(order) == list(range(len(table)))
        for cell, near in enumerate(other):
            assert sorted(order[to] for to in near) == table[order[cell]]


@pytest.mark.parametrize("topology", TOPOLOGIES)
def test_nothing_else_keeps_them(topology):
    rows = cols = 3
    table = neighbours(rows, cols, TOPOLOGIES[topology])
    near = [set(row) for row in table]
    kept = {()}
    for cell in range(9):  # maps of the first cells that keep which of them touch
        kept = {
            (*order, to)
            for order in kept
            for to in set(range(9)) - set(order)
            if all((order[k] in near[to]) == (k in near[cell]) for k in range(cell))
        }
    assert {tuple(cells.tolist()) for _, cells in forms(rows, cols, topology)} == kept


def test_how_many_there_are():
    square = {cells.tobytes() for _, cells in forms(3, 3, "king")}
    assert len(square) == 8
    assert {shape for shape, _ in forms(2, 3, "king")} == {(2, 3), (3, 2)}
    assert len({(shape, cells.tobytes()) for shape, cells in forms(2, 3, "king", wrap=True)}) == 24


def test_random_numbers_are_those_of_splitmix():
    """The first numbers from seed 1234567; see https://rosettacode.org/wiki/Pseudo-random_numbers/Splitmix64."""
    chance = Chance([5, 1234567])
    first = chance.numbers(3)[1].tolist()
    assert first == [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert chance.numbers(2)[1].tolist() == [4593380528125082431, 16408922859458223821]


def test_numbers_of_some_seeds_leave_the_others_where_they_were():
    chance, alone = Chance([1, 2, 3]), Chance([2])
    chance.numbers(1, np.array([0, 2]))
    assert chance.numbers(2)[1].tolist() == alone.numbers(2)[0].tolist()


def test_numbers_below_a_bound():
    seeds = [0, 7, (1 << 64) - 1, 1 << 62]
    bounds = np.array([1, 10, 1 << 31, 6])
    expected = [
        (splitmix64(seed)[1] >> 32) * bound >> 32 for seed, bound in zip(seeds, bounds.tolist(), strict=True)
    ]
    assert Chance(seeds).below(bounds).tolist() == expected
    many = Chance(range(6000)).below(np.full(6000, 6))
    assert min(np.bincount(many, minlength=6)) > 850 and many.max() == 5
