"""Where inputs begin: the blocks of the documentation, the texts of the tests, the examples of the specs."""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

__all__ = ["texts"]

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 1000
BLOCK = re.compile(r"^```\w*\n(.*?)^```", re.DOTALL | re.MULTILINE)


def texts() -> list[str]:
    """Return all texts of documentation and tests, each once, in an order that is the same every time."""
    found: dict[str, None] = {}
    for text in (*_of_pages(), *_of_code()):
        if 0 < len(text) <= LONGEST:
            found[text] = None
    return sorted(found, key=lambda text: (len(text), text))


def _of_pages() -> Iterator[str]:
    for page in sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]):
        for block in BLOCK.findall(page.read_text(encoding="utf-8")):
            yield block
            for line in block.splitlines():
                yield line
                yield from re.findall(r'"([^"]+)"', line)
                if line.startswith("$ "):
                    yield from _words(line)


def _words(line: str) -> list[str]:
    try:
        return shlex.split(line[2:])
    except ValueError:
        return []


def _of_code() -> Iterator[str]:
    for path in sorted([*ROOT.glob("tests/**/*.py"), *ROOT.glob("src/**/*.py")]):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes)):
                value = node.value
                yield value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else value
