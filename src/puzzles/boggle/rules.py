"""The rules of a board and of what counts on it, in one object that is checked once."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal, TypedDict, cast

from ...base import PuzzleError
from ..framework.arguments import TOPOLOGIES, check_bool, check_choice
from .scoring import USUAL, Scoring

__all__ = ["TOPOLOGIES", "USUAL_RULES", "RuleWords", "Rules", "rules_of"]

MOST_LETTERS = 254  # of a word


@dataclass(frozen=True, slots=True)
class Rules:
    """Which cells are neighbours, what a q is, and what words are worth.

    What takes a board takes ``rules=Rules(…)``, or its fields one by one: ``wrap=True`` is short for
    ``rules=Rules(wrap=True)``, and changes that field where both are given. A board keeps its rules
    (`Boggle.board_rules`); a search of it may ask for another `min_length` and `scoring`.

    Parameters
    ----------
    topology : str, optional
        ``king`` (8 neighbours), ``rook`` (4) or ``hex`` (6: each row is set half a cell to the right of the
        one above).
    wrap : bool, optional
        Opposite edges touch (a torus).
    qu : bool, optional
        A lone q is Qu.
    min_length : int, optional
        Fewest letters of a word.
    scoring : Scoring, optional
        The usual points by length by default.

    Raises
    ------
    PuzzleError
        An unknown topology, a `min_length` beyond 1 to 254, a scoring that is none.

    Examples
    --------
    >>> from unriddle import Boggle
    >>> from unriddle.puzzles.boggle import Rules
    >>> torus = Rules(topology="rook", wrap=True, min_length=2)
    >>> Boggle.parse("PIET/GAAT/ATMS/HUIS", rules=torus).solve(["huis", "ei", "mit"]).words
    ['ei', 'huis']
    """

    topology: str = "king"
    wrap: bool = False
    qu: bool = False
    min_length: int = 3
    scoring: Scoring | None = None

    def __post_init__(self) -> None:
        check_choice("topology", self.topology, TOPOLOGIES)
        least = self.min_length
        if isinstance(least, bool) or not isinstance(least, int) or not 1 <= least <= MOST_LETTERS:
            raise PuzzleError(f"min_length={least!r:.40}, expected a whole number from 1 to {MOST_LETTERS}")
        scoring: Any = self.scoring
        if isinstance(scoring, Mapping):
            scoring = Scoring.from_dict(scoring)
        if scoring is not None and not isinstance(scoring, Scoring):
            raise PuzzleError(f"scoring={scoring!r:.40}, expected Scoring(…) or None")
        set_field = object.__setattr__  # the class is frozen
        set_field(self, "wrap", check_bool("wrap", self.wrap))
        set_field(self, "qu", check_bool("qu", self.qu))
        set_field(self, "scoring", None if scoring is None or scoring == USUAL else scoring)

    @property
    def kind(self) -> int:
        """Number of the topology in `unriddle.core.topology`."""
        return TOPOLOGIES[self.topology]

    @property
    def points(self) -> Scoring:
        """The scoring, the usual points where none is given."""
        return self.scoring or USUAL

    def to_dict(self) -> dict[str, Any]:
        """Return topology and wrap, and what differs from the usual rules, as JSON values.

        Examples
        --------
        >>> Rules(wrap=True, min_length=4).to_dict()
        {'topology': 'king', 'wrap': True, 'min_length': 4}
        """
        values: dict[str, Any] = {"topology": self.topology, "wrap": self.wrap}
        if self.qu:
            values["qu"] = True
        if self.min_length != USUAL_RULES.min_length:
            values["min_length"] = self.min_length
        if self.scoring is not None:
            values["scoring"] = self.scoring.to_dict()
        return values


USUAL_RULES = Rules()
"""Eight neighbours, words of three letters or more, the points of the game's rules."""


class RuleWords(TypedDict, total=False):
    """The keywords by which rules are given: all of them, or field by field."""

    rules: Rules | None
    topology: Literal["king", "rook", "hex"]
    wrap: bool
    qu: bool
    min_length: int
    scoring: Scoring | None


def rules_of(words: RuleWords, known: Rules = USUAL_RULES) -> Rules:
    """Return the rules that keywords give; what they do not name is as in `known`.

    Raises
    ------
    PuzzleError
        `rules` that are none, or a field with a wrong value.
    TypeError
        A keyword that no rule has.

    Examples
    --------
    >>> rules_of({"rules": Rules(wrap=True), "min_length": 2}) == Rules(wrap=True, min_length=2)
    True
    """
    if not words:
        return known
    fields = cast("dict[str, Any]", words)
    given = fields.get("rules")
    if given is not None and not isinstance(given, Rules):
        raise PuzzleError(f"rules={given!r:.40}, expected Rules(topology=…, wrap=…, …) or None")
    if "rules" in fields:
        fields = {name: value for name, value in fields.items() if name != "rules"}
        if not fields:
            return given or known
    if given is None and known is USUAL_RULES and "scoring" not in fields:
        with suppress(TypeError):  # a value without a hash is no rule, and a name that is none: said below
            return _plain_rules(**fields)
    return replace(given or known, **fields)


def asked_of(words: RuleWords, own: Rules, n_cells: int) -> Rules:
    """Return the rules of a search of a board; what they do not name is as in its `own`.

    Raises
    ------
    PuzzleError
        As for `rules_of`; another topology than the board's; multipliers for another number of cells.

    Examples
    --------
    >>> asked_of({"min_length": 4}, Rules(wrap=True), 16) == Rules(wrap=True, min_length=4)
    True
    """
    rules = rules_of(words, own)
    for name in ("topology", "wrap", "qu") if rules is not own else ():
        asked, known = getattr(rules, name), getattr(own, name)
        if asked != known:
            raise PuzzleError(f"{name}={asked!r} for a board of {name}={known!r}, expected its own")
    marks = rules.scoring.multipliers if rules.scoring is not None else ()
    if len(marks) not in (0, n_cells):
        raise PuzzleError(f"{len(marks)} multipliers, expected one a cell, {n_cells}")
    return rules


_plain_rules = lru_cache(256, typed=True)(Rules)
