"""Certificates of a proof done again by another route: what is wrong is found."""

import dataclasses

import numpy as np
import pytest

import unriddle as ur
from reference.walk import boggle_bound as twin
from unriddle.base import Limits, PuzzleError, Status
from unriddle.puzzles.boggle import Rules, prove, verify_proof
from unriddle.puzzles.boggle.best_board.board_space import space_of
from unriddle.puzzles.boggle.proof import engine, verify
from unriddle.puzzles.boggle.proof.certificates import ProofFile
from unriddle.puzzles.boggle.proof.numpy_bound import ArrayClass, ArrayWords, TooMuch
from unriddle.puzzles.boggle.proof.partition import Division
from unriddle.puzzles.boggle.scoring import Scoring


@pytest.fixture(scope="module")
def lexicon():
    """Some 190 words."""
    english = ur.Lexicon.load("english", level=35)
    return ur.Lexicon([word for word in english if len(word) <= 5 and set(word) <= set("aelnrst")])


@pytest.fixture(scope="module")
def proven(lexicon, tmp_path_factory):
    path = str(tmp_path_factory.mktemp("proof") / "proof")
    found = prove("2x4", 82, lexicon, checkpoint=path)
    assert len(found.boards) > 5
    return path


def test_all_classes_again(proven, lexicon):
    found = verify_proof(proven, lexicon, sample=9)
    assert (found.status, found.wrong, found.missing) == (Status.SOLVED, [], 0)
    assert (found.checked, found.whole, found.classes) == (9, 9, 26)
    assert "all boards are covered; 9 done again, 9 of them whole; 0 differ" in str(found)


def test_a_part_stands_for_a_class_that_is_too_much(proven, lexicon, monkeypatch):
    monkeypatch.setattr(verify, "PART_WORK", 500)
    found = verify_proof(proven, lexicon, sample=9, seed=4, work=1000)
    assert (found.status, found.checked, found.wrong) == (Status.SOLVED, 9, [])
    assert found.whole + found.in_parts + len(found.shares) == 9 and found.shares
    assert all(0 < share < 1 for share in found.shares)
    assert f"of {len(found.shares)} a part, " in str(found) and " % of the class; 0 differ" in str(found)


def test_all_parts_of_a_class_that_is_too_much_as_a_whole(proven, lexicon, monkeypatch):
    monkeypatch.setattr(verify._Sample, "_class", only_parts(verify._Sample._class))
    found = verify_proof(proven, lexicon, sample=3, seed=4, work=1 << 30)
    assert (found.status, found.whole, found.in_parts, found.shares) == (Status.SOLVED, 0, 3, [])
    assert "3 done again, 0 of them whole, 3 in parts; 0 differ" in str(found)


def only_parts(usual):
    """Return what makes classes of two cells or more alone."""

    def make(again, words, first, most):
        if len(first) < 2:
            raise TooMuch
        return usual(again, words, first, most)

    return make


def test_a_board_that_is_missing_in_a_part_is_found(proven, lexicon, tmp_path, monkeypatch):
    file, certificates = ProofFile.opened(proven, lexicon)
    path = str(tmp_path / "wrong")
    lost = [dataclasses.replace(made, boards={}) for made in certificates]
    ProofFile(file.space, 82).write(path, lost)
    monkeypatch.setattr(verify._Sample, "_class", only_parts(verify._Sample._class))
    found = verify_proof(path, lexicon, sample=9, work=1 << 30)
    assert found.status is Status.NO_SOLUTION and any("0 listed" in line for line in found.wrong)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda made: {"bound": made.bound - 1}, "bound"),
        (lambda made: {"leaves": made.leaves + 1}, "leaves"),
        (lambda made: {"boards": {}}, "0 listed"),
        (
            lambda made: {"boards": {board: points + 1 for board, points in made.boards.items()}},
            "has 82, not 83",
        ),
    ],
)
def test_what_is_wrong_is_found(proven, lexicon, change, told, tmp_path, monkeypatch):
    file, certificates = ProofFile.opened(proven, lexicon)
    at = next(i for i, made in enumerate(certificates) if 82 in made.boards.values())
    certificates[at] = dataclasses.replace(certificates[at], **change(certificates[at]))
    path = str(tmp_path / "wrong")
    ProofFile(file.space, 82).write(path, certificates)
    work = verify._Sample(*ProofFile.opened(path, lexicon), sample=0, seed=0)
    monkeypatch.setattr(verify, "_Sample", lambda *arguments: work)
    work.todo = [certificates[at].first]
    found = verify_proof(path, lexicon)
    assert found.status is Status.NO_SOLUTION and any(told in line for line in found.wrong)


def test_a_class_that_is_missing_is_told(proven, lexicon, tmp_path):
    file, certificates = ProofFile.opened(proven, lexicon)
    path = str(tmp_path / "part")
    ProofFile(file.space, 82).write(path, certificates[3:])
    found = verify_proof(path, lexicon, sample=0)
    assert (found.status, found.missing, found.checked) == (Status.NO_SOLUTION, 3, 0)


def test_limits_and_wrong_arguments(proven, lexicon):
    found = verify_proof(proven, lexicon, limits=Limits(nodes=3))
    assert (found.status, found.checked) == (Status.LIMIT, 3)
    for work in (0, 2.5, None):
        with pytest.raises(PuzzleError, match="work="):
            verify_proof(proven, lexicon, work=work)
    for sample in (-1, 2.5, None):
        with pytest.raises(PuzzleError, match="sample="):
            verify_proof(proven, lexicon, sample=sample)
    with pytest.raises(PuzzleError, match="another proof"):
        verify_proof(proven, ["tea"])


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
