"""Neighbours of known boards, the search for the best board, and proofs, with ENABLE2K."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from unriddle import Lexicon, Limits
from unriddle.puzzles.boggle import best, prove
from unriddle.puzzles.boggle.cases.best import kernel_of, neighbours_of
from unriddle.puzzles.common.cases import Case, visited

from .data import enable2k, known, rows

BOARDS = {"best 4x4": "perslatgsineters", "best 5x5": "ligdrmanesietildsracsepes"}
OPTIMA = (("3x3", 545, 20), ("4x4", 3625, 50))
"""Shape, points of the best board (proven), boards of the pool."""
PROOFS = (("2x2", 15), ("2x3", 80), ("3x3", 500))
"""Shape, and the points that a board shall have; 42 boards of 3x3 have 500."""
OTHERS = (
    ("enable2k", "words", 279, 1),
    ("sgb_words", "score", 124, 3),
    ("sgb_words", "words", 62, 3),
    ("embedded", "score", 647, 1),
    ("embedded", "words", 324, 1),
)
"""List, objective, the most that a 3x3 board has of it, boards that have it."""


def cases(quick: bool, data: Path | None) -> list[Case]:
    """Return the cases."""
    made = []
    for name, text in BOARDS.items():
        group = f"boggle neighbours of the {name}, enable2k"
        made += neighbours_of(group, partial(_board, text, data), len(text), **known(data))
    for shape, points, pool in () if quick else OPTIMA:
        made.append(_best(shape, points, pool, data))
    made += [_prove(shape, least, data) for shape, least in (PROOFS[:1] if quick else PROOFS)]
    return made + [_prove_best(*other, data) for other in (OTHERS[:0] if quick else OTHERS)]


def _board(text: str, data: Path | None) -> tuple[str, Lexicon]:
    return text, enable2k(data)


def _best(shape: str, points: int, pool: int, data: Path | None, seeds: int = 5) -> Case:
    """Return the search until the proven optimum is reached, over seeds."""

    def prepare() -> Callable[[], Any]:
        lexicon, limits = enable2k(data), Limits(seconds=60)

        def search(seed: int) -> Any:
            return best(
                shape, lexicon, qu=True, seed=seed, pool=pool, target=points, limits=limits, threads=1
            )

        return lambda: [search(seed) for seed in range(seeds)]

    return kernel_of(
        f"boggle best {shape}, pool of {pool}, enable2k",
        prepare,
        item="search",
        answer=lambda found: [result.score for result in found],
        nodes=lambda found: sum(result.stats.generated for result in found),
        facts=lambda found: {"in_first_round": sum(result.rounds == 0 for result in found)},
        once=True,
        **known(data, seeds, [points] * seeds),
    )


def _prove(shape: str, least: int, data: Path | None) -> Case:
    def prepare() -> Callable[[], Any]:
        lexicon = enable2k(data)
        return lambda: prove(shape, least, lexicon, qu=True, threads=1)

    return kernel_of(
        f"boggle prove {shape}, enable2k",
        prepare,
        item="shape",
        answer=lambda found: [len(found.boards)],
        nodes=visited,
        facts=lambda found: {"boards": len(found.boards), "terms": found.stats.generated},
        check=lambda found: "classes of boards are left" if found.remaining else "",
        once=True,
        **known(data, 1, [42] if shape == "3x3" else ()),
    )


def _prove_best(name: str, objective: str, least: int, boards: int, data: Path | None) -> Case:
    """Return the proof that no 3x3 board has more than the best ones of a list."""

    def prepare() -> Callable[[], Any]:
        lexicon = Lexicon.load("english")
        if name != "embedded":
            lexicon = enable2k(data) if name == "enable2k" else Lexicon(rows(data, f"{name}.txt"))
        return lambda: prove("3x3", least, lexicon, qu=True, threads=1, objective=objective)

    def wrong(found: Any) -> str:
        if found.remaining:
            return "classes of boards are left"
        return "" if set(found.scores) == {least} else f"the best have {found.scores}, expected {least}"

    return kernel_of(
        f"boggle prove 3x3, {objective}, {name}",
        prepare,
        item="shape",
        answer=lambda found: [len(found.scores)],
        nodes=visited,
        check=wrong,
        once=True,
        **known(data, 1, [boards]),
    )
