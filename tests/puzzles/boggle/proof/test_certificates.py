"""Certificates, and the classes of boards that they are of."""

from itertools import product

import numpy as np
import pytest

import unriddle as ur
from unriddle.base import PuzzleError
from unriddle.puzzles.boggle import Certificate, Rules
from unriddle.puzzles.boggle.best_board.board_space import space_of
from unriddle.puzzles.boggle.proof.certificates import ProofFile, digest_of, united
from unriddle.puzzles.boggle.proof.partition import Division
from unriddle.puzzles.boggle.scoring import Scoring

WORDS = ["abc", "cab", "bad", "dab", "qua"]


def file_of(least=3, words=WORDS, objective="score", **rules):
    return ProofFile(space_of("3x3", ur.Lexicon(words), Rules(**rules), objective), least)


def made_of(file, first, score=4):
    board = bytearray(9)
    for cell, letter in zip(file.division.order, first, strict=False):
        board[cell] = letter
    return Certificate(first, 12, 3, {bytes(board): score}, 7, 99, 0.25)


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"qu": True, "wrap": True, "topology": "hex", "min_length": 2},
        {"scoring": Scoring({3: 2}, letter_values={"a": 1})},
        {"objective": "words"},
    ],
)
def test_a_file_says_what_it_proves(rules, tmp_path):
    file, path = file_of(**rules), str(tmp_path / "proof")
    certificates = [made_of(file, (1,)), made_of(file, (2, 3))]
    file.write(path, certificates)
    opened, read = ProofFile.opened(path, ur.Lexicon(WORDS))
    assert read == certificates and opened.head == file.head and opened.at_least == 3
    assert opened.space.rules == file.space.rules and opened.space.scored == file.space.scored
    file.write(path, [*certificates, made_of(file, (4,))])
    assert len(opened.read(path)) == 3
    assert [entry.name for entry in tmp_path.iterdir()] == ["proof"]


def test_other_words_and_points_are_another_proof(tmp_path):
    path = str(tmp_path / "proof")
    file_of().write(path, [])
    for other in (
        file_of(least=4),
        file_of(words=WORDS[1:]),
        file_of(objective="words"),
        file_of(qu=True),
        file_of(scoring=Scoring((0, 0, 0, 9))),
        file_of(scoring=Scoring(letter_values={"a": 1})),
    ):
        with pytest.raises(PuzzleError, match="another proof"):
            other.read(path)
    one, two = (space_of("3x3", ur.Lexicon(words), Rules()) for words in (WORDS, [*WORDS, "cad"]))
    assert digest_of(one) != digest_of(two)


def test_lines_that_are_no_certificates_are_none(tmp_path):
    file, path = file_of(), tmp_path / "proof"
    good, board = made_of(file, (1,)), bytes(9)
    for wrong in (
        Certificate((2,), 1, 0, {board: 4}),  # a board of another class
        Certificate((2,), 1, 0, {bytes(8): 4}),
        Certificate((2,), -1),
        Certificate((2, 0), 1, nodes=-3),
        Certificate((1,) * 10, 1),
    ):
        fresh = file_of()
        fresh.write(str(path), [good, wrong])
        assert file.read(str(path)) == [good]
    text = path.read_text()
    for at in range(len(text.splitlines()[0]) + 1, len(text) - 1, 3):  # no bit goes unseen
        path.write_text(text[:at] + ("~" if text[at] != "~" else "!") + text[at + 1 :])
        assert file.read(str(path)) in ([], [good])
        path.write_text(text[:at])
        assert file.read(str(path)) in ([], [good])


def test_certificates_of_one_class_are_one():
    file = file_of()
    one, part = made_of(file, (1,)), made_of(file, (1, 2))
    later = Certificate(one.first, one.bound, one.leaves, one.boards, seconds=9.0)
    assert united([one, part, later]) == {(1,): one}
    assert united([part]) == {(1, 2): part}
    with pytest.raises(PuzzleError, match="differ"):
        united([one, made_of(file, (1,), score=5)])


def test_a_file_without_its_rules_is_told(tmp_path):
    from unriddle.io.checkpoints import checked

    path = tmp_path / "proof"
    head = file_of().head
    for wrong in ({"shape": 3}, {"rules": {"topology": "star"}}, {"rules": 3}, {"shape": [3, "x"]}):
        path.write_text(checked({**head, **wrong}))
        with pytest.raises(PuzzleError, match=r"damaged proof|topology"):
            ProofFile.opened(str(path), ur.Lexicon(WORDS))
    with pytest.raises(PuzzleError, match="no such file"):
        ProofFile.opened(str(tmp_path / "none"), None)


DIVIDED = ["abc", "cab", "bad", "dab", "abba", "baba", "cabal", "add", "dad", "acdc"]


@pytest.fixture(scope="module")
def lexicon():
    return ur.Lexicon(DIVIDED)


def division_of(shape, lexicon, depth=None, **rules):
    return Division(space_of(shape, lexicon, Rules(**rules)), depth)


def in_order(division, board):
    """Say whether no letter comes before that of a cell whose letter must not come after it."""
    rank = division.rank
    return all(
        rank[board[other]] <= rank[board[cell]]
        for cell in range(len(board))
        for other in range(len(board))
        if int(division.least[cell]) >> other & 1
    )


@pytest.mark.parametrize(("shape", "wrap"), [("3x3", False), ("2x4", False), ("3x3", True)])
def test_the_first_classes(shape, wrap, lexicon):
    division = division_of(shape, lexicon, wrap=wrap)
    stack = division.begin(())
    assert len(stack) == 26 and sorted(division.order) == list(range(division.space.n_cells))
    for first in stack:
        sets = division.sets_of(first)
        assert sets[division.order[0]] == 1 << first[0]
        for other in range(division.space.n_cells):  # what must not come before the first letter does not
            if int(division.least[other]) >> division.order[0] & 1:
                letters = [letter for letter in range(26) if int(sets[other]) >> letter & 1]
                assert {division.rank[letter] >= division.rank[first[0]] for letter in letters} == {True}
    assert [division.weight(first) for first in stack] == sorted(map(division.weight, stack))


@pytest.mark.parametrize(("shape", "rules"), [("2x2", {}), ("1x4", {}), ("2x2", {"wrap": True})])
@pytest.mark.parametrize("depth", [0, 2, 4])
def test_each_board_in_order_is_in_one_class(shape, rules, depth, lexicon):
    division = division_of(shape, lexicon, depth, **rules)
    classes = set(division.missing(()))
    assert len(classes) == len(division.begin(()))
    some = [0, 1, 2, 25]
    orders = 0
    for board in product(some, repeat=4):
        kept = in_order(division, board)
        orders += kept
        assert (division.first_of(board, depth) in classes) >= kept
        for length in range(5):
            first = division.first_of(board, length)
            assert division.holds(first) >= kept
            sets = division.sets_of(first)
            assert not kept or all(int(sets[cell]) >> letter & 1 for cell, letter in enumerate(board))
    assert 10 < orders < 256
    assert sum(division.weight(first) for first in classes) == pytest.approx(1, abs=0.9)


def test_what_is_missing_is_exact(lexicon):
    division = division_of("3x3", lexicon)
    rng = np.random.default_rng(5)
    done, todo = set(), list(division.missing(()))
    while todo:  # classes are done, or divided, at random, to the fourth cell
        first = todo.pop(int(rng.integers(len(todo))))
        if len(first) < 3 and rng.random() < 0.05:
            todo += division.parts(first)
        else:
            done.add(first)
    assert next(division.missing(done), None) is None
    assert max(map(len, done)) == 3
    for first in sorted(done)[::17]:
        assert list(division.missing(done - {first})) == [first]
    assert len(list(division.missing(set()))) == 26


def test_shards_have_each_class_once(lexicon):
    division = division_of("3x4", lexicon)
    shards = [division.shard(number, 5) for number in range(1, 6)]
    assert sum(map(len, shards)) == len(set().union(*shards)) == len(division.begin(())) == 351
    work = [sum(map(division.weight, shard)) for shard in shards]
    assert max(work) < 1.2 * min(work)
    assert division.begin(()) == division.begin(()) != sorted(division.begin(()))


def test_sixteen_cells_begin_with_four(lexicon):
    division = division_of("4x4", lexicon)
    classes = list(division.missing(()))
    assert {len(first) for first in classes} == {4}
    assert 26**4 / 8 < len(classes) < 26**4 / 6
    assert [division.order[at] for at in range(4)] == [5, 6, 9, 10]


def test_a_board_from_its_letters(lexicon):
    division = division_of("2x2", lexicon)
    board = bytes([3, 1, 0, 2])
    assert division.board_of(division.first_of(board, 4)) == board
    assert division.text_of((0, 3)) == "ad"
    assert not division.holds((0, 1, 2, 3, 0)) and not division.holds((26,))
