"""Words as arrays: text to letter codes, sorted, each word once; whole lists at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..base import LexiconError
from ..io.text import decode, text_lines
from .cache import digest_of as cache_digest
from .normalise import A_TO_Z, MAX_LENGTH, MAX_LETTERS, fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

MAX_LINE = 1 << 12  # bytes; past that it is no list of words
BLOCK = 1 << 14  # words packed at a time

LETTER, BLANK, NEWLINE, HASH, OTHER = range(5)
BLANKS = frozenset(" \t\v\f\xa0\ufeff")


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Entries of a list that are left out for one reason."""

    reason: str
    """One of `unriddle.lexicon.REASONS`."""
    count: int
    """How many."""
    examples: tuple[str, ...]
    """Some of them, from all over the list."""


class WordTable(NamedTuple):
    """Distinct words in the order of their codes, and what was left out on the way."""

    alphabet: str
    """The letters; a code is a position in it."""
    codes: NDArray[np.uint8]
    """The words' letter codes, one word after another."""
    lengths: NDArray[np.uint8]
    """Letters of each word."""
    skipped: int
    """Lines that are no word."""
    duplicates: int
    """Words that came once more."""
    left_out: tuple[LeftOut, ...] = ()
    """The skipped lines by reason, where a list is read with an alphabet or a language."""


def digest_of(table: WordTable) -> str:
    """Return the digest of alphabet and words."""
    return cache_digest(table.alphabet.encode(), table.lengths, table.codes)


def from_bytes(raw: bytes, name: str, *, strict: bool = False) -> WordTable:
    """Return the words of a file's bytes, one a line."""
    if b"\r" in raw:
        raw = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    text = decode(raw, name, error=LexiconError)
    check_lines(raw, name)
    return from_text(text, name, strict=strict)


def from_text(text: str, name: str, *, strict: bool = False, alphabet: str | None = None) -> WordTable:
    """Return the words of a text, one per line, over `alphabet` or the letters that occur."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    folded = fold(text)
    points: NDArray[np.unsignedinteger]
    if folded.isascii():
        points = np.frombuffer(folded.encode("ascii"), dtype=np.uint8)
    else:
        points = np.frombuffer(folded.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    return _from_points(points, name, text, strict, alphabet)


def check_lines(raw: bytes, name: str) -> None:
    """Refuse a line too long to belong to a list of words, before anything costly is done to it."""
    if len(raw) <= MAX_LINE:
        return
    ends = np.flatnonzero(np.frombuffer(raw, dtype=np.uint8) == ord("\n"))
    sizes = np.diff(ends, prepend=-1, append=len(raw)) - 1
    line = int(np.argmax(sizes > MAX_LINE))
    if sizes[line] > MAX_LINE:
        raise LexiconError(
            f"line of {int(sizes[line]):,} bytes, expected one word of at most {MAX_LENGTH} letters a line",
            file=name,
            line=line + 1,
        )


def _kind(ch: str) -> int:
    if ch.isalpha():
        return LETTER
    if ch == "\n":
        return NEWLINE
    if ch == "#":
        return HASH
    return BLANK if ch in BLANKS else OTHER


def _from_points(
    points: NDArray[np.unsignedinteger], name: str, source: str, strict: bool, letters_of: str | None
) -> WordTable:
    """Return the words in folded code points; `source` is the text before folding, for messages."""
    if not points.size:
        raise LexiconError("no words; put one on each line", file=name)
    present = np.zeros(int(points.max()) + 1, dtype=bool)
    present[points] = True
    lookup = np.full(present.size, OTHER, dtype=np.uint8)
    for point in np.flatnonzero(present):
        lookup[point] = _kind(chr(point))
    kinds = lookup[points]
    letters = kinds == LETTER
    # Everything that is no letter ends a run of letters, which may be empty.
    stops = np.flatnonzero(~letters)
    what = kinds[stops]
    if kinds[-1] != NEWLINE:  # the last line needs no end
        stops, what = np.append(stops, points.size), np.append(what, np.uint8(NEWLINE))
    runs = np.diff(stops, prepend=-1) - 1
    skip, in_word = _judge(what, runs)
    if strict and skip.any():
        raise _no_word(source, int(np.argmax(skip)), name)
    in_word &= runs > 0
    lengths = runs[in_word].astype(np.uint8)
    kept = points[letters]
    if lengths.size != np.count_nonzero(runs):
        kept = kept[np.repeat(in_word, runs)]
    if not lengths.size:
        skipped = f", but {np.count_nonzero(skip):,} other lines" if skip.any() else ""
        raise LexiconError(f"no words{skipped}; put one on each line", file=name)
    alphabet, codes = _encode(kept, name, letters_of)
    codes, lengths, duplicates = sort_words(codes, lengths)
    return WordTable(alphabet, codes, lengths, int(np.count_nonzero(skip)), duplicates)


def _judge(
    what: NDArray[np.uint8], runs: NDArray[np.signedinteger]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return, by line, whether it is skipped, and, by stop, whether its line is a word."""
    full = runs > 0
    if (what == NEWLINE).all():  # nothing but letters and line ends
        skip = runs > MAX_LENGTH
        return skip, full & ~skip
    ends = np.flatnonzero(what == NEWLINE)
    first = np.append(0, ends[:-1] + 1)
    foreign = what >= HASH
    content = np.flatnonzero(full | foreign)
    has_content = np.logical_or.reduceat(full | foreign, first)
    # The stop that ends the first thing on the line; past the end where there is none.
    opening = np.append(content, 0)[np.searchsorted(content, first)]
    comment = has_content & ~full[opening] & (what[opening] == HASH)
    word = (
        (np.add.reduceat(full, first, dtype=np.int64) == 1)
        & ~np.logical_or.reduceat(foreign, first)
        & (np.maximum.reduceat(runs, first) <= MAX_LENGTH)
    )
    return has_content & ~word & ~comment, np.repeat(word, np.diff(ends, prepend=-1))


def _no_word(source: str, index: int, name: str) -> LexiconError:
    """Return the error for a line that is no word: which character it has, and where."""
    line = next(line for number, line in text_lines(source) if number == index + 1)
    folded = fold(line).strip("".join(BLANKS))
    for ch in folded:
        if not ch.isalpha():
            column = line.find(ch, len(line) - len(line.lstrip("".join(BLANKS)))) + 1 or None
            said = repr(ch) if ch.isprintable() else f"U+{ord(ch):04X}"
            return LexiconError(
                f"{said} is not a letter; put only letters on a line",
                file=name,
                line=index + 1,
                column=column,
            )
    return LexiconError(
        f"word of {len(folded)} letters, expected at most {MAX_LENGTH}", file=name, line=index + 1
    )


def _encode(
    points: NDArray[np.unsignedinteger], name: str, letters_of: str | None
) -> tuple[str, NDArray[np.uint8]]:
    """Return the alphabet, `letters_of` where it is given, and the codes of letters."""
    present = np.zeros(max(int(points.max()) + 1, 128), dtype=bool)
    present[points] = True
    occurring = np.flatnonzero(present)
    alphabet = letters_of or "".join(map(chr, occurring))
    if set(alphabet) <= set(A_TO_Z) and letters_of is None:
        alphabet = A_TO_Z
    elif len(alphabet) > MAX_LETTERS:
        from .languages import what_to_fold  # which few lists need

        said = f"{len(alphabet)} different letters, expected at most {MAX_LETTERS}"
        raise LexiconError(f"{said}; {what_to_fold(alphabet, MAX_LETTERS)}", file=name)
    lookup = np.zeros(max(present.size, *(ord(ch) + 1 for ch in alphabet)), dtype=np.uint8)
    lookup[[ord(ch) for ch in alphabet]] = np.arange(len(alphabet), dtype=np.uint8)
    return alphabet, lookup[points]


def offsets_of(lengths: NDArray[np.integer] | Sequence[int]) -> NDArray[np.int64]:
    """Return where each word begins, and the end of the last one."""
    offsets = np.zeros(len(lengths) + 1, dtype=np.int64)
    np.asarray(lengths, dtype=np.int64).cumsum(out=offsets[1:])  # cast first: twice as fast
    return offsets


def pack(
    codes: NDArray[np.uint8], offsets: NDArray[np.int64], chosen: NDArray[np.int64]
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the codes and lengths of the words `chosen`, in that order; word i begins at ``offsets[i]``."""
    starts = offsets[chosen]
    lengths = (offsets[chosen + 1] - starts).astype(np.uint8)
    ends = offsets_of(lengths)
    packed = np.empty(int(ends[-1]), dtype=np.uint8)
    for first in range(0, chosen.size, BLOCK):  # so that the places, 8 bytes a letter, stay few
        block = slice(first, first + BLOCK)
        low, high = ends[first], ends[min(first + BLOCK, chosen.size)]
        places = np.repeat(starts[block] - ends[:-1][block], lengths[block])
        places += np.arange(low, high)
        packed[low:high] = codes[places]
    return packed, lengths


def some_of(
    codes: NDArray[np.uint8],
    offsets: NDArray[np.int64],
    numbers: Iterable[int] | NDArray[np.integer],
    name: str,
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return codes and lengths of the words of some numbers, in order, each once; see `Lexicon.subset`."""
    chosen = numbers if isinstance(numbers, np.ndarray) else np.array(list(numbers), dtype=np.int64)
    words = offsets.size - 1
    if not chosen.size:
        raise LexiconError("no words, expected one or more", file=name)
    if not 0 <= chosen.min() <= chosen.max() < words:
        raise IndexError(f"words {chosen.min()} to {chosen.max()}, expected 0 to {words - 1}")
    inside = np.zeros(words, dtype=bool)
    inside[chosen] = True
    if 2 * np.count_nonzero(inside) < words:
        return pack(codes, offsets, np.flatnonzero(inside))
    lengths = np.diff(offsets)
    return codes[np.repeat(inside, lengths)], lengths[inside].astype(np.uint8)


def sort_words(
    codes: NDArray[np.uint8], lengths: NDArray[np.uint8]
) -> tuple[NDArray[np.uint8], NDArray[np.uint8], int]:
    """Sort words and drop those that come again."""
    offsets = offsets_of(lengths)
    windows = np.lib.stride_tricks.sliding_window_view(
        np.append(codes + np.uint8(1), np.zeros(8, np.uint8)), 8
    )
    masks = np.array([(1 << 64) - (1 << 64 - 8 * n) for n in range(9)], dtype=np.uint64)

    def key(ids: NDArray[np.int64], depth: int) -> NDArray[np.uint64]:
        at = np.minimum(offsets[ids] + depth, codes.size)
        left = np.clip(lengths[ids].astype(np.int64) - depth, 0, 8)
        packed: NDArray[np.uint64] = windows[at].view(">u8").ravel().astype(np.uint64)
        return packed & masks[left]

    keys = key(np.arange(lengths.size), 0)
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    first = np.append(True, keys[1:] != keys[:-1])  # whether it differs from the word before
    where, depth = np.arange(order.size), 0
    while True:
        # Ties go on unless their words have ended: the last byte is 0 where fewer than 8 letters were left.
        group = np.cumsum(first[where])
        tied = np.bincount(group)[group] > 1
        tied &= keys & np.uint64(255) != 0
        where, group, depth = where[tied], group[tied], depth + 8
        if not where.size:
            break
        keys = key(order[where], depth)
        inner = np.lexsort((keys, group))
        order[where], keys = order[where][inner], keys[inner]
        first[where[1:]] = (group[1:] != group[:-1]) | (keys[1:] != keys[:-1])
    chosen = order[first]
    if chosen.size == lengths.size and (chosen[1:] > chosen[:-1]).all():
        return codes, lengths, 0
    return *pack(codes, offsets, chosen), lengths.size - chosen.size
