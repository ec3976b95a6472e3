"""Many puzzles: none equal to another, and what a number gets depends on the numbers before it alone."""

import numpy as np
import pytest

from unriddle import PuzzleError, Sudoku
from unriddle.puzzles.framework.generate_many import renewed, start_of
from unriddle.puzzles.framework.generator import KEY, Answers, Numbers, derived, digest


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
