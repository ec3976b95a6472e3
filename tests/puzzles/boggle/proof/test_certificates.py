"""Certificates and the file of them."""

import pytest

import unriddle as ur
from unriddle.base import PuzzleError
from unriddle.puzzles.boggle import Certificate, Rules
from unriddle.puzzles.boggle.best_board.board_space import space_of
from unriddle.puzzles.boggle.proof.certificates import ProofFile, digest_of, united
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
    with pytest.raises(PuzzleError, match="cannot be read"):
        ProofFile.opened(str(tmp_path / "none"), None)
