"""Rules of a board: which cells are neighbours, what a q is, and what words are worth."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, TypeVar

from ...base import PuzzleError
from ...options import check_options, option, with_changes
from ..framework.arguments import TOPOLOGIES, check_bool, check_choice, check_seed, check_whole
from .scoring import USUAL, Scoring

T = TypeVar("T")

MOST_LETTERS = 254  # of a word

DICE = (
    "choose the dice: 1976, 1987, big, superbig, or faces such as 'AAEEGN ABBJOO …'; or a letter"
    " distribution: uniform, english (default: 1987, big on 5x5, superbig on 6x6)"
)
"""Help of ``--dice``."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Which cells are neighbours, what a q is, and what words are worth.

    A function that takes a board takes ``rules=Rules(…)``, or the fields one by one: ``wrap=True`` is short
    for ``rules=Rules(wrap=True)``, and changes that field where both are given. A board keeps its rules
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
        An unknown topology, a `min_length` outside 1 to 254, a value that is no scoring.

    Examples
    --------
    >>> from unriddle import Boggle
    >>> from unriddle.puzzles.boggle import Rules
    >>> torus = Rules(topology="rook", wrap=True, min_length=2)
    >>> Boggle.parse("PIET/GAAT/ATMS/HUIS", rules=torus).solve(["huis", "ei", "mit"]).words
    ['ei', 'huis']
    """

    topology: str = option(
        "king", "choose the neighbours of a cell: king 8, rook 4, hex 6", choices=tuple(TOPOLOGIES)
    )
    wrap: bool = option(False, "join opposite edges (a torus)")
    qu: bool = option(False, "read a lone q as Qu")
    min_length: int = option(3, "use words of at least N letters", type=int, metavar="N")
    scoring: Scoring | None = None

    def __post_init__(self) -> None:
        topology = check_choice("topology", self.topology, TOPOLOGIES)
        least = check_whole("min_length", self.min_length, 1, MOST_LETTERS)
        scoring: Any = self.scoring
        if isinstance(scoring, Mapping):
            scoring = Scoring.from_dict(scoring)
        if scoring is not None and not isinstance(scoring, Scoring):
            raise PuzzleError(f"scoring={scoring!r:.40}, expected Scoring(…) or None")
        set_field = object.__setattr__  # the class is frozen
        set_field(self, "topology", topology)
        set_field(self, "min_length", least)
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


def rules_of(changes: Mapping[str, Any], known: Rules = USUAL_RULES) -> Rules:
    """Return the rules that keywords give, as ``rules`` or by field; other fields are as in `known`."""
    if not changes:
        return known
    fields = dict(changes)
    given = fields.pop("rules", None)
    if given is not None and not isinstance(given, Rules):
        raise PuzzleError(f"rules={given!r:.40}, expected Rules(topology=…, wrap=…, …) or None")
    if not fields:
        return given or known
    if "lexicon" in fields:  # of a board, which has no words
        raise TypeError("unexpected keyword argument 'lexicon'; pass it to solve(lexicon=…)")
    if given is None and known is USUAL_RULES and "scoring" not in fields:
        with suppress(TypeError):  # an unhashable value or unknown name: reported below
            return _cached_rules(**fields)
    found: Rules = with_changes(given or known, fields)
    return found


_cached_rules = lru_cache(256, typed=True)(Rules)


def search_rules(changes: Mapping[str, Any], own: Rules, n_cells: int) -> Rules:
    """Return the rules of a search of a board: its `own` ones with another `min_length` or `scoring`."""
    if not changes and own.scoring is None:
        return own
    rules = rules_of(changes, own)
    for name in ("topology", "wrap", "qu"):
        asked, known = getattr(rules, name), getattr(own, name)
        if asked != known:
            raise PuzzleError(f"{name}={asked!r} for a board of {name}={known!r}, expected its own")
    marks = rules.points.multipliers
    if len(marks) not in (0, n_cells):
        raise PuzzleError(f"{len(marks)} multipliers, expected one a cell, {n_cells}")
    return rules


def seed_of(seed: object) -> int:
    """Return a random seed, a new one for None."""
    given = check_seed(seed)
    if given is not None:
        return given
    import numpy as np

    return int(np.random.SeedSequence().generate_state(1)[0])


def options_and_rules(kind: type[T], chosen: T | None, changes: Mapping[str, Any]) -> tuple[T, Rules]:
    """Return options and rules from the keywords of one call; names that are no option are rules.

    `chosen` is None for the defaults of the options class `kind`.
    """
    given = kind if chosen is None else check_options(chosen, kind)
    names = {field.name for field in fields(kind)}  # type: ignore[arg-type]
    own = {name: value for name, value in changes.items() if name in names}
    rest = {name: value for name, value in changes.items() if name not in names}
    return with_changes(given, own), rules_of(rest)
