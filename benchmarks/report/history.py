"""Runs of many commits: which case changed at which of them, beyond the noise.

A folder holds one file a run, as `python -m benchmarks --save` writes them; runs of one processor, number of
cores and vector path are one history. A case is compared with the run in which it last changed, or its first,
by the rule of `compare`: so what creeps up over many commits is told as well, where it leaves the noise.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from unriddle.base import PuzzleError
from unriddle.io.text import printable

from .blocks import Block, Cell, Column, Paragraph, Section, Table
from .compare import Change, compare
from .families import unique
from .groups import Group, heading
from .plots import Step, steps
from .results import Case, Run, compact, read_run
from .units import count_text, percent, ratio_text, time_text

__all__ = ["FOLDER", "History", "Turn", "histories", "history_section", "read_folder", "save"]

FOLDER = "benchmark-history"
"""Where runs are saved unless a folder is named."""
MACHINE = ("processor", "cores", "simd")
MAY_CHANGE = ("compiler", "flags", "python", "numpy", "system")
ROUNDS = 20
"""Most rounds of a case that are kept of a run."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A change of a case: in which run it was seen, and since which run it had been the same."""

    change: Change
    at: int
    since: int


@dataclass(frozen=True, slots=True)
class History:
    """Runs of one machine, the oldest commit first, and the changes found in them.

    Attributes
    ----------
    machine : str
    runs : tuple of Run
    turns : tuple of Turn
        In the order of the runs, the largest first.
    """

    machine: str
    runs: tuple[Run, ...]
    turns: tuple[Turn, ...]


def save(document: Mapping[str, Any], folder: str | os.PathLike[str] = FOLDER) -> Path:
    """Add a run to a folder as a file of its own, named by date, commit and machine; return it.

    No file is written over: of two runs in one second the second gets a number.

    Parameters
    ----------
    document : mapping
        Results, as `benchmarks.measuring.bench.document` makes them.
    folder : str or path
        Made where it is missing.

    Raises
    ------
    PuzzleError
        The folder cannot be made or written.
    """
    commit = document.get("commit_info") or {}
    own = (document.get("machine_info") or {}).get("unriddle") or {}
    machine = hashlib.sha256(repr([str(own.get(key)) for key in MACHINE]).encode()).hexdigest()[:8]
    date = "".join(letter for letter in str(document.get("datetime", ""))[:19] if letter.isalnum())
    identity = f"{str(commit.get('id') or 'no-commit')[:12]}{'-changed' if commit.get('dirty') else ''}"
    stem = f"{date}-{identity}-{machine}"
    text = json.dumps(compact(dict(document), ROUNDS), ensure_ascii=False, separators=(",", ":")) + "\n"
    root = Path(folder)
    try:
        root.mkdir(parents=True, exist_ok=True)
        for number in range(1, 1000):
            path = root / f"{stem}{'' if number == 1 else f'-{number}'}.json"
            try:
                with path.open("x", encoding="utf-8") as stream:
                    stream.write(text)
                    stream.flush()
                    os.fsync(stream.fileno())
            except FileExistsError:
                if not root.is_dir():
                    raise
                continue
            return path
    except (FileExistsError, NotADirectoryError):
        raise PuzzleError("is a file, expected a folder", file=printable(str(root))) from None
    except OSError as error:
        raise PuzzleError(f"cannot be written: {error.strerror}", file=printable(str(root))) from None
    raise PuzzleError(f"holds a thousand runs called {stem}, expected fewer", file=printable(str(root)))


def read_folder(folder: str | os.PathLike[str]) -> list[Run]:
    """Read the runs of a folder, the oldest commit first; runs of one commit by their dates.

    Raises
    ------
    PuzzleError
        It holds no runs, or a file that is none.
    """
    paths = sorted(path for path in Path(folder).glob("*.json") if path.is_file())
    if not paths:
        raise PuzzleError(
            "holds no file NAME.json, expected runs of `python -m benchmarks --save`",
            file=printable(str(folder)),
        )
    return sorted((read_run(path) for path in paths), key=lambda run: (run.committed or run.date, run.date))


def histories(runs: Sequence[Run]) -> list[History]:
    """Return the history of each machine; that of the latest run comes last."""
    machines: dict[str, list[Run]] = {}
    for run in runs:
        told = [run.machine.get(key, "unknown") for key in MACHINE]
        name = f"{told[0]}, {told[1]} cores, {told[2]}"
        machines[name] = [*machines.pop(name, []), run]
    return [History(name, tuple(found), tuple(_turns(found))) for name, found in machines.items()]


def _turns(runs: Sequence[Run]) -> list[Turn]:
    """Return the changes of every case, each against the run since which it was the same."""
    since: dict[tuple[str, str], int] = {}
    found = []
    for at, run in enumerate(runs):
        known = {(case.group, case.name) for case in run.cases}
        here = []
        for start in sorted({since[key] for key in known if key in since}):
            for change in compare(runs[start], run).changes:
                key = (change.after.group, change.after.name)
                if since.get(key) == start and change.verdict in ("slower", "faster", "other work"):
                    here.append(Turn(change, at, start))
        for turn in here:
            since[turn.change.after.group, turn.change.after.name] = at
        for key in known:
            since.setdefault(key, at)
        found += sorted(here, key=lambda turn: -abs(turn.change.ratio - 1))
    return found


def commit_name(run: Run) -> str:
    """Return the short name of a run's commit, its date where it has none.

    Examples
    --------
    >>> commit_name(Run(source="r", machine={"commit": "0123456789abcdef, with changes"}, cases=()))
    '0123456789+'
    """
    commit, _, changed = run.machine.get("commit", "").partition(",")
    return f"{commit[:10]}{'+' if changed else ''}" if commit else run.date[:10] or run.source


def history_section(found: Sequence[History]) -> Section:
    """Return the section of all machines: the changes in a table, and each group's cases over the commits."""
    blocks: list[Block] = [
        Paragraph(
            "Each case over the commits that were measured, on one machine. A change is marked where a case "
            "leaves the noise of the run in which it last changed, by the rule for two runs; it is due to "
            "that commit or to those between it and the run before."
        )
    ]
    for number, history in enumerate(found):
        blocks += _machine_blocks(history, f"history-{number + 1}")
    return Section("History", blocks, "history")


def _machine_blocks(history: History, anchor: str) -> list[Block]:
    runs = history.runs
    turns = [turn for turn in history.turns if turn.change.verdict != "other work"]
    count = f"{len(runs)} run{'s' if len(runs) > 1 else ''}"
    lead = f"{history.machine}: {count}, {commit_name(runs[0])} to {commit_name(runs[-1])}; "
    if len(runs) == 1:
        return [Paragraph(f"{lead}one more run is needed to compare.")]
    slower = sum(turn.change.verdict == "slower" for turn in turns)
    told = (
        f"{len(turns)} change{'s' if len(turns) > 1 else ''}: {slower} slower, {len(turns) - slower} faster."
    )
    lead += told if turns else "no change beyond the noise."
    blocks: list[Block] = [Paragraph(lead, "result")]
    if turns:
        blocks.append(_turn_table(runs, turns))
    changed = {turn.change.after.group for turn in turns}
    sections = _group_sections(history, anchor)
    rest = [section for group, section in sections if group not in changed]
    blocks += [section for group, section in sections if group in changed]
    if rest:
        said = f"{len(rest)} group{'s' if len(rest) > 1 else ''}"
        blocks.append(Section("Without change", rest, f"{anchor}-same", True, said))
    return blocks


def _turn_table(runs: Sequence[Run], turns: Sequence[Turn]) -> Table:
    rows = []
    for turn in turns:
        run, before = runs[turn.at], runs[turn.at - 1]
        others = [key for key in MAY_CHANGE if run.machine.get(key) != before.machine.get(key)]
        note = f"after {commit_name(before)}" + (f"; other {', '.join(others)}" if others else "")
        change = turn.change
        rows.append(
            [
                Cell(change.after.label, None, change.after.role or "", change.after.group),
                Cell(commit_name(run), turn.at, note=note),
                Cell(time_text(change.before.median), change.before.median),
                Cell(time_text(change.after.median), change.after.median),
                Cell(ratio_text(change.ratio) if change.ratio > 10 else f"{change.ratio:.2f}", change.ratio),
                Cell(f"± {percent(change.noise)}", change.noise),
                Cell(change.verdict, None, change.verdict),
            ]
        )
    heads = ("commit", "median before", "median after", "ratio", "noise")
    columns = [Column("case"), *(Column(head, True) for head in heads), Column("verdict")]
    return Table("Changes beyond the noise, by commit", columns, rows)


def _group_sections(history: History, anchor: str) -> list[tuple[str, Section]]:
    """Return a folded section for each group of which a case was measured twice, with the group's name."""
    groups: dict[str, dict[str, list[tuple[int, Case]]]] = {}
    for at, run in enumerate(history.runs):
        for case in run.cases:
            groups.setdefault(case.group, {}).setdefault(case.name, []).append((at, case))
    verdicts = {
        (turn.change.after.group, turn.change.after.name, turn.at): turn.change.verdict
        for turn in history.turns
    }
    labels = [commit_name(run) for run in history.runs]
    names = unique([f"{anchor} {group}" for group in groups])
    sections = []
    for (group, cases), name in zip(groups.items(), names, strict=True):
        drawn = {
            points[-1][1].label: [
                Step(
                    at,
                    case.median / points[0][1].median,
                    f"{labels[at]}: {time_text(case.median)} a {case.item}",
                    verdicts.get((group, case_name, at), ""),
                )
                for at, case in points
            ]
            for case_name, points in cases.items()
            if len(points) > 1
        }
        if not drawn:
            continue
        count = sum(
            verdict in ("slower", "faster") for (at, _, _), verdict in verdicts.items() if at == group
        )
        told = f"{count_text(count)} change{'s' if count > 1 else ''}" if count else "no change"
        plot = steps(name, f"{heading(group)} over {len(labels)} runs", drawn, labels)
        puzzle = Group(group, ()).family
        sections.append((group, Section(heading(group), [plot], name, True, told, puzzle, ("history",))))
    return sections
