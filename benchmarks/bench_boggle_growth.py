"""How moves, words and time grow from 2×2 to 6×6, with pruning and without, over several boards a size.

A move is a path that is walked. With pruning, a path continues only while its letters begin a word; without,
every path is walked and every string looked up. Beyond 4×4 paths are counted, not walked.
"""

import numpy as np

from benchmarks.shared import (
    board_of,
    english,
    every_path,
    pick,
    prefix_set,
    prefixes,
    sides,
    tiles_of,
    visited,
    word_set,
)
from unriddle.puzzles.boggle.puzzle import solve_many
from unriddle.puzzles.boggle.solver import walk_exhaustively
from unriddle.puzzles.paths.puzzle import count_paths

SEEDS = pick(12, 3)
ALL = sides((2, 3, 4, 5, 6), (2, 3, 4))


def of(side, curve):
    group = f"Solve {side}×{side} boards, with pruning and without"
    return {"group": group, "curve": f"growth: {curve}", "x": side, "x_name": "side"}


def boards_of(side, count=SEEDS):
    return [board_of(side, seed=seed) for seed in range(count)]


@ALL
def test_pruned_by_kernel(measure, side):
    boards, lexicon = boards_of(side), english()
    measure(
        lambda: [board.solve(lexicon) for board in boards],
        lambda results: [result.count for result in results],
        nodes=visited,
        moves=lambda results: [result.moves for result in results],
        words=lambda results: [result.count for result in results],
        **of(side, "with pruning"),
    )


@ALL
def test_pruned_by_batch(measure, side):
    """All boards in one call: the walk itself, without a result object a board."""
    letters = [[tile[0].lower() for tile in board.format().split()] for board in boards_of(side)]
    codes, lexicon = np.array([[ord(one) - 97 for one in row] for row in letters], dtype=np.uint8), english()
    measure(
        lambda: solve_many(codes, lexicon, qu=True, shape=side, threads=1),
        lambda batch: np.diff(batch.offsets).tolist(),
        **of(side, "with pruning, in one call"),
    )


@ALL
def test_pruned_by_prefix_set(measure, side):
    boards, words, begun = [tiles_of(board) for board in boards_of(side)], word_set(), prefixes()
    measure(
        lambda: [prefix_set(side, tiles, words, begun) for tiles in boards],
        lambda found: [len(words) for words, _ in found],
        kind="textbook",
        moves=lambda found: [moves for _, moves in found],
        **of(side, "prefix set"),
    )


@sides((2, 3, 4), (2, 3))
def test_every_path_by_kernel(measure, side):
    boards, lexicon = boards_of(side, 1 if side == 4 else 3), english()
    measure(
        lambda: [walk_exhaustively(board.board, board.board_rules, lexicon) for board in boards],
        lambda found: [entry["words"] for entry in found],
        way="kernel, every path",
        nodes=lambda found: sum(entry["moves"] for entry in found),
        moves=lambda found: [entry["moves"] for entry in found],
        **of(side, "without pruning"),
    )


@sides((2, 3), (2,))
def test_every_path_by_look_up(measure, side):
    boards, words = [tiles_of(board) for board in boards_of(side, 3)], word_set()
    measure(
        lambda: [every_path(side, tiles, words) for tiles in boards],
        lambda found: [len(words) for words, _ in found],
        kind="textbook",
        way="look-up, every path",
        moves=lambda found: [moves for _, moves in found],
        **of(side, "look-up of every path"),
    )


@ALL
def test_moves_without_pruning_by_kernel(measure, side):
    measure(
        lambda: count_paths(side),
        lambda result: [result.found],
        expect={2: [64], 3: [10_305], 4: [12_029_640]}.get(side, ()),
        group=f"Count the moves that a {side}×{side} board has without pruning",
        nodes=visited,
        moves=lambda result: str(result.found),
    )
