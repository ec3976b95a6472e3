"""Many Boggle boards in one call: kinds of letters, sizes of batches, threads; one board at a time."""

import random

import numpy as np
import pytest

from benchmarks.shared import (
    as_letters,
    codes_4x4,
    enable2k,
    english,
    in_letters,
    pick,
    prefix_set,
    prefixes,
    rolled,
    spellable,
    threads,
    tiles_of,
    visited,
    word_set,
)
from reference.topology import neighbours
from reference.walk.walk import walk
from unriddle.puzzles.boggle.many import score_many
from unriddle.puzzles.boggle.puzzle import Boggle, solve_many
from unriddle.puzzles.boggle.scoring import Scoring

BOARDS = pick(100_000, 500)
KINDS = {"dice": "1987", "uniform letters": "uniform"}
letters = pytest.mark.parametrize("letters", KINDS, ids=lambda name: name.split()[0])
BEST = "perslatgsineters"
"""The best 4×4 board known: 3625 points."""
LISTED = {
    "random 4×4 boards": ("uniform", 4),
    "4×4 rolls of dice": ("1987", 4),
    "the best 4×4 board, repeated": ("best", 4),
    "4×4 boards one or two edits from the best": ("edits", 4),
    "random 5×5 boards": ("uniform", 5),
    "5×5 rolls of dice": ("big", 5),
}
KNOWN = {("uniform", 4): (808813, 4_110_698), ("uniform", 5): (2025, 9_002_739)}
"""Seed and total score of 100,000 boards of uniform letters, Qu as one tile."""


def group_of(letters):
    return f"Score 4×4 boards of {letters}, embedded words"


def points(words):
    scoring = Scoring()
    return sum(scoring.points("".join(word)) for word in words)


def parsed(letters, count):
    return [Boggle.parse(text, qu=True) for text in in_letters(codes_4x4(KINDS[letters], count))]


@letters
def test_score_4x4_by_kernel(measure, letters):
    boards, lexicon = codes_4x4(KINDS[letters], BOARDS), english()
    measure(
        lambda: score_many(boards, lexicon, qu=True, threads=1),
        lambda scores: scores.tolist(),
        group=group_of(letters),
        way="kernel, scores",
    )


@letters
def test_score_4x4_by_kernel_words(measure, letters):
    boards, lexicon = codes_4x4(KINDS[letters], BOARDS // 5), english()
    measure(
        lambda: solve_many(boards, lexicon, qu=True, threads=1),
        lambda batch: batch.scores.tolist(),
        group=group_of(letters),
        way="kernel, words",
        words=lambda batch: int(batch.offsets[-1]),
    )


@letters
def test_score_4x4_by_one_board_a_call(measure, letters):
    boards, lexicon = parsed(letters, pick(1000, 20)), english()
    measure(
        lambda: [board.solve(lexicon) for board in boards],
        lambda results: [result.score for result in results],
        group=group_of(letters),
        nodes=visited,
    )


@letters
def test_score_4x4_by_prefix_set(measure, letters):
    boards = [tiles_of(board) for board in parsed(letters, pick(100, 5))]
    words, begun = word_set(), prefixes()
    measure(
        lambda: [prefix_set(4, tiles, words, begun) for tiles in boards],
        lambda found: [points(words) for words, _ in found],
        group=group_of(letters),
        kind="textbook",
    )


@letters
def test_score_4x4_by_definition(measure, letters):
    """The definition is given only the words that each board has letters for."""
    table = neighbours(4, 4)
    pairs = [(as_letters(board), spellable(board)) for board in parsed(letters, pick(5, 2))]
    measure(
        lambda: [walk(table, tiles, words) for tiles, words in pairs],
        lambda found: [points(words) for words, _, _ in found],
        group=group_of(letters),
        kind="definition",
        nodes=lambda found: sum(nodes for _, nodes, _ in found),
    )


@pytest.mark.parametrize("size", pick((1, 10, 100, 1_000, 10_000, 100_000), (1, 10, 100)))
def test_batch_of_4x4_by_kernel(measure, size):
    boards, lexicon = codes_4x4("1987", size), english()
    measure(
        lambda: score_many(boards, lexicon, qu=True, threads=1),
        lambda scores: scores.tolist(),
        group=f"Score {size:,} 4×4 boards in one call",
        curve="boards in one call",
        x=size,
        x_name="boards a call",
    )


@threads
def test_threads_4x4_by_kernel(measure, threads):
    boards, lexicon = codes_4x4("1987", BOARDS), english()
    measure(
        lambda: score_many(boards, lexicon, qu=True, threads=threads),
        lambda scores: scores.tolist(),
        group="Score 4×4 boards by threads",
        way=f"kernel, {threads} threads",
        threads=threads,
        curve="scoring 4×4 boards",
        x=threads,
        x_name="threads",
    )


def listed_boards(kind, side, count):
    rng, cells = np.random.default_rng(1), side * side
    if kind == "uniform":
        draw = random.Random(KNOWN[kind, side][0])
        drawn = [draw.randint(0, 25) for _ in range(count * cells)]
        return np.array(drawn, dtype=np.uint8).reshape(count, cells)
    if kind in ("1987", "big"):
        return rolled(kind, count)
    best = np.tile(np.frombuffer(BEST.encode(), dtype=np.uint8) - np.uint8(97), (count, 1))
    for _ in range(2 if kind == "edits" else 0):  # a letter changed and two swapped
        every = np.arange(count)
        best[every, rng.integers(0, 16, count)] = rng.integers(0, 26, count)
        a, b = rng.integers(0, 16, (2, count))
        best[every, a], best[every, b] = best[every, b].copy(), best[every, a].copy()
    return best


@pytest.mark.parametrize("way", ["scores", "words"])
@pytest.mark.parametrize("name", LISTED, ids=lambda name: name.replace("×", "x"))
def test_enable2k_by_kernel(measure, name, way):
    lexicon, (kind, side) = enable2k(), LISTED[name]
    count = pick(100_000, 200) // (2 if side == 4 and kind in ("best", "edits") else 1)
    boards = listed_boards(kind, side, count)
    known = pick(KNOWN.get((kind, side), (0, 0))[1], 0)

    def answers(found):
        scores = found if way == "scores" else found.scores
        assert not known or int(scores.sum()) == known
        return scores.tolist()

    do = score_many if way == "scores" else solve_many
    measure(
        lambda: do(boards, lexicon, qu=True, threads=1),
        answers,
        group=f"Score {name}",
        way=f"kernel, {way}",
    )
