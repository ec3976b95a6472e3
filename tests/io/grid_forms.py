"""The forms in which people write a grid: each takes rows of cell texts and returns a text."""

import json


def _lines(rows, between):
    return "\n".join(between.join(row) for row in rows)


def _framed(rows, across, down, corner):
    width = max(len(cell) for row in rows for cell in row)
    rule = corner + (across * (width + 2) + corner) * len(rows[0])
    lines = [f"{down} " + f" {down} ".join(cell.ljust(width) for cell in row) + f" {down}" for row in rows]
    return f"\n{rule}\n".join(["", *lines, ""]).strip("\n")


def full_width(text):
    return "".join(chr(ord(ch) + 0xFEE0) if "!" <= ch <= "~" and ch != "/" else ch for ch in text)


APART = {
    "spaces": lambda rows: _lines(rows, " "),
    "slashes": lambda rows: " / ".join(" ".join(row) for row in rows),
    "tabs": lambda rows: _lines(rows, "\t"),
    "commas": lambda rows: _lines(rows, ","),
    "commas and spaces": lambda rows: _lines(rows, ", "),
    "semicolons": lambda rows: _lines(rows, ";"),
    "bars": lambda rows: _lines(rows, "|"),
    "quoted": lambda rows: _lines([[f'"{cell}"' for cell in row] for row in rows], ","),
    "frame": lambda rows: _framed(rows, "-", "|", "+"),
    "double frame": lambda rows: _framed(rows, "=", "|", "+"),
    "Unicode frame": lambda rows: _framed(rows, "─", "│", "┼"),
    "double Unicode frame": lambda rows: _framed(rows, "═", "║", "╬"),
    "JSON": lambda rows: json.dumps(rows),
    "JSON on lines": lambda rows: json.dumps(rows, indent=2),
    "Python": lambda rows: repr(rows),
    "Python tuples": lambda rows: repr(tuple(map(tuple, rows))),
    "array": lambda rows: f"np.array({rows!r}, dtype=object)",
    "braces": lambda rows: (
        "{" + ",\n".join("{" + ",".join(f'"{c}"' for c in row) + "}" for row in rows) + "};"
    ),
    "size": lambda rows: f"{len(rows)} {len(rows[0])}\n" + _lines(rows, " "),
    "mark and CRLF": lambda rows: "\ufeff" + _lines(rows, " ").replace("\n", "\r\n") + "\r\n",
    "no-break spaces": lambda rows: _lines(rows, "\u00a0"),
    "full width": lambda rows: full_width(_lines(rows, " ")),
    "indented": lambda rows: "\n".join(f"    {' '.join(row)}  " for row in rows) + "\n\n",
}
"""Cells apart; a blank cell has to be written with a mark in all but the forms of `BLANK`."""

TOGETHER = {
    "lines": lambda rows: _lines(rows, ""),
    "lines and slash": lambda rows: "/".join("".join(row) for row in rows),
    "lines in quotes": lambda rows: "\n".join(f'"{"".join(row)}",' for row in rows),
    "JSON of rows": lambda rows: json.dumps(["".join(row) for row in rows]),
    "JSON of a string": lambda rows: json.dumps(_lines(rows, "")),
    "rows by spaces": lambda rows: " ".join("".join(row) for row in rows),
    "rows by commas": lambda rows: ",".join("".join(row) for row in rows),
    "frame around": lambda rows: (
        f"+{'-' * len(rows[0])}+\n"
        + "\n".join(f"|{''.join(row)}|" for row in rows)
        + f"\n+{'-' * len(rows[0])}+"
    ),
}
"""Cells of one character, run together."""

BLANK = (
    "tabs", "commas", "commas and spaces", "semicolons", "bars", "quoted", "frame", "double frame",
    "Unicode frame", "double Unicode frame", "JSON", "JSON on lines", "Python", "braces",
)  # fmt: skip
"""Forms of `APART` in which a cell may be the empty text."""
