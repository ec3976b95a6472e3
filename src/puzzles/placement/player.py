"""What a player asks of a word placement: what is wrong with an answer, the next word, the first mistake."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from typing import Any

from ...base import Limits, PuzzleError, Status
from ...io.text import printable
from ..framework.arguments import check_limits
from ..framework.base import HintMixin
from ..framework.check import Judgement, Verdict, cell_name, empty_cells
from ..framework.move_puzzle import PATIENCE
from ..framework.steps import Step
from .parse import filled_rows
from .rules import EMPTY, Slot, fold

__all__ = ["PlacementPlayer"]

MARKS = frozenset("._?")
EMPTIES = dict.fromkeys(map(ord, MARKS), EMPTY)


class PlacementPlayer(HintMixin):
    """A word placement as its player sees it; shares no code with the solver."""

    def read_answer(self, answer: Any) -> Any:
        """Return the rows of an answer, 0 for forbidden cells, 1 where it is empty."""
        me: Any = self
        rows = filled_rows(answer)
        if rows is None:
            raise PuzzleError(f"{printable(repr(answer))[:40]}, expected rows of letters")
        if not MARKS.isdisjoint("".join(rows)):
            rows = [row.translate(EMPTIES) for row in rows]
        if [len(row) for row in rows] != [len(row) for row in me.board]:
            raise PuzzleError(f"another shape than {me.shape[0]} rows of {me.shape[1]} cells")
        return rows

    def against(self, answer: Any) -> Verdict:
        """Return what is wrong: what is given changed, a word that is not listed or used too often."""
        me: Any = self
        empty = []
        for row, (line, filled) in enumerate(zip(me.board, answer, strict=True)):
            for col, (entry, letter) in enumerate(zip(line, filled, strict=True)):
                where = cell_name((row, col))
                if (entry == "0") != (letter == "0"):
                    text = f"{where} is {'forbidden' if entry == '0' else 'open'} on the board"
                elif letter != "1" and entry not in "01" and fold(entry) != fold(letter):
                    text = f"{where} holds {letter!r}, but {entry!r} is given"
                elif letter not in "01" and not letter.isalpha():
                    text = f"{where} holds {letter!r}, expected a letter"
                else:
                    empty += [(row, col)] * (letter == "1")
                    continue
                return Verdict(status=Judgement.NOT_OF_THIS_PUZZLE, reason=text, places=((row, col),))
        wrong = self._wrong_word(answer)
        if wrong is not None:
            return wrong
        if empty:
            return empty_cells(empty)
        faults = me.faults(answer)  # what is left: words that are not used, cells in no word
        return Verdict(status=Judgement.WRONG, reason=faults[0])

    def _wrong_word(self, rows: list[str]) -> Verdict | None:
        """Return what is said of the first full slot whose word is not listed, or used too often."""
        me: Any = self
        listed, used = Counter(map(fold, me.words)), Counter[str]()
        lines = [(r, False, line) for r, line in enumerate(rows)]
        lines += [(c, True, "".join(column)) for c, column in enumerate(zip(*rows, strict=True))]
        for number, down, line in lines:
            for part in re.finditer("[^0]{2,}", line):
                word = fold(part.group())
                if "1" in word:
                    continue
                used[word] += 1
                if not listed[word] or (used[word] > listed[word] and not me.reuse):
                    what = "used once more than it is listed" if listed[word] else "not in the list"
                    places = ((k, number) if down else (number, k) for k in range(*part.span()))
                    text = f"{printable(word)!r} is {what}"
                    return Verdict(status=Judgement.WRONG, reason=text, places=tuple(places))
        return None

    # Helping

    def read_state(self, text: str) -> Any:
        """Return where a player stands: rows of letters, ``1`` or ``.`` where it is empty, or a puzzle."""
        me: Any = self
        if ";" in text or "," in text:
            return super().read_state(text)
        return type(me)(me.words, self.read_answer(text), **self.rules())

    def mistake(self, state: Any, *, limits: Limits | None = None) -> Step | None:
        """Return the first letter in a player's `state` that no solution has, None where all is right.

        Parameters
        ----------
        state : WordPlacement
            The same puzzle with more letters, in the order of rows.
        limits : Limits, optional
            Bounds of each search; 10 seconds by default. What they leave open is no mistake.

        Raises
        ------
        PuzzleError
            `state` is of another board, or has other words or rules.
        """
        me: Any = self
        patience = check_limits(limits) or PATIENCE
        rules = (sorted(map(fold, me.words)), me.rules(), me.shape)
        if (
            not isinstance(state, type(me))
            or (sorted(map(fold, state.words)), state.rules(), state.shape) != rules
        ):
            raise PuzzleError(f"{state!r:.60} as a state, expected the same puzzle with more letters")
        cells = [(r, c) for r in range(me.shape[0]) for c in range(me.shape[1])]
        for r, c in cells:
            mine, its = me.board[r][c], state.board[r][c]
            if (mine == "0") != (its == "0") or (mine not in "01" and fold(mine) != fold(its)):
                text = f"{cell_name((r, c))} is {its!r}, given {mine!r}"
                return Step(kind="mistake", text=text, cell=(r, c), value=its, cells=((r, c),))
        added = [(r, c) for r, c in cells if me.board[r][c] == EMPTY != state.board[r][c]]

        def dead(count: int) -> bool:
            """Say whether it is proven that there is no solution with the first so many letters."""
            rows = [list(row) for row in me.board]
            for r, c in added[:count]:
                rows[r][c] = state.board[r][c]
            result = type(me)(me.words, ["".join(row) for row in rows], **me.rules()).solve(
                limit=1, limits=patience
            )
            if result.interrupted:
                raise KeyboardInterrupt
            return bool(result.status is Status.NO_SOLUTION)

        if not added or not dead(len(added)) or dead(0):
            return None
        place = added[bisect_left(range(len(added)), True, key=lambda k: dead(k + 1))]
        letter = state.board[place[0]][place[1]]
        text = f"{cell_name(place)} is {letter!r}, which no solution has with the letters before it"
        return Step(kind="mistake", text=text, cell=place, value=letter, cells=(place,))

    def hint(self, state: Any = None, *, limits: Limits | None = None) -> Step | None:
        """Return the next word and its slot from where a player stands, or the first mistake there.

        A word that alone fits its slot comes first, then one that has no other slot; else the word that a
        solution has in the slot that the fewest words fit.

        Parameters
        ----------
        state : WordPlacement, optional
            The same puzzle with more letters; by default the puzzle as it is given.
        limits : Limits, optional
            Bounds of each search; 10 seconds by default.

        Returns
        -------
        Step or None
            None where the board is full. Its kind is ``contradiction`` where there is no solution, ``limit``
            where none was found within the limits.

        Examples
        --------
        >>> from unriddle import WordPlacement
        >>> print(WordPlacement.parse("GTU,TECH;111/010/010/010").hint())
        word: GTU at R1C1DH: no other word fits there
        """
        patience = check_limits(limits) or PATIENCE
        here: Any = self if state is None else state
        wrong = None if state is None else self.mistake(state, limits=patience)
        if wrong is not None:
            return wrong
        result = here.solve(limit=1, limits=patience)
        if result.interrupted:
            raise KeyboardInterrupt
        if result.status is Status.NO_SOLUTION:
            return Step(kind="contradiction", text="no way to place the words fills the board")
        if result.solution is None:
            return Step(kind="limit", text="no solution was found within the limits")
        return _next_word(here, result.solution.rows)


def _next_word(here: Any, rows: tuple[str, ...]) -> Step | None:
    """Return the next word of a filled board, and why; None where nothing is empty."""
    texts = {slot: fold(slot.text(here.board)) for slot in here.slots}
    listed = {fold(word): word for word in here.words}
    unused = Counter(map(fold, here.words))
    if not here.reuse:
        unused.subtract(text for text in texts.values() if EMPTY not in text)
    fitting = {
        slot: [w for w, n in unused.items() if n > 0 and re.fullmatch(text.replace(EMPTY, "."), w)]
        for slot, text in texts.items()
        if EMPTY in text
    }
    if not fitting:
        return None

    def step(slot: Slot, why: str) -> Step:
        word = listed[fold(slot.text(rows))]
        return Step(kind="word", text=f"{word} at {slot.label}: {why}", value=word, cells=tuple(slot.cells()))

    narrow = min(fitting, key=lambda slot: len(fitting[slot]))
    if len(fitting[narrow]) == 1:
        return step(narrow, "no other word fits there")
    places = Counter(word for words in fitting.values() for word in words)
    if here.exact and not here.reuse:
        for slot, words in fitting.items():
            word = fold(slot.text(rows))
            if word in words and places[word] == 1:
                return step(slot, "the word has no other place")
    return step(narrow, f"one of {len(fitting[narrow])} words that fit there, and a solution has it")
