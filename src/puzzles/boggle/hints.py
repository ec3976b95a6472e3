"""What a player asks of a Boggle board: which words are not on it, one that is not found yet."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from ...base import Limits, PuzzleError, Status
from ...io.text import printable
from ...lexicon.arguments import lexicon_of
from ..framework.base import HintMixin
from ..framework.check import Judgement, Verdict, VerdictMany, cell_name, judge_nulled
from ..framework.steps import Step
from .check import STEPS, Verifier
from .solver import spelled

if TYPE_CHECKING:
    from ...lexicon import Lexicon
    from ..framework.result_sequence import Stop

__all__ = ["BogglePlayer"]


class BogglePlayer(HintMixin):
    """A board as its player sees it: the words found so far are the state."""

    def read_answer(self, answer: Any) -> Any:
        """Return the words of an answer: from a list, or a text with blanks, commas or slashes between."""
        answer = getattr(answer, "solution", answer)
        if isinstance(answer, str):
            answer = [word for word in re.split(r"[\s,/]+", answer) if word]
        if not isinstance(answer, (list, tuple)) or not all(isinstance(word, str) for word in answer):
            raise PuzzleError(f"{printable(repr(answer))[:40]}, expected words")
        return list(answer)

    def read_state(self, text: str) -> Any:
        """Return the words found so far."""
        return self.read_answer(text)

    def against(self, answer: Any) -> Verdict:
        """Return the words that are not on the board."""
        me: Any = self
        verifier = Verifier(me.board, me.board_rules)

        def there(word: str) -> bool:
            verifier.left = STEPS  # a word costs the others nothing: each is told by itself
            return verifier.path(spelled(word)) is not None

        wrong = [k for k, word in enumerate(answer) if not there(word)]
        text = (
            f"{printable(answer[wrong[0]])[:40]!r} is not on the board" if wrong else "it is no list of words"
        )
        return Verdict(status=Judgement.WRONG, reason=text, places=tuple(wrong))

    @classmethod
    def check_many(
        cls,
        puzzles: Any,
        answers: Any = None,
        *,
        threads: int = 0,
        progress: Callable[[int], None] | None = None,
        stop: Stop | None = None,
        errors: str = "raise",
        **rules: Any,
    ) -> VerdictMany:
        """Judge many answers; see `PuzzleBase.check_many`. Words on boards of letters are judged together.

        Examples
        --------
        >>> from unriddle import Boggle
        >>> Boggle.check_many(["tea/ars", "stop/eats"], ["tea rate", "pots tests"]).right
        1
        """
        from .check_many import check_many

        kind: Any = cls

        def judge(puzzles: Any, answers: Any) -> VerdictMany:
            return check_many(kind, puzzles, answers, threads=threads, progress=progress, stop=stop, **rules)

        found: VerdictMany = judge_nulled(kind, judge, puzzles, answers, errors, rules)
        return found

    def mistake(self, state: Any, *, lexicon: Lexicon | Iterable[str] | None = None) -> Step | None:
        """Return the first of the words found that is not on the board, or not in the lexicon; else None.

        Parameters
        ----------
        state : sequence of str, or str
            The words found so far.
        lexicon : Lexicon or iterable of str, optional
            The words that count; the embedded English list by default.
        """
        me: Any = self
        words = lexicon_of(lexicon)
        for word in self.read_answer(state):
            shown = printable(word)[:40]
            if me.path(word) is None:
                return Step(kind="mistake", text=f"{shown!r} is not on the board", value=shown)
            if word.lower() not in words:
                return Step(kind="mistake", text=f"{shown!r} is not in the lexicon", value=shown)
        return None

    def hint(
        self,
        state: Any = None,
        *,
        lexicon: Lexicon | Iterable[str] | None = None,
        limits: Limits | None = None,
    ) -> Step | None:
        """Return a word that is not found yet, with its path: a short one first; or the first mistake.

        Parameters
        ----------
        state : sequence of str, or str, optional
            The words found so far.
        lexicon : Lexicon or iterable of str, optional
            The words that count; the embedded English list by default.
        limits : Limits, optional
            Bounds of the search.

        Returns
        -------
        Step or None
            None where no word is left; its kind is ``limit`` where a limit came first.

        Examples
        --------
        >>> from unriddle import Boggle
        >>> board, words = Boggle.parse("tea/ars"), ["tea", "rate", "eat", "rat"]
        >>> print(board.hint(["rat", "tea"], lexicon=words))
        word: eat, from row 1, column 2: 2 of 4 words are left
        >>> print(board.hint("rat tee", lexicon=words))
        mistake: 'tee' is not on the board
        """
        me: Any = self
        found = [] if state is None else self.read_answer(state)
        wrong = self.mistake(found, lexicon=lexicon)
        if wrong is not None:
            return wrong
        result = me.solve(lexicon=lexicon, limits=limits)
        if result.interrupted:
            raise KeyboardInterrupt
        if result.status is Status.LIMIT:
            return Step(kind="limit", text="not all words were found within the limits")
        words = result.solution or []
        known = {word.lower() for word in found}
        left = sorted((word for word in words if word not in known), key=lambda word: (len(word), word))
        if not left:
            return None
        cells = tuple(divmod(cell, me.board.cols) for cell in me.path(left[0]))
        text = f"{left[0]}, from {cell_name(cells[0])}: {len(left):,} of {len(words):,} words are left"
        return Step(kind="word", text=text, value=left[0], cells=cells)
