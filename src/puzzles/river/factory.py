"""Generate river crossings that have a plan in batches."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import permutations, product
from typing import Any

import numpy as np

from ..framework.batch_records import Column, Option
from ..framework.generator import Factory, averaged, whole
from .puzzle import FEWEST, KINDS, RiverPuzzle
from .rules import Rule


class RiverFactory(Factory):
    """Makes river crossings with a shortest plan; those that differ in the names of passengers are equal."""

    KIND = RiverPuzzle
    OWN = (
        Option("capacity", "give the boat N seats (default: 2 or 3)"),
        Option("passengers", "draw N kinds of passengers, 3 to 8 (default: 4 to 6)"),
        Option("least", "make puzzles of at least N crossings", FEWEST),
    )
    MEASURES = (Column("crossings", "int"), Column("branching", "float"))
    CHUNK, PART = 32, 1024

    def check_options(self) -> None:
        """Raise PuzzleError where an option of this kind has a wrong value."""
        capacity = self.options["capacity"]
        self._capacity = None if capacity is None else whole("capacity", capacity, 1, 32)
        kinds = self.options["passengers"]
        self._kinds = None if kinds is None else whole("passengers", kinds, KINDS[0], KINDS[-1])
        self._least = whole("least", self.options["least"], 1, 1 << 20)

    def draw(self, seed: int) -> RiverPuzzle:
        """Return the puzzle of a seed, which may have no plan."""
        return RiverPuzzle._drawn(random.Random(seed), self._capacity, self._kinds)

    def good(self, puzzle: RiverPuzzle, result: Any) -> bool:
        """Return whether there is a plan, and none too short."""
        return super().good(puzzle, result) and result.length >= self._least

    def form(self, puzzle: RiverPuzzle, result: Any) -> bytes:
        """Return the least of the texts of passengers and rules under all names.

        Colour refinement, as of graphs, separates passengers by their facts and rules; only those that are
        alike are permuted.
        """
        people, rules = puzzle.passengers, puzzle.bank_rules
        assert not callable(rules)  # random rules are no function
        boats = [(boat.capacity, boat.weight, boat.place, boat.rowers) for boat in puzzle.boats]
        facts = [(one.count, one.rows) for one in people]
        places = {one.name: k for k, one in enumerate(people)}
        said = [_named(rule, places) for rule in rules]
        alike = _alike(facts, said)
        forms = []
        for orders in product(*(permutations(group) for group in alike)):
            order = [old for group in orders for old in group]
            new = {old: place for place, old in enumerate(order)}
            forms.append(sorted(_renamed(rule, new) for rule in said))
        return repr((boats, [facts[old] for group in alike for old in group], min(forms))).encode()

    def measures(self, puzzle: RiverPuzzle, result: Any) -> Sequence[Any]:
        """Return the crossings of a shortest plan, and the mean number of legal ones on its way."""
        graph = puzzle.graph  # that of the search
        codes = map(puzzle.world.code_of, (state.standing for state in puzzle.followed(result.solution)[:-1]))
        crossings = np.diff(graph.indptr)
        return int(result.length), averaged([int(crossings[graph.states == code].sum()) for code in codes])

    def text(self, puzzle: RiverPuzzle) -> str:
        """Return the statements on one line."""
        return "; ".join(line for line in puzzle.text().splitlines() if line)


_Said = tuple[str, list[int], list[int], bool]
"""A rule in numbers: kind, the two passengers, guards, whether it holds aboard."""


def _named(rule: Rule, names: Mapping[str, int]) -> _Said:
    """Return a rule with numbers for names."""
    return (
        rule.kind,
        [names[rule.first], names[rule.second]],
        [names[name] for name in rule.guards],
        rule.aboard,
    )


def _renamed(rule: _Said, new: Mapping[int, int]) -> _Said:
    """Return a rule with other numbers; those who may not be together are sorted."""
    kind, ends, guards, aboard = rule
    ends = [new[end] for end in ends]
    return kind, sorted(ends) if kind == "together" else ends, sorted(new[guard] for guard in guards), aboard


def _alike(facts: Sequence[tuple[int, bool]], rules: Sequence[_Said]) -> list[list[int]]:
    """Return the groups of passengers that facts and rules do not separate, in a canonical order."""
    colours = _ranked(facts)
    while True:
        seen: list[list[Any]] = [[] for _ in facts]
        for rule in rules:
            kind, ends, guards, _ = rule
            coloured = _renamed(rule, dict(enumerate(colours)))
            for k, end in enumerate(ends):
                seen[end].append((0 if kind == "together" else k, coloured))
            for guard in guards:
                seen[guard].append((2, coloured))
        finer = _ranked([(colour, sorted(sights)) for colour, sights in zip(colours, seen, strict=True)])
        if len(set(finer)) == len(set(colours)):
            break
        colours = finer
    return [[k for k, one in enumerate(colours) if one == colour] for colour in sorted(set(colours))]


def _ranked(values: Sequence[Any]) -> list[int]:
    """Return the rank of each value."""
    ranks = {value: k for k, value in enumerate(sorted(set(map(repr, values))))}
    return [ranks[repr(value)] for value in values]
