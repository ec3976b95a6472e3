"""Neighbours of a board (a letter changed, two cells swapped), the search for the best board, and proofs."""

from functools import partial
from math import isqrt

import numpy as np
import pytest

from benchmarks.shared import codes_4x4, enable2k, english, in_letters, pick, rows, visited, word_set
from reference.topology import neighbours
from reference.walk import boggle_bound as plain_tree
from reference.walk.boggle_neighbours import neighbour_scores as plain_scores
from unriddle import Lexicon, Limits
from unriddle.puzzles.boggle import Boggle, Rules, best, prove, score_neighbours, upper_bound
from unriddle.puzzles.boggle.best_board.board_space import space_of
from unriddle.puzzles.boggle.many import score_many
from unriddle.puzzles.boggle.proof.engine import tree_of
from unriddle.puzzles.boggle.scoring import Scoring

NEIGHBOURS = {
    "a 4×4 board of dice": lambda: (in_letters(codes_4x4("1987", 1, seed=3))[0], english()),
    "a 4×4 board of uniform letters": lambda: (in_letters(codes_4x4("uniform", 1, seed=3))[0], english()),
    "the best 4×4 board": lambda: ("perslatgsineters", enable2k()),
    "the best 5×5 board": lambda: ("ligdrmanesietildsracsepes", enable2k()),
}
boards = pytest.mark.parametrize("name", NEIGHBOURS, ids=lambda name: name.replace("×", "x"))


@boards
def test_neighbours_by_kernel(measure, name):
    text, lexicon = NEIGHBOURS[name]()
    board, lower = Boggle.parse(text, qu=True), np.tril_indices(len(text), -1)
    measure(
        lambda: score_neighbours(board, lexicon, qu=True),
        lambda found: [*found.letters.ravel().tolist(), *found.swaps[lower].tolist()],
        unit="neighbour",
        group=f"Score all neighbours of {name}",
    )


@boards
def test_neighbours_by_scoring_each(measure, name):
    text, lexicon = NEIGHBOURS[name]()
    cells, size = len(text), 26 * len(text)
    lower = np.tril_indices(cells, -1)
    codes = np.frombuffer(text.encode(), dtype=np.uint8) - np.uint8(ord("a"))
    many = np.repeat(codes[None], size + len(lower[0]), axis=0)
    changed, swapped = np.arange(size), size + np.arange(len(lower[0]))
    many[changed, changed // 26] = changed % 26
    many[swapped, lower[0]], many[swapped, lower[1]] = codes[lower[1]], codes[lower[0]]
    measure(
        lambda: score_many(many, lexicon, qu=True, shape=isqrt(cells), threads=1),
        lambda scores: scores.tolist(),
        unit="neighbour",
        way="score_many of all",
        group=f"Score all neighbours of {name}",
    )


@pytest.mark.benchmark(group="Score all neighbours of a 2×2 board")
def test_neighbours_2x2_by_kernel(measure):
    board, lexicon = Boggle.parse("teas"), english()
    measure(
        lambda: score_neighbours(board, lexicon),
        lambda found: [*found.letters.ravel().tolist(), *found.swaps.ravel().tolist()],
        unit="neighbour",
    )


@pytest.mark.benchmark(group="Score all neighbours of a 2×2 board")
def test_neighbours_2x2_by_definition(measure):
    """Each neighbour by itself."""
    words = {tuple(ord(letter) - 97 for letter in word) for word in word_set() if len(word) <= 4}
    scores = [Scoring().points("x" * length) for length in range(5)]
    table, board = neighbours(2, 2), [ord(letter) - 97 for letter in "teas"]
    measure(
        lambda: plain_scores(table, board, words, scores, 26),
        lambda found: [score for table in found for row in table for score in row],
        unit="neighbour",
        kind="definition",
    )


CLASS = "aei rst/dlm st"
"""A class of boards: the letters that each cell may have."""


@pytest.mark.benchmark(group="Bound the points of a class of 2×2 boards")
@pytest.mark.parametrize("way", ["kernel", "definition"])
def test_bound(measure, way):
    lexicon, cells = english(), [set(text) for text in CLASS.replace("/", " ").split()]
    have = set().union(*cells)
    words = {tuple(word) for word in word_set() if len(word) <= 4 and set(word) <= have}
    values = {word: Scoring().points("x" * len(word)) for word in words}
    work, kind = {
        "kernel": (lambda: upper_bound(CLASS, lexicon), "ours"),
        "definition": (
            lambda: plain_tree.bound(plain_tree.terms(neighbours(2, 2), cells, values, range(4))),
            "definition",
        ),
    }[way]
    measure(work, lambda bound: [bound], unit="class", kind=kind, way=way)


def test_best_embedded_by_kernel(measure):
    shape, lexicon = pick("3x3", "2x2"), english()
    measure(
        lambda: best(shape, lexicon, seed=1, pool=10, threads=1),
        lambda found: [found.score],
        unit="search",
        group=f"Find a good {shape} board, embedded words",
        nodes=lambda found: found.stats.generated,
    )


@pytest.mark.parametrize(("shape", "score", "pool"), pick([("3x3", 545, 20), ("4x4", 3625, 50)], []))
def test_best_by_kernel(measure, shape, score, pool):
    """To the points of the best board, proven by others, from five seeds."""
    lexicon, limits = enable2k(), Limits(seconds=60)

    def search(seed):
        return best(shape, lexicon, qu=True, seed=seed, pool=pool, target=score, limits=limits, threads=1)

    measure(
        lambda: [search(seed) for seed in range(5)],
        lambda found: [result.score for result in found],
        unit="search",
        expect=[score] * 5,
        once=True,
        group=f"Find the best {shape.replace('x', '×')} board",
        way=f"kernel, pool of {pool}",
        nodes=lambda found: sum(result.stats.generated for result in found),
        in_first_round=lambda found: sum(result.rounds == 0 for result in found),
    )


def proof(measure, work, group, **info):
    def answers(found):
        assert not found.remaining, "classes of boards are left"
        return [len(found.boards)]

    settings = {"unit": "proof", "once": True, "nodes": visited} | info
    measure(work, answers, group=group, terms=lambda found: found.stats.generated, **settings)


def test_prove_embedded_by_kernel(measure):
    lexicon = english()
    group = "Prove which 2×2 boards have 15 points, embedded words"
    proof(measure, lambda: prove("2x2", 15, lexicon), group, once=False)


PROOFS = [("2x2", 15, 1), ("2x3", 80, 1), ("3x3", 500, 1), ("3x3", 500, 2)]


@pytest.mark.parametrize(("shape", "least", "threads"), pick(PROOFS, PROOFS[:1]))
def test_prove_by_kernel(measure, shape, least, threads):
    lexicon = enable2k()
    proof(
        measure,
        partial(prove, shape, least, lexicon, qu=True, threads=threads),
        f"Prove which {shape.replace('x', '×')} boards have {least} points or more",
        expect=[42] if shape == "3x3" else (),
        threads=threads,
        way="kernel" if threads == 1 else f"kernel, {threads} threads",
    )


OTHERS = [
    ("enable2k", "words", 279, 1),
    ("sgb_words", "score", 124, 3),
    ("sgb_words", "words", 62, 3),
    ("embedded", "score", 647, 1),
    ("embedded", "words", 324, 1),
]
"""List, objective, the most that a 3×3 board has of it, boards that have it."""


@pytest.mark.parametrize(("name", "objective", "least", "count"), pick(OTHERS, []))
def test_prove_objective_by_kernel(measure, name, objective, least, count):
    lexicon = {"embedded": english, "enable2k": enable2k}.get(name, lambda: Lexicon(rows(f"{name}.txt")))()

    def answers(found):
        assert not found.remaining and set(found.scores) == {least}
        return [len(found.scores)]

    measure(
        partial(prove, "3x3", least, lexicon, qu=True, threads=1, objective=objective),
        answers,
        unit="proof",
        expect=[count],
        once=True,
        group=f"Prove the most {objective} of a 3×3 board, {name} words",
        nodes=visited,
    )


def test_prove_class_by_kernel(measure):
    """One class that others have bounded as well: what a proof does over and over."""
    space = space_of("4x3", enable2k(), Rules(qu=True))
    tree, codes = tree_of(space, 1 << 22, 1 << 25), space.lexicon.alphabet.index
    cells = [
        "chkmpt",
        "aeiou",
        "lnrsy",
        "lnrsy",
        "lnrsy",
        "aeiou",
        "chkmpt",
        "aeiou",
        "lnrsy",
        "aeiou",
        "lnrsy",
        "bdfgjvwxz",
    ]
    sets = np.array([sum(1 << codes(letter) for letter in cell) for cell in cells], dtype=np.uint32)

    def search():
        found = []
        tree.start(sets, 1400)
        while tree.run(1 << 20, found):
            pass
        assert not tree.full
        return found

    group = "Prove that a class of 4×3 boards has none of 1400 points"
    measure(search, lambda found: [len(found)], unit="class", expect=[0], group=group)


@pytest.mark.parametrize(
    ("shape", "least", "cells", "sample"), pick([("3x4", 1500, 0, 2), ("4x4", 3625, 6, 3)], [])
)
def test_estimate_by_kernel(measure, shape, least, cells, sample):
    """A sample of the classes of a proof that takes hours or more: how long it would take."""
    options = {"threads": 1, "estimate": True, "sample": sample, "cells": cells, "seed": 1}
    measure(
        partial(prove, shape, least, enable2k(), qu=True, **options),
        lambda found: [found.sampled],
        unit="estimate",
        once=True,
        group=f"Estimate the proof of {shape.replace('x', '×')} boards of {least} points",
        nodes=visited,
        cpu_seconds=lambda found: found.cpu_seconds,
        error=lambda found: found.error,
    )
