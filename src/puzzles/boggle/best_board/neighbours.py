"""Score all boards that differ from a board by a letter or a swap of two cells, in one walk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from ....base import PuzzleError
from ....core.walk.boggle_neighbours import MAX_CELLS, NeighbourScores
from ....lexicon import Lexicon
from ..kernel_cache import NO_LETTER, letter_codes
from ..puzzle import Boggle
from ..rules import rules_of
from .board_space import Space, space_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ....typing import BoardLike, ShapeLike


@dataclass(frozen=True, kw_only=True, eq=False)
class Neighbours:
    """Scores of a board and of all that differ from it by one letter or by a swap of two cells.

    Attributes
    ----------
    board : Boggle
    score : int
        Points of the board itself.
    alphabet : str
        The letters that cells can have; q is Qu where the board has Qu.
    letters : int64 array of shape (cells, letters)
        Points with each letter on each cell; the board's own where the cell has the letter or is a hole.
    swaps : int64 array of shape (cells, cells)
        Points with the tiles of two cells swapped, symmetric; the board's own where nothing changes.
    """

    board: Boggle
    score: int
    alphabet: str
    letters: NDArray[np.int64]
    swaps: NDArray[np.int64]
    codes: NDArray[np.uint8]
    space: Space

    def boards(self) -> Iterator[tuple[Boggle, int]]:
        """Yield each neighbour with its score: letters cell by cell, then swaps; holes left alone."""
        cells = np.flatnonzero(self.codes < len(self.alphabet)).tolist()
        for cell in cells:
            for letter in range(len(self.alphabet)):
                if letter != self.codes[cell]:
                    yield self._changed([cell], letter), int(self.letters[cell, letter])
        for a, b in combinations(cells, 2):
            if self.codes[a] != self.codes[b]:
                yield self._changed([a, b], self.codes[[b, a]]), int(self.swaps[a, b])

    def _changed(self, cells: list[int], letters: Any) -> Boggle:
        codes = self.codes.copy()
        codes[cells] = letters
        return self.space.board(codes)

    def best(self) -> tuple[Boggle, int]:
        """Return the neighbour with the highest score, the first of several; the board where it has none."""
        return max(self.boards(), key=lambda pair: pair[1], default=(self.board, self.score))


class Scorer:
    """Score the neighbours of boards of one space; one object serves one thread."""

    def __init__(self, space: Space) -> None:
        self.space, self.key = space, ("neighbours", *space.key)
        n = space.n_cells
        self.kernel: NeighbourScores | None = None
        if n <= MAX_CELLS and space.scored.points.by_length_only:
            self.kernel = space.made.take(
                self.key, lambda: NeighbourScores(space.words, space.adjacency, space.points)
            )
        self.letters = np.empty((n, space.n_letters), dtype=np.int64)
        self.swaps = np.empty((n, n), dtype=np.int64)

    def run(self, codes: NDArray[np.uint8]) -> None:
        """Fill `letters` and `swaps`."""
        if self.kernel is None or not self.kernel.run(codes, self.letters, self.swaps):
            self._one_by_one(codes)

    def end(self) -> None:
        """Return the kernel to the cache."""
        if self.kernel is not None:
            self.space.made.give(self.key, self.kernel)
            self.kernel = None

    def _one_by_one(self, codes: NDArray[np.uint8]) -> None:
        n_letters = self.letters.shape[1]
        own = np.flatnonzero(codes < n_letters)
        cells, letters = np.repeat(own, n_letters), np.tile(np.arange(n_letters), len(own))
        one, other = (own[side] for side in np.triu_indices(len(own), 1))
        made = changed(codes, cells, letters, one, other)
        scores = self.space.scores(np.concatenate([codes[None], made]))
        self.letters[:] = self.swaps[:] = scores[0]
        self.letters[cells, letters] = scores[1 : 1 + len(cells)]
        self.swaps[one, other] = self.swaps[other, one] = scores[1 + len(cells) :]


def changed(codes: NDArray[np.uint8], cells: Any, letters: Any, one: Any, other: Any) -> NDArray[np.uint8]:
    """Return a board with other letters on some cells, one each, and then with pairs of cells swapped."""
    made = np.repeat(codes[None], len(cells) + len(one), axis=0)
    made[np.arange(len(cells)), cells] = letters
    at = np.arange(len(cells), len(made))
    made[at, one], made[at, other] = codes[other], codes[one]
    return made


def score_neighbours(
    board: Boggle | BoardLike,
    lexicon: Lexicon | Iterable[str] | None = None,
    *,
    shape: ShapeLike | None = None,
    **rules: Any,
) -> Neighbours:
    """Score all boards that differ from a board by one letter or by a swap of two cells.

    Parameters
    ----------
    board : Boggle, or what `Boggle.parse` takes
        At most 64 cells, of single letters, Qu and holes; holes stay where they are.
    lexicon : Lexicon or iterable of str, optional
        The words that count, and the letters that cells can have (default: the embedded English list up to
        level 60).
    shape : optional
        As for `Boggle.parse`.
    **rules
        ``rules=Rules(…)``, or its fields by name; points by lengths and letters. A Boggle has its own, of
        which `min_length`, `scoring` and `qu` can change: then a q that a change brings in is Qu.

    Returns
    -------
    Neighbours

    Raises
    ------
    PuzzleError
        No board; tiles that are neither letters of the lexicon, nor Qu, nor holes.

    Notes
    -----
    One walk serves all neighbours: for each trie string it keeps the paths that spell it with at most one
    cell changed, or two swapped.

    Examples
    --------
    >>> found = score_neighbours("teas", Lexicon(["tea", "eat", "rate", "stare"]))
    >>> found.score, found.letters[3, found.alphabet.index("r")].item(), found.swaps.shape
    (2, 3, (4, 4))
    >>> print(found.best()[0].format().replace("\\n", "/"), found.best()[1])
    T E/A R 3
    """
    if isinstance(board, Boggle):
        asked = rules_of(rules, board.board_rules)
        if (asked.topology, asked.wrap) != (board.topology, board.wrap):
            raise PuzzleError(f"topology and wrap of {asked} for {board}, expected those of the board")
    else:
        board = Boggle.parse(board, shape=shape, **rules)
        asked = board.board_rules
    names = tuple(sorted(set(board.board.letters())))
    space = space_of(board.shape, lexicon, replace(asked, qu=asked.qu or "qu" in names))
    codes = _codes(board, names, space)
    scorer = Scorer(space)
    scorer.run(codes)
    scorer.end()
    return Neighbours(
        board=board,
        score=int(scorer.swaps[0, 0]),
        alphabet=space.lexicon.alphabet,
        letters=scorer.letters,
        swaps=scorer.swaps,
        codes=codes,
        space=space,
    )


def _codes(board: Boggle, names: tuple[str, ...], space: Space) -> NDArray[np.uint8]:
    """Return the letter codes of a board, which must be letters, Qu and holes."""
    plain = letter_codes(names, space.lexicon.alphabet)
    if plain is None or (space.rules.qu and "q" in names):
        raise PuzzleError("tiles other than single letters, expected letters, Qu and holes")
    by_name = dict(zip(names, plain[0].tolist(), strict=True))
    for name, code in by_name.items():
        if name and code == NO_LETTER:
            raise PuzzleError(f"tile {name!r}, expected letters that the lexicon has")
    return np.array([by_name[name] for name in board.board.letters()], dtype=np.uint8)
