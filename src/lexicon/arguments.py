"""Word lists as puzzles take them, and the options by which subcommands choose one."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from ..io.text import pluralize, printable, read_bytes, source_name, text_lines

if TYPE_CHECKING:
    import argparse

    from .lexicon import Lexicon


FULL, COMMON = 80, 60
"""Levels of the embedded list: every word, for most puzzles; words that most readers know, for Boggle."""
LEXICON = (
    "take the words of a file, one per line (- is standard input), or of an imported list (default: english, "
    "the embedded list)"
)
"""Help of ``--lexicon``."""


def add_lexicon(parser: argparse._ActionsContainer, level: int = FULL, said: str = "") -> None:
    """Add the options that choose a word list; of the embedded one, to a default level (`said` in words)."""
    from ..console import whole

    parser.add_argument("--lexicon", default="english", metavar="LIST", help=LEXICON)
    parser.add_argument(
        "--level",
        type=whole,
        metavar="N",
        help="leave out words of the embedded list that are rarer than level N: 60 keeps common words, "
        f"70 a large list, 80 all (default: {said or level})",
    )
    parser.set_defaults(usual_level=level)
    parser.add_argument(
        "--no-profanity", action="store_true", help="leave out profane words of the embedded list"
    )
    parser.add_argument(
        "--strict",
        action="store_true",
        help="refuse a file with a line that is not a word, instead of skipping the line",
    )
    add_spelling(parser)


def add_spelling(parser: argparse._ActionsContainer) -> None:
    """Add ``--language`` and ``--strip-accents``."""
    parser.add_argument(
        "--language",
        metavar="CODE",
        help="keep the letters of this language (de, en, es, fr, it, nl) in a file and replace others, such"
        " as é by e",
    )
    parser.add_argument(
        "--strip-accents",
        action="store_true",
        help="replace accented letters of a file by plain ones, such as é by e and ß by ss",
    )


def load_lexicon(args: argparse.Namespace, *, join: bool = False) -> Lexicon:
    """Return the lexicon that the options of `add_lexicon` name; a warning reports lines that are left out.

    With `join` lines of several words are words too, without the spaces: ICE CREAM is icecream.
    """
    from .lexicon import Lexicon
    from .saved import saved_names

    spelling = {
        "strict": args.strict,
        "fold": args.strip_accents,
        "language": args.language,
        "alphabet": getattr(args, "alphabet", None),  # where a subcommand has it
    }
    level = args.usual_level if args.level is None and args.lexicon == "english" else args.level
    lexicon = Lexicon.load(args.lexicon, level=level, clean=args.no_profanity, **spelling)
    if not lexicon.skipped or args.lexicon in saved_names():  # an import reported what it left out
        return lexicon
    several: list[str] = []
    if join and args.lexicon != "-":  # which is read once
        lines = _lines(args.lexicon)
        several = [line for line in lines if " " in line and line.replace(" ", "").isalpha()]
        if several:
            joined = (line.replace(" ", "") if line[:1] != "#" else "" for line in lines)
            lexicon = Lexicon(joined, name=lexicon.name, **spelling)
    said = [f"{pluralize(lexicon.skipped, 'line')} left out that {_NO_WORD[lexicon.skipped == 1]}"]
    said = (said if lexicon.skipped else []) + ([joined_text(several)] if several else [])
    warnings.warn(f"{lexicon.name}: {'; '.join(said)}", UserWarning, stacklevel=2)
    return lexicon


_NO_WORD = ("are no words", "is no word")


def _lines(path: str) -> list[str]:
    """Return the lines of a file, with single spaces between words."""
    from .load import MOST_BYTES
    from .spelling import decoded

    text = decoded(read_bytes(path, limit=MOST_BYTES), source_name(path))
    return [" ".join(line.split()) for _, line in text_lines(text)]


def joined_text(entries: Sequence[str]) -> str:
    """Return what to report about entries of several words, which are joined."""
    example = printable(f"{entries[0]} is {''.join(entries[0].split())}"[:80])
    return f"{len(entries):,} entr{'y' if len(entries) == 1 else 'ies'} of several words joined ({example})"


def list_line(lexicon: Lexicon) -> str:
    """Return the line about a list: its name, its words, and how many lines are left out that are none."""
    out = f", {pluralize(lexicon.skipped, 'line')} left out" if lexicon.skipped else ""
    return f"Lexicon: {printable(lexicon.name)}, {pluralize(len(lexicon), 'word')}{out}"


def chosen_lexicon(args: argparse.Namespace) -> Lexicon | None:
    """Return the lexicon that the options of `add_lexicon` name, None where none of them is given."""
    given = (args.level, args.no_profanity, args.strict, args.strip_accents, args.language)
    return None if args.lexicon == "english" and not any(given) else load_lexicon(args)


def lexicon_of(lexicon: Lexicon | Iterable[str] | None, level: int = FULL) -> Lexicon:
    """Return `lexicon` as a Lexicon: for None the embedded English list up to `level`."""
    from .lexicon import Lexicon

    if lexicon is None:
        return Lexicon.load("english", level=level)
    return lexicon if isinstance(lexicon, Lexicon) else Lexicon(lexicon)


def board_lexicon(lexicon: Lexicon | Iterable[str] | None) -> Lexicon:
    """Return `lexicon` as a Lexicon: for None the embedded English words that most readers know."""
    return lexicon_of(lexicon, COMMON)


def of_lengths(words: Iterable[str], lengths: Collection[int]) -> list[str]:
    """Return the words that have one of some lengths; what is no word stays, for an error to name it."""
    from .lexicon import Lexicon

    if isinstance(words, Lexicon):
        import numpy as np

        return words.decode(np.flatnonzero(np.isin(words.lengths, list(lengths))))
    from ..arrow import lists_of

    listed = lists_of(words, name="words")
    return [word for word in listed if not isinstance(word, str) or len(word) in lengths or not word]
