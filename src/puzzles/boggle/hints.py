"""Read the words of a player, and find the first wrong one or a word that is left."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...base import Limits, PuzzleError
from ...io.text import printable
from ...search.run_loop import Outcome
from ..framework.check import Judgement, Verdict, cell_name
from ..framework.steps import Meter, Step
from .check import Verifier
from .parse import LetterBoard
from .solver import Bounds, find_words

if TYPE_CHECKING:
    from ...lexicon import Lexicon
    from .rules import Rules

__all__ = ["explain_conflict", "first_mistake", "next_word", "words_in"]


def words_in(answer: Any) -> list[str]:
    """Return the words of an answer: a list, or a text with spaces, commas or slashes between them."""
    answer = getattr(answer, "solution", answer)
    if isinstance(answer, str):
        answer = [word for word in re.split(r"[\s,/]+", answer) if word]
    if not isinstance(answer, (list, tuple)) or not all(isinstance(word, str) for word in answer):
        raise PuzzleError(f"{printable(repr(answer))[:40]}, expected words")
    return list(answer)


def explain_conflict(board: LetterBoard, rules: Rules, words: Sequence[str]) -> Verdict:
    """Return which of some words are not on a board."""
    verifier = Verifier(board, rules)
    wrong = [k for k, word in enumerate(words) if not verifier.has(word)]
    text = "it is no list of words"
    if wrong:
        text = f"{printable(words[wrong[0]])[:40]!r} is not on the board"
    return Verdict(status=Judgement.WRONG, reason=text, places=tuple(wrong))


def first_mistake(
    board: LetterBoard, rules: Rules, words: Sequence[str], lexicon: Lexicon, meter: Meter
) -> Step | None:
    """Return the first of some words that is not on the board, or not in the lexicon; else None.

    Each word is a node; LimitReached is raised where a limit comes.
    """
    verifier = Verifier(board, rules)
    for word in words:
        meter.spend()
        shown, missing = printable(word)[:40], ""
        if not verifier.has(word):
            missing = "on the board"
        elif word.lower() not in lexicon:
            missing = "in the lexicon"
        if missing:
            return Step(kind="mistake", text=f"{shown!r} is not {missing}", value=shown)
    return None


def next_word(
    board: LetterBoard, rules: Rules, words: Sequence[str], lexicon: Lexicon, limits: Limits | None
) -> Step | None:
    """Return the shortest word that is left, with its path; None where none is left."""
    finding = find_words(board, rules, lexicon, Bounds(limits))
    if finding.outcome is Outcome.INTERRUPTED:
        raise KeyboardInterrupt
    if finding.outcome is Outcome.LIMIT:
        return Step(kind="limit", text="not all words were found within the limits")
    found, known = lexicon.decode(finding.numbers), {word.lower() for word in words}
    left = sorted((word for word in found if word not in known), key=lambda word: (len(word), word))
    if not left:
        return None
    path = Verifier(board, rules).path_of_word(left[0])
    cells = tuple(divmod(cell, board.cols) for cell in path or ())
    text = f"{left[0]}, from {cell_name(cells[0])}: {len(left):,} of {len(found):,} words are left"
    return Step(kind="word", text=text, value=left[0], cells=cells)
