"""Look into a word list: all its words, those that match a pattern, or what it holds in numbers.

unriddle words list --level 60 --min-length 20
unriddle words find 'q?*z'
unriddle words info --lexicon words.txt
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from ..console import positive, print_json
from ..puzzles.common.lexicons import add_lexicon, load_lexicon
from ..textio import printable

if TYPE_CHECKING:
    from ..lexicon import Lexicon

__all__ = ["configure", "run"]

ACTIONS = {
    "list": "print the words in order",
    "info": "print what the list holds: words, letters, alphabet, trie nodes, digest",
    "find": "print the words that match a pattern: ? is any letter, * any letters",
}
LINES = 1 << 12  # written at a time


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``unriddle words``."""
    actions = parser.add_subparsers(dest="action", metavar="list|info|find", required=True)
    for name, summary in ACTIONS.items():
        action = actions.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.")
        if name == "find":
            action.add_argument("pattern", metavar="PATTERN", help="in any case; quote it for the shell")
        add_lexicon(action)
        if name != "info":
            action.add_argument("--min-length", type=positive, metavar="N", help="words of N letters or more")
            action.add_argument(
                "--max-length", type=positive, metavar="N", help="words of N letters or fewer"
            )
        action.add_argument("--format", choices=("text", "json", "ndjson"), default="text")


def run(args: argparse.Namespace) -> int:
    """Print words or numbers; 1 where no word is found."""
    lexicon = load_lexicon(args)
    if args.action == "info":
        _print_info(lexicon, args.format)
        return 0
    words: Iterable[str] = lexicon if args.action == "list" else lexicon.match(args.pattern)
    least, most = args.min_length or 1, args.max_length or lexicon.max_length
    chosen = (word for word in words if least <= len(word) <= most)
    if args.format == "json":
        found = list(chosen)
        pattern = {"pattern": args.pattern} if args.action == "find" else {}
        print_json({"lexicon": lexicon.name, **pattern, "count": len(found), "words": found})
        return 0 if found else 1
    count = 0
    for lines in _batches(_line(word, args.format) for word in chosen):
        count += len(lines)
        sys.stdout.write("".join(lines))
    return 0 if count else 1


def _line(word: str, form: str) -> str:
    if form == "text":
        return f"{word}\n"
    return json.dumps({"word": word, "length": len(word)}, ensure_ascii=False, separators=(",", ":")) + "\n"


def _batches(lines: Iterator[str]) -> Iterator[list[str]]:
    while batch := list(islice(lines, LINES)):
        yield batch


def _print_info(lexicon: Lexicon, form: str) -> None:
    info = lexicon.info
    rows = {name: getattr(info, name) for name in info.__slots__}
    if form != "text":
        print_json(rows)
        return
    for name, value in rows.items():
        print(f"{name:<11}{format(value, ',') if isinstance(value, int) else printable(value)}")
