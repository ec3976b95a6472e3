"""A comparison as a comment on a pull request: what changed first, all the rest folded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from unriddle.io.text import printable

from ..report.markdown import escaped
from ..report.units import percent

__all__ = ["summary"]

TOLD = {
    "wrong": "wrong answers",
    "slower": "slower",
    "not judged": "not judged: too noisy",
    "faster": "faster",
    "same": "no difference measurable",
    "absent": "not compared",
}
"""Verdicts, the worst first -> how they are told."""
SHOWN = ("wrong", "slower", "faster")
"""What stands above the fold."""


def summary(found: Mapping[str, Any]) -> str:
    """Return a comparison as Markdown of GitHub's flavour.

    Parameters
    ----------
    found : mapping
        What `benchmarks.measuring.against.against` returned, or the file of
        ``python -m benchmarks --against OTHER --json FILE``.

    Examples
    --------
    >>> case = {"fullname": "sum/kernel", "ratio": 1.5, "low": 1.4, "high": 1.6, "pairs": 72,
    ...         "verdict": "slower", "note": ""}
    >>> against = {"kind": "revision", "name": "main"}
    >>> print(summary({"against": against, "differences": [case], "verdict": "slower", "notes": []}))
    ### Benchmarks against main: slower
    <BLANKLINE>
    1 slower, of 1 case.
    <BLANKLINE>
    | case | time / time of main | between | verdict |
    |---|---:|---:|---|
    | sum/kernel | **1.50** (+50 %) | 1.40 to 1.60 | slower |
    <BLANKLINE>
    """
    name = _plain(found["against"]["name"])
    differences = found["differences"]
    counts = {verdict: sum(each["verdict"] == verdict for each in differences) for verdict in TOLD}
    count = f"{len(differences)} case{'' if len(differences) == 1 else 's'}"
    parts = ", ".join(f"{number} {TOLD[verdict]}" for verdict, number in counts.items() if number)
    lines = [
        f"### Benchmarks against {name}: {TOLD[found['verdict']]}",
        "",
        f"{parts or 'Nothing'}, of {count}.",
        "",
    ]
    shown = sorted(
        (each for each in differences if each["verdict"] in SHOWN),
        key=lambda each: (SHOWN.index(each["verdict"]), -abs(each["ratio"] - 1)),
    )
    rest = [each for each in differences if each["verdict"] not in SHOWN]
    if shown:
        lines += [*_table(shown, name), ""]
    if rest:
        head = f"{len(rest)} case{'' if len(rest) == 1 else 's'} without a change"
        lines += [f"<details><summary>{head}</summary>", "", *_table(rest, name), "", "</details>", ""]
    lines += [f"- {_plain(note)}" for note in found["notes"]]
    return "\n".join(lines) + ("\n" if found["notes"] else "")


def _table(differences: Sequence[Mapping[str, Any]], name: str) -> list[str]:
    rows = [f"| case | time / time of {name} | between | verdict |", "|---|---:|---:|---|"]
    for each in differences:
        figure = between = "–"
        if each["pairs"]:
            change = each["ratio"] - 1
            figure = f"**{each['ratio']:.2f}** ({'+' if change >= 0 else '−'}{percent(abs(change))})"
            between = f"{each['low']:.2f} to {each['high']:.2f}"
        note = f": {_plain(each['note'])}" if each["note"] else ""
        rows.append(f"| {_plain(each['fullname'])} | {figure} | {between} | {TOLD[each['verdict']]}{note} |")
    return rows


def _plain(text: str) -> str:
    """Return text as one line that Markdown takes as it stands; at-signs call nobody."""
    return escaped(printable(" ".join(text.split()))).replace("@", "@\u200b")
