"""One Boggle board: by its size and letters, by the size of the word list, with long tiles; a word."""

import pytest

from benchmarks.shared import (
    as_letters,
    board_of,
    english,
    pick,
    prefix_set,
    prefixes,
    sides,
    spellable,
    tiles_of,
    word_set,
)
from reference.topology import neighbours
from reference.walk.boggle_word_paths import word_paths
from reference.walk.walk import walk
from unriddle.puzzles.boggle.puzzle import Boggle

DICE = {"dice": "1987", "uniform letters": "uniform"}
letters = pytest.mark.parametrize("letters", DICE, ids=lambda name: name.split()[0])
TILES = "in r e st / a th s ou / er t l n / d o qu e"
"""A board with tiles of two letters."""


def of(side, letters, curve=None):
    info = {"group": f"Solve one {side}×{side} board of {letters}"}
    if curve:
        info |= {"curve": f"one board of {letters}, {curve}", "x": side * side, "x_name": "cells"}
    return info


@letters
@sides((2, 3, 4, 5, 6, 8, 12, 16, 24, 32), (2, 4))
def test_solve_one_by_kernel(measure, side, letters):
    board, lexicon = board_of(side, DICE[letters]), english()
    measure(
        lambda: board.solve(lexicon),
        lambda result: [result.words],
        nodes=lambda result: result.stats.nodes,
        words=lambda result: result.count,
        moves=lambda result: result.moves,
        **of(side, letters, "kernel"),
    )


@letters
@sides((2, 3, 4, 5, 6, 8, 12, 16), (2, 4))
def test_solve_one_by_prefix_set(measure, side, letters):
    tiles, words, begun = tiles_of(board_of(side, DICE[letters])), word_set(), prefixes()
    measure(
        lambda: prefix_set(side, tiles, words, begun),
        lambda found: [sorted(found[0])],
        kind="textbook",
        moves=lambda found: found[1],
        **of(side, letters, "prefix set"),
    )


@letters
@sides((2, 3, 4, 5), (2,))
def test_solve_one_by_definition(measure, side, letters):
    """The definition is given only the words that the board has letters for."""
    board, table = board_of(side, DICE[letters]), neighbours(side, side)
    tiles, words = as_letters(board), spellable(board)
    measure(
        lambda: walk(table, tiles, words),
        lambda found: [sorted("".join(word) for word in found[0])],
        kind="definition",
        nodes=lambda found: found[1],
        moves=lambda found: found[2],
        **of(side, letters),
    )


@letters
@sides((4,), (4,))
def test_solve_one_by_pyggle(measure, side, letters):
    """A trie of objects, made before; it knows no tile of two letters."""
    peer = pytest.importorskip("pyggle")
    tiles = tiles_of(board_of(side, DICE[letters]))
    assert all(len(tile) == 1 for tile in tiles)
    made = peer.Boggle([tiles[row : row + 4] for row in range(0, 16, 4)], sorted(word_set()))
    measure(made.solve, lambda found: [sorted(found)], kind="other", **of(side, letters))


@pytest.mark.parametrize("level", pick((10, 20, 35, 50, 60, 70, 80), (10, 80)))
def test_word_list_4x4_by_kernel(measure, level):
    boards = [board_of(4, seed=seed) for seed in range(100)]
    lexicon = english(level)
    measure(
        lambda: [board.solve(lexicon) for board in boards],
        lambda results: [result.words for result in results],
        group=f"Solve 4×4 boards with words to level {level}",
        nodes=lambda results: sum(result.stats.nodes for result in results),
        curve="4×4 boards by the size of the trie",
        x=lexicon.trie.n_nodes,
        x_name="nodes of the trie",
    )


@pytest.mark.benchmark(group="Solve a 4×4 board with tiles of two letters")
@pytest.mark.parametrize("way", ["kernel", "definition", "prefix set"])
def test_long_tiles_4x4(measure, way):
    board, lexicon = Boggle.parse(TILES.replace(" / ", "\n")), english()
    table, tiles, words, begun = neighbours(4, 4), tiles_of(board), word_set(), prefixes()
    plain, ways = spellable(board), as_letters(board)
    work, kind = {
        "kernel": (lambda: board.solve(lexicon).words, "ours"),
        "definition": (lambda: ["".join(word) for word in walk(table, ways, plain)[0]], "definition"),
        "prefix set": (lambda: prefix_set(4, tiles, words, begun)[0], "textbook"),
    }[way]
    measure(work, lambda found: [sorted(found)], kind=kind, way=way, words=len)


@pytest.mark.benchmark(group="Count the paths of a word on a 3×3 board")
@pytest.mark.parametrize("way", ["kernel", "definition"])
def test_paths_of_a_word(measure, way):
    board, word = Boggle.parse("aab/aba/baa"), "aabaab"
    table, tiles = neighbours(3, 3), as_letters(board)
    work, kind = {
        "kernel": (lambda: int(board.count_paths_of(word)), "ours"),
        "definition": (lambda: sum(1 for _ in word_paths(table, tiles, tuple(word))), "definition"),
    }[way]
    measure(work, lambda count: [count], unit="word", kind=kind, way=way)
