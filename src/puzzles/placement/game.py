"""The rules of the game: a position, moves forth and back, hints, saving. It prints nothing."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from ...base import PuzzleError, Status
from ...io.text import printable, read_text, source_name
from ..framework.move_puzzle import PATIENCE
from .assignment import (
    Board,
    check_solved,
    clear_board,
    copy_board,
    create_board,
    decompose_command,
    identifier,
    placing_problem,
    track_move,
    word_it,
)
from .puzzle import WordPlacement
from .result import PlacementResult
from .rules import EMPTY, Slot, fold

__all__ = ["Game", "Hint"]

CLEAR = "cb"


class Hint(NamedTuple):
    """A move and why it is right; the move is empty where there is none to give."""

    move: str
    reason: str


class Game:
    """A puzzle being played.

    Parameters
    ----------
    words : sequence of str
        The words.
    board : sequence of str
        Rows of 0, 1 and given letters.
    file : str, optional
        Where the puzzle comes from, for errors.

    Raises
    ------
    PuzzleError
        As for `WordPlacement`.

    Examples
    --------
    >>> game = Game(["GTU", "TECH"], ["111", "010", "010", "010"])
    >>> game.move("w1r2c3dv")
    'Coordinate does not point a valid cell!'
    >>> game.move("w1r1c1dh"), game.move("w2r1c2dv"), game.solved
    ('', '', True)
    """

    def __init__(self, words: Sequence[str], board: Sequence[str], file: str | None = None) -> None:
        self.puzzle = WordPlacement(words, board, file=file)
        self.words = list(self.puzzle.words)
        self.board: Board = [*self.puzzle.board]  # type: ignore[list-item]  # lists from the next line on
        create_board(self.board)
        self.wstatus = identifier(self.words)
        self._start = copy_board(self.board)
        self._moves: list[str] = []
        self._positions: list[tuple[Any, ...]] = []  # after each move, as `track_move` keeps them
        self._made = 0  # moves made; those beyond are undone

    @property
    def moves(self) -> list[str]:
        """The moves made, in order: ``W1R1C1DH`` or ``cb``."""
        return self._moves[: self._made]

    @property
    def solved(self) -> bool:
        """Whether the board is full and every slot holds a word of the list, each once."""
        return check_solved(self.board) and self.puzzle.check(self.rows())

    def rows(self) -> list[str]:
        """Return the board as strings of 0, 1 and letters."""
        return ["".join(map(str, row)) for row in self.board]

    def faults(self) -> list[str]:
        """Return what keeps a full board from being solved."""
        return self.puzzle.faults(self.rows())

    def move(self, command: str) -> str:
        """Make a move; return what is wrong with it, or an empty text once it is made."""
        flag, wordno, coordinates, direction = decompose_command(command)
        if flag or wordno is None or coordinates is None or direction is None:
            return f"{printable(command)!r} is no move, expected the format WXRYCZDT"
        problem = placing_problem(self.board, self.words, self.wstatus, coordinates, wordno, direction)
        if problem:
            return problem
        word_it(self.board, self.words, self.wstatus, coordinates, wordno, direction)
        self._keep(f"W{wordno}R{coordinates[0]}C{coordinates[1]}D{direction}", coordinates, wordno, direction)
        if self.solved:  # what crossing words have spelt is placed too
            self.wstatus[:] = [True] * len(self.words)
        return ""

    def clear(self) -> None:
        """Take all words off the board; given letters stay."""
        clear_board(self.board, self.wstatus)
        for row, start in zip(self.board, self._start, strict=True):
            row[:] = start
        self._keep(CLEAR, [0, 0], 0, "H")

    def _keep(self, move: str, coordinates: list[int], wordno: int, direction: str) -> None:
        del self._moves[self._made :], self._positions[self._made :]
        self._moves.append(move)
        self._made = track_move(
            self._made, self._positions, coordinates, wordno, direction, self.board, self.wstatus
        )

    def undo(self) -> str:
        """Take back the last move and return it; empty at the start."""
        if self._made == 0:
            return ""
        self._made -= 1
        self._restore()
        return self._moves[self._made]

    def redo(self) -> str:
        """Make the move last taken back and return it; empty where there is none."""
        if self._made == len(self._moves):
            return ""
        self._made += 1
        self._restore()
        return self._moves[self._made - 1]

    def _restore(self) -> None:
        board, wstatus = self._start, identifier(self.words)
        if self._made:
            *_, board, wstatus = self._positions[self._made - 1]
        for row, kept in zip(self.board, board, strict=True):
            row[:] = kept
        self.wstatus[:] = wstatus

    def solve(self) -> PlacementResult:
        """Fill the board: from the position if that can be, else from the start."""
        result = self._solve(limit=1)
        if result.status is Status.NO_SOLUTION and self.rows() != list(self.puzzle.board):
            result = self.puzzle.solve(limit=1, limits=PATIENCE)
        if result.solution is not None:
            for row, line in zip(self.board, result.solution.rows, strict=True):
                row[:] = [0 if letter == "#" else letter for letter in line]
            self.wstatus[:] = [True] * len(self.words)
        return result

    def _solve(self, limit: int = 2) -> PlacementResult:
        return WordPlacement(self.words, self.rows()).solve(limit=limit, limits=PATIENCE)

    # What a player may ask.

    def check(self) -> str:
        """Say whether the position can still be solved, and if not, which word is wrong."""
        result = self._solve()
        if result.status is not Status.NO_SOLUTION:
            return {
                Status.UNIQUE: "The puzzle can still be solved, in one way.",
                Status.MULTIPLE: "The puzzle can still be solved, in more than one way.",
            }.get(result.status, "It takes too long to tell.")
        whole = self.puzzle.solve(limits=PATIENCE)
        if whole.status is Status.NO_SOLUTION:
            return f"The puzzle has no solution from the start: {whole.reason}."
        if whole.status is Status.UNIQUE and whole.solution is not None:
            right = {(fold(placed.word), placed.move) for placed in whole.solution.placed}
            wrong = [move for move in self._on_board() if (fold(self._word(move)), _place(move)) not in right]
            if wrong:
                return "\n".join(f"{self._word(move)} ({move}) is wrong." for move in wrong)
        for made, move in enumerate(self.moves):
            if move != CLEAR and not self._solvable(self._positions[made][3]):
                return f"No solution is left since {self._word(move)} ({move})."
        return "The puzzle cannot be solved from here."

    def _solvable(self, board: Board) -> bool:
        rows = ["".join(map(str, row)) for row in board]
        return (
            WordPlacement(self.words, rows).solve(limit=1, limits=PATIENCE).status is not Status.NO_SOLUTION
        )

    def _on_board(self) -> list[str]:
        """Return the moves since the board was last cleared."""
        moves = self.moves
        cleared = max((index for index, move in enumerate(moves) if move == CLEAR), default=-1)
        return moves[cleared + 1 :]

    def _word(self, move: str) -> str:
        return self.words[int(move[1 : move.index("R")]) - 1]

    def hint(self) -> Hint:
        """Return a next move and its reason: forced if there is a forced one, else a likely one."""
        here = WordPlacement(self.words, self.rows())
        result = here.solve(limit=1, limits=PATIENCE)
        if result.status is Status.NO_SOLUTION:
            return Hint("", "no solution is left from here; check tells which word is wrong")
        if result.solution is None:
            return Hint("", "it takes too long to tell")
        texts = {slot: fold(slot.text(here.board)) for slot in here.slots}
        unused = Counter(fold(word) for word in self.words)
        unused.subtract(text for text in texts.values() if EMPTY not in text)
        fitting = {
            slot: [word for word, n in unused.items() if n > 0 and _fits(word, text)]
            for slot, text in texts.items()
            if EMPTY in text
        }
        if not fitting:
            return Hint("", "the board is full")
        for slot, words in fitting.items():
            if len(words) == 1:
                return self._hint(slot, words[0], "no other word fits there")
        places = Counter(word for words in fitting.values() for word in words)
        for slot, words in fitting.items():
            for word in words:
                if places[word] == 1 and unused[word] == 1:
                    return self._hint(slot, word, "the word has no other place")
        compiled = here.compiled()
        search = compiled.search()
        search.run(1)
        slots = sorted(fitting, key=lambda slot: len(fitting[slot]))
        for slot in slots:
            left = search.candidates(here.slots.index(slot)).tolist()
            if len(left) == 1:
                return self._hint(
                    slot, compiled.keys[left[0]], "every other word clashes with one that crosses"
                )
        answer = next(
            placed.word
            for placed, slot in zip(result.solution.placed, here.slots, strict=True)
            if slot == slots[0]
        )
        fit = len(fitting[slots[0]])
        return self._hint(slots[0], fold(answer), f"one of {fit} words that fit there, and a solution has it")

    def _hint(self, slot: Slot, word: str, reason: str) -> Hint:
        numbers = [n for n, other in enumerate(self.words, 1) if fold(other) == word]
        number = next((n for n in numbers if not self.wstatus[n - 1]), numbers[0])
        return Hint(f"W{number}{slot.label}", f"{self.words[number - 1]}: {reason}")

    # Keeping a game.

    def dumps(self) -> str:
        """Return the game as JSON text, the moves taken back included."""
        state = {
            "game": "word placement",
            "words": self.words,
            "board": list(self.puzzle.board),
            "moves": self._moves,
            "made": self._made,
        }
        return json.dumps(state, ensure_ascii=False, indent=1) + "\n"

    @classmethod
    def load(cls, path: str) -> Game:
        """Read a game that was saved.

        Raises
        ------
        PuzzleError
            The file cannot be read, or is no saved game.
        """
        name = source_name(path)
        try:
            state = json.loads(read_text(path, limit=1 << 26))
            words, board, moves, made = (state[key] for key in ("words", "board", "moves", "made"))
            if state["game"] != "word placement" or not isinstance(moves, list):
                raise ValueError
            if not (isinstance(words, list) and isinstance(board, list) and 0 <= made <= len(moves)):
                raise ValueError
        except PuzzleError:
            raise
        except (ValueError, TypeError, KeyError, RecursionError):
            raise PuzzleError("is no saved game of word placement", file=name) from None
        game = cls(words, board, file=name)
        for number, move in enumerate(moves, 1):
            if move == CLEAR:
                game.clear()
                continue
            problem = game.move(move) if isinstance(move, str) else "is no text"
            if problem:
                raise PuzzleError(f"move {number} of the saved game: {problem}", file=name)
        while game._made > made:
            game.undo()
        return game


def _fits(word: str, text: str) -> bool:
    return re.fullmatch(text.replace(EMPTY, "."), word) is not None


def _place(move: str) -> str:
    return move[move.index("R") :]
