"""The groups of a report by puzzles: a folded section each, its cases in one table with bars."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from .blocks import Block, Cell, Column, Paragraph, Plot, Section, Table
from .groups import Group
from .plots import bars, position
from .results import ROLES, Case, Run
from .summary import headline
from .units import bytes_text, count_text, percent, plural, ratio_text, time_text

__all__ = ["families", "kinds_of", "maybe", "slug", "unique"]

BASES = {
    "twin": "the plain twin",
    "textbook": "the textbook Python",
    "general": "the general solver in Python",
}
"""What the bars of a group begin at, the first that its cases have."""
HEADS = {"twin": "the twin", "textbook": "the textbook", "general": "the general solver"}


def slug(text: str) -> str:
    """Return text as part of a file name or an anchor.

    Examples
    --------
    >>> slug("Boggle 4×4, dice / q")
    'boggle-4x4-dice-q'
    """
    return re.sub(r"[^a-z0-9]+", "-", text.lower().replace("×", "x")).strip("-")[:60] or "x"


def unique(names: Sequence[str]) -> list[str]:
    """Return a slug for each name, all different.

    Examples
    --------
    >>> unique(["a b", "a-b"])
    ['a-b', 'a-b--2']
    """
    taken: dict[str, int] = {}
    slugs = []
    for name in names:
        base = slug(name)
        taken[base] = taken.get(base, 0) + 1
        slugs.append(base if taken[base] == 1 else f"{base}--{taken[base]}")
    return slugs


def families(shown: Sequence[tuple[Run, Group]], last: Run) -> list[Section]:
    """Return the groups by families; groups of a single case stand in one table at the end of theirs."""
    sections: dict[str, list[Section]] = {}
    single: dict[str, list[Group]] = {}
    counted: dict[str, int] = {}
    names = unique([group.name for _, group in shown])
    for (run, group), name in zip(shown, names, strict=True):
        inside = sections.setdefault(group.family, [])
        if len(group.cases) > 1:
            inside.append(_group(run, group, name, last))
        elif not group.cases[0].series:  # else a point of a curve, which stands there
            single.setdefault(group.family, []).append(group)
        else:
            continue
        counted[group.family] = counted.get(group.family, 0) + len(group.cases)
    for family, groups in single.items():
        table = _table(groups, f"{family}: groups of a single case", alone=True)
        title = "Measured alone"
        anchor = f"alone-{slug(family)}"
        lead = f"{len(groups)} {'group' if len(groups) == 1 else 'groups'} of a single case"
        sections[family].append(Section(title, [table], anchor, True, lead, family))
    return [
        Section(
            family,
            inside,
            f"family-{slug(family)}",
            True,
            f"{len(inside)} {'group' if len(inside) == 1 else 'groups'}, "
            f"{counted[family]} {'case' if counted[family] == 1 else 'cases'}",
        )
        for family, inside in sections.items()
        if inside
    ]


def kinds_of(group: Group) -> tuple[str, ...]:
    """Return what a group can be chosen by: the roles that its kernels stand beside."""
    roles = {case.role for case in group.cases}
    return tuple(role for role in ("peer", "textbook", "twin", "general") if role in roles)


def _group(run: Run, group: Group, name: str, last: Run) -> Section:
    text = headline(group) or ""
    blocks: list[Block] = []
    if run is not last:
        blocks.append(Paragraph(f"From {run.source}."))
    scale = _scale(group)
    if scale is not None:
        blocks.append(scale.plot(group, name))
    blocks.append(_table([group], f"{group.title}: all cases", scale=scale))
    return Section(group.title, blocks, f"group-{name}", True, text, group.family, kinds_of(group))


@dataclass(frozen=True, slots=True)
class _Scale:
    """How fast the cases of a group are: as multiples of one of them, on a logarithmic axis."""

    base: str
    head: str
    factors: dict[int, float]

    def plot(self, group: Group, name: str) -> Plot:
        """Return the bars as a plot of their own."""
        kept = [case for case in group.cases if id(case) in self.factors]
        kept.sort(key=lambda case: -self.factors[id(case)])
        rows = [
            (
                _row_label(case),
                f"{ratio_text(self.factors[id(case)])}×, {time_text(case.seconds)}",
                self.factors[id(case)],
                case.role,
            )
            for case in kept
        ]
        return bars(name, f"{group.title}: times as fast as {self.base}", rows, self.base)

    def cell(self, case: Case) -> Cell:
        """Return the factor of a case with its bar."""
        factor = self.factors.get(id(case))
        if factor is None:
            return Cell("–")
        low, high = min(1.0, *self.factors.values()), max(1.0, *self.factors.values())
        span = (position(1.0, low, high), position(factor, low, high)) if high > low else (0.0, 0.0)
        return Cell(f"{ratio_text(factor)}×", factor, bar=span)


def _scale(group: Group) -> _Scale | None:
    """Return factors over the twin, the textbook where there is no twin, else over the slowest case."""
    if len(group.cases) < 2:
        return None
    for role, base in BASES.items():
        factors = {
            id(case): other.seconds / case.seconds
            for case in group.cases
            if (other := group.best(case, role)) is not None
        }
        if len(factors) > 1:
            return _Scale(base, f"times {HEADS[role]}", factors)
    if len({case.item for case in group.cases}) > 1:
        return None
    slowest = max(group.cases, key=lambda case: case.seconds)
    factors = {id(case): slowest.seconds / case.seconds for case in group.cases}
    return _Scale(f"the slowest, {slowest.label}", "times the slowest", factors)


def _table(groups: Sequence[Group], caption: str, alone: bool = False, scale: _Scale | None = None) -> Table:
    """Return a row a case, if it is `alone` with its group; columns that would be empty are left out."""
    pairs = [(group, case) for group in groups for case in group.cases]
    cases = [case for _, case in pairs]
    items = {case.item for case in cases}
    item = items.pop() if len(items) == 1 else "item"
    columns: list[tuple[Column, list[Cell]]] = []

    def add(title: str, cells: list[Cell]) -> None:
        if any(cell.text != "–" for cell in cells):
            columns.append((Column(title, True), cells))

    add(f"time a {item}", [Cell(time_text(case.seconds), case.seconds) for case in cases])
    if scale is not None:
        add(scale.head, [scale.cell(case) for case in cases])
    add("median", [Cell(time_text(case.median), case.median) for case in cases])
    add("spread", [maybe(case.spread, percent) for case in cases])
    if max(case.items for case in cases) > 1:
        add(plural(item), [Cell(count_text(case.items), case.items) for case in cases])
    for role in ("twin", "textbook"):
        if scale is None or BASES[role] != scale.base:
            add(
                f"times {'plain twin' if role == 'twin' else role}",
                [_speed_up(*pair, role) for pair in pairs],
            )
    nodes = [None if case.nodes is None else case.nodes / case.items for case in cases]
    add(f"nodes a {item}", [maybe(value, count_text) for value in nodes])
    add("time a node", [maybe(case.least / case.nodes if case.nodes else None, time_text) for case in cases])
    counted = [None if case.instructions is None else case.instructions / case.items for case in cases]
    add(f"instructions a {item}", [maybe(value, count_text) for value in counted])
    add("peak memory", [maybe(case.peak_memory, bytes_text) for case in cases])
    rows = []
    for at, (group, case) in enumerate(pairs):
        role = case.peer or ROLES.get(case.role or "", "")
        note = ", ".join(part for part in (group.name if alone else "", role) if part)
        first = Cell(case.label, None, case.role or "", "" if note.lower() in case.label.lower() else note)
        first = replace(first, rounds=case.data, told=_rounds_text(case))
        rows.append([first, *(cells[at] for _, cells in columns)])
    return Table(caption, [Column("case"), *(column for column, _ in columns)], rows)


def _rounds_text(case: Case) -> str:
    """Return how the rounds of a case lie, each of an item."""
    if case.rounds == 1:
        return "one round"
    low, middle, high = (time_text(value / case.items) for value in case.quartiles)
    text = (
        f"{count_text(case.rounds)} rounds: best {time_text(case.seconds)}, quartiles {low}, {middle}, {high}"
    )
    return f"{text}, most {time_text(max(case.data) / case.items)}" if case.data else text


def maybe(value: float | None, text: Callable[[float], str]) -> Cell:
    """Return a cell of a value, or the dash of one that is missing."""
    return Cell("–") if value is None else Cell(text(value), value)


def _speed_up(group: Group, case: Case, role: str) -> Cell:
    base = None if case.role == role else group.best(case, role)
    if base is None:
        return Cell("–")
    ratio = base.seconds / case.seconds
    return Cell(f"{ratio_text(ratio)}×", ratio)


def _row_label(case: Case) -> str:
    role = ROLES.get(case.role or "", "")
    said = case.peer or role
    return case.label if not said or said.lower() in case.label.lower() else f"{case.label} ({said})"
