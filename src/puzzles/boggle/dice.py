"""Where random boards come from: the dice of the game's editions, and letters by frequency.

Faces of the 4x4 sets: https://www.had2know.org/entertainment/play-boggle-word-search-game.html. Those of
the 5x5 and 6x6 sets are in many public programs, which agree on the 6x6 and know two 5x5 sets: here is the
one with CCENST.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...base import PuzzleError
from ..common.checks import check_seed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["DICE", "ENGLISH", "dice_for", "faces_of", "roll"]

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

ENGLISH = dict(
    zip(
        "abcdefghijklmnopqrstuvwxyz",
        [
            8.167,
            1.492,
            2.782,
            4.253,
            12.702,
            2.228,
            2.015,
            6.094,
            6.966,
            0.153,
            0.772,
            4.025,
            2.406,
            6.749,
            7.507,
            1.929,
            0.095,
            5.987,
            6.327,
            9.056,
            2.758,
            0.978,
            2.360,
            0.150,
            1.974,
            0.074,
        ],
        strict=True,
    )
)
"""Letter -> per cent of English text; R. Lewand, Cryptological Mathematics (2000), p. 36."""

AT_A_TIME = 1 << 20  # cells drawn together: a board takes a byte a cell, a drawing eight
_USUAL = {16: "1987", 25: "big", 36: "superbig"}


def dice_for(cells: int) -> str:
    """Return the name of the dice that a board of so many cells is usually made with.

    Examples
    --------
    >>> dice_for(16), dice_for(25), dice_for(10_000)
    ('1987', 'big', '1987')
    """
    return _USUAL.get(cells, "1987")


def faces_of(name: str | Sequence[Sequence[str]]) -> list[list[str]]:
    """Return the dice of a set, each a list of tiles ("" is a solid face), or dice of one's own, checked.

    Raises
    ------
    PuzzleError
        No such set; dice of different numbers of faces, or with a face that is no tile.

    Examples
    --------
    >>> faces_of("superbig")[12]
    ['an', 'er', 'he', 'in', 'qu', 'th']
    """
    if isinstance(name, (list, tuple)) and name:
        from .letter_dice import checked

        return checked(name)
    if not isinstance(name, str) or name not in DICE:
        raise PuzzleError(
            f"no dice are called {name!r:.40}, expected {', '.join([*DICE, 'uniform', 'english'])}"
        )
    return [[_TILES.get(face, face.lower()) for face in die] for die in DICE[name]]


def roll(
    rows: int, cols: int, dice: str | Sequence[Sequence[str]] | None = None, seed: int | None = None
) -> tuple[NDArray[np.uint8], tuple[str, ...]]:
    """Return a random board: tile numbers of shape (rows, cols), and the tiles.

    Parameters
    ----------
    rows, cols : int
        Size.
    dice : str or sequence of dice, optional
        A name of `DICE`, ``uniform`` (each letter as often as any other), ``english`` (as often as in
        English text), or dice of one's own (`dice_from`); by default the set of the board's size. Where the
        board has as many cells as the set has dice, each die is rolled once; else each cell is a roll of a
        die drawn from the set.
    seed : int, optional
        The same seed gives the same board.

    Examples
    --------
    >>> tiles, names = roll(4, 4, seed=1)
    >>> tiles.shape, names[:3]
    ((4, 4), ('a', 'b', 'c'))
    """
    import numpy as np

    rng = np.random.default_rng(check_seed(seed))
    cells = rows * cols
    letters = tuple(ENGLISH)
    drawn: NDArray[Any]
    if dice is not None and not isinstance(dice, str):
        faces_of(dice)  # which says what is wrong
    if dice == "uniform":
        drawn = rng.integers(0, len(letters), cells, dtype=np.uint8)
        return drawn.reshape(rows, cols), letters
    if dice == "english":
        bounds = np.cumsum(list(ENGLISH.values()))
        drawn = np.empty(cells, dtype=np.uint8)
        for start in range(0, cells, AT_A_TIME):
            part = rng.random(min(AT_A_TIME, cells - start)) * bounds[-1]
            drawn[start : start + AT_A_TIME] = np.searchsorted(bounds, part, side="right")
        return drawn.reshape(rows, cols), letters
    faces = faces_of(dice_for(cells) if dice is None else dice)
    names = tuple(sorted({face for die in faces for face in die}))
    numbers = np.array([[names.index(face) for face in die] for die in faces], dtype=np.uint8)
    if cells == len(faces):
        drawn = numbers[rng.permutation(cells), rng.integers(0, numbers.shape[1], cells)]
    else:
        drawn = numbers.ravel()[rng.integers(0, numbers.size, cells, dtype=np.uint8)]
    return drawn.reshape(rows, cols), names
