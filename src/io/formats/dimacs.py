"""Write puzzles that give values to places as clauses in DIMACS CNF, and read the models of solvers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from ...base import PuzzleError
from .format import Format

MOST_CLAUSES = 50_000_000


@dataclass(frozen=True)
class Clauses:
    """A puzzle as clauses: variable ``place * values + value + 1`` says that a place has a value.

    Attributes
    ----------
    places, values : int
        All count from 0.
    groups : list of list of int
        Variables of which exactly one is true.
    others : list of list of int
        Further clauses.

    Examples
    --------
    >>> print(Clauses(1, 2, [[1, 2]], [[-1]]).to_dimacs(), end="")
    c variable place * 2 + value + 1: the place has the value; both count from 0
    p cnf 2 3
    1 2 0
    -1 -2 0
    -1 0
    """

    places: int
    values: int
    groups: list[list[int]]
    others: list[list[int]]

    @property
    def variables(self) -> int:
        """The number of variables."""
        return self.places * self.values

    def clauses(self) -> Iterator[Sequence[int]]:
        """Yield all clauses; of a group, one variable is true, and of each two, one is false."""
        for group in self.groups:
            yield group
            yield from ((-a, -b) for a, b in combinations(group, 2))
        yield from self.others

    def to_dimacs(self) -> str:
        """Return the clauses in DIMACS CNF."""
        count = sum(1 + len(group) * (len(group) - 1) // 2 for group in self.groups) + len(self.others)
        if count > MOST_CLAUSES:
            raise PuzzleError(f"{count:,} clauses, but at most {MOST_CLAUSES:,} are written")
        said = f"c variable place * {self.values} + value + 1: the place has the value; both count from 0\n"
        head = f"{said}p cnf {self.variables} {count}\n"
        return head + "".join(
            " ".join(map(str, clause)) + " 0\n" if clause else "0\n" for clause in self.clauses()
        )

    def read_model(self, model: str | Iterable[int]) -> list[int] | None:
        """Return the value of each place in a model, None where the solver found that there is none.

        Parameters
        ----------
        model : str, or iterable of int
            What a solver printed (lines of ``v``, or bare literals), or the literals of its model.

        Raises
        ------
        PuzzleError
            No model; literals that are not of these clauses; a place without a value.
        """
        if isinstance(model, str):
            lines = [line.strip() for line in model.splitlines()]
            heads = {line.removeprefix("s ").strip().upper() for line in lines}
            if heads & {"UNSATISFIABLE", "UNSAT"}:
                return None
            rows = (line.removeprefix("v ") for line in lines if not line or line[0] in "v-0123456789")
            model = [int(text) for text in " ".join(rows).split() if re.fullmatch(r"-?\d{1,18}", text)]
        true = sorted({literal for literal in model if literal > 0})
        if not true:
            raise PuzzleError("no model; expected the literals that a solver of clauses printed")
        if true[-1] > self.variables:
            raise PuzzleError(f"variable {true[-1]:,}, but the puzzle has {self.variables:,}")
        places = [(variable - 1) // self.values for variable in true]
        if places != list(range(self.places)):
            raise PuzzleError(f"the model does not give exactly one value to each of {self.places:,} places")
        return [(variable - 1) % self.values for variable in true]


def linked(near: Sequence[Sequence[int]], pairs: Iterable[tuple[int, int]], fixed: dict[int, int]) -> Clauses:
    """Return clauses of places that take all cells, each once, where places of a pair are neighbours.

    Examples
    --------
    >>> linked([[1], [0]], [(0, 1)], {0: 1}).others
    [[-1, 4], [-2, 3], [-3, 2], [-4, 1], [2]]
    """
    n = len(near)
    groups = [[place * n + cell + 1 for cell in range(n)] for place in range(n)]
    groups += [[place * n + cell + 1 for place in range(n)] for cell in range(n)]
    others = [
        [-(a * n + cell + 1), *(b * n + other + 1 for other in near[cell])]
        for pair in pairs
        for a, b in (pair, pair[::-1])
        for cell in range(n)
    ]
    return Clauses(n, n, groups, others + [[place * n + cell + 1] for place, cell in fixed.items()])


def times(variables: Sequence[int], least: int, most: int) -> list[list[int]]:
    """Return clauses that say how often variables are true: from `least` to `most` times.

    Examples
    --------
    >>> times([1, 2], 1, 1)
    [[1, 2], [-1, -2]]
    """
    if least > len(variables):
        return [[]]
    lower = combinations(variables, len(variables) - least + 1) if least else ()
    upper = combinations(variables, most + 1)
    return [*map(list, lower), *([-one for one in some] for some in upper)]


FORMATS = (
    Format(
        name="dimacs",
        title="DIMACS CNF",
        reads="the model that a solver printed, by `--model` and `from_model`",
        writes="by `--cnf` and `to_cnf`",
        loses="the meaning of the variables, except in a comment",
    ),
)
