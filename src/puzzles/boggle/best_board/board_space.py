"""All boards of a shape over the letters of a lexicon: scores and symmetries."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from ....base import PuzzleError
from ....core.topology import adjacency_masks
from ....core.walk.boggle_small import WordTable
from ....lexicon import Lexicon
from ....lexicon.arguments import board_lexicon
from ...framework.arguments import check_choice
from ..kernel_cache import CompiledLexicon, compiled
from ..many import ManySearch
from ..parse import HOLE, LetterBoard, board_size
from ..parse_many import Boards
from ..puzzle import Boggle
from ..rules import Rules
from ..scoring import Scoring
from ..solver import SMALL_CELLS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ....typing import ShapeLike

OBJECTIVES = ("score", "words")
MOST_SUM = 1 << 30  # of the points of all words: kernels add them in 32 bits
CHUNK = 1 << 15  # boards whose symmetric forms are compared at a time


def symmetries(rows: int, cols: int, adjacency: NDArray[np.uint64], wrap: bool) -> NDArray[np.intp]:
    """Return the rotations, reflections and (on a torus) shifts of a board that keep neighbours.

    Each as the cell that it maps to each cell, intp of shape (n, cells); the first is the identity.
    """
    grid = np.arange(rows * cols).reshape(rows, cols)
    turned = [grid, grid[::-1], grid[:, ::-1], grid[::-1, ::-1]]
    if rows == cols:
        turned += [form.T for form in turned]
    shifts = product(range(rows), range(cols)) if wrap else [(0, 0)]
    near = near_of(adjacency)
    kept: dict[tuple[int, ...], None] = {}
    for form, shift in product(turned, shifts):
        cells = np.roll(form, shift, axis=(0, 1)).ravel()
        if (near[np.ix_(cells, cells)] == near).all():
            kept[tuple(cells.tolist())] = None
    return np.array(list(kept), dtype=np.intp)


def near_of(adjacency: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Return which cells are neighbours, bool of shape (cells, cells)."""
    return (adjacency[:, None] >> np.arange(len(adjacency), dtype=np.uint64) & np.uint64(1)).astype(np.bool_)


@dataclass(frozen=True, eq=False)
class Space:
    """The boards of one shape over the letters of a lexicon."""

    rows: int
    cols: int
    rules: Rules
    """Of the boards; q is Qu only where the lexicon has both letters."""
    scored: Rules
    """The rules with the points of the objective."""
    lexicon: Lexicon
    points: NDArray[np.int32]
    """By length alone; `values` includes letters."""
    made: CompiledLexicon
    adjacency: NDArray[np.uint64]
    symmetries: NDArray[np.intp]

    @property
    def words(self) -> WordTable:
        """The words as the kernels take them."""
        return self.made.words

    @property
    def key(self) -> tuple[Hashable, ...]:
        """A key of kernels for these boards, among those with the same words."""
        shape = self.rows, self.cols, self.rules.topology, self.rules.wrap
        letters = tuple(sorted(self.scored.points.letter_values.items()))
        return *shape, self.points.tobytes(), letters, self.rules.min_length if letters else 0

    @cached_property
    def values(self) -> NDArray[np.int32]:
        """Points of the word at each place of the trie; 0 for one that is too short."""
        values = self.scored.points.values(self.lexicon, self.words.numbers)
        values[self.words.lengths < self.rules.min_length] = 0
        return values.astype(np.int32)

    @property
    def objective(self) -> str:
        """``score`` or ``words``."""
        return OBJECTIVES[self.scored is not self.rules]

    @property
    def n_cells(self) -> int:
        """Number of cells."""
        return self.rows * self.cols

    @property
    def n_letters(self) -> int:
        """Number of letters of the alphabet."""
        return len(self.lexicon.alphabet)

    @cached_property
    def spelling(self) -> int:
        """The letters that words have, one bit each."""
        return sum(1 << int(code) for code in np.unique(self.lexicon.letter_codes))

    @property
    def names(self) -> tuple[str, ...]:
        """The tiles by letter code."""
        return tuple("qu" if self.rules.qu and letter == "q" else letter for letter in self.lexicon.alphabet)

    def board(self, codes: NDArray[np.uint8]) -> Boggle:
        """Return the board of letter codes."""
        return Boggle(self.letters(codes), rules=self.rules)

    def letters(self, codes: NDArray[np.uint8]) -> LetterBoard:
        """Return the letters of a board of letter codes, or of many boards below each other."""
        tiles = codes.reshape(-1, self.cols).copy()
        names = (*self.names, HOLE)
        tiles[tiles >= len(names)] = len(names) - 1
        tiles.flags.writeable = False
        return LetterBoard(tiles, names)

    def scores(self, boards: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return the scores of boards of letter codes."""
        codes = np.ascontiguousarray(boards)
        many = Boards(self.rows, self.cols, codes, self.rules.qu, ())
        return ManySearch(many, self.lexicon, self.scored).scores().astype(np.int64)

    def canonical(self, boards: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the canonical form of each board: its first symmetric form in the order of the letters."""
        if not len(boards):
            return boards
        if len(boards) > CHUNK:
            parts = [self.canonical(boards[at : at + CHUNK]) for at in range(0, len(boards), CHUNK)]
            return np.concatenate(parts)
        # Codes from 1, since NumPy strings end at a zero byte.
        forms = np.ascontiguousarray(boards[:, self.symmetries] + np.uint8(1))
        texts = forms.view(f"S{self.n_cells}")[:, :, 0]
        texts.sort(axis=1)
        first = np.ascontiguousarray(texts[:, 0]).view(np.uint8).reshape(len(boards), self.n_cells)
        return first - np.uint8(1)


def space_of(
    shape: ShapeLike,
    lexicon: Lexicon | Iterable[str] | None,
    rules: Rules,
    objective: str = "score",
    most_cells: int = SMALL_CELLS,
) -> Space:
    """Return the boards of a shape; raise PuzzleError where the kernels cannot score them."""
    rows, cols = board_size(shape)
    if rows * cols > most_cells:
        raise PuzzleError(f"{rows}x{cols} board, expected at most {most_cells} cells")
    objective = check_choice("objective", objective, OBJECTIVES)
    if any(rules.points.multipliers):
        raise PuzzleError("multipliers of cells are not for many boards")
    words = board_lexicon(lexicon)
    if len(words.alphabet) > 32:
        raise PuzzleError(f"an alphabet of {len(words.alphabet)} letters, expected at most 32")
    rules = replace(rules, qu=rules.qu and {"q", "u"} <= set(words.alphabet))
    scored = replace(rules, scoring=Scoring((1,))) if objective == "words" else rules
    made = compiled(words, rules.qu)
    points = scored.points.table(rules.min_length)
    if made is None or not len(words):
        raise PuzzleError("no word of the list fits on the board")
    most = int(np.abs(points.astype(np.int64)) @ made.counts)
    if scored.points.letter_values:
        values = [abs(scored.points.letter_values.get(each, 0)) for each in words.alphabet]
        most += int(np.array(values, np.int64)[words.letter_codes].sum())
    if most >= MOST_SUM:
        raise PuzzleError(f"points of all words beyond {MOST_SUM:,}, expected less")
    masks, forms = _shape(rows, cols, rules.kind, rules.wrap)
    return Space(rows, cols, rules, scored, words, points, made, masks, forms)


@lru_cache(64)
def _shape(rows: int, cols: int, kind: int, wrap: bool) -> tuple[NDArray[np.uint64], NDArray[np.intp]]:
    """Return the neighbours and the symmetries of a shape, read-only."""
    masks = adjacency_masks(rows, cols, kind, wrap)
    forms = symmetries(rows, cols, masks, wrap)
    masks.flags.writeable = forms.flags.writeable = False
    return masks, forms
