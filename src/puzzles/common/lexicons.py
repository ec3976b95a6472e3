"""Word lists as puzzles take them, and the options by which subcommands choose one."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...lexicon import Lexicon

__all__ = ["add_lexicon", "add_spelling", "chosen_lexicon", "lexicon_of", "load_lexicon", "of_lengths"]


def add_lexicon(parser: argparse._ActionsContainer) -> None:
    """Add ``--lexicon``, ``--level``, ``--clean``, ``--strict``, ``--language`` and ``--fold``."""
    parser.add_argument(
        "--lexicon",
        default="english",
        metavar="LIST",
        help="english, a list that was imported (unriddle words import), or a file of one word a line"
        " (plain or .gz, - is standard input)",
    )
    parser.add_argument(
        "--level",
        type=int,
        metavar="N",
        help="how rare the words of the embedded list may be: 60 common, 70 large, 80 full",
    )
    parser.add_argument(
        "--clean", action="store_true", help="leave out profane and offensive words of the embedded list"
    )
    parser.add_argument(
        "--strict",
        action="store_true",
        help="refuse a list with a line that is no word instead of skipping it",
    )
    add_spelling(parser)


def add_spelling(parser: argparse._ActionsContainer) -> None:
    """Add ``--language`` and ``--fold``."""
    parser.add_argument(
        "--language",
        metavar="CODE",
        help="read a file as a list of de, en, es, fr, it or nl: its letters are kept, others folded",
    )
    parser.add_argument(
        "--fold",
        action="store_true",
        help="write the words of a file with the letters a to z (é as e, ß as ss)",
    )


def load_lexicon(args: argparse.Namespace) -> Lexicon:
    """Return the lexicon that the options of `add_lexicon` name."""
    from ...lexicon import Lexicon

    return Lexicon.load(
        args.lexicon,
        level=args.level,
        clean=args.clean,
        strict=args.strict,
        fold=args.fold,
        language=args.language,
        alphabet=getattr(args, "alphabet", None),  # where a subcommand has it
    )


def chosen_lexicon(args: argparse.Namespace) -> Lexicon | None:
    """Return the lexicon that the options of `add_lexicon` name, None where none of them is given."""
    given = (args.level, args.clean, args.strict, args.fold, args.language)
    return None if args.lexicon == "english" and not any(given) else load_lexicon(args)


def lexicon_of(lexicon: Lexicon | Iterable[str] | None) -> Lexicon:
    """Return `lexicon` as a Lexicon: the embedded English list for None, else made of its words."""
    from ...lexicon import Lexicon

    if lexicon is None:
        return Lexicon.load("english")
    return lexicon if isinstance(lexicon, Lexicon) else Lexicon(lexicon)


def of_lengths(words: Iterable[str], lengths: Collection[int]) -> list[str]:
    """Return the words that have one of some lengths; what is no word stays, for an error to name it.

    Examples
    --------
    >>> of_lengths(["at", "cat", "cart"], {2, 4})
    ['at', 'cart']
    """
    from ...lexicon import Lexicon

    if isinstance(words, Lexicon):
        import numpy as np

        return words.decode(np.flatnonzero(np.isin(words.lengths, list(lengths))))
    return [word for word in words if not isinstance(word, str) or len(word) in lengths or not word]
