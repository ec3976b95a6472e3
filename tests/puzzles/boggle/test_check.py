"""The check of words, which shares no code with the kernels: against these."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import unriddle as ur
from unriddle.puzzles.boggle.check import Verifier


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
            assert near == {other for other in verifier.near(cell) if board.tile(other)}
    for word in ("a", "ab", "qua", "aba", "abqu"):
        path = verifier.path(word)
        assert path == next(board.iter_paths(word), None)
        if path is not None:
            assert all(b in verifier.near(a) for a, b in itertools.pairwise(path))


@pytest.mark.parametrize("wrong", [None, 5, "", [], (), ["tea", 5], [""], b"tea", object(), {"tea": 1}])
def test_what_is_no_answer_is_no_answer(wrong):
    assert ur.Boggle("tea/ars").check(wrong) is False


def test_many_words_of_a_large_board():
    board = ur.Boggle.random(40, seed=1)
    result = board.solve(ur.Lexicon.load("english", level=50))
    assert result.count > 1000 and board.check(result)
    assert not board.check([*result.words, "z" * 30])


def test_what_steps_do_not_tell_is_not_decided():
    # A walk by sides through all 49 cells begins on the colour of the corners, where the z is not.
    board = ur.Boggle.parse(["?z?????", *["???????"] * 6], topology="rook")
    word = "z" + "a" * 48
    with pytest.raises(ur.PuzzleError, match="is not decided"):
        board.check(word)
    verdict = board.judge([word])
    assert verdict.status is ur.Judgement.UNDECIDED and not verdict and "not decided" in verdict.reason
    assert board.judge(["a" * 50]).status is ur.Judgement.WRONG  # more letters than cells
    many = ur.Boggle.check_many(board, [["ab"], [word], ["q" * 9]])
    assert [one.status.value for one in many] == ["RIGHT", "UNDECIDED", "RIGHT"]


@pytest.mark.parametrize("few", [0, 1, 3])
def test_walks_that_are_looked_at_first_change_no_path(monkeypatch, few):
    plain = {}
    for _ in range(2):
        for text in ("tea/ars", "aaaa/aaab/aaaa", "quit/eeaq/uaab", "????/a?b?"):
            board = ur.Boggle.parse(text)
            verifier = Verifier(board.board, board.board_rules)
            for word in ("tear", "aaaaab", "abaaab", "quiet", "quaqua", "eqau", "aaaaaaaaaaab", "bb", "zzz"):
                path = verifier.path(word)
                assert plain.setdefault((text, word), path) == path == next(board.iter_paths(word), None)
        monkeypatch.setattr("unriddle.puzzles.boggle.check.FEW", few)
