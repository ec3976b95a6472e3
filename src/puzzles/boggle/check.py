"""Check words on boards in plain Python, which shares no code with the solver, and many boards together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...base import PuzzleError, Result
from ...core.walk import boggle_check
from ...io.text import printable
from ..framework.arguments import RESULT_KEYS, answer_in, puzzle_of
from ..framework.check import JudgeKernel, Undecided
from .parse import EITHER, WILDCARD, LetterBoard, spelled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .rules import Rules

FEW = 2000
"""Steps of a plain search, before the cells on walks that spell the word are found."""
STEPS, STEPS_PER_WORD = 400_000, 10_000
"""Most steps: of all words together, and of each (on large boards one per cell)."""
DEPTH = 64
"""Letters of a word, times all cells, that are searched for walks."""
MOST_CELLS = 64
NO_LETTER, LETTER_A = 255, ord("a")
KERNEL_STEPS = FEW // 2 - 1
"""Steps per word of the kernel: a word that takes more is judged by itself."""


class Verifier:
    """Find words on a board by depth-first search over the paths that spell their beginning."""

    def __init__(self, board: LetterBoard, rules: Rules) -> None:
        self.rows, self.cols = board.rows, board.cols
        self.topology, self.wrap = rules.topology, rules.wrap
        numbers = board.tiles.ravel().tolist()
        ways = [tuple(name.split(EITHER)) if name else () for name in board.names]
        self.ways = [ways[number] for number in numbers]
        """The readings of each tile."""
        self.starts: dict[str, list[int]] = {}
        """Cells by the first letter of their tiles, in rising order."""
        self.letters = sum([len(board.names[number]) for number in numbers])
        """Letters of all tiles: an upper bound of a word's length."""
        self.left = STEPS
        """Steps left for all words, in addition to those of each word."""
        self._neighbours: dict[int, list[int]] = {}
        first_letters = [{way[0] for way in each} for each in ways]
        for cell, number in enumerate(numbers):
            for first in first_letters[number]:
                self.starts.setdefault(first, []).append(cell)

    def near(self, cell: int) -> list[int]:
        """Return the neighbours of a cell, in rising order."""
        if cell not in self._neighbours:
            self._neighbours[cell] = self.neighbours(self.rows, self.cols, self.topology, self.wrap, cell)
        return self._neighbours[cell]

    @staticmethod
    def neighbours(rows: int, cols: int, topology: str, wrap: bool, cell: int) -> list[int]:
        """Return the neighbours of a cell of a board, in rising order; holes too."""
        found = set()
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                if topology == "rook" and down and right:
                    continue
                if topology == "hex" and down == right:
                    continue
                row, col = cell // cols + down, cell % cols + right
                if wrap:
                    row, col = row % rows, col % cols
                if 0 <= row < rows and 0 <= col < cols:
                    found.add(row * cols + col)
        return sorted(found - {cell})

    def ends(self, cell: int, letters: str, position: int) -> list[int]:
        """Return where the readings of a tile end that spell `letters` from a position."""
        return [
            position + len(way)
            for way in self.ways[cell]
            if letters.startswith(way, position) or (way == WILDCARD and position < len(letters))
        ]

    def path_of_word(self, word: str) -> tuple[int, ...] | None:
        """Return the first path of a word in any case, None where there is none."""
        return self.path(spelled(word))

    def has(self, word: str) -> bool:
        """Return whether a word is on the board, by a limit of steps of its own."""
        self.left = STEPS
        return self.path_of_word(word) is not None

    def path(self, letters: str) -> tuple[int, ...] | None:
        """Return the first path in rising order of its cells, None where there is none."""
        if not 0 < len(letters) <= self.letters:
            return None
        starts = self.starts.get(letters[0], [])
        if WILDCARD in self.starts:
            starts = sorted(starts + self.starts[WILDCARD])
        starts = [cell for cell in starts if self.ends(cell, letters, 0)]
        found, steps = self._first(starts, letters, None, FEW)
        if steps < FEW:
            return found
        useful = self._useful(starts, letters)
        own = max(STEPS_PER_WORD, len(self.ways))
        most = self.left + own
        found, steps = self._first(sorted(useful[0]), letters, useful, most)
        self.left -= max(0, steps - own)
        if steps == most:
            raise _undecided(letters, most)
        return found

    def _useful(self, starts: list[int], letters: str) -> list[set[int]]:
        """Return by position the cells on walks that spell the word; a walk may use a cell twice."""
        there: list[set[int]] = [set() for _ in letters]
        there[0].update(starts)
        left = STEPS + DEPTH * len(self.ways)
        for position, cells in enumerate(there):
            left -= len(cells)
            if left < 0:
                raise _undecided(letters, STEPS + DEPTH * len(self.ways))
            for cell in cells:
                for after in self.ends(cell, letters, position):
                    if after < len(letters):
                        there[after].update(c for c in self.near(cell) if self.ends(c, letters, after))
        for position in range(len(letters) - 1, -1, -1):
            for cell in list(there[position]):
                ends = self.ends(cell, letters, position)
                if all(end < len(letters) and there[end].isdisjoint(self.near(cell)) for end in ends):
                    there[position].discard(cell)
        return there

    def _first(
        self, starts: list[int], letters: str, useful: list[set[int]] | None, most: int
    ) -> tuple[tuple[int, ...] | None, int]:
        """Return the first path and the steps taken; `most` steps where these were not enough."""

        def after(cells: list[int], position: int) -> Iterator[tuple[int, int]]:
            """Yield the next cell of a path, and where it ends in the word."""
            for cell in cells:
                if useful is None or cell in useful[position]:
                    for end in self.ends(cell, letters, position):
                        yield cell, end

        steps, path, position = 0, list[int](), [0]
        ways = [after(starts, 0)]
        while True:
            if position[-1] == len(letters):
                return tuple(path), steps
            if path and steps == most:
                return None, most
            steps += bool(path)
            for cell, end in ways[-1]:
                if cell not in path:
                    path.append(cell)
                    position.append(end)
                    ways.append(after(self.near(cell), end))
                    break
            else:
                if not path:
                    return None, steps
                ways.pop()
                path.pop()
                position.pop()


def _undecided(letters: str, steps: int) -> Undecided:
    shown = printable(letters[:40])
    return Undecided(f"{shown!r} is not decided within {steps:,} steps; check a shorter word")


class _Tiles(NamedTuple):
    """A board as the kernel takes it."""

    world: tuple[int, int, str, bool]
    """Rows, columns and topology, and whether it wraps: such boards are judged together."""
    letters: bytes
    """The code of the letter of each cell, `NO_LETTER` of a hole."""
    qu: bool
    """Whether a cell with q spells qu."""


def judge_kernel(kind: Any, puzzles: Any, answers: Any, rules: Mapping[str, Any]) -> JudgeKernel:
    """Return what judges words on many boards together.

    It takes boards of at most 64 cells with single letters, or qu, and words of ASCII letters, and knows no
    lexicon. It leaves all others, and a word of very many partial paths.
    """

    def judge(piece: slice, statuses: NDArray[np.uint8]) -> None:
        groups: dict[Any, list[tuple[int, _Tiles, bytes]]] = {}
        last: Any = None
        tiles: _Tiles | None = None
        for k in range(piece.start, piece.stop):
            board = puzzles[k]
            if board is not last:  # one that is repeated is read once
                tiles, last = _tiles(puzzle_of(kind, board, k, rules)), board
            text = _words_of(answers, k)
            if tiles is not None and text is not None:
                groups.setdefault(tiles.world, []).append((k - piece.start, tiles, text))
        for world, group in groups.items():
            codes = np.frombuffer(b"".join([tiles.letters for _, tiles, _ in group]), dtype=np.uint8)
            verdicts = np.empty(len(group), dtype=np.uint8)
            boggle_check.judge(
                np.frombuffer(b"".join([text for *_, text in group]), dtype=np.uint8),
                np.cumsum([len(text) for *_, text in group], dtype=np.int64),
                codes.reshape(len(group), -1),
                np.array([tiles.qu for _, tiles, _ in group], dtype=np.uint8),
                _near(world),
                KERNEL_STEPS,
                verdicts,
            )
            statuses[[k for k, *_ in group]] = verdicts

    return JudgeKernel(judge)


def _words_of(found: Any, k: int) -> bytes | None:
    """Return the words of an answer separated by spaces; None where it is judged by itself."""
    try:
        answer = found[k]
    except PuzzleError:  # bytes of a column that are no text
        return None
    if isinstance(answer, Result):
        answer = getattr(answer, "solution", answer)
    elif isinstance(answer, Mapping) and any(key in answer for key in RESULT_KEYS):
        answer = answer_in(answer)
    if isinstance(answer, (list, tuple)):
        if not all(type(word) is str and word.isalpha() for word in answer):
            return None
        answer = " ".join(answer)
    # The kernel leaves what is no ASCII letter, a lone surrogate too.
    return answer.encode("utf-8", "surrogatepass") if type(answer) is str else None


def _tiles(puzzle: Any) -> _Tiles | None:
    """Return a board for the kernel, None where it is judged by itself."""
    board, rules = puzzle.board, puzzle.board_rules
    tiles = board.letters()
    qu = "qu" in tiles
    if len(tiles) > MOST_CELLS or (qu and "q" in tiles):
        return None
    letters = "".join(["q" if tile == "qu" else tile or "." for tile in tiles])
    plain = letters.replace(".", "a")
    if len(letters) != len(tiles) or not (plain.isascii() and plain.isalpha() and plain.islower()):
        return None
    world = board.rows, board.cols, rules.topology, rules.wrap
    return _Tiles(world, letters.encode().translate(_CODES), qu)


_CODES = bytes([k - LETTER_A if LETTER_A <= k < LETTER_A + 26 else NO_LETTER for k in range(256)])


@lru_cache(maxsize=64)
def _near(world: tuple[int, int, str, bool]) -> NDArray[np.uint64]:
    """Return the neighbours of each cell, a bit each."""
    cells = range(world[0] * world[1])
    masks = [sum(1 << cell for cell in Verifier.neighbours(*world, k)) for k in cells]
    found = np.array(masks, dtype=np.uint64)
    found.flags.writeable = False
    return found
