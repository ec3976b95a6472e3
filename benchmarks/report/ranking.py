"""The first screen of a report: the result in a sentence, the works ranked, the machine, the noise."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence

from .blocks import Block, Cell, Column, Paragraph, Section, Table
from .compare import Comparison
from .groups import Group
from .results import Run
from .summary import Standing, changes_text, headlines, noise_word
from .units import percent, rate_text, ratio_text, time_text

__all__ = ["apart_text", "result_text", "summary"]

MOST = 12
"""Rows of the first screen."""
FIRST_SCREEN = (
    ("boggle 4x4 dice",),
    ("gogen 5x5",),
    ("hidato 10x10, every tenth number", "hidato 5x5"),
    ("ladder, shortest between words of 5 letters",),
    ("numbrix 5x5",),
    ("peg english, a solution",),
    ("placement 27x27, a solution", "placement 11x9, 10 slots"),
    ("river, 4 couples with two boats",),
    ("sliding 3x3, shortest",),
    ("sudoku 9x9 top1465", "sudoku 9x9"),
)
"""Groups of cases, one of which represents a puzzle on the first screen: the first that the run has."""


def summary(
    groups: Sequence[Group],
    comparisons: Sequence[Comparison],
    run: Run,
    links: Mapping[str, str],
    beside: Section | None = None,
) -> Section:
    """Return the first screen; `links` has the anchor of a group's section.

    It has a row for each puzzle that was measured, by a group of `FIRST_SCREEN`. A section measured apart
    is told of as well: where we are behind there.
    """
    blocks: list[Block] = [Paragraph(changes_text(comparison), "result") for comparison in comparisons]
    first, rest = headlines(groups, 1, FIRST_SCREEN)
    first.sort(key=_rank)
    first, rest = first[:MOST], sorted([*first[MOST:], *rest], key=_rank)
    if first:
        blocks.append(Paragraph(result_text([*first, *rest]), "result"))
        if beside is not None and (apart := apart_text(beside)):
            blocks.append(Paragraph(apart))
        blocks.append(Paragraph(f"{_machine(run)} {noise_word(run)}", "note"))
        blocks.append(
            _table(first, "The fastest way of each puzzle, best factor over another package first", links)
        )
        if rest:
            blocks.append(_table(rest, "More works, ranked", links, folded=True))
    elif not blocks:
        blocks.append(Paragraph("The results name no compiled case, so there is nothing to sum up."))
    return Section("Summary", blocks, "summary")


def _rank(one: Standing) -> tuple[float, float]:
    """Return what sorts works: by the factor over the best other package, then over plain Python."""
    peer, plain = one.peer, one.plain
    return -(peer[1] if peer else 0.0), -(plain[1] if plain else 0.0)


def result_text(works: Sequence[Standing]) -> str:
    """Return the result of a run in a sentence or three, made from its figures."""
    plain = [found[1] for one in works if (found := one.plain) is not None]
    beside = [(one, found) for one in works if (found := one.peer) is not None]
    said = []
    if plain:
        said.append(
            f"At the median of {len(plain)} works, {ratio_text(statistics.median(plain))} times as fast as "
            f"plain Python, {ratio_text(max(plain))} at most."
        )
        slower = [one for one in works if (found := one.plain) is not None and found[1] < 1 / 1.05]
        if slower:
            said.append(f"Plain Python is faster in {_named([one.lead for one in slower])}.")
    if beside:
        ahead = [(one, found) for one, found in beside if found[1] > 1.05]
        said.append(f"Ahead of the best other package in {len(ahead)} of {len(beside)} works")
        middle = statistics.median(found[1] for _, found in beside)
        said[-1] += f", by a factor of {ratio_text(middle)} at the median."
        behind = [
            f"{one.lead} ({name}, {ratio_text(1 / factor)} times as fast)"
            for one, (name, factor) in beside
            if factor < 1 / 1.05
        ]
        if behind:
            said.append(f"Behind in {_named(behind)}.")
    return " ".join(said) or f"{len(works)} works were measured, and nothing to compare them with."


def apart_text(beside: Section) -> str:
    """Return in how many works of a section measured apart we are ahead, and in which we are behind.

    A work is a row of a table with a column called factor, theirs over ours; of a range the lower end counts.

    Examples
    --------
    >>> rows = [[Cell("a"), Cell("4.5", 4.5)], [Cell("b"), Cell("0.21", 0.21)]]
    >>> table = Table("Times", [Column("work"), Column("factor", True)], rows)
    >>> apart_text(Section("Beside the best", [table], "beside", True, "measured apart, 2026-11-22"))
    'Beside the best (measured apart, 2026-11-22), ahead in 1 of 2 works, behind in 1: b (0.21).'
    """
    works = []
    for table in beside.blocks:
        heads = [column.title for column in table.columns] if isinstance(table, Table) else []
        at = next((k for k, head in enumerate(heads) if head.startswith("factor")), None)
        if isinstance(table, Table) and at is not None:
            works += [(row[0].text, row[at]) for row in table.rows if row[at].value is not None]
    if not works:
        return ""
    behind = [f"{name} ({cell.text})" for name, cell in works if (cell.value or 0) < 1]
    told = f"{beside.title} ({beside.lead}), ahead in {len(works) - len(behind)} of {len(works)} works"
    return f"{told}, behind in {len(behind)}: {_named(behind, 8)}." if behind else f"{told}."


def _named(names: Sequence[str], most: int = 4) -> str:
    """Return some names, and how many more there are.

    Examples
    --------
    >>> _named(["a", "b", "c"], 2)
    'a; b and 1 more'
    """
    rest = f" and {len(names) - most} more" if len(names) > most else ""
    return "; ".join(names[:most]) + rest


def _machine(run: Run) -> str:
    """Return the machine in a line."""
    told = run.machine
    parts = [
        told.get("processor"),
        f"{told['cores']} cores" if told.get("cores") else None,
        told.get("simd"),
        told.get("compiler"),
        f"Python {told['python']}" if told.get("python") else None,
        f"commit {told['commit'][:10]}" if told.get("commit") else None,
    ]
    known = ", ".join(part for part in parts if part)
    return f"{known}." if known else "What it was measured on is not known."


def _table(
    works: Sequence[Standing], caption: str, links: Mapping[str, str], *, folded: bool = False
) -> Table:
    rows = []
    for one in works:
        case, peer, plain = one.case, one.peer, one.plain
        peer_cell = Cell("–")
        if peer is not None:
            mark = "behind" if peer[1] < 1 / 1.05 else ""
            peer_cell = Cell(f"{ratio_text(peer[1])}×", peer[1], mark, peer[0])
        plain_cell = Cell("–")
        if plain is not None:
            plain_cell = Cell(
                f"{ratio_text(plain[1])}×", plain[1], note="" if plain[0] == "textbook" else plain[0]
            )
        spread = Cell("–") if case.spread is None else Cell(f"± {percent(case.spread)}", case.spread)
        rows.append(
            [
                Cell(one.lead, None, "", one.which, link=links.get(one.group.name, "")),
                Cell(time_text(case.seconds), case.seconds, note=f"a {case.item}"),
                plain_cell,
                peer_cell,
                Cell(rate_text(case.seconds, case.item) if case.seconds <= 1 else "–", 1 / case.seconds),
                spread,
            ]
        )
    heads = ("time", "over textbook", "over best package", "rate", "spread")
    return Table(caption, [Column("work"), *(Column(head, True) for head in heads)], rows, folded=folded)
