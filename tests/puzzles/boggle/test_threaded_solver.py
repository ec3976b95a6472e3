"""Large boards: against each other, by threads, one after another."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import unriddle as ur
from reference.topology import HEX, KING, ROOK
from unriddle.puzzles.boggle import solver

KINDS = {"king": KING, "rook": ROOK, "hex": HEX}


@settings(max_examples=25)
@given(
    st.integers(0, 1 << 30),
    st.sampled_from(sorted(KINDS)),
    st.booleans(),
    st.sampled_from([None, "superbig"]),
)
def test_large_boards_agree_with_each_other(seed, kind, wrap, dice):
    lexicon = ur.Lexicon.load("english", level=35)
    board = ur.Boggle.random("33x34", seed=seed, dice=dice, topology=kind, wrap=wrap)
    result = board.solve(lexicon)
    limited = board.solve(lexicon, limits=ur.Limits(nodes=1 << 60))
    assert (limited.words, limited.stats.nodes) == (result.words, result.stats.nodes)
    other = solver._find_tiles(board.board, board.board_rules, lexicon, solver.FREE)
    assert result.words == lexicon.decode(other.numbers)
    rng = np.random.default_rng(seed)
    for word in rng.choice(result.words, 20):
        for path in (result.path(word), board.path(word)):
            assert "".join(board.tile(cell) for cell in path) == word
            assert len(set(path)) == len(path)
            table = board.neighbours()
            assert all(b in table[a] for a, b in itertools.pairwise(path))


@pytest.mark.parametrize("wrap", [False, True])
def test_threads_on_a_large_board_find_the_same_words(wrap):
    lexicon = ur.Lexicon.load("english", level=50)
    board = ur.Boggle.random("257x90", seed=2, wrap=wrap)
    one = board.solve(lexicon)
    for threads in (0, 2, 3):
        many = board.solve(lexicon, threads=threads)
        assert many.words == one.words
        for word in one.words[::997]:
            path = many.path(word)
            assert "".join(board.tile(cell) for cell in path) == word
    again = board.solve(lexicon, threads=3)
    assert (again.stats.nodes, again.moves) == (many.stats.nodes, many.moves)
    late = board.solve(lexicon, threads=2, limits=ur.Limits(seconds=0))
    assert late.status is ur.Status.LIMIT
    assert set(late.words) <= set(one.words)


def test_ctrl_c_stops_threads():
    def interrupt(count):
        raise KeyboardInterrupt

    words = ["a" * 200 + "b"]  # endless: no path ends in a b
    result = ur.Boggle.parse("a" * 40_000).solve(words, threads=2, progress=interrupt)
    assert result.interrupted


def test_large_boards_one_after_another_are_as_if_alone():
    # A search leaves its room for the next one, its words put back where they are few beside the trie.
    lexicon = ur.Lexicon.load("english")
    shapes = ((9, 8), (5, 31), (70, 3))
    boards = [ur.Boggle.random(shape, dice="english", seed=seed) for seed in range(4) for shape in shapes]
    boards.append(ur.Boggle.parse("/".join(["z" * 9] * 9)))  # next to nothing to find
    first: list = []
    for board in [*boards, *boards]:
        found = board.solve(lexicon)
        plain = solver._find_tiles(board.board, board.board_rules, lexicon, solver.FREE)
        assert found.words == lexicon.decode(plain.numbers)
        assert all(found.path(word) in found.paths(word) for word in found.words[::50])
        first.append(
            (found.stats.nodes, found.moves, found.words, [found.path(word) for word in found.words[::50]])
        )
    assert first[: len(boards)] == first[len(boards) :]
