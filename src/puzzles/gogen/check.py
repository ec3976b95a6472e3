"""Check whether a board solves a Gogen, and what is wrong with it, by the rules alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from operator import sub

from ..framework.check import Judgement, Verdict, cell_name, empty_cells


def solves(cells: str, givens: str, words: Iterable[str], *, alphabet: str, cols: int, revisit: bool) -> bool:
    """Return whether all cells of a board, row by row, hold each letter once and let each word be traced."""
    if sorted(cells) != sorted(alphabet):
        return False
    if any(given not in (".", cell) for given, cell in zip(givens, cells, strict=True)):
        return False
    # Rows lie so far apart that the difference of two places shows whether their cells touch.
    apart = cols + 2
    touching = {1, apart - 1, apart, apart + 1, -1, 1 - apart, -apart, -1 - apart}
    at = {letter: k // cols * apart + k % cols for k, letter in enumerate(cells)}
    for word in words:
        if not revisit and len(set(word)) < len(word):
            return False
        places = [at[letter] for letter in word]
        if not touching.issuperset(map(sub, places[1:], places)):
            return False
    return True


def traceable(word: str, cells: str, near: Callable[[int], Iterable[int]]) -> bool:
    """Return whether consecutive letters can stand side by side; letters not placed take empty cells."""
    at = {ch: {k} for k, ch in enumerate(cells) if ch != "."}
    empty = {k for k, ch in enumerate(cells) if ch == "."}
    here = at.get(word[0], empty)
    for letter in word[1:]:
        here = {other for cell in here for other in near(cell)} & at.get(letter, empty)
    return bool(here)


def impossible(words: Iterable[str], revisit: bool) -> str:
    """Return why no board at all lets the words be traced, "" where none of them shows it."""
    for word in words:
        for a, b in pairwise(word):
            if a == b:
                return f"{word} doubles {a}, and no cell is its own neighbour"
        if not revisit and len(set(word)) < len(word):
            letter = next(ch for ch in word if word.count(ch) > 1)
            return f"{word} repeats {letter}, and a word may not use a cell twice (revisit=True allows it)"
    return ""


def verdict_of(answer: str, givens: str, words: Iterable[str], *, cols: int, revisit: bool) -> Verdict:
    """Return what is wrong: a given letter moved, one twice, letters of a word apart, empty cells."""

    def wrong(reason: str, *places: int) -> Verdict:
        return Verdict(
            status=Judgement.WRONG, reason=reason, places=tuple(divmod(place, cols) for place in places)
        )

    changed = [k for k, letter in enumerate(givens) if letter != "." and answer[k] not in (".", letter)]
    if changed:
        first = changed[0]
        return Verdict(
            status=Judgement.NOT_OF_THIS_PUZZLE,
            reason=f"{cell_name(divmod(first, cols))} is {answer[first]}, "
            f"but the clue there is {givens[first]}",
            places=tuple(divmod(k, cols) for k in changed),
        )
    at: dict[str, int] = {}
    for k, letter in enumerate(answer):
        if letter != "." and at.setdefault(letter, k) != k:
            return wrong(f"{letter} stands twice", k, at[letter])
    for word in words:
        if not revisit and len(set(word)) < len(word):
            return wrong(f"{word} repeats a letter: no answer lets it be traced")
        for one, other in pairwise(word):
            if one in at and other in at:
                (row, col), (r, c) = (divmod(at[letter], cols) for letter in (one, other))
                if max(abs(row - r), abs(col - c)) != 1:
                    text = f"{one}, {other} follow each other in {word} and do not touch"
                    return wrong(text, at[one], at[other])
    return empty_cells([divmod(k, cols) for k, letter in enumerate(answer) if letter == "."])
