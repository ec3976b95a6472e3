"""Deliberately broken files and records, which the checks must catch, or they prove nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["poorer", "torn", "turned"]

Row = dict[str, Any]


def torn(tree: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files with one byte changed."""
    name = next(name for name in sorted(tree) if name.startswith("part-"))
    data = bytearray(tree[name])
    data[len(data) // 2] ^= 1
    return {**tree, name: bytes(data)}


def turned(name: str, rows: Sequence[Row]) -> list[Row]:
    """Return records and the first of them again, as a symmetry has it, under another form."""
    first = dict(rows[0], number=len(rows) + 1, form="0" * 32)
    if name in ("numbrix", "hidato", "boggle"):
        lines = [line.split()[::-1] for line in first["puzzle"].split("/")[::-1]]
        first["puzzle"] = "/".join(" ".join(line) for line in lines)
    elif name == "sudoku":
        first["puzzle"] = first["puzzle"][::-1]
    elif name == "placement":
        words, _, grid = first["puzzle"].partition(";")
        first["puzzle"] = f"{words};{'/'.join(map(''.join, zip(*grid.split('/'), strict=True)))}"
    elif name == "ladder":
        first["puzzle"] = " -> ".join(first["puzzle"].split(" -> ")[::-1])
    return [*rows, first]


def poorer(name: str, row: Row) -> Row:
    """Return a record less something that it needs: a clue, a word of its solution, its last move."""
    text = row["puzzle"]
    if name == "sudoku":
        place = next(k for k, cell in enumerate(text) if cell != ".")
        return {**row, "puzzle": f"{text[:place]}.{text[place + 1 :]}"}
    if name in ("numbrix", "hidato"):
        clues = [cell for cell in text.replace("/", " ").split() if cell.isdigit()]
        lines = [[("." if cell == clues[0] else cell) for cell in line.split()] for line in text.split("/")]
        return {**row, "puzzle": "/".join(" ".join(line) for line in lines)}
    if name == "gogen":  # a word that is not needed is never listed
        head, _, words = text.partition(": ")
        count, *listed = words.split()
        return {**row, "puzzle": f"{head}: {int(count) - 1} {' '.join(listed[1:])}"}
    if name == "placement":
        words, _, rows = row["solution"].partition("/")
        return {
            **row,
            "solution": f"{words.replace(next(c for c in words + rows if c.isalpha()), '#')}/{rows}",
        }
    cut = row["solution"]
    mark = "/" if name == "river" else " " if " " in cut else ""
    return {**row, "solution": cut.rpartition(mark)[0] if mark else cut[:-1]}
