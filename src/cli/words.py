"""List the words of a word list, find those that match a pattern, or import a list under a name.

unriddle words list --level 60 --min-length 20
unriddle words find 'q?*z'
unriddle words info --lexicon words.txt
unriddle words import /usr/share/dict/dutch --language nl
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING

from ..base import LexiconError, PuzzleError
from ..console import add_format, positive, print_json
from ..io.text import pluralize, printable
from ..lexicon.arguments import add_lexicon, add_spelling, load_lexicon
from ..puzzles.framework.arguments import chunked

if TYPE_CHECKING:
    from ..lexicon import Lexicon

ACTIONS = {
    "list": "print the words in order",
    "info": "print the number of words and letters, the alphabet and a hash of the words",
    "find": "print the words that match a pattern: ? is any letter, * any letters",
    "import": "save a list under a name, and report the lines left out",
    "lists": "print the names of the imported lists",
    "remove": "delete an imported list",
}
BOARD = 32  # letters that the compiled searches of boards take
LINES = 1 << 12  # written at a time


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``unriddle words``."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, summary in ACTIONS.items():
        action = actions.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.")
        if name == "find":
            what = "the pattern, in upper or lower case; quote it for the shell"
            action.add_argument("pattern", metavar="PATTERN", help=what)
        if name == "import":
            _add_import(action)
        if name in ("import", "lists", "remove"):
            if name == "remove":
                action.add_argument("name", metavar="NAME", help="the name of the list")
            else:
                add_format(action, "text", "json")
            continue
        add_lexicon(action)
        _add_alphabet(action)
        if name != "info":
            for flag, bound in (("--min-length", "at least"), ("--max-length", "at most")):
                what = f"print words of {bound} N letters"
                action.add_argument(flag, type=positive, metavar="N", help=what)
        add_format(action, "text", "json", "ndjson")


def _add_import(parser: argparse.ArgumentParser) -> None:
    """Add what a list is imported from and how."""
    parser.add_argument("file", metavar="FILE", help="a file with one word per line; - is standard input")
    name = "set the name of the list (default: the --language; required without it)"
    parser.add_argument("--name", metavar="NAME", help=name)
    add_spelling(parser)
    _add_alphabet(parser)
    parser.add_argument(
        "--strict",
        action="store_true",
        help="refuse a file with a line that is not a word, instead of skipping the line",
    )


def _add_alphabet(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--alphabet", metavar="LETTERS", help="keep these letters, and replace others, such as é by e"
    )


def run(args: argparse.Namespace) -> int:
    """Print words or numbers; 1 where no word is found."""
    if args.action == "import":
        return _import(args)
    if args.action == "lists":
        return _print_lists(args.format)
    if args.action == "remove":
        from ..lexicon.saved import delete

        delete(args.name)
        return 0
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
    for lines in chunked((_line(word, args.format) for word in chosen), LINES):
        count += len(lines)
        sys.stdout.write("".join(lines))
    return 0 if count else 1


def _line(word: str, form: str) -> str:
    if form == "text":
        return f"{word}\n"
    return json.dumps({"word": word, "length": len(word)}, ensure_ascii=False, separators=(",", ":")) + "\n"


def _print_info(lexicon: Lexicon, form: str) -> None:
    info = lexicon.info
    rows = {name: getattr(info, name) for name in info.__slots__}
    if form != "text":
        print_json(rows)
        return
    out = ", ".join(f"{reason} {count:,}" for reason, count in rows.pop("left_out").items())
    for name, value in (rows | ({"left out": out} if out else {})).items():
        print(f"{name:<11}{format(value, ',') if isinstance(value, int) else printable(value)}")


def _import(args: argparse.Namespace) -> int:
    """Keep a list under a name, and print what it has and what was left out."""
    from ..lexicon import Lexicon
    from ..lexicon.saved import is_name

    name = args.name or args.language
    if name is None:
        raise PuzzleError("no name for the list; give --name or --language")
    if not is_name(name):  # before the work
        raise PuzzleError(
            f"{name!r:.40} is not a name for a list; use small letters, digits, - and _, but no embedded list"
        )
    if is_name(args.file):
        args.file = f"./{args.file}"  # a file, even where a list is called so
    lexicon = Lexicon.load(
        args.file, strict=args.strict, fold=args.strip_accents, language=args.language, alphabet=args.alphabet
    )
    lexicon.save(name)
    if args.format == "json":
        print_json(_imported(name, lexicon))
        return 0
    letters = pluralize(lexicon.letter_codes.size, "letter")
    print(f"{name:<11}{pluralize(len(lexicon), 'word')}, {letters} in all")
    print(f"{'alphabet':<11}{lexicon.alphabet}")
    print(f"{'duplicates':<11}{lexicon.duplicates:,}")
    print(f"{'left out':<11}{lexicon.skipped:,}")
    for out in lexicon.left_out:
        print(f"  {out.reason:<14}{out.count:>8,}  {printable(', '.join(out.examples))}")
    if len(lexicon.alphabet) > BOARD:
        from ..lexicon.languages import what_to_fold

        print(f"{len(lexicon.alphabet)} letters, and the fast searches of boards take {BOARD}:", end=" ")
        print(what_to_fold(lexicon.alphabet, BOARD))
    return 0


def _imported(name: str, lexicon: Lexicon) -> dict[str, object]:
    return {
        "name": name,
        "words": len(lexicon),
        "alphabet": lexicon.alphabet,
        "duplicates": lexicon.duplicates,
        "skipped": lexicon.skipped,
        "left_out": [asdict(one) for one in lexicon.left_out],
    }


def _print_lists(form: str) -> int:
    """Print the lists that were imported; 1 where there is none."""
    from ..lexicon import Lexicon
    from ..lexicon.saved import saved_names

    lists = []
    for name in saved_names():
        try:
            lexicon = Lexicon.load(name)
        except LexiconError as error:  # said for this one, and the others are shown
            print(error, file=sys.stderr)
            lexicon = None
        if lexicon is not None:
            lists.append(_imported(name, lexicon))
            if form == "text":
                print(f"{name:<11}{len(lexicon):>9,} words, {len(lexicon.alphabet)} letters")
    if form == "json":
        print_json({"lists": lists})
    return 0 if lists else 1
