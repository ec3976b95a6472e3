"""Which cases answer the same question: what is compared with what, and whose answers must agree."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from unriddle.base import PuzzleError

from .results import ROLES, Case, Run

__all__ = ["Curve", "Group", "check_answers", "curves_of", "groups_of", "heading", "shown_groups"]

BOARD = ("rows", "cols", "seed")
"""What tells one board from another."""


@dataclass(frozen=True, slots=True)
class Group:
    """The cases of one group of a run."""

    name: str
    cases: tuple[Case, ...]
    _solver_keys: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_solver_keys", frozenset(_solver_keys(self.cases)))

    @property
    def title(self) -> str:
        """The name as a heading."""
        return heading(self.name)

    @property
    def family(self) -> str:
        """The first word of the name, which is a puzzle or a part of the package."""
        return heading(re.split(r"[\s,:]", self.name.strip(), maxsplit=1)[0] or self.name)

    def alike(self, one: Case, other: Case) -> bool:
        """Say whether two cases are asked the same.

        They are where they stand at the same point of a curve, on the same board, on the same item, and no
        parameter that both have differs; one that only names the solver, or only says how many items a round
        has, does not count.
        """
        if (one.x_name, one.x, one.item) != (other.x_name, other.x, other.item):
            return False
        if any(one.facts.get(key) != other.facts.get(key) for key in BOARD):
            return False
        mine, yours = _parameters(one), _parameters(other)
        return all(mine[key] == yours[key] for key in mine.keys() & yours.keys() - self._solver_keys)

    def best(self, case: Case, role: str) -> Case | None:
        """Return the fastest case of a role that is asked the same as `case`; None where there is none."""
        return min(
            (other for other in self.cases if other.role == role and self.alike(case, other)),
            key=lambda other: other.seconds,
            default=None,
        )

    def peers(self, case: Case) -> dict[str, Case]:
        """Return the fastest case of every other package that is asked the same, the fastest first."""
        found: dict[str, Case] = {}
        for other in sorted(self.cases, key=lambda other: other.seconds):
            if other.role == "peer" and self.alike(case, other):
                found.setdefault(other.peer or other.label, other)
        return found


def heading(name: str) -> str:
    """Return a name as a heading.

    Examples
    --------
    >>> heading("boggle 4x4 dice")
    'Boggle 4×4 dice'
    """
    return re.sub(r"(?<=\d)x(?=\d)", "×", name[:1].upper() + name[1:])


def _parameters(case: Case) -> dict[str, str]:
    """Return what a case was made with, its series among it."""
    return {**case.params, **({} if case.series is None else {"(series)": case.series})}


def _solver_keys(cases: Sequence[Case]) -> Iterator[str]:
    """Yield the parameters whose value says who solves, or how much: not what is asked.

    Each value of the first belongs to one solver only; each of the second is the number of items.
    """
    makers: dict[str, dict[str, set[tuple[str | None, str | None]]]] = {}
    for case in cases:
        for key, value in _parameters(case).items():
            makers.setdefault(key, {}).setdefault(value, set()).add((case.role, case.peer))
    for key, by_value in makers.items():
        if all(_parameters(case).get(key, str(case.items)) == str(case.items) for case in cases) or (
            all(len(solvers) == 1 for solvers in by_value.values()) and len(set.union(*by_value.values())) > 1
        ):
            yield key


def groups_of(run: Run) -> tuple[Group, ...]:
    """Return the groups of a run, in the order of the file."""
    found: dict[str, list[Case]] = {}
    for case in run.cases:
        found.setdefault(case.group, []).append(case)
    return tuple(Group(name, tuple(cases)) for name, cases in found.items())


def shown_groups(runs: Sequence[Run]) -> list[tuple[Run, Group]]:
    """Return each group once, from the last run that has it, in the order in which the runs bring them."""
    found: dict[str, tuple[Run, Group]] = {}
    for run in runs:
        for group in groups_of(run):
            found[group.name] = (run, group)
    return list(found.values())


@dataclass(frozen=True, slots=True)
class Curve:
    """Cases that are points of one plot: cost by size, by threads, and the like.

    Attributes
    ----------
    name, x_name : str
        What grows; along what.
    lines : mapping
        Name of a line -> its cases, by abscissa.
    """

    name: str
    x_name: str
    lines: Mapping[str, tuple[Case, ...]]

    @property
    def title(self) -> str:
        """The name as a heading."""
        return heading(self.name)

    @property
    def puzzle(self) -> str:
        """The puzzle, or the part of the package, that its cases are of."""
        return Group(self.cases[0].group, ()).family

    @property
    def cases(self) -> list[Case]:
        """All cases, line by line."""
        return [case for line in self.lines.values() for case in line]


def curves_of(groups: Iterable[Group]) -> list[Curve]:
    """Return the curves that cases of any groups are points of: those of one series, or of one group.

    A line is what one solver does; where it has several cases at one abscissa in a group, what their names
    have before the parameters tells them apart.
    """
    found: dict[tuple[str, str], dict[str, list[Case]]] = {}
    for group in groups:
        for case in group.cases:
            if case.x is None or case.x <= 0 or case.x_name is None:
                continue
            lines = found.setdefault((case.series or group.name, case.x_name), {})
            lines.setdefault(case.peer or ROLES.get(case.role or "", case.label), []).append(case)
    curves = []
    for (name, x_name), lines in found.items():
        split: dict[str, list[Case]] = {}
        for line, cases in lines.items():
            stems = {case.name.partition("[")[0] for case in cases}
            crowded = len({(case.group, case.x) for case in cases}) < len(cases)
            for case in cases:
                stem = case.name.partition("[")[0].removeprefix("bench_").replace("_", " ")
                split.setdefault(f"{line}: {stem}" if crowded and len(stems) > 1 else line, []).append(case)
        kept = {
            line: tuple(sorted(cases, key=lambda case: (case.x or 0.0, case.name)))
            for line, cases in split.items()
        }
        if len({case.x for cases in kept.values() for case in cases}) > 1:
            curves.append(Curve(name, x_name, kept))
    return curves


def check_answers(run: Run) -> None:
    """Raise PuzzleError where cases that are asked the same gave different answers.

    A digest stands for what all cases of a group answer, so it does not matter how many items each was given.
    """
    for group in groups_of(run):
        answered = [case for case in group.cases if case.digest is not None]
        for at, case in enumerate(answered):
            for other in answered[:at]:
                if case.digest != other.digest and group.alike(case, other):
                    raise PuzzleError(_disagreement(group, case, other, answered), file=run.source)


def _disagreement(group: Group, case: Case, other: Case, answered: Iterable[Case]) -> str:
    """Return the line that names the case that stands alone, or both where neither does."""
    votes: Mapping[str | None, int] = {
        one.digest: sum(each.digest == one.digest and group.alike(one, each) for each in answered)
        for one in (case, other)
    }
    if votes[case.digest] > votes[other.digest]:
        case, other = other, case
    verb = "gives another answer than" if votes[case.digest] != votes[other.digest] else "and"
    end = "" if verb != "and" else " give different answers"
    return (
        f"broken answer in group {group.name!r}: {case.name} ({case.digest}) {verb} {other.name} "
        f"({other.digest}){end}, expected equal answers"
    )
