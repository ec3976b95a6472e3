"""Neighbours of known boards, the search for the best board, and proofs, with ENABLE2K."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.case import Case, visited
from benchmarks.suites.boggle.best import kernel_of, neighbours_of
from unriddle import Lexicon, Limits
from unriddle.puzzles.boggle import Rules, best, prove
from unriddle.puzzles.boggle.best_board.board_space import space_of
from unriddle.puzzles.boggle.proof.engine import tree_of

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
CLASS = ("chkmpt aeiou lnrsy/lnrsy lnrsy aeiou/chkmpt aeiou lnrsy/aeiou lnrsy bdfgjvwxz", 1400)
"""A class of 4x3 boards that others have bounded as well, and the points asked for: none has as many."""
ESTIMATES = (("3x4", 1500, 0, 2), ("4x4", 3625, 6, 3))
"""Shape, points, cells that classes decide (0: as many as those of a proof), classes that are drawn."""


def cases(quick: bool, data: Path | None) -> list[Case]:
    """Return the cases."""
    made = []
    for name, text in BOARDS.items():
        group = f"boggle neighbours of the {name}, enable2k"
        made += neighbours_of(group, partial(_board, text, data), len(text), **known(data))
    for shape, points, pool in () if quick else OPTIMA:
        made.append(_best(shape, points, pool, data))
    made += [_prove(shape, least, data) for shape, least in (PROOFS[:1] if quick else PROOFS)]
    made.append(_class(data))
    if quick:
        return made
    made.append(_prove(*PROOFS[-1], data, threads=2))
    made += [_estimate(*each, data) for each in ESTIMATES]
    return made + [_prove_best(*other, data) for other in OTHERS]


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


def _prove(shape: str, least: int, data: Path | None, threads: int = 1) -> Case:
    def prepare() -> Callable[[], Any]:
        lexicon = enable2k(data)
        return lambda: prove(shape, least, lexicon, qu=True, threads=threads)

    return kernel_of(
        f"boggle prove {shape}, enable2k",
        prepare,
        name="kernel" if threads == 1 else f"kernel, {threads} threads",
        threads=threads,
        item="shape",
        answer=lambda found: [len(found.boards)],
        nodes=visited,
        facts=lambda found: {"boards": len(found.boards), "terms": found.stats.generated},
        check=lambda found: "classes of boards are left" if found.remaining else "",
        once=True,
        **known(data, 1, [42] if shape == "3x3" else ()),
    )


def _class(data: Path | None) -> Case:
    """Return the search of one class: what a proof does over and over."""

    def prepare() -> Callable[[], list[bytes]]:
        space = space_of("4x3", enable2k(data), Rules(qu=True))
        tree = tree_of(space, 1 << 22, 1 << 25)
        codes = space.lexicon.alphabet.index
        cells = [[codes(letter) for letter in cell] for cell in CLASS[0].replace("/", " ").split()]
        sets = np.array([sum(1 << code for code in cell) for cell in cells], dtype=np.uint32)

        def search() -> list[bytes]:
            boards: list[bytes] = []
            tree.start(sets, CLASS[1])
            while tree.run(1 << 20, boards):
                pass
            assert not tree.full
            return boards

        return search

    return kernel_of(
        f"boggle class of 4x3, {CLASS[1]} points, enable2k",
        prepare,
        item="class",
        answer=lambda boards: [len(boards)],
        **known(data, 1, [0]),
    )


def _estimate(shape: str, least: int, cells: int, sample: int, data: Path | None) -> Case:
    """Return a sample of the classes of a proof that takes hours or more; the facts say what it tells."""

    def prepare() -> Callable[[], Any]:
        lexicon = enable2k(data)
        return partial(
            prove,
            shape,
            least,
            lexicon,
            qu=True,
            threads=1,
            estimate=True,
            sample=sample,
            cells=cells,
            seed=1,
        )

    return kernel_of(
        f"boggle estimate of {shape}, {least} points, enable2k",
        prepare,
        item="shape",
        answer=lambda found: [found.sampled],
        nodes=visited,
        facts=lambda found: {
            "cpu_seconds": found.cpu_seconds,
            "error": found.error,
            "sampled": found.sampled,
        },
        once=True,
        **known(data, 1),
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
