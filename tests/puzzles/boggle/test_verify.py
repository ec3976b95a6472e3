"""The check of words, which shares no code with the kernels: against these."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import unriddle as ur
from unriddle.puzzles.boggle.verify import Verifier


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from([(1, 1), (1, 4), (2, 2), (3, 2), (3, 3)]),
    st.sampled_from(["king", "rook", "hex"]),
    st.booleans(),
    st.data(),
)
def test_neighbours_and_paths_are_those_of_the_kernels(shape, topology, wrap, data):
    size = shape[0] * shape[1]
    tiles = data.draw(st.lists(st.sampled_from(["a", "b", "qu", ".", "?"]), min_size=size, max_size=size))
    rows = [tiles[k : k + shape[1]] for k in range(0, size, shape[1])]
    board = ur.Boggle.parse(rows, topology=topology, wrap=wrap)
    verifier = Verifier(board.board, board.board_rules)
    table = board.neighbours()
    for cell in range(size):
        if board.tile(cell):
            near = {other for other in table[cell].tolist() if other < size}
            assert near == {other for other in verifier.beside(cell) if board.tile(other)}
    for word in ("a", "ab", "qua", "aba", "abqu"):
        path = verifier.path(word)
        assert path == next(board.iter_paths(word), None)
        if path is not None:
            assert all(b in verifier.beside(a) for a, b in itertools.pairwise(path))


@pytest.mark.parametrize("wrong", [None, 5, "", [], (), ["tea", 5], [""], b"tea", object(), {"tea": 1}])
def test_what_is_no_answer_is_no_answer(wrong):
    assert ur.Boggle("tea/ars").check(wrong) is False


def test_many_words_of_a_large_board():
    board = ur.Boggle.random(40, seed=1)
    result = board.solve(ur.Lexicon.load("english", level=50))
    assert result.count > 1000 and board.check(result)
    assert not board.check([*result.words, "z" * 30])
