"""Boards that are made, not read: random rolls, and boards to order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Self, Unpack

from .parse import LetterBoard, board_size, with_qu
from .rules import RuleWords, rules_of

if TYPE_CHECKING:
    from ...lexicon import Lexicon
    from ...typing import DiceLike, ShapeLike
    from .dice.dice import Dice
    from .generation.generate import OrderWords
    from .puzzle import Boggle

__all__ = ["MadeBoards"]


class MadeBoards:
    """How new boards are made; of `Boggle`."""

    __slots__ = ()

    @classmethod
    def random(
        cls,
        shape: ShapeLike = 4,
        *,
        dice: DiceLike | Dice | None = None,
        seed: int | None = None,
        **rules: Unpack[RuleWords],
    ) -> Self:
        """Return a random board.

        Parameters
        ----------
        shape : str, int or pair, optional
            Rows and columns; one number for a square.
        dice : str or sequence, optional
            ``1976`` and ``1987`` (4x4), ``big`` (5x5), ``superbig`` (6x6, with tiles of two letters and solid
            faces), ``uniform``, ``english`` (letters as often as in English text), or dice of your own, as
            for `unriddle.boggle.generate`; by default the set of the board's size, else faces drawn from the
            4x4 set of 1987.
        seed : int, optional
            The same seed gives the same board.
        **rules
            As for `parse`.

        Raises
        ------
        PuzzleError
            No shape, no such dice.

        Examples
        --------
        >>> from unriddle import Boggle
        >>> Boggle.random("5x5", dice="big", seed=1) == Boggle.random(5, seed=1)
        True
        """
        from .dice.dice import roll

        made = rules_of(rules)
        tiles, names = roll(*board_size(shape), dice, seed)
        tiles.flags.writeable = False
        board = LetterBoard(tiles, names)
        kind: Any = cls
        found: Self = kind(with_qu(board) if made.qu else board, rules=made)
        return found

    @classmethod
    def generate(
        cls,
        shape: ShapeLike = 4,
        lexicon: Lexicon | Iterable[str] | None = None,
        *,
        dice: DiceLike | Dice | None = None,
        seed: int | None = None,
        **options: Unpack[OrderWords],
    ) -> Boggle:
        """Return a random board that dice can show, as it is wished: so many words, points, with some words.

        See `unriddle.boggle.generate` for what `dice` and `options` may be.

        Examples
        --------
        >>> from unriddle import Boggle
        >>> board = Boggle.generate(3, ["tea", "eat", "ate"], words=3, dice="english", seed=1)
        >>> board.solve(["tea", "eat", "ate"]).count
        3
        """
        from .generation.generate import generate

        return generate(shape, lexicon, dice=dice, seed=seed, **options)
