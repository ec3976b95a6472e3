"""Costs are compared exactly: decimal costs are as good as whole ones."""

import random
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import unriddle as ur
from unriddle import Puzzle
from unriddle.search.costs import exact, in_units, total

FACTORS = (10, 100, 8)
"""What makes decimal costs whole ones; eighths are exact in binary, the others are not."""


@pytest.mark.parametrize(
    ("costs", "sum_of_them"),
    [
        ([0.1, 0.2], 0.3),
        ([1, 2], 3),
        ([Decimal("0.1"), Fraction(1, 5)], 0.3),
        ([], 0),
        ([1.5, float("inf")], float("inf")),
    ],
)
def test_sums_are_what_people_write(costs, sum_of_them):
    assert total(costs) == sum_of_them


def test_numbers_are_read_as_they_are_written():
    assert exact(0.1) == exact(Decimal("0.1")) == exact(np.float64(0.1)) == Fraction(1, 10)
    assert in_units(np.array([0.1, 0.25, 3.0]), 5)[0].tolist() == [2, 5, 60]


def test_costs_with_more_digits_than_sums_hold_are_rounded():
    third = 0.3333333333333333
    whole, unit = in_units(np.array([third, 1e6, 1.0]), 1000)
    assert whole.max() * 1000 <= 2**53 and whole[2] == round(unit)
    assert abs(whole[0] / whole[2] - third) < 1e-6


@pytest.mark.parametrize("seed", range(12))
def test_bridges_have_as_many_best_plans_as_with_whole_times(seed):
    rng = random.Random(seed)
    factor = rng.choice(FACTORS)
    times = [rng.randint(1, 12) for _ in range(rng.randint(2, 4))]
    plain = ur.RiverPuzzle.bridge(times)
    decimal = ur.RiverPuzzle.bridge([time / factor for time in times])
    assert decimal.count_best() == plain.count_best() == len(list(decimal.best_solutions()))
    whole = plain.solve().cost
    for method in (None, "astar", "dfs", "ida"):
        found = decimal.solve() if method is None else decimal.solve(method=method)
        assert method == "dfs" or found.cost == whole / factor
    assert [trip.time for trip in decimal.solve().crossings] == [
        trip.time / factor for trip in plain.solve().crossings
    ]


def test_a_bridge_of_tenths():
    assert ur.RiverPuzzle.bridge([0.1, 0.2, 0.3, 0.4]).count_best() == 8


@pytest.mark.parametrize("seed", range(12))
def test_ladders_have_as_many_best_ones_as_with_whole_costs(seed):
    rng = random.Random(seed)
    factor = rng.choice(FACTORS)
    words = sorted({"".join(rng.choices("abc", k=3)) for _ in range(20)})
    costs = {word: rng.randint(1, 9) for word in words}
    tenths = {word: cost / factor for word, cost in costs.items()}
    plain = ur.WordLadderPuzzle(words[0], words[-1], words, costs=costs)
    decimal = ur.WordLadderPuzzle(words[0], words[-1], words, costs=tenths)
    assert decimal.count() == plain.count()
    best, found = plain.solve(), decimal.solve()
    assert found.cost == best.cost / factor and found.solution == best.solution
    assert decimal.solve(method="astar").cost == best.cost / factor


class Road(Puzzle):
    """A walk over places whose roads have lengths."""

    def __init__(self, roads, at=0):
        self.roads, self.at = roads, at

    def extensions(self):
        return [Road(self.roads, to) for to in self.roads[self.at]]

    def step_cost(self, other):
        return self.roads[self.at][other.at]

    def is_solved(self):
        return self.at == len(self.roads) - 1

    def __eq__(self, other):
        return self.at == other.at

    def __hash__(self):
        return self.at


@pytest.mark.parametrize("method", ["astar", "ida"])
@pytest.mark.parametrize("seed", range(8))
def test_a_search_visits_what_it_visits_with_whole_costs(method, seed):
    rng = random.Random(seed)
    factor = rng.choice(FACTORS)
    whole = [{to: rng.randint(1, 9) for to in rng.sample(range(9), 3)} for _ in range(9)]
    tenths = [{to: cost / factor for to, cost in roads.items()} for roads in whole]
    plain, decimal = (ur.find_path(Road(roads), method) for roads in (whole, tenths))
    assert decimal.status is plain.status
    if plain.node is not None:
        assert decimal.cost == plain.cost / factor
        assert decimal.stats.nodes == plain.stats.nodes
