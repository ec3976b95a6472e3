"""River crossings by the million: random passengers and rules that have a plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any

from ..common.factory import Factory, branching, whole
from ..common.records import Column, Option
from .generate import FEWEST, some_river
from .puzzle import RiverPuzzle
from .rules import Rule

__all__ = ["RiverFactory"]


class RiverFactory(Factory):
    """River crossings with a shortest plan; equal are those that differ in the names of the passengers.

    Examples
    --------
    >>> made = RiverFactory("puzzles", {"least": 3}).many([1, 2, 3])
    >>> all(one is None or one.measures[0] >= 3 for one in made)
    True
    """

    KIND = RiverPuzzle
    OWN = (
        Option("capacity", "places in the boat; by default two or three"),
        Option("least", "fewest crossings of a shortest plan", FEWEST),
    )
    MEASURES = (Column("crossings", "int"), Column("branching", "float"))
    CHUNK, PART = 32, 1024

    def check_options(self) -> None:
        """Raise PuzzleError where an option of this kind has a wrong value."""
        capacity = self.options["capacity"]
        self._capacity = None if capacity is None else whole("capacity", capacity, 1, 32)
        self._least = whole("least", self.options["least"], 1, 1 << 20)

    def draw(self, seed: int) -> RiverPuzzle:
        """Return the puzzle of a seed, which may have no plan."""
        puzzle: RiverPuzzle = some_river(RiverPuzzle, seed, self._capacity)
        return puzzle

    def good(self, puzzle: RiverPuzzle, result: Any) -> bool:
        """Say whether there is a plan, and none too short."""
        return super().good(puzzle, result) and result.length >= self._least

    def form(self, puzzle: RiverPuzzle, result: Any) -> bytes:
        """Return the least of the texts of passengers and rules under all names."""
        people, rules = puzzle.passengers, puzzle.bank_rules
        assert not callable(rules)  # those of `some_river` are said, not written as a function
        boats = [(boat.capacity, boat.weight, boat.place, boat.rowers) for boat in puzzle.boats]
        forms = []
        for order in permutations(range(len(people))):
            names = {people[old].name: new for new, old in enumerate(order)}
            facts = [(people[old].count, people[old].rows) for old in order]
            forms.append(repr((boats, facts, sorted(_named(rule, names) for rule in rules))))
        return min(forms).encode()

    def measures(self, puzzle: RiverPuzzle, result: Any) -> Sequence[Any]:
        """Return the crossings of a shortest plan, and how many are safe on average on its way."""
        return int(result.length), branching(puzzle.followed(result.solution))

    def text(self, puzzle: RiverPuzzle) -> str:
        """Return the statements on one line."""
        return "; ".join(line for line in puzzle.text().splitlines() if line)


def _named(rule: Rule, names: Mapping[str, int]) -> tuple[Any, ...]:
    """Return a rule with numbers for names; who may not be together stands in no order."""
    ends = [names[rule.first], names[rule.second]]
    ends = sorted(ends) if rule.kind == "together" else ends
    return rule.kind, ends, sorted(names[name] for name in rule.guards), rule.aboard
