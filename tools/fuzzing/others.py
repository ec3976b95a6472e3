"""The families that are no puzzle's: word lists, arguments, sources of batches."""

from __future__ import annotations

import argparse
import gzip
import inspect
import io
import itertools
import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from unriddle import Lexicon, Limits, PuzzleError, console
from unriddle.batch.sources import open_source
from unriddle.io.text import printable
from unriddle.puzzles import registry
from unriddle.puzzles.framework import arguments
from unriddle.puzzles.framework.base import PuzzleBase

from .family import Family, scratch
from .oracle import calm, holds, refusal
from .pieces import ITEM, VALUES, Piece, as_json, bytes_of, packed, text_of

__all__ = ["Arguments", "Lexicons", "Sources"]

ROOT = Path(__file__).resolve().parents[2]
MOST_WORDS = 64


class Lexicons(Family):
    """Word lists from files and from Python; patterns, prefixes and numbers of words."""

    name = "lexicon"
    longest = 1000

    def __init__(self) -> None:
        self.path = scratch() / "words.txt"
        self.words = Lexicon(list(itertools.islice(Lexicon.load("english-common"), 0, None, 40)))

    def seeds(self, texts: Sequence[str]) -> Iterator[bytes]:
        """Yield word lists, words and patterns."""
        for number, text in enumerate(texts[::4]):
            yield packed((number % 4, number // 4 % 2, 0, 0), text)
            words = re.findall(r"\w+", text)
            yield packed((0, 0, 0, 0), "\n".join(words))
            yield packed((1, 0, 0, 0), ITEM.join(map(bytes_of, words)))
        for pattern in ("t?a", "*ing", "[a-c]*", "[!x]?", "??", "a*b*c", "[]", "[a", "\\*"):
            yield packed((3, 0, 0, 0), pattern)

    def run(self, data: bytes) -> None:
        """Make a lexicon, or ask one."""
        piece = Piece(data)
        strict = bool(piece.choice(1, 2))
        way = piece.choice(0, 4)
        if way == 3:
            self._ask(piece.text)
            return
        lexicon = None
        with calm((PuzzleError, TypeError) if way == 2 else (PuzzleError,)):
            if way == 0:
                self.path.write_bytes(piece.raw)
                lexicon = Lexicon.load(self.path, strict=strict)
            elif way == 1:
                lexicon = Lexicon([text_of(item) for item in piece.raw.split(ITEM)], strict=strict)
            else:
                lexicon = Lexicon(as_json(piece.text), strict=strict)
        if lexicon is not None and len(lexicon) <= MOST_WORDS:
            self._judge(lexicon)

    def _judge(self, lexicon: Lexicon) -> None:
        words = list(lexicon)
        holds(words and len(set(words)) == len(words) == len(lexicon), "words twice, or none")
        holds([lexicon.number(word) for word in words] == list(range(len(words))), "number() is another")
        holds(all(word in lexicon for word in words), "a word that is not in its lexicon")
        again = Lexicon(words, strict=True)
        holds(again == lexicon and hash(again) == hash(lexicon), "Lexicon(list) is another")
        for word in words[:4]:
            holds(word in list(lexicon.prefix(word[:2])), "prefix() without a word")
        holds(str(lexicon.info), "info says nothing")
        holds(lexicon.trie is not None, "no trie")

    def _ask(self, text: str) -> None:
        with calm((PuzzleError,)):
            found = list(itertools.islice(self.words.match(text), MOST_WORDS))
            holds(all(word in self.words for word in found), "match() finds what is no word")
        with calm((PuzzleError,)):
            holds(all(word in self.words for word in self.words.prefix(text)), "prefix() finds no words")
        with calm((PuzzleError, KeyError)):
            number = self.words.number(text)
            holds(self.words.word(number) in self.words, "number() of no word")
        with calm((PuzzleError,)):
            holds((text in self.words) in (True, False), "in")
            self.words.codes(text)


class Arguments(Family):
    """Shapes, limits, seeds, numbers of options; functions that read one value, ``from_dict`` of classes."""

    name = "arguments"
    longest = 200

    def __init__(self) -> None:
        self.checks = [check for name, check in vars(arguments).items() if name.startswith("check_")]
        self.types = [console.positive, console.whole, console.seconds, console.bytes_of]
        self.functions = list(_of_one_value())

    def seeds(self, texts: Sequence[str]) -> Iterator[bytes]:
        """Yield values as JSON and as text, for each way."""
        values = [json.dumps(value) for value in VALUES if _plain(value)]
        short = [text for text in texts if len(text) < 40][::9]
        for way, text in itertools.product(range(4), [*values, *short]):
            yield packed((way, 0, 0, 0), text)
        for number in range(len(self.functions)):
            for text in (*values, *short[:: len(self.functions)]):
                yield packed((4, number, 0, 0), text)

    def run(self, data: bytes) -> None:
        """Give a value to what takes one."""
        piece = Piece(data)
        value = as_json(piece.text) if piece.choice(3, 2) == 0 else piece.text
        ways: tuple[Callable[[Piece, Any], None], ...] = (self._check, self._type, self._limits, self._text)
        way = piece.choice(0, 8)
        (ways[way] if way < len(ways) else self._function)(piece, value)

    def _check(self, piece: Piece, value: Any) -> None:
        more: dict[Any, tuple[Any, ...]] = {
            arguments.check_method: (("tea",),),
            arguments.check_puzzles: (str,),
        }
        named: dict[Any, tuple[Any, ...]] = {
            arguments.check_bool: (),
            arguments.check_choice: (("tea",),),
            arguments.check_whole: (0,),
        }
        for check in self.checks:
            with calm((PuzzleError,)):
                if check in named:
                    check("switch", value, *named[check])
                else:
                    check(value, *more.get(check, ()))

    def _type(self, piece: Piece, value: Any) -> None:
        for kind in self.types:
            with calm((argparse.ArgumentTypeError,)):
                holds(kind(piece.text) >= 0, f"{kind.__name__} gives less than 0")

    def _limits(self, piece: Piece, value: Any) -> None:
        values = value if isinstance(value, dict) else dict.fromkeys(("seconds", "nodes", "memory"), value)
        known = {key: each for key, each in values.items() if key in ("seconds", "nodes", "memory")}
        with calm((PuzzleError,)):
            holds(eval(repr(Limits(**known)), {"Limits": Limits, "nan": 0, "inf": float("inf")}), "its repr")

    def _text(self, piece: Piece, value: Any) -> None:
        holds(printable(piece.text).isprintable(), "printable() gives what is not")
        if piece.choice(1, 64) == 63:  # who is not found is looked for among all that is installed: 10 ms
            with calm((PuzzleError,)):
                registry.spec(piece.text[:20])

    def _function(self, piece: Piece, value: Any) -> None:
        if len(re.sub(r"[\[\]{}, \"']", "", piece.text)) > 60 or re.search(r"\d\d|\de", piece.text):
            return  # sizes that are allowed, and take their time
        takes, function, options = self.functions[piece.choice(1, len(self.functions))]
        if takes == "text":
            value = piece.text
        elif takes == "texts":
            value = [text_of(item) for item in piece.items()]
        with calm((PuzzleError,)):
            function(value, **options)


def _plain(value: Any) -> bool:
    try:
        json.dumps(value)
    except (TypeError, ValueError):
        return False
    return True


KINDS = {
    "str": "text",
    "Any": "",
    "Iterable[str]": "texts",
    "Sequence[str]": "texts",
    "str | int | tuple[int, int]": "",
}
"""Annotation of a value -> what to give: any, or text, or a list of texts."""
GIVEN = {"limits": Limits(nodes=50, seconds=0.1, memory=1 << 26), "lexicon": ["tea", "eat"]}


def _of_one_value() -> Iterator[tuple[str, Any, dict[str, Any]]]:
    """Yield the public functions of puzzles that read one value, with limits for those that search."""
    for spec in registry.specs():
        home = spec.load("")
        for name in getattr(home, "__all__", ()):
            found = getattr(home, name)
            if inspect.isclass(found):
                if hasattr(found, "from_dict") and not issubclass(found, PuzzleBase):
                    yield "", found.from_dict, {}
                continue
            taken = inspect.signature(found).parameters
            needed = [p for p in taken.values() if p.default is p.empty and p.kind is p.POSITIONAL_OR_KEYWORD]
            if (
                len(needed) != 1
                or needed[0].annotation not in KINDS
                or name.startswith("print")
                or name.endswith("_many")
            ):
                continue
            limits = {"limits": Limits(nodes=50, seconds=0.1, memory=1 << 26)} if "limits" in taken else {}
            yield (
                KINDS[needed[0].annotation],
                found,
                limits | ({"lexicon": ["tea", "eat"]} if "lexicon" in taken else {}),
            )


class Sources(Family):
    """Sources of batches: lines, records of fixed width, ``.npy``, gzip, Parquet."""

    name = "sources"
    longest = 2000

    def __init__(self) -> None:
        self.path = scratch() / "records"

    def seeds(self, texts: Sequence[str]) -> Iterator[bytes]:
        """Yield files of all forms."""
        rows = np.arange(64, dtype=np.uint8).reshape(4, 16) % 10
        forms: list[bytes] = [b"tea\nrat\r\neat", b"\n\n", "caf\xe9\nth\u00e9\n".encode(), b"teaeatrat\n"]
        for array in (
            rows,
            rows.astype(np.int64),
            rows.reshape(4, 4, 4),
            np.array(["tea", "eat"]),
            np.array([b"t"]),
        ):
            buffer = io.BytesIO()
            np.save(buffer, array)
            forms.append(buffer.getvalue())
        forms += [gzip.compress(form, mtime=0) for form in forms[:6]]
        forms += list(_parquet())
        for number, form in enumerate(forms):
            for width in range(4):
                yield packed((number % 5, width, 0, 0), form)
        for text in texts[::20]:
            yield packed((0, 0, 0, 0), text)

    def run(self, data: bytes) -> None:
        """Read a source; what it says of its parts is what they are."""
        piece = Piece(data)
        self.path.write_bytes(data[4:])
        width = (None, None, 3, 16)[piece.choice(1, 4)]
        with calm((PuzzleError,)):
            source = open_source(str(self.path), piece.choice(0, 5) + 1, width=width)
            index = source.scan()
            holds(index.records == sum(span.count for span in index.spans), "another number of records")
            for span in index.spans[:8]:
                records = source.records(span)
                holds(len(records) == span.count, "a part of another number of records")
                for k in range(min(len(records), 4)):
                    try:
                        holds(records[k] is not None and isinstance(records.shown(k), str), "no record")
                    except PuzzleError as error:
                        refusal(error)


def _parquet() -> Iterator[bytes]:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        return
    for values in (["tea", "eat"], [1, 2], [[1, 2], [3, 4]], [None, "x"]):
        buffer = io.BytesIO()
        pq.write_table(pa.table({"board": values}), buffer, compression="none")
        yield buffer.getvalue()
