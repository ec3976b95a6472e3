"""Declare options once: a dataclass field gives keyword, default, documentation and command-line flag."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, TypeVar, cast, dataclass_transform

if TYPE_CHECKING:
    import argparse

    from .base import PuzzleError

FLAGS = {
    "shape": "--size",
    "clean": "--no-profanity",
    "fold": "--strip-accents",
    "reuse": "--allow-repeats",
    "spare": "--allow-unused",
    "fewest": "--min-moves",
    "vacancy": "--empty-hole",
    "capacity": "--boat",
}
"""Keyword of the API -> its flag, where the two differ."""
OLD_FLAGS = {
    **{f"--{name}": flag for name, flag in FLAGS.items()},
    "--least": "--min-score",
    "--eccentric": "--diameter",
    "--boards": "--trace",
    "--scored": "--scored-lexicon",
    "--unique": "--make-unique",
    "-o": "--checkpoint",
}
"""Deprecated flag -> the one that replaces it; the old ones work until the next release."""

T = TypeVar("T")


def flag_of(name: str) -> str:
    """Return the flag of a keyword of the API."""
    return FLAGS.get(name, f"--{name.replace('_', '-')}")


def option(
    default: Any,
    help: str,
    *,
    type: Callable[[str], Any] | None = None,
    metavar: str | None = None,
    choices: tuple[str, ...] = (),
    flag: bool = True,
) -> Any:
    """Return a field of a class made by `options`.

    `help` says what it does, as a phrase in the imperative. The command line has it as
    ``--name-with-hyphens`` unless `flag` is False; a default of False makes a switch there. `type` is an
    argparse type, and `metavar` stands for the value in the help of the command.
    """
    shown = {"help": help, "type": type, "metavar": metavar, "choices": choices, "flag": flag}
    return field(default=default, metadata=shown)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(option,))
def options(kind: type[T]) -> type[T]:
    """Make a class a frozen dataclass whose docstring lists its fields with their defaults.

    Examples
    --------
    >>> @options
    ... class Chosen:
    ...     "Options of an example."
    ...     threads: int = option(0, "use N threads; 0 is one per core")
    >>> Chosen(threads=2)
    Chosen(threads=2)
    >>> Chosen.__doc__.splitlines()[-1].strip()
    'use N threads; 0 is one per core (default: 0)'
    """
    made = dataclass(frozen=True, kw_only=True)(kind)
    lines = [f"{each.name} : {each.type}\n    {_help(each)}" for each in fields(made)]  # type: ignore[arg-type]
    made.__doc__ = f"{(kind.__doc__ or '').rstrip()}\n\nParameters\n----------\n" + "\n".join(lines)
    return made


def _help(each: Any) -> str:
    text = each.metadata.get("help", "")
    shown = isinstance(each.default, (str, int, float)) and each.default is not False and each.default != ""
    return f"{text} (default: {each.default})" if shown and "default" not in text else text


def check_options(given: Any, kind: type[T]) -> T:
    """Return options, or raise PuzzleError where they are not of a class."""
    if not isinstance(given, kind):
        raise _wrong_kind(given, kind.__name__)
    return given


def _wrong_kind(given: Any, expected: str) -> PuzzleError:
    from .base import PuzzleError, printable  # not at the start: `unriddle --help` imports this module

    return PuzzleError(f"{printable(repr(given))[:40]}, expected {expected}")


def with_changes(chosen: T | type[T], changes: Mapping[str, Any]) -> T:
    """Return options, or the defaults of a class made by `options`, with some fields replaced.

    A name that is no field is a TypeError, whose message lists those that are.
    """
    known = getattr(chosen, "__dataclass_fields__", None)
    if known is None:
        raise _wrong_kind(chosen, "an instance of an options class")
    for name in changes:
        if name not in known:
            more = f"in addition to its signature, it takes {', '.join(known)}"
            raise TypeError(f"unexpected keyword argument {name!r}; {more}")
    if isinstance(chosen, type):
        return chosen(**changes)
    changed: Any = chosen
    return cast("T", replace(changed, **changes)) if changes else chosen


def add_options(group: argparse._ActionsContainer, kind: type, *names: str) -> None:
    """Add a flag for each field of a class made by `options`, or for the named ones.

    Examples
    --------
    >>> import argparse
    >>> parser = argparse.ArgumentParser()
    >>> @options
    ... class Chosen:
    ...     max_words: int = option(0, "stop after N words", type=int, metavar="N")
    >>> add_options(parser, Chosen)
    >>> options_from(Chosen, parser.parse_args(["--max-words", "3"]))
    Chosen(max_words=3)
    """
    for each in fields(kind):
        if not each.metadata.get("flag", False) or (names and each.name not in names):
            continue
        flag, shown = flag_of(each.name), each.metadata
        if each.default is False:
            group.add_argument(flag, dest=each.name, action="store_true", help=shown["help"])
            continue
        group.add_argument(
            flag,
            dest=each.name,
            default=each.default,
            type=shown["type"],
            metavar=shown["metavar"],
            choices=shown["choices"] or None,
            help=_help(each).replace("%", "%%"),
        )


def options_from(kind: type[T], args: argparse.Namespace) -> T:
    """Return options with the values that the command line gave; `add_options` added the flags."""
    given = vars(args)
    return kind(**{each.name: given[each.name] for each in fields(kind) if each.name in given})  # type: ignore[arg-type]
