"""Certificates of a proof done again by another route: what is wrong is found."""

import dataclasses

import pytest

import unriddle as ur
from unriddle.base import Limits, PuzzleError, Status
from unriddle.puzzles.boggle import prove, verify_proof
from unriddle.puzzles.boggle.proof import verify
from unriddle.puzzles.boggle.proof.certificates import ProofFile


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
    found = verify_proof(proven, lexicon)
    assert (found.status, found.wrong, found.missing) == (Status.SOLVED, [], 0)
    assert (found.checked, found.whole, found.classes) == (26, 26, 26)
    assert "all boards are covered; 26 done again, 26 of them whole; 0 differ" in str(found)


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
        return None if len(first) < 2 else usual(again, words, first, most)

    return make


def test_a_board_that_is_missing_in_a_part_is_found(proven, lexicon, tmp_path, monkeypatch):
    file, certificates = ProofFile.opened(proven, lexicon)
    path = str(tmp_path / "wrong")
    lost = [dataclasses.replace(made, boards={}) for made in certificates]
    ProofFile(file.space, 82).write(path, lost)
    monkeypatch.setattr(verify._Sample, "_class", only_parts(verify._Sample._class))
    found = verify_proof(path, lexicon, sample=26, work=1 << 30)
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
