"""Read the one puzzle of a subcommand: inline, in a file of its own, or a record of many."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from ..base import PuzzleError
from ..batch.json_table import object_of
from ..batch.likely import find_column, likely_in, table_form
from ..batch.sources import is_stream
from ..io.formats import format_of
from ..io.text import pluralize, read_text, source_name
from ..puzzles import registry
from ..puzzles.framework.arguments import Record, puzzle_of
from ..puzzles.framework.command import is_file, read_puzzle
from .answers import Puzzles, is_json, is_table, no_key, puzzle_keys, read_head, recorded
from .puzzles import given_rules


def puzzle_from(args: argparse.Namespace, kind: Any) -> Any:
    """Return the puzzle of ``given``: by the rules of its record where it is one, else of the options.

    Records are a JSON object inline or from standard input, lines of JSON, Parquet and Feather; with
    ``--column`` or ``--number`` other files that hold many puzzles too.
    """
    rules, given = given_rules(args, registry.batch(args.puzzle), kind)
    text, number = args.given, args.number or 1
    inline, once = not is_file(text), is_stream(text)
    if inline or once:
        whole = text if inline else read_text(text, limit=kind.LONGEST)
        name = "puzzle" if inline else source_name(text)
        foreign = format_of(whole, kind.FORMATS) is not None
        if not foreign and table_form(whole.encode("utf-8", "surrogatepass")) != "csv":
            return _made(kind, _in_lines(args, kind, whole, name), name, number, given, rules)
        for option in ("column", "number"):
            if getattr(args, option) is not None:
                raise PuzzleError(f"--{option} goes with a file of many puzzles")
        return read_puzzle(kind, text, **rules) if inline else kind.parse(whole, file=name, **rules)
    many = args.column is not None or args.number is not None
    if not many and not is_table(text) and format_of(read_head(text), kind.FORMATS) is not None:
        return read_puzzle(kind, text, **rules)
    if not (
        many or is_table(text) or is_json(text) or find_column(text, likely_in(args.puzzle, kind, rules))
    ):
        return read_puzzle(kind, text, **rules)
    reader = Puzzles(text, args.column, args.puzzle, kind, rules)
    if number > 1:
        reader.values(number - 1)
    found = reader.values(1)
    if not len(found):
        raise PuzzleError(f"has fewer than {pluralize(number, 'puzzle')}", file=reader.name)
    return _made(kind, found[0], reader.name, number, given, rules)


def _in_lines(args: argparse.Namespace, kind: Any, text: str, name: str) -> Any:
    """Return what the asked line of a text of JSON holds; the whole text may be one object."""
    number = args.number or 1
    keys = puzzle_keys(args.puzzle) if args.column is None else (args.column,)
    try:
        whole = object_of(text, keys)
        values = whole if isinstance(whole, list) else [whole]
    except PuzzleError:
        lines = [line for line in text.splitlines() if line.strip()]
        values = [_read(line, keys, name, number) for line in lines[number - 1 : number]]
        number = 1
    if number > len(values):
        raise PuzzleError(f"has fewer than {pluralize(args.number, 'puzzle')}", file=name)
    value = values[number - 1]
    if not isinstance(value, dict):
        raise PuzzleError("not a JSON object", file=name, line=args.number or 1)
    key = next((key for key in keys if key in value), None)
    if key is None:
        raise no_key(keys, value, name, args.number or 1)
    return recorded(value, key, args.puzzle, kind, name, args.number or 1)


def _read(line: str, keys: Sequence[str], name: str, number: int) -> Any:
    try:
        return object_of(line, keys)
    except PuzzleError as error:
        raise PuzzleError(error.reason, file=name, line=number, column=error.column) from None


def _made(kind: Any, value: Any, name: str, line: int, given: Any, rules: Any) -> Any:
    """Return the puzzle of a record or a text; an error names the line."""
    try:
        return puzzle_of(kind, value, line, given if isinstance(value, Record) else rules)
    except PuzzleError as error:
        raise PuzzleError(error.reason, file=name, line=line, column=error.column) from None
