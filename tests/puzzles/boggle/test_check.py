"""The check of words, one by one and together."""

import itertools
import json
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import unriddle as ur
from unriddle.puzzles.boggle.check import Verifier
from unriddle.puzzles.framework.check import judge_many, judge_one, pairs_of


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from([(1, 1), (1, 4), (2, 2), (3, 2), (3, 3)]),
    st.sampled_from(["king", "rook", "hex"]),
    st.booleans(),
    st.data(),
)
def test_neighbours_and_paths_are_those_of_the_kernels(shape, topology, wrap, data):
    size = shape[0] * shape[1]
    tiles = data.draw(
        st.lists(st.sampled_from(["a", "b", "qu", ".", "?", "q/qu", "a/b"]), min_size=size, max_size=size)
    )
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
    board = ur.Boggle.random(14, seed=1)
    result = board.solve(ur.Lexicon.load("english", level=35))
    assert result.count > 200 and board.check(result)
    assert not board.check([*result.words, "z" * 30])


def test_what_steps_do_not_tell_is_not_decided(monkeypatch):
    monkeypatch.setattr("unriddle.puzzles.boggle.check.STEPS", 20_000)
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


TILES = ["a", "b", "t", "q", "u"]


def texts(rows, cols, extra):
    return st.lists(st.sampled_from(TILES + extra), min_size=rows * cols, max_size=rows * cols).map(
        lambda tiles: "/".join(" ".join(tiles[k : k + cols]) for k in range(0, rows * cols, cols))
    )


ANSWERS = st.one_of(
    st.none(),
    st.text("abtquABTÄ ,/\u2003-?", max_size=16),
    st.lists(st.text("abtqu ", max_size=5), max_size=4),
    st.lists(st.text("abtq", min_size=1, max_size=5), max_size=4).map(tuple),
    st.text("abt ", max_size=9).map(lambda text: {"line": 1, "solution": text}),
    st.just(5),
    st.just({"words": "a"}),
)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from([(1, 4), (2, 2), (3, 2), (2, 1)]),
    st.sampled_from([[], ["qu"], [".", "?"], ["Qu", "B", "st", "ß"]]),
    st.sampled_from([{}, {"qu": True}, {"topology": "rook", "wrap": True}, {"topology": "hex"}]),
    st.booleans(),
    st.data(),
)
def test_together_is_one_by_one(shape, extra, rules, recorded, data):
    boards = data.draw(st.lists(texts(*shape, extra), min_size=1, max_size=8))
    answers = [data.draw(ANSWERS) for _ in boards]
    asked, said = boards, rules
    if recorded:
        others = st.sampled_from([rules, rules, {"wrap": True}])
        asked = [{"puzzle": text, "rules": json.dumps(data.draw(others))} for text in boards]
        said = {}
    try:
        puzzles, given_answers = pairs_of(ur.Boggle, asked, answers)
        judge = judge_one(ur.Boggle, puzzles, given_answers, said)
        one_by_one = judge_many(len(given_answers), judge, threads=1)
    except ur.PuzzleError as error:
        with pytest.raises(ur.PuzzleError, match=re.escape(str(error))):
            ur.Boggle.check_many(asked, answers, threads=1, **said)
        return
    many = ur.Boggle.check_many(asked, answers, threads=1, **said)
    assert many.statuses.tolist() == one_by_one.statuses.tolist()
    assert list(many) == list(one_by_one)


def test_puzzles_in_any_form_and_any_number_of_threads():
    board = ur.Boggle.parse("tea/ars")
    answers = [["tea", "rate"], "tea tee", "ears", board.solve(["tea", "eat"]), "", None] * 900
    expected = [0, 1, 0, 0, 2, 2] * 900
    assert ur.Boggle.check_many(board, answers).statuses.tolist() == expected
    puzzles = [
        board,
        "tea/ars",
        {"puzzle": "t e a/a r s"},
        ur.Boggle.parse("TEA/ARS"),
        board,
        "tea/ars",
    ] * 900
    for threads in (1, 2, 3):
        assert ur.Boggle.check_many(puzzles, answers, threads=threads).statuses.tolist() == expected


def test_rules_of_records_count_for_each():
    records = [
        {"puzzle": "a b c/d e f/g h i", "rules": rules, "solution": "aei ab"}
        for rules in ('{"topology": "king"}', '{"topology": "rook"}', '{"topology": "hex"}', "{}", None)
    ]
    assert ur.Boggle.check_many(records).statuses.tolist() == [0, 1, 1, 0, 0]
    assert ur.Boggle.check_many(records[:1], topology="king").right == 1
    with pytest.raises(ur.PuzzleError, match="which contradict topology"):
        ur.Boggle.check_many(records[:2], topology="king")
    shaped = [{"puzzle": "a b c d", "rules": {"shape": "1x4"}, "answer": "abcd"}] * 2
    assert ur.Boggle.check_many(shaped).right == 2
    with pytest.raises(ur.PuzzleError, match=r"^puzzles\[1\]"):
        ur.Boggle.check_many(["a b/c d", "a b/c"], ["ab", "ab"])


def test_large_boards_and_words_in_too_many_ways_are_judged_one_by_one(monkeypatch):
    large = "/".join([" ".join("abcdefghi")] * 9)
    assert ur.Boggle.check_many([large, large], ["abc", "aed"]).statuses.tolist() == [0, 1]
    left = []
    alone = ur.Boggle.judge
    monkeypatch.setattr(ur.Boggle, "judge", lambda self, answer: left.append(answer) or alone(self, answer))
    many = ur.Boggle.check_many(["a a a/a a a/a a a"] * 2, ["a" * 8 + "b", "a" * 8])
    assert many.statuses.tolist() == [1, 0] and left == ["a" * 8 + "b"]


def test_the_words_of_solved_boards_are_right(lexicon_of_level):
    boards = ur.Boggle.generate_many(40, seed=3, lexicon=lexicon_of_level).columns()
    records = [
        {"puzzle": text, "rules": rules, "solution": words}
        for text, rules, words in zip(boards["puzzle"], boards["rules"], boards["solution"], strict=True)
    ]
    assert ur.Boggle.check_many(records).right == 40
    for record in records:
        record["solution"] += " zzzzzz"
    many = ur.Boggle.check_many(records)
    assert many.right == 0 and many[0].reason == "'zzzzzz' is not on the board"
    assert many[0].places == (len(records[0]["solution"].split()) - 1,)


@pytest.fixture(scope="module")
def lexicon_of_level():
    return ur.Lexicon.load("english", level=35)


def test_columns_of_texts_are_read():
    pa = pytest.importorskip("pyarrow")
    answers = pa.array(["tea", "tee", "", "rate"])
    assert ur.Boggle.check_many("tea/ars", answers).statuses.tolist() == [0, 1, 2, 0]
    assert np.array_equal(
        ur.Boggle.check_many(pa.array(["tea/ars"] * 4), answers).statuses, np.array([0, 1, 2, 0])
    )


def test_half_of_a_surrogate_pair_is_no_word():
    answers = ["tea", "te\udcc3", ["tea", "a\ud800"], "tea"]
    found = ur.Boggle.check_many("tea/ars", answers)
    assert found.statuses.tolist() == [
        ur.Boggle.check_many("tea/ars", [each]).statuses[0] for each in answers
    ]
    assert found.right == 2 and all(found[k].reason for k in (1, 2))
