"""Write the tables of puzzles and of formats in README.md and docs from the specs.

python tools/puzzle_tables.py           # write them
python tools/puzzle_tables.py --check   # only say whether they are what the specs give
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import unriddle
from unriddle.cli.formats import of_puzzles
from unriddle.puzzles import registry

ROOT = Path(__file__).parent.parent
BEGIN, END = "<!-- puzzles: begin, made by make tables -->", "<!-- puzzles: end -->"


def _rows() -> Iterator[tuple[str, str, str, str, str, tuple[str, ...]]]:
    """Yield title, page, summary, scope, command and names in Python of each row."""
    for spec in registry.built_in():
        if spec.title:
            names = (_documented(spec),) if spec.puzzle else spec.public[:1]
            yield spec.title, spec.page, spec.summary, spec.scope, spec.usage, names
        for command in spec.commands.values():
            yield command.title, command.page, command.summary, "", command.usage, command.names


def _documented(spec: registry.Spec) -> str:
    """Return the name of a puzzle's class that users guess: not the name that the class has."""
    kind = registry.get(spec.name)
    guessed = (name for name in spec.public if name != kind.__name__ and getattr(unriddle, name) is kind)
    return next(guessed, str(kind.__name__))


def readme() -> str:
    """Return the rows of README.md."""
    head = ["| puzzle | on the command line | in Python |", "|---|---|---|"]
    rows = [
        f"| [{title}](docs/reference/{page}): {summary} | `{usage}` | `{'`, `'.join(names)}` |"
        for title, page, summary, _, usage, names in _rows()
    ]
    return "\n".join([*head, *rows])


def page() -> str:
    """Return the rows of docs/reference/index.md."""
    rows = [f"| [{title}]({page}) | {summary} | {scope} |" for title, page, summary, scope, _, _ in _rows()]
    return "\n".join(["| puzzle | what to do | what is covered |", "|---|---|---|", *rows])


def gallery() -> str:
    """Return the pictures of docs/gallery.md: the first of each page, and what it is about."""
    found: list[str] = []
    for title, page, summary, *_ in _rows():
        text = (ROOT / "docs" / "reference" / page).read_text(encoding="utf-8")
        picture = re.search(r"!\[(.*?)\]\(\.\./(images/.*?)\)", text)
        if picture is None:
            raise ValueError(f"docs/reference/{page} shows no picture")
        if not any(picture[2] in item for item in found):
            link = f"reference/{page}"
            found.append(f"[![{picture[1]}]({picture[2]})]({link})\n[{title}]({link}): {summary}")
    return "\n\n".join(['<div class="gallery">', *found, "</div>"])


def formats() -> str:
    """Return the rows of docs/reference/formats.md: the formats of other programs."""
    head = ["| name | format | puzzle | reads | writes | leaves out |", "|---|---|---|---|---|---|"]
    rows = [
        f"| `{one.name}` | {one.title} | {puzzle} | {one.reads} | {one.writes or '–'} | {one.loses or '–'} |"
        for puzzle, found in of_puzzles()
        for one in found
    ]
    return "\n".join([*head, *rows])


def replaced(text: str, table: str) -> str:
    """Return a page with other lines between its marks."""
    before, rest = text.split(BEGIN)
    return f"{before}{BEGIN}\n\n{table}\n\n{END}{rest.split(END)[1]}"


def main() -> int:
    """Write the tables, or check them; 1 where one is not what the specs give."""
    stale = 0
    docs = ROOT / "docs"
    tables = {
        ROOT / "README.md": readme(),
        docs / "reference" / "index.md": page(),
        docs / "gallery.md": gallery(),
        docs / "reference" / "formats.md": formats(),
    }
    for path, table in tables.items():
        text = path.read_text(encoding="utf-8")
        made = replaced(text, table)
        if "--check" not in sys.argv[1:]:
            path.write_text(made, encoding="utf-8")
        elif made != text:
            print(f"{path.name} is not what the specs give: make tables", file=sys.stderr)
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main())
