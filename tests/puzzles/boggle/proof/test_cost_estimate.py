"""What a proof costs: by a sample, and while it runs."""

import numpy as np
import pytest

import unriddle as ur
from unriddle.base import Limits, Status
from unriddle.puzzles.boggle import Rules, prove
from unriddle.puzzles.boggle.best_board.board_space import space_of
from unriddle.puzzles.boggle.proof import cost_estimate, engine
from unriddle.puzzles.boggle.proof import partition as division
from unriddle.puzzles.boggle.proof.cost_estimate import ProofProgress, Sample, Watch, estimated, time_left
from unriddle.search.run_loop import Outcome


@pytest.fixture(scope="module")
def lexicon():
    """Some 190 words."""
    english = ur.Lexicon.load("english", level=35)
    return ur.Lexicon([word for word in english if len(word) <= 5 and set(word) <= set("aelnrst")])


class Fake(engine.Proof):
    """A proof whose classes cost what a table says."""

    def __init__(self, space, cost, division=None):
        super().__init__(space, 9, threads=1, division=division)
        self.cost = cost

    def run(self, _budget=0):
        if self.stack:
            first = self.stack.pop()
            self.spent[first] = self.cost(first)
            self.nodes += 1
        return bool(self.stack)


@pytest.mark.parametrize("power", [1.0, 0.5])
def test_the_mean_of_many_estimates_is_the_cost(lexicon, power):
    space = space_of("3x4", lexicon, Rules())
    cut = division.Division(space)
    weights = {first: cut.weight(first) for first in cut.begin(())}
    cost = {first: weight**power for first, weight in weights.items()}
    whole = sum(cost.values())
    found = []
    for seed in range(60):
        proof = Fake(space, cost.__getitem__, cut)
        outcome, mean, error, classes, sampled = estimated(proof, Sample(20, seed), Limits())
        assert (outcome, classes) == (Outcome.FINISHED, 351) and sampled <= 20
        found.append((mean, error))
    means = np.array([mean for mean, _ in found])
    assert means.mean() == pytest.approx(whole, rel=0.1)
    if power == 1:  # weights that are right leave no error
        assert means.std() == pytest.approx(0, abs=1e-9 * whole)
    else:  # errors are what they say
        assert np.mean([error for _, error in found]) == pytest.approx(means.std(), rel=0.4)
    every = estimated(Fake(space, cost.__getitem__, cut), Sample(999, 0), Limits())
    assert every[1:] == (pytest.approx(whole), 0.0, 351, 351)


def test_an_estimate_of_a_proof(lexicon):
    found = prove("2x4", 82, lexicon, estimate=True, sample=5, seed=2)
    assert (found.status, found.classes, found.least) == (Status.SOLVED, 26, 82)
    assert 1 <= found.sampled <= 5 and found.cpu_seconds > 0 and found.error > 0
    every = prove("2x4", 82, lexicon, estimate=True, sample=26)
    assert (every.error, every.sampled) == (0, 26)
    assert "of processor time, standard error 0.0 s, by 26 of 26 classes" in str(every)
    short = prove("2x4", 82, lexicon, estimate=True, limits=Limits(nodes=1))
    assert short.status is Status.LIMIT and "not finished" in str(short)
    assert (short.cpu_seconds, short.error, short.sampled) == (None, None, 0)
    assert str(short).startswith("nothing is known yet: no class was done in ")


def test_an_estimate_of_one_class_has_no_error_yet(lexicon):
    found = prove("2x4", 82, lexicon, estimate=True, sample=1)
    assert found.cpu_seconds > 0 and (found.error, found.sampled) == (None, 1)
    assert "standard error not known yet, by 1 of 26 classes" in str(found)


def test_an_estimate_says_how_many_cells_its_classes_decide(lexicon):
    found = prove("2x4", 82, lexicon, estimate=True, sample=4, cells=3)
    assert (found.cells, found.classes, found.divided) == (3, 26, True)
    said = f"by {found.sampled} classes that decide 3 cells; the proof begins with 26"
    assert said in str(found)
    assert prove("2x4", 82, lexicon, estimate=True, sample=4, cells=1).divided is False


def test_all_classes_with_a_limit_tell_the_rest_by_weight(lexicon):
    space = space_of("2x4", lexicon, Rules())
    cut = division.Division(space)
    whole = sum(map(cut.weight, cut.begin(())))
    for nodes, exact in ((1, False), (5, False), (None, True)):
        proof = Fake(space, cut.weight, cut)
        _, mean, error, _, sampled = estimated(proof, Sample(99, 0), Limits(nodes=nodes))
        assert mean == pytest.approx(whole)
        assert sampled == (nodes or 26)
        assert error == (None if nodes == 1 else pytest.approx(0, abs=1e-9 * whole))
        assert exact == (sampled == 26)


def test_classes_of_more_cells_estimate_their_sum(lexicon):
    space = space_of("2x4", lexicon, Rules())
    deep = division.Division(space, 2)
    cost = {first: 1.0 + sum(first) for first in deep.missing(())}
    found = []
    for seed in range(40):
        proof = Fake(space, cost.__getitem__, division.Division(space, 1))
        outcome, mean, error, classes, sampled = estimated(proof, Sample(30, seed, cells=2), Limits())
        assert (outcome, classes) == (Outcome.FINISHED, 26) and 20 < sampled <= 30 and error > 0
        found.append(mean)
    assert np.mean(found) == pytest.approx(sum(cost.values()), rel=0.15)


def test_the_time_left_is_a_ratio():
    done = {(letter,): 1.0 + letter for letter in range(6)}
    costs = {first: 2 * weight for first, weight in done.items()}
    assert time_left(done, costs, 10.0) == (pytest.approx(20.0), pytest.approx(0.0))
    assert time_left({(0,): 1.0}, {(0,): 1.0}, 1.0) is None
    costs[(0,)] = 5.0
    _, error = time_left(done, costs, 10.0)
    assert error > 0
    assert cost_estimate.mean_of([]) == (None, None)


def test_a_watch_tells_the_time_left(lexicon, monkeypatch):
    monkeypatch.setattr(cost_estimate, "SHOWN_EVERY", 0.0)
    told = []
    found = prove("2x4", 82, lexicon, threads=1, watch=told.append)
    assert found.boards and told
    space = space_of("3x3", lexicon, Rules())
    proof = Fake(space, lambda first: proof.division.weight(first))
    watch = Watch(proof, told.append)
    told.clear()
    while proof.run():
        watch.look()
    assert told[0].seconds_left is None and told[0].left == 25
    left = [each.seconds_left for each in told[1:]]
    assert all(value >= 0 for value in left)
    rest = [each.seconds_left / each.seconds for each in told[1:]]
    assert rest == sorted(rest, reverse=True)  # costs are by weight: the share that is left goes down
    assert "s left" in str(told[-1]) and "left" not in str(ProofProgress(1, 2, 3, 4.0))
