"""Terms as arrays, held to the plain twin and to the kernel."""

import numpy as np
import pytest

import unriddle as ur
from reference.walk import boggle_bound as twin
from unriddle.puzzles.boggle import Rules
from unriddle.puzzles.boggle.best_board.board_space import space_of
from unriddle.puzzles.boggle.proof import engine
from unriddle.puzzles.boggle.proof.numpy_bound import ArrayClass, ArrayWords, TooMuch
from unriddle.puzzles.boggle.proof.partition import Division
from unriddle.puzzles.boggle.scoring import Scoring

WORDS = ["abc", "cab", "bad", "dab", "abba", "baba", "cabal", "add", "dad", "quad", "qi"]
MOST = 1 << 22


def by_twin(space, division, first):
    """Return the terms of a class by the definition: the ranks of letters by cell."""
    least = [[c for c in range(space.n_cells) if int(mask) >> c & 1] for mask in division.least]
    rank = division.rank.tolist()
    sets = [set(range(space.n_letters)) for _ in range(space.n_cells)]
    for cell, letter in zip(division.order, first, strict=False):
        sets[cell] = {letter}
    sets = twin.narrow(sets, rank, least)
    codes = {letter: code for code, letter in enumerate(space.lexicon.alphabet)}
    values = {}
    worth = space.scored.points.values(space.lexicon, np.arange(len(WORDS)))
    for word, points in zip(space.lexicon, worth, strict=True):
        tiles = word.replace("qu", "q") if space.rules.qu else word
        if len(word) >= space.rules.min_length and (not space.rules.qu or "q" not in word or "qu" in word):
            values[tuple(codes[letter] for letter in tiles)] = int(points)
    near = [[o for o in range(space.n_cells) if int(mask) >> o & 1] for mask in space.adjacency]
    found = twin.terms(near, sets, values, division.order)
    return {term: n for term, n in found.items() if twin.ordered(dict(term), rank, least)}, sets


@pytest.mark.parametrize(
    ("shape", "first", "rules"),
    [
        ("2x2", (), {}),
        ("2x3", (0,), {"qu": True, "min_length": 2}),
        ("2x3", (16, 3), {"qu": True}),
        ("3x2", (1,), {"topology": "hex", "scoring": Scoring((0, 1, 2, 3), letter_values={"a": 2})}),
        ("1x5", (), {"topology": "rook", "wrap": True}),
        ("3x3", (25,), {}),
    ],
)
def test_terms_and_bound_equal_the_twin(shape, first, rules):
    space = space_of(shape, ur.Lexicon(WORDS), Rules(**rules))
    division = Division(space)
    terms, _ = by_twin(space, division, first)
    found = ArrayClass(ArrayWords(space), division, first, MOST)
    keys, points = found.terms
    letters = np.argsort(division.rank)
    ours = {}
    for key, n in zip(keys.tolist(), points.tolist(), strict=True):
        fields = [(cell, key >> found.shift[cell] & ((1 << found.field) - 1)) for cell in found.open]
        ours[tuple((cell, int(letters[field - 1 + found.spare])) for cell, field in fields if field)] = n
    assert ours == {term: n for term, n in terms.items() if n}
    assert found.bound() == twin.bound(terms)


@pytest.mark.parametrize(("shape", "first", "least"), [("2x2", (2,), 1), ("2x3", (25,), 3), ("2x3", (2,), 6)])
def test_boards_equal_those_of_the_kernel(shape, first, least):
    space = space_of(shape, ur.Lexicon(WORDS), Rules())
    proof = engine.Proof(space, least, threads=1)
    tree = proof._tree()
    tree.start(proof.division.sets_of(first), least)
    expected = []
    while tree.run(1 << 30, expected):
        pass
    again = ArrayClass(ArrayWords(space), proof.division, first, MOST)
    found = list(again.boards(least))
    assert again.bound() == tree.root and len(found) == len(set(found))
    assert set(found) == set(expected) and found


def test_too_much_is_told():
    space = space_of("3x3", ur.Lexicon(WORDS), Rules())
    for most in (10, 300):
        with pytest.raises(TooMuch):
            list(ArrayClass(ArrayWords(space), Division(space), (0,), most).boards(1))


def test_no_word_and_no_board():
    space = space_of("1x2", ur.Lexicon(["abc"]), Rules())
    again = ArrayClass(ArrayWords(space), Division(space), (), MOST)
    assert again.bound() == 0 and list(again.boards(1)) == []
