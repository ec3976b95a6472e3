"""Parse the command line: help that fills the terminal, errors of one line, deprecated flags."""

from __future__ import annotations

import argparse
import re
import sys
import textwrap
from collections.abc import Container, Iterable, Sequence
from typing import Any

from ..options import OLD_FLAGS

_RXC = re.compile(r"\d+(\s*[xX×*]\s*\d+)?", re.ASCII)
_QUOTED = re.compile(r"(?<!\w)'[^']{1,30}'(?!\w)")
_SHELL_WORD = re.compile(r"(?:--?[\w-]+ (?=[^-\s]))?(?:'[^']*'|\"[^\"]*\"|\S)+")
_UNREADABLE = re.compile(r"(.*): invalid (\w+) value: (.*)", re.DOTALL)
_PLAIN = [
    (re.compile(pattern, re.DOTALL), plain)
    for pattern, plain in (
        (r"the following arguments are required: (.*, .*)", r"\1 are required"),
        (r"the following arguments are required: (?:-\w/)?(.*)", r"\1 is required"),
        (r"argument (?:-\w/)?(\S+): not allowed with argument (\S+)", r"\1 cannot be combined with \2"),
        (r"argument (?:-\w/)?(\S+): expected (?:one|at least one) argument", r"\1 needs a value"),
        (r"argument (?:-\w/)?(\S+): ('.*)", r"\1 \2"),
        (r"argument (?:-\w/)?(\S+): (.*)", r"\1: \2"),
        (r"unrecognized arguments: ([^-\s]\S*)", r"unexpected argument \1"),
    )
]
"""Errors of argparse, and how they are printed."""
ALIKE = 0.75
"""How much an unknown word has to be like a known one to be taken for it."""
MOST_CHOICES = 40
"""Characters of the choices of an option; longer ones are in its help, where lines are broken."""


class HelpFormatter(argparse.HelpFormatter):
    """Wrap paragraphs and help to the terminal, and add defaults.

    A command, which begins with ``unriddle``, and a line with blanks before it stay lines of their own.
    """

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        blocks = [block.split("\n") for block in text.strip().split("\n\n")]
        return "\n\n".join(
            "\n".join(_broken(line, width) for line in lines)
            if lines[0].startswith(("unriddle ", " "))
            else textwrap.fill(
                " ".join(lines),
                width,
                initial_indent=indent,
                subsequent_indent=indent,
                break_long_words=False,
                break_on_hyphens=False,
            )
            for lines in blocks
        )

    def _format_usage(self, usage: Any, actions: Any, groups: Any, prefix: Any) -> str:
        needed = [action for action in actions if action.required or not action.option_strings]
        prog = self._prog
        self._prog += " [options]" * (len(needed) < len(list(actions)))
        try:
            return super()._format_usage(usage, needed, [], prefix)
        finally:
            self._prog = prog

    def _split_lines(self, text: str, width: int) -> list[str]:
        text = _QUOTED.sub(lambda quoted: quoted[0].replace(" ", "\0"), text)  # an example is on one line
        lines = textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)
        return [line.replace("\0", " ") for line in lines]

    def add_argument(self, action: argparse.Action) -> None:
        """Add an argument; the names of subcommands are indented once more."""
        super().add_argument(action)
        if isinstance(action, argparse._SubParsersAction):
            self._action_max_length += self._indent_increment

    def _metavar_formatter(self, action: argparse.Action, default_metavar: str) -> Any:
        if _long_choices(action):
            return lambda size: ("NAME",) * size
        return super()._metavar_formatter(action, default_metavar)

    def _get_help_string(self, action: argparse.Action) -> str:
        text, default = action.help or "", action.default
        if _long_choices(action):
            before, mark, after = text.partition(" (default")
            text = f"{before}: {_long_choices(action)}{mark}{after}"
        shown = isinstance(default, (str, int, float)) and default is not False and default != ""
        if shown and default != argparse.SUPPRESS and action.option_strings and "default" not in text:
            text += " (default: %(default)s)"
        return text


def _long_choices(action: argparse.Action) -> str:
    """Return the choices of an option where they are too long to stand behind its name, else ""."""
    named = action.metavar is not None or action.choices is None
    text = "" if named else ", ".join(map(str, action.choices or ()))
    return text if len(text) > MOST_CHOICES else ""


def _broken(command: str, width: int) -> str:
    """Return a command on as many lines of a shell as a width asks for, broken between its words.

    Examples
    --------
    >>> print(_broken('unriddle gogen "AB/C.: ADC" --all', 30))
    unriddle gogen "AB/C.: ADC" \\
        --all
    """
    if len(command) <= width or not command.startswith("unriddle "):
        return command
    lines = [""]
    for word in _SHELL_WORD.findall(command):
        if lines[-1] and len(lines[-1]) + len(word) + len("  \\") > width:
            lines.append(f"    {word}")
        else:
            lines[-1] += f" {word}" if lines[-1] else word
    return " \\\n".join(lines)


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line, and that takes deprecated flags."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("formatter_class", HelpFormatter)
        super().__init__(*args, **kwargs)
        self._positionals.title = "arguments"

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse arguments, deprecated flags included."""
        return super().parse_known_args(renamed(args or [], self._option_string_actions), namespace)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        known = [str(choice) for choice in action.choices]
        listed, meant = ", ".join(known), _closest(str(value), known)
        said = f"did you mean {meant}? ({listed})" if meant else f"expected one of {listed}"
        raise argparse.ArgumentError(action, f"{value!r:.40}, {said}")

    def error(self, message: str) -> None:  # type: ignore[override]
        """Print the error in one line and exit."""
        from ..io.text import printable

        wrong = _UNREADABLE.fullmatch(message)
        if wrong is not None:
            message = f"{wrong[1]}: {wrong[3]}, expected a {'whole ' * (wrong[2] == 'int')}number"
        message += self._meant(message)
        below = [act.choices for act in self._actions if isinstance(act, argparse._SubParsersAction)]
        prog = self.prog
        if message.startswith("unrecognized") and len(below) == len(below[0]) == 1:
            prog = next(iter(below[0].values())).prog  # the subcommand left it for this parser
        plain = next(
            (found.expand(said) for pattern, said in _PLAIN if (found := pattern.fullmatch(message))), message
        )
        self.exit(2, f"{prog}: {printable(plain)} (see {prog} --help)\n")

    def _meant(self, message: str) -> str:
        """Return what an unknown option can be meant for, "" where that is nothing."""
        unknown = re.match(r"unrecognized arguments: (-[-\w]*)", message)
        if unknown is None:
            return ""
        if not re.match(r"--?[a-zA-Z]", unknown[1]):
            return "; put -- before a board that begins with -"
        parsers: list[argparse.ArgumentParser] = [self]
        for parser in parsers:  # the loop appends those below
            below = [act.choices for act in parser._actions if isinstance(act, argparse._SubParsersAction)]
            parsers += [found for choices in below for found in choices.values()]
        actions = [action for parser in parsers for action in parser._actions if action.option_strings]
        verb = unknown[1].lstrip("-")
        doing = {act.option_strings[-1] for act in actions if (act.help or "").split(" ", 1)[0] == verb}
        names = [name for action in actions for name in action.option_strings]
        meant = doing.pop() if len(doing) == 1 else _closest(unknown[1], names)
        return f", did you mean {meant}?" if meant else ""


def _closest(word: str, known: Iterable[str]) -> str:
    """Return the known word that is most like another one, "" where none is."""
    import difflib

    return next(iter(difflib.get_close_matches(word, known, 1, ALIKE)), "")


def renamed(arguments: Sequence[str], known: Container[str]) -> list[str]:
    """Return arguments with deprecated flags replaced by today's, each with a warning on standard error.

    Flags in `known`, those of the subcommand, are never replaced.
    """
    found: list[str] = []
    left = list(arguments)
    while left:
        given = left.pop(0)
        if given == "--":
            return [*found, given, *left]
        flag, equals, value = given.partition("=")
        now = OLD_FLAGS.get(flag)
        if flag == "--random" and "--size" in known and not equals and left and _RXC.fullmatch(left[0]):
            equals, value = "=", left.pop(0)
        if flag == "--random" and equals and "--size" in known:
            found += [flag, f"--size={value}"]
            _warn(f"{flag} {value}", f"{flag} --size {value}")
        elif now is not None and flag not in known and now in known:
            found.append(f"{now}{equals}{value}")
            _warn(flag, now)
        else:
            found.append(given)
    return found


def _warn(old: str, new: str) -> None:
    print(f"{old} is deprecated; use {new}", file=sys.stderr)
