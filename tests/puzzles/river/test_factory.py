"""River crossings by the million: each has a plan, and what counts as the same."""

from itertools import permutations

import pytest

from unriddle import PuzzleError, RiverPuzzle
from unriddle.puzzles.framework.generator import branching
from unriddle.puzzles.river.factory import RiverFactory

TEXT = "boat 2; passenger {0} rows; passenger {1}; passenger {2}; passenger {3}; "
RULES = "never {1} with {2} unless {0}; never {3} with {2} unless {0}"


def form(*names, rules=RULES):
    puzzle = RiverPuzzle.parse((TEXT + rules).format(*names))
    return RiverFactory("puzzles", {}).form(puzzle, None)


def test_plans_are_as_long_as_wished():
    made = [one for one in RiverFactory("puzzles", {"least": 7}).many(range(400)) if one is not None]
    assert made
    for one in made[:9]:
        result = RiverPuzzle.parse(one.text).solve()
        assert result.length == one.measures[0] >= 7


def test_names_do_not_matter():
    one = form("farmer", "wolf", "goat", "cabbage")
    assert one == form("monk", "fox", "goose", "beans") == form("farmer", "cabbage", "goat", "wolf")
    turned = "never {2} with {1} unless {0}; never {2} with {3} unless {0}"
    assert one == form("farmer", "wolf", "goat", "cabbage", rules=turned)
    assert one != form("farmer", "wolf", "goat", "cabbage", rules="never {1} with {2} unless {0}")
    assert one != form("farmer", "goat", "wolf", "cabbage", rules=RULES.replace("{0}; n", "{3}; n"))


def by_all_names(puzzle):
    """The least text of a puzzle under all orders of its passengers."""
    people, forms = puzzle.passengers, []
    for order in permutations(range(len(people))):
        names = {people[old].name: new for new, old in enumerate(order)}
        rules = []
        for rule in puzzle.bank_rules:
            ends = [names[rule.first], names[rule.second]]
            ends = sorted(ends) if rule.kind == "together" else ends
            rules.append((rule.kind, ends, sorted(map(names.get, rule.guards)), rule.aboard))
        facts = [(people[old].count, people[old].rows) for old in order]
        forms.append(repr((facts, sorted(rules), [boat.capacity for boat in puzzle.boats])))
    return min(forms)


@pytest.mark.parametrize("kinds", [3, 4, 5])
def test_forms_are_equal_where_some_names_make_puzzles_equal(kinds):
    factory = RiverFactory("puzzles", {"passengers": kinds})
    puzzles = [factory.draw(seed) for seed in range(300)]
    assert {len(puzzle.passengers) for puzzle in puzzles} == {kinds}
    pairs = {(factory.form(puzzle, None), by_all_names(puzzle)) for puzzle in puzzles}
    assert len({form for form, _ in pairs}) == len({text for _, text in pairs}) == len(pairs)
    assert kinds > 3 or len(pairs) < len(puzzles)  # some are equal


@pytest.mark.parametrize("seed", range(20))
def test_branching_is_that_of_the_states(seed):
    puzzle = RiverPuzzle.random(seed=seed)
    result = puzzle.solve()
    _, branching_said = RiverFactory("puzzles", {}).measures(puzzle, result)
    assert branching_said == branching(puzzle.followed(result.solution))


@pytest.mark.parametrize(
    "options", [{"passengers": 2}, {"passengers": "9"}, {"capacity": "x"}, {"capacity": "0"}, {"least": 0}]
)
def test_wrong_options(options):
    with pytest.raises(PuzzleError, match="expected"):
        RiverFactory("puzzles", options)
