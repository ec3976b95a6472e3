"""What a player asks of a word ladder: which word of an answer is wrong, the next one, the first mistake."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar, Self

from ...base import PuzzleError
from ...io.text import printable
from ..framework.move_puzzle import Moving, shortest
from ..framework.steps import Step
from .parse import said

__all__ = ["LadderPlayer"]


class LadderPlayer(Moving):
    """A ladder as its player sees it: the words so far, the first one included."""

    MOVE: ClassVar[str] = "word"
    REFUSED: ClassVar[str] = "is not in the list, or no step from the word before"

    def read_answer(self, answer: Any) -> Any:
        """Return the words of an answer: from a list, or a text with blanks, commas or arrows between."""
        answer = getattr(answer, "solution", answer)
        if isinstance(answer, str):
            answer = [word for word in re.split(r"\s*(?:->|[\s,/])\s*", answer.strip()) if word]
        if not isinstance(answer, (list, tuple)) or not all(isinstance(word, str) for word in answer):
            raise PuzzleError(f"{printable(repr(answer))[:40]}, expected words")
        return tuple(self._known(word) for word in answer)

    def _known(self, word: str) -> str:
        me: Any = self
        lower = word.lower()
        known = word in me.graph or word in me.unlisted
        return lower if not known and (lower in me.graph or lower in me.unlisted) else word

    def read_state(self, text: str) -> Any:
        """Return where a player stands: the words so far, or the last of them alone."""
        me: Any = self
        words = self.read_answer(text)
        if len(words) == 1 and words[0] in me.graph:
            return me._from(words[0])
        return words

    def followed(self, moves: Sequence[Any]) -> Sequence[Self]:
        """Return the puzzles from each word on, this one first, as far as the words are a ladder."""
        me: Any = self
        ends = [me.from_word] if isinstance(me.from_word, str) else list(me.from_word)
        found = [me]
        for word in moves:
            near = ends if len(found) == 1 else [other.from_word for other in found[-1].extensions()]
            if word not in near:
                break
            found.append(me._from(word))
        return found

    def move_step(self, result: Any) -> Step | None:
        """Return the word after the first of a best ladder."""
        words = result.solution
        if len(words) < 2:
            return None
        step = self.step_of(words[1], len(words) - 1, value=words[1])
        return shortest(step, not result.puzzle.graph.priced)

    def is_same(self, state: Any) -> bool:
        """Say whether a state has the same list and last word."""
        me: Any = self
        return bool(state.graph == me.graph and state.to_word == me.to_word)

    def missing(self) -> str:
        """Return which word is not reached."""
        me: Any = self
        return f"{printable(said(me.to_word))} is not reached"
