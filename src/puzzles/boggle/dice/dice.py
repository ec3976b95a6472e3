"""Dice of the game's editions, dice of one's own, and letters by frequency.

Faces of the 4x4 sets: https://www.had2know.org/entertainment/play-boggle-word-search-game.html. Those of
the 5x5 and 6x6 sets are in many public programs, which agree on the 6x6 and know two 5x5 sets: here is the
one with CCENST.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from string import ascii_lowercase, ascii_uppercase
from typing import TYPE_CHECKING, Any

import numpy as np

from ....arrow import lists_of
from ....base import PuzzleError
from ....io.text import printable
from ....lexicon.normalise import fold
from ...framework.arguments import check_seed, check_shape, check_whole
from ..rules import seed_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ....lexicon import Lexicon
    from ....typing import DiceLike, ShapeLike

_DICE = {
    "1976": """AACIOT ABILTY ABJMOQ ACDEMP ACELRS ADENVZ AHMORS BIFORX
        DENOSW DKNOTU EEFHIY EGINTV EGKLUY EHINPS ELPSTU GILRUW""",
    "1987": """AAEEGN ABBJOO ACHOPS AFFKPS AOOTTW CIMOTU DEILRX DELRVY
        DISTTY EEGHNW EEINSU EHRTVW EIOSST ELRTTY HIMNUQ HLNNRZ""",
    "big": """AAAFRS AAEEEE AAFIRS ADENNN AEEEEM AEEGMU AEGMNN AFIRSY BJKQXZ CCENST CEIILT CEILPT CEIPST
        DDHNOT DHHLOR DHLNOR DHLNOR EIIITT EMOTTT ENSSSU FIPRSY GORRVW IPRRRY NOOTUW OOOTTU""",
    "superbig": """AAAFRS AAEEEE AAEEOO AAFIRS ABDEIO ADENNN AEEEEM AEEGMU AEGMNN AEILMN AEINOU AFIRSY
        123456 BBJKXZ CCENST CDDLNN CEIITT CEIPST CFGNUY DDHNOT DHHLOR DHHNOW DHLNOR EHILRS
        EIILST EILPST EIO### EMTTTO ENSSSU GORRVW HIRSTV HOPRST IPRSYY JKQWXZ NOOTUW OOOTTU""",
}
_TILES = {"Q": "qu", "#": "", "1": "an", "2": "er", "3": "he", "4": "in", "5": "qu", "6": "th"}
DICE = {name: faces.split() for name, faces in _DICE.items()}
"""Name of a set -> its dice, a letter a face: Q is Qu, # a solid face, 1 to 6 are An Er He In Qu Th."""

_PER_CENT = """8.167 1.492 2.782 4.253 12.702 2.228 2.015 6.094 6.966 0.153 0.772 4.025 2.406
    6.749 7.507 1.929 0.095 5.987 6.327 9.056 2.758 0.978 2.360 0.150 1.974 0.074"""
ENGLISH = dict(zip(ascii_lowercase, map(float, _PER_CENT.split()), strict=True))
"""Letter -> per cent of English text; R. Lewand, Cryptological Mathematics (2000), p. 36."""

LETTERS = ("uniform", "english")
"""Names of letter frequencies, without dice."""
ROW_DICE = [*(name for name, dice in DICE.items() if set("".join(dice)) <= set(ascii_uppercase)), *LETTERS]
"""Dice of a `RandomBoard`: their faces are letters, Q for Qu."""
AT_A_TIME = 1 << 20  # cells drawn together: a board takes a byte a cell, a drawing eight
MOST_DICE, MOST_SIDES, LONGEST_TILE, SIDES = 64, 64, 16, 6
PLACE = 63  # bits of a sort key that hold the number of the die
USUAL = {16: "1987", 25: "big", 36: "superbig"}


@dataclass(frozen=True, eq=False)
class Dice:
    """Dice, or letters by weight, that random boards are rolled with.

    Attributes
    ----------
    given : str or list of list of str
        Argument of `dice_of`: a name, dice as text, or their tiles.
    names : tuple of str
        The tiles in order; "" is a solid face.
    faces : uint8 array of shape (dice, sides), or None
        Numbers of the tiles on each die, None where cells are drawn by weight.
    weights : float64 array of shape (tiles,), or None
        Cumulative weights of the tiles.

    Examples
    --------
    >>> dice = dice_of("AB CD EF GQ")
    >>> dice.names, dice.each_once(4), dice.each_once(9)
    (('a', 'b', 'c', 'd', 'e', 'f', 'g', 'qu'), True, False)
    """

    given: str | list[list[str]]
    names: tuple[str, ...]
    faces: NDArray[np.uint8] | None = None
    weights: NDArray[np.float64] | None = None

    def __str__(self) -> str:
        return self.given if isinstance(self.given, str) else " ".join(map("/".join, self.given))

    def each_once(self, cells: int) -> bool:
        """Return whether a board of a number of cells shows each die once."""
        return self.faces is not None and len(self.faces) == cells

    @cached_property
    def tiles(self) -> list[list[str]]:
        """The tiles on each die, none where cells are drawn by weight."""
        return [] if self.faces is None else [[self.names[k] for k in die] for die in self.faces.tolist()]

    @cached_property
    def having(self) -> list[list[int]]:
        """The dice that have each tile, none where cells are drawn by weight."""
        found: list[list[int]] = [[] for _ in self.names]
        for die, faces in enumerate([] if self.faces is None else self.faces.tolist()):
            for tile in sorted(set(faces)):
                found[tile].append(die)
        return found

    def with_qu(self) -> Dice:
        """Return the same with Qu for each lone q."""
        return replace(self, names=tuple("qu" if name == "q" else name for name in self.names))

    def only(self, dice: Sequence[int]) -> Dice:
        """Return some of the dice, with the same numbers of tiles."""
        assert self.faces is not None
        return Dice(self.given, self.names, self.faces[list(dice)])

    def rolls(
        self, n: int, cells: int, rng: np.random.Generator, once: bool | None = None
    ) -> NDArray[np.uint8]:
        """Return tile numbers of n random boards, uint8 of shape (n, cells).

        Where a board has as many cells as there are dice, or with `once`, each die is rolled once, in a
        random order; else each cell is a roll of a die drawn from them.
        """
        if self.weights is not None:
            drawn = rng.random((n, cells)) * self.weights[-1]
            cut: NDArray[np.uint8] = np.searchsorted(self.weights, drawn, side="right").astype(np.uint8)
            return cut
        assert self.faces is not None
        flat = self.faces.ravel()
        if not (self.each_once(cells) if once is None else once):
            return flat.take(rng.integers(0, flat.size, (n, cells), dtype=np.uint16))
        rolled: NDArray[np.uint8] = flat.take(self.slots(n, rng))
        return rolled

    def slots(self, n: int, rng: np.random.Generator) -> NDArray[np.uint16]:
        """Return the face that each cell of n boards shows, each die rolled once: uint16 of shape (n, dice).

        They are places in `faces`, flattened: faces may change while the rolls stay the same.
        """
        assert self.faces is not None
        cells, sides = self.faces.shape
        # Dice sorted by random keys are in a random order.
        keys = rng.integers(0, 1 << 64, (n, cells), dtype=np.uint64)
        keys &= ~np.uint64(PLACE)
        keys |= np.arange(cells, dtype=np.uint64)
        keys.sort(axis=1)
        at = keys.astype(np.uint16)
        at &= np.uint16(PLACE)
        at *= np.uint16(sides)
        at += rng.integers(0, sides, (n, cells), dtype=np.uint8)
        return at


def faces_of(name: str) -> list[list[str]]:
    """Return the dice of a set, each a list of tiles ("" is a solid face)."""
    return [_tiles_of(die) for die in DICE[name]]


def _unknown(dice: object) -> PuzzleError:
    named = ", ".join([*DICE, *LETTERS])
    return PuzzleError(f"no dice are called {dice!r:.40}; use {named}, or faces such as 'AAEEGN ABBJOO …'")


def dice_of(dice: DiceLike | Dice | None = None, cells: int = 16) -> Dice:
    """Return dice by name, by default the usual ones of a board of some cells, or your own.

    A name of `DICE`, ``uniform`` or ``english``; dice as text, ``"AAEEGN ABBJOO …"``, a letter a face; or a
    sequence of dice, each such a text or a sequence of tiles, where q is q and "" a solid face.
    """
    if isinstance(dice, Dice):
        return dice
    name = USUAL.get(cells, "1987") if dice is None else dice
    if isinstance(name, str) and name in LETTERS:
        each = [1.0] * len(ENGLISH) if name == "uniform" else list(ENGLISH.values())
        return Dice(name, tuple(ENGLISH), weights=np.cumsum(each))
    if isinstance(name, str) and name in DICE:
        return _made(name, faces_of(name))
    parts = name.split() if isinstance(name, str) else lists_of(name, name="dice")
    if not isinstance(parts, Sequence) or isinstance(parts, bytes) or len(parts) < 1 + isinstance(name, str):
        raise _unknown(dice)
    own = [_tiles_of(die) for die in parts]
    letters = {tile: face for face, tile in reversed(_TILES.items())}
    faces = [[letters.get(tile, tile.upper()) for tile in die] for die in own]
    plain = len(own) > 1 and all(len(face) == 1 for die in faces for face in die)
    if plain and not any("q" in die for die in own):  # as text Q is Qu
        return _made(" ".join("".join(die) for die in faces), own)
    return _made(own, own)


def _tiles_of(die: Any) -> list[str]:
    """Return the tiles of a die: a letter a face of a text, else tile by tile."""
    if isinstance(die, str):
        die = [_TILES.get(face, face) for face in die.upper()]
    elif not isinstance(die, Iterable) or isinstance(die, bytes):
        raise _unknown(die)
    tiles = list(die)
    for tile in tiles:
        if not isinstance(tile, str) or len(tile) > LONGEST_TILE or (tile and not tile.isalpha()):
            shown = printable(str(tile))
            raise PuzzleError(f"{shown!r:.40} on a die, expected letters, or # for a solid face")
    return [fold(tile) for tile in tiles]


def _made(given: str | list[list[str]], dice: list[list[str]]) -> Dice:
    sides = len(dice[0])
    if len(dice) > MOST_DICE or not 1 <= sides <= MOST_SIDES:
        expected = f"at most {MOST_DICE} dice of 1 to {MOST_SIDES} faces"
        raise PuzzleError(f"{len(dice)} dice of {sides} faces, expected {expected}")
    for number, die in enumerate(dice, 1):
        if len(die) != sides:
            raise PuzzleError(f"die {number} has {len(die)} faces, expected {sides} as the first")
    names = tuple(sorted({tile for die in dice for tile in die}))
    if len(names) > 255:
        raise PuzzleError(f"{len(names)} different tiles, expected at most 255")
    faces = np.array([[names.index(tile) for tile in die] for die in dice], dtype=np.uint8)
    return Dice(given, names, faces)


def roll(
    rows: int, cols: int, dice: DiceLike | Dice | None = None, seed: int | None = None
) -> tuple[NDArray[np.uint8], tuple[str, ...]]:
    """Return a random board: tile numbers of shape (rows, cols), and the tiles; see `Boggle.random`."""
    rng = np.random.default_rng(check_seed(seed))
    cells = rows * cols
    kind = dice_of(dice, cells)
    drawn: NDArray[Any]
    if kind.given == "uniform":
        drawn = rng.integers(0, len(kind.names), cells, dtype=np.uint8)
    elif kind.faces is None:
        drawn = np.empty(cells, dtype=np.uint8)
        for start in range(0, cells, AT_A_TIME):
            drawn[start : start + AT_A_TIME] = kind.rolls(1, min(AT_A_TIME, cells - start), rng)[0]
    elif kind.each_once(cells):
        drawn = kind.faces[rng.permutation(cells), rng.integers(0, kind.faces.shape[1], cells)]
    else:
        width = np.uint8 if kind.faces.size <= 1 << 8 else np.uint16
        drawn = kind.faces.ravel()[rng.integers(0, kind.faces.size, cells, dtype=width)]
    return drawn.reshape(rows, cols), kind.names


def dice_from(letters: Lexicon | Mapping[str, float], dice: int = 16) -> list[list[str]]:
    """Return dice of six faces whose letters come about as often as those of a word list.

    Parameters
    ----------
    letters : Lexicon or mapping of tile to weight
        The words, or a weight per tile, such as `Lexicon.letter_frequencies`; tiles of several letters too.
    dice : int, optional
        Number of dice: the cells of the board.

    Returns
    -------
    list of lists of str
        The faces of each die, for `Boggle.random`.

    Raises
    ------
    PuzzleError
        A wrong weight, no weight above 0, more tiles than faces.

    Notes
    -----
    Every tile of a weight above 0 has a face, and the rest is apportioned by the method of Sainte-Laguë. A
    tile is twice on a die only where it has more faces than there are dice. The same weights give the same
    dice.

    Examples
    --------
    >>> from unriddle import Lexicon
    >>> dice = dice_from(Lexicon.load("english"))
    >>> len(dice), dice[0], sum(face == "e" for die in dice for face in die)
    (16, ['e', 's', 'a', 'r', 'c', 'u'], 10)
    >>> dice_from({"a": 3, "qu": 1}, dice=2)
    [['a', 'a', 'a', 'a', 'a', 'qu'], ['a', 'a', 'a', 'a', 'qu', 'qu']]
    """
    weights = letters if isinstance(letters, Mapping) else letters.letter_frequencies()
    count = check_whole("dice", dice, 1, MOST_DICE)
    faces = apportion(weights, SIDES * count)
    dealt = [tile for tile in sorted(faces, key=lambda tile: -faces[tile]) for _ in range(faces[tile])]
    return [dealt[die::count] for die in range(count)]


def dice_for_board(letters: Lexicon, shape: ShapeLike) -> list[list[str]]:
    """Return the dice of `dice_from` for a board: one per cell, or 16 for fewer cells and beyond 64."""
    rows, cols = check_shape(shape)
    return dice_from(letters, rows * cols if 16 <= rows * cols <= 64 else 16)


def apportion(weights: Mapping[str, float], places: int) -> dict[str, int]:
    """Return how many of `places` each tile has, in the order of the weights; none of weight 0."""
    for tile, weight in weights.items():
        if not isinstance(tile, str) or not tile.isalpha() or len(tile) > LONGEST_TILE:
            raise PuzzleError(f"tile {tile!r:.40}, expected 1 to {LONGEST_TILE} letters")
        if not isinstance(weight, (int, float)) or not 0 <= weight < math.inf:
            raise PuzzleError(f"weight {weight!r:.40} of {tile}, expected a number from 0 up")
    found = {tile: 1 for tile, weight in weights.items() if weight}
    if not 0 < len(found) <= places:
        raise PuzzleError(f"{len(found)} tiles for {places} faces, expected 1 to {places}")
    for _ in range(places - len(found)):
        most = max(found, key=lambda tile: weights[tile] / (2 * found[tile] + 1))
        found[most] += 1
    return found


class RandomBoard:
    """A random board of any size, whose cells are drawn when they are read.

    It is never in memory, and the same for any number of threads, shards or machines. Rows are drawn in
    blocks with a seed each, so it differs from the board of `Boggle.random` with the same seed.

    Parameters
    ----------
    shape : str, int or pair
        Rows and columns.
    dice : str, optional
        ``1976``, ``1987`` or ``big`` (a face of the set for each cell, Q is Qu), ``uniform`` or ``english``;
        the dice of 1987 by default.
    seed : int, optional
        The same seed gives the same board.

    Raises
    ------
    PuzzleError
        A wrong shape; unknown dice, or dice with tiles of several letters.

    Examples
    --------
    >>> board = RandomBoard("100000x100000", seed=1)
    >>> board.shape, board.dice
    ((100000, 100000), '1987')
    """

    def __init__(self, shape: ShapeLike, *, dice: str | None = None, seed: int | None = None) -> None:
        self.shape = check_shape(shape)
        self.dice = "1987" if dice is None else dice
        if self.dice not in ROW_DICE:
            wrong = f"no dice are called {self.dice!r:.40}"
            if self.dice in DICE:
                wrong = f"dice {self.dice} have tiles of several letters"
            raise PuzzleError(f"{wrong}, expected {', '.join(ROW_DICE)}")
        self.seed = seed_of(seed)

    def __repr__(self) -> str:
        return f"RandomBoard('{self.shape[0]}x{self.shape[1]}', dice={self.dice!r}, seed={self.seed})"

    def weights(self) -> dict[str, float]:
        """Return the frequency of each tile."""
        if self.dice == "uniform":
            return dict.fromkeys(ENGLISH, 1.0)
        if self.dice == "english":
            return dict(ENGLISH)
        faces = [face for die in faces_of(self.dice) for face in die]
        return {face: float(faces.count(face)) for face in sorted(set(faces))}
