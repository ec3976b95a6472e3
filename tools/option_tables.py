"""Make the tables of options in the documentation from the parsers of the command line.

python tools/option_tables.py sudoku    # print the table of a subcommand

docs/conf.py puts it where a page says ```{options} sudoku```; so a page cannot differ from the command.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import re
import sys
from collections.abc import Iterable, Iterator

from unriddle.cli import make_parser
from unriddle.cli.parser import HelpFormatter

OF_PUZZLES = ("batch", "check", "generate", "hint")
Row = tuple[str, str]
"""An option with its value, and its line of help."""
Group = tuple[str, list[Row]]
"""A title, and what stands below it."""


def below(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the parsers below a parser by name, with their arguments."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for found in action.choices.values():
                with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):
                    found.parse_known_args(["--help"])  # arguments of a puzzle are added when it is used
            return dict(action.choices)
    return {}


def groups(parser: argparse.ArgumentParser) -> Iterator[Group]:
    """Yield each group of arguments: its title, and its rows."""
    for group in parser._action_groups:
        rows = [_row(action) for action in group._group_actions if _shown(action)]
        if rows:
            yield (group.title or "").removeprefix("positional "), rows


def _shown(action: argparse.Action) -> bool:
    hidden = isinstance(action, argparse._SubParsersAction | argparse._HelpAction)
    return not hidden and action.help is not argparse.SUPPRESS


def _row(action: argparse.Action) -> Row:
    shown = HelpFormatter("unriddle")
    value = "" if action.nargs == 0 else str(shown._metavar_formatter(action, "")(1)[0])
    names = ", ".join(action.option_strings[::-1])
    return f"{names} {value}".strip(), shown._expand_help(action)


def _escaped(text: str) -> str:
    text = re.sub(r"([\\`*_<>\[\]|{}])", r"\\\1", text)
    return re.sub(r"(?<!\S)(--[a-z][a-z-]*)", r"`\1`", text)


def _code(text: str) -> str:
    return "`" + text.replace("|", "\\|") + "`"


def _table(groups_: Iterable[Group]) -> str:
    lines = ["| option | what it does |", "|---|---|"]
    for title, rows in groups_:
        if title not in ("options", "arguments") and rows:
            lines.append(f"| **{title}** | |")
        lines += [f"| {_code(names)} | {_escaped(help_)} |" for names, help_ in rows]
    return "\n".join(lines)


def tables(name: str) -> str:
    """Return the options of a subcommand as Markdown: one table, and one for each subcommand below it.

    Of a subcommand of any puzzle, a table has what all puzzles share, and another what each has besides.
    """
    parser = below(make_parser(name))[name]
    own, families = list(groups(parser)), {key: list(groups(found)) for key, found in below(parser).items()}
    found = [_table(own)] if own else []
    if name in OF_PUZZLES:
        rows = {
            key: [row for _, of_group in groups_ for row in of_group] for key, groups_ in families.items()
        }
        shared = [row for row in next(iter(rows.values())) if all(row in others for others in rows.values())]
        more = [(key, [row for row in others if row not in shared]) for key, others in rows.items()]
        found += [_table([("options", shared)]), _table(more)]
    else:
        found += [
            f"`unriddle {name} {key}`:\n\n{_table(groups_)}" for key, groups_ in families.items() if groups_
        ]
    return "\n\n".join(found) + "\n"


if __name__ == "__main__":
    print(tables(sys.argv[1]))
