"""Bounds and proofs: against every board of a small space, and published results."""

import json

import numpy as np
import pytest

import unriddle as ur
from unriddle.base import Limits, PuzzleError, Status
from unriddle.puzzles.boggle import Rules, best, bound, proofs, prove, proving, score_many
from unriddle.puzzles.boggle.classes import space_of
from unriddle.puzzles.boggle.scoring import Scoring

WORDS = ["abc", "cab", "bad", "dab", "abba", "baba", "cabal", "add", "dad", "acdc"]
USED = [0, 1, 2, 3, 11]  # their letters, and l


@pytest.fixture(scope="module")
def lexicon():
    return ur.Lexicon(WORDS)


@pytest.fixture(scope="module")
def enable(data):
    return ur.Lexicon.load(data / "enable2k.txt")


def listed(found):
    return {tuple(board.format().split()) for board in found.boards}


@pytest.mark.parametrize(
    ("shape", "at_least", "options"),
    [
        ("2x2", 2, {}),
        ("2x2", 1, {"topology": "rook"}),
        ("1x4", 1, {}),
        ("2x3", 4, {}),
        ("2x3", 3, {"topology": "hex"}),
        ("2x3", 5, {"wrap": True}),
        ("3x2", 3, {"objective": "words"}),
        ("2x2", 99, {}),
    ],
)
def test_all_boards_are_listed(shape, at_least, options, lexicon, monkeypatch):
    few = ur.Lexicon([word for word in WORDS if set(word) <= set("abcd")])
    rules = {name: value for name, value in options.items() if name != "objective"}
    space = space_of(shape, few, Rules(**rules), options.get("objective", "score"))
    # Letters that no word has all score the same: one of them stands for all.
    codes = np.array([0, 1, 2, 3, 25], dtype=np.uint8)
    every = codes[np.indices((5,) * space.n_cells).reshape(space.n_cells, -1).T]
    good = space.canonical(every[space.scores(every) >= at_least])
    expected = {tuple(space.board(board).format().split()) for board in good}
    for threads, size in ((0, proving.TERM), (1, 1 << 18), (3, 1 << 17)):  # whole, and divided
        monkeypatch.setattr(proving, "TERM", size)
        found = prove(shape, at_least, few, threads=threads, **options)
        ours = {board for board in listed(found) if set(board) <= {"A", "B", "C", "D", "Z"}}
        assert ours == expected
        assert found.scores == sorted(found.scores, reverse=True)
        assert not found.remaining
        assert (found.status is Status.NO_SOLUTION) == (not expected)
        for board, score in list(zip(found.boards, found.scores, strict=True))[::97]:
            result = board.solve(few)
            assert score == (result.count if options.get("objective") == "words" else result.score)


def test_bounds_hold_and_are_exact_for_one_board(lexicon):
    rng = np.random.default_rng(7)
    for _ in range(30):
        sets = [rng.choice(USED, rng.integers(1, 4), replace=False) for _ in range(6)]
        cells = [["".join(chr(97 + code) for code in cell) for cell in sets[at : at + 3]] for at in (0, 3)]
        limit = bound(cells, lexicon)
        boards = np.array([[rng.choice(cell) for cell in sets] for _ in range(20)], dtype=np.uint8)
        scores = score_many(boards, lexicon, shape="2x3")
        assert limit >= scores.max()
        single = [[chr(97 + code) for code in boards[0, at : at + 3]] for at in (0, 3)]
        assert bound(single, lexicon) == scores[0]
    assert bound("ab cd/ba .", lexicon) == bound([["ab", "cd"], ["ba", "."]], lexicon)
    assert bound("? ?/? ?", lexicon) >= 3
    assert bound(". .", lexicon) == 0


def test_the_bound_of_a_known_class(enable):
    cells = [["a", "n", "s"], ["e", "r", "t"], ["l", "i", "dn"]]
    scores = [score_many([f"ansertli{letter}"], enable, qu=True)[0] for letter in "dn"]
    assert max(scores) <= bound(cells, enable, qu=True) < 2 * max(scores)


def test_the_best_small_boards_of_enable_are_proven(enable):
    for shape, margin in (("2x2", 3), ("2x3", 10)):
        top = best(shape, enable, qu=True, pool=20, rounds=3).score
        found = prove(shape, top - margin, enable, qu=True)
        assert found.scores[0] == top
        assert found.status is not Status.LIMIT
        space = space_of(shape, enable, Rules(qu=True))
        codes = np.array(
            [[ord(board.tile(c)[0]) - 97 for c in range(space.n_cells)] for board in found.boards]
        )
        assert len(np.unique(space.canonical(codes.astype(np.uint8)), axis=0)) == len(found.boards)
        assert space.scores(codes.astype(np.uint8)).tolist() == found.scores


def test_a_stopped_proof_goes_on(lexicon, tmp_path, monkeypatch):
    monkeypatch.setattr(proving, "DIVIDED_CELLS", 1)
    whole = prove("2x3", 7, lexicon)
    path, steps = tmp_path / "state.json", 0
    while True:
        limits = Limits(nodes=40 + steps)
        found = prove("2x3", 7, lexicon, limits=limits, checkpoint=path, threads=1 + steps % 3)
        if found.status is not Status.LIMIT:
            break
        assert found.stats.nodes == 40 + steps
        steps += 200
        assert found.remaining
        assert listed(found) <= listed(whole)
    assert steps > 200
    assert (listed(found), found.scores) == (listed(whole), whole.scores)
    again = prove("2x3", 7, lexicon, checkpoint=path)
    assert (listed(again), again.stats.nodes) == (listed(whole), 0)

    def interrupt(nodes):
        raise KeyboardInterrupt

    stopped = prove("2x3", 7, lexicon, progress=interrupt)
    assert (stopped.status, stopped.interrupted) == (Status.LIMIT, True)


def test_checkpoints_that_do_not_fit_are_refused(lexicon, tmp_path):
    path = tmp_path / "state.json"
    prove("2x2", 2, lexicon, checkpoint=path)
    with pytest.raises(PuzzleError, match="another search"):
        prove("2x2", 3, lexicon, checkpoint=path)
    value = json.loads(path.read_text())
    path.write_text(json.dumps({**value, "search": {**value["search"], "version": 1}}))
    with pytest.raises(PuzzleError, match="another search"):
        prove("2x2", 2, lexicon, checkpoint=path)
    for state in (
        {},
        {"stack": [[99]], "boards": {}},
        {"stack": 3, "boards": {}},
        {"stack": [], "boards": {"zz": 1}},
        {"stack": [], "boards": {"00": 1}},
        None,
    ):
        path.write_text(json.dumps({**value, "state": state}))
        with pytest.raises(PuzzleError, match="damaged"):
            prove("2x2", 2, lexicon, checkpoint=path)
    for text in ("", "{", "[" * 100000, "\x00", "3"):
        path.write_text(text)
        with pytest.raises(PuzzleError, match="checkpoint"):
            prove("2x2", 2, lexicon, checkpoint=path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PuzzleError, match="checkpoint"):
        prove("2x2", 2, lexicon, checkpoint=path)
    with pytest.raises(PuzzleError, match="cannot be read"):
        prove("2x2", 2, lexicon, checkpoint=tmp_path)
    with pytest.raises(PuzzleError, match="cannot be written"):
        prove("2x2", 2, lexicon, checkpoint=tmp_path / "none" / "state.json")


@pytest.mark.parametrize(
    ("arguments", "options", "reason"),
    [
        (("4x5", 9), {}, "at most 16 cells"),
        (("2x2", 0), {}, "least="),
        (("2x2", 2.5), {}, "least="),
        (("2x2", True), {}, "least="),
        (("2x2", 1 << 28), {}, "least="),
        (("2x2", 2), {"threads": -1}, "threads"),
        (("2x2", 2), {"limits": 5}, "limits"),
        (("2x2", 2), {"scoring": Scoring((0, 0, 0, -1, 2))}, "below 0"),
        (("2x2", 2), {"topology": "star"}, "topology"),
        (("2x2", 2), {"objective": "x"}, "objective"),
    ],
)
def test_wrong_parameters_are_told(arguments, options, reason, lexicon):
    with pytest.raises(PuzzleError, match=reason):
        prove(*arguments, lexicon, **options)


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ("", "no cells"),
        ([], "no cells"),
        (3, "type int"),
        ([3], "type list"),
        ([["a", "b"], ["c"]], "row of 1"),
        ([["a", 3]], "type int"),
        ("a b/c 1", "letters that"),
        (" ".join("?" * 13), "65 bits together, expected at most 64"),
        (" ".join("a" * 17), "at most 16"),
        ("a\x00 b", "letters that"),
    ],
)
def test_cells_that_are_none_are_told(cells, reason, lexicon):
    with pytest.raises(PuzzleError, match=reason):
        bound(cells, lexicon)


def test_too_large_a_class_is_told(lexicon, monkeypatch):
    monkeypatch.setattr(proofs, "MOST_TERMS", 1 << 16)
    many = ur.Lexicon([a + b + c for a in "abcdefgh" for b in "abcdefgh" for c in "abcdefgh"])
    with pytest.raises(PuzzleError, match="smaller sets"):
        bound("? ? ? ?/? ? ? ?/? ? ? ?", many)


def test_a_class_of_sixteen_cells(lexicon):
    cells = "abcd " * 3 + "abcd/" + "a b . c/" + "ab ab cd cd/" + "? a b c"
    limit = bound(cells, lexicon)
    rng = np.random.default_rng(2)
    sets = [cell.replace("?", "abcdefl") for row in cells.split("/") for cell in row.split()]
    boards = ["".join(rng.choice(list(cell)) for cell in sets) for _ in range(50)]
    scores = [bound(" ".join(text), lexicon, shape="4x4") for text in boards]
    assert scores == [ur.boggle.Boggle.parse(text).solve(lexicon=lexicon).score for text in boards]
    assert limit >= max(scores) > 0


def test_a_large_class_is_bounded_in_a_thread_of_its_own(lexicon, monkeypatch):
    expected = bound("abcd abcd abcd/abcd abcd abcd/abcd abcd abcd", lexicon)
    few = ur.Lexicon(WORDS)
    monkeypatch.setattr(proofs, "USUAL_TERMS", 1 << 8)
    assert bound("abcd abcd abcd/abcd abcd abcd/abcd abcd abcd", few) == expected
