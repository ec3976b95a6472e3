"""Many boards: totals that are known, every form of input, any number of threads."""

import os
import random
import signal
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import unriddle as ur
from unriddle.puzzles.boggle import many as boggle_many
from unriddle.puzzles.boggle import score_many, solve_many


@pytest.fixture(scope="module")
def enable(data: Path) -> ur.Lexicon:
    return ur.Lexicon.load(data / "enable2k.txt")


def random_boards(seed, count, cells):
    rng = random.Random(seed)
    letters = [rng.randint(0, 25) for _ in range(count * cells)]
    return np.array(letters, dtype=np.uint8).reshape(count, cells)


def test_the_published_totals(enable):
    boards = random_boards(808813, 100_000, 16)
    scores = ur.boggle.score_many(boards, enable, qu=True, threads=0)
    assert scores.dtype == np.int32
    assert int(scores.sum()) == 4_110_698
    part = boards[:20_000]
    batch = solve_many(part, enable, qu=True, threads=2)
    assert batch.scores.tolist() == scores[:20_000].tolist()
    assert batch.offsets[-1] == len(batch.word_ids)


def test_five_by_five(enable):
    scores = score_many(random_boards(2025, 100_000, 25), enable, qu=True)
    assert int(scores.sum()) == 9_002_739


def test_more_boards_than_16_bits_count():
    boards = np.zeros((70_000, 4), dtype=np.uint8)
    boards[:, 1] = 1
    scores = score_many(boards, ur.Lexicon(["aab", "aba", "baa"]))
    assert np.unique(scores).tolist() == [3]


SHAPES = [(4, 4), (3, 5), (6, 6), (1, 29), (9, 9), (35, 36)]
KINDS = [("king", False), ("rook", True), ("hex", False)]
TURNS = [(shape, KINDS[(k + qu) % 3], qu) for k, shape in enumerate(SHAPES) for qu in (False, True)]
"""Each shape with two kinds of neighbours, and with and without qu."""


@pytest.mark.parametrize(("shape", "kind", "qu"), TURNS)
def test_batches_equal_single_boards(shape, kind, qu):
    lexicon = ur.Lexicon.load("english", level=35)
    count = 40 if shape[0] * shape[1] <= 64 else 4
    rng = np.random.default_rng(7)
    codes = rng.integers(0, 26, (count, shape[0] * shape[1])).astype(np.uint8)
    codes[:, ::7] = 255
    options = {"topology": kind[0], "wrap": kind[1]}
    single = []
    for row in codes:
        letters = "".join("." if code == 255 else chr(97 + code) for code in row)
        single.append(ur.Boggle.parse(letters, shape=shape, qu=qu, **options).solve(lexicon))
    scores = score_many(codes, lexicon, shape=shape, qu=qu, **options)
    assert scores.tolist() == [result.score for result in single]
    for threads in (1, 2, 3):
        batch = solve_many(codes, lexicon, shape=shape, qu=qu, threads=threads, **options)
        assert [batch.words(i) for i in range(len(batch))] == [result.words for result in single]
        assert [result.words for result in batch] == [result.words for result in single]
        assert batch.scores.tolist() == scores.tolist()


def test_threads_do_not_change_the_result(monkeypatch):
    monkeypatch.setattr(boggle_many, "CHUNK", 16)
    lexicon = ur.Lexicon.load("english", level=35)
    boards = random_boards(1, 300, 16)
    one = solve_many(boards, lexicon)
    seen = []
    for threads in (0, 2, 5):
        many = solve_many(boards, lexicon, threads=threads, progress=seen.append)
        assert many.offsets.tolist() == one.offsets.tolist()
        assert many.word_ids.tolist() == one.word_ids.tolist()
        assert score_many(boards, lexicon, threads=threads).tolist() == one.scores.tolist()
    assert seen[-1] == 300


def test_texts_of_any_form():
    lexicon = ur.Lexicon(["quit", "tea", "eat", "ate", "tie"])
    plain = score_many(["teai", "EATQ"], lexicon).tolist()
    assert plain == [4, 3]
    assert score_many(["te/ai", "E A\nT Q"], lexicon).tolist() == plain
    assert score_many(np.array(["teai", "EATQ"]), lexicon).tolist() == plain
    assert score_many(["Qu I/T A", "t e/a ."], lexicon).tolist() == [1, 3]
    assert score_many(["Qu I/T An", "t e/a ?"], lexicon).tolist()[0] == 1
    assert score_many(["qita"], lexicon, qu=True).tolist() == [1]
    assert score_many([], lexicon).tolist() == []
    assert solve_many([], lexicon).offsets.tolist() == [0]
    assert solve_many(["a?.q"], lexicon, qu=True).words(0) == []


def test_scoring_and_length():
    lexicon = ur.Lexicon(["at", "tea", "eats"])
    assert score_many(["teas"], lexicon, min_length=2).tolist() == [2]
    assert score_many(["teas"], lexicon, min_length=4).tolist() == [1]
    table = ur.Scoring([0, 0, 5, 7, 9])
    assert score_many(["teas"], lexicon, min_length=2, scoring=table).tolist() == [21]
    letters = ur.Scoring([0], letter_values={"s": 10})
    assert score_many(["teas"], lexicon, scoring=letters).tolist() == [10]
    assert solve_many(["teas"], lexicon, scoring=letters).scores.tolist() == [10]
    with pytest.raises(ur.PuzzleError, match="multipliers"):
        score_many(["teas"], lexicon, scoring=ur.Scoring(multipliers=["2W", "", "", ""]))


def test_boards_with_endless_paths_are_solved_beside_others():
    lexicon = ur.Lexicon(["a" * length for length in range(1, 12)])
    boards = np.array([[1] * 16, [0] * 16, [0] + [1] * 15], dtype=np.uint8)
    lexicon = ur.Lexicon([*lexicon, "bb"])
    scores = score_many(boards, lexicon)
    assert scores.tolist() == solve_many(boards, lexicon).scores.tolist()
    assert scores[1] == 1 + 1 + 2 + 3 + 5 + 11 * 4


@pytest.mark.parametrize("threads", [-1, 1.5, True, "2"])
def test_wrong_threads_are_refused(threads):
    with pytest.raises(ur.PuzzleError, match="threads"):
        score_many(["abcd"], ur.Lexicon(["abc"]), threads=threads)


def test_arrow_tables():
    pytest.importorskip("pyarrow")
    table = solve_many(["teas", "zzzz"], ur.Lexicon(["tea", "eat"])).to_arrow()
    assert table.to_pylist() == [
        {"status": "MULTIPLE", "count": 2, "score": 2, "words": ["eat", "tea"]},
        {"status": "NO_SOLUTION", "count": 0, "score": 0, "words": []},
    ]


def test_arrow_without_pyarrow_says_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(ur.MissingExtraError, match=r"pip install pyarrow"):
        solve_many(["teas"], ur.Lexicon(["tea"])).to_arrow()


@pytest.mark.skipif(os.name != "posix", reason="signals of Unix")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("kind", ["large", "wildcards", "crowded"])
def test_ctrl_c_is_never_a_part_of_the_scores(kind, threads):
    """Boards beyond the small kernel end as their own searches: an interrupt there has to be one here."""
    lexicon = ur.Lexicon.load("english", level=50)
    if kind == "large":
        rng = np.random.default_rng(1)
        boards, options = rng.integers(0, 26, (64, 160_000), dtype=np.uint8), {"shape": 400}
    elif kind == "wildcards":
        boards, options = ["?" * 16] * 8, {}
    else:
        boards, options = np.zeros((8, 64), dtype=np.uint8), {}
        lexicon = ur.Lexicon(["a" * length for length in range(1, 255)])
    for solve in (score_many, solve_many):
        timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        start = time.perf_counter()
        try:
            with pytest.raises(KeyboardInterrupt):
                timer.start()
                solve(boards, lexicon, threads=threads, **options)
        finally:
            timer.cancel()
        assert time.perf_counter() - start < 5


def test_ctrl_c_in_progress_and_in_a_list_of_boards():
    def interrupt(done):
        raise KeyboardInterrupt

    boards = [ur.Boggle.random("70x70", seed=seed) for seed in range(4)]
    lexicon = ur.Lexicon.load("english", level=35)
    for threads in (1, 2):
        for solve in (
            lambda threads: score_many(
                random_boards(1, 10_000, 16), lexicon, threads=threads, progress=interrupt
            ),
            lambda threads: ur.Boggle.solve_many(boards, lexicon, threads=threads, progress=interrupt),
            lambda threads: ur.Boggle.solve_many(
                boards, lexicon, threads=threads, progress=interrupt, limits=ur.Limits(seconds=60)
            ),
        ):
            with pytest.raises(KeyboardInterrupt):
                solve(threads)


def test_boards_that_are_objects_already():
    lexicon = ur.Lexicon.load("english", level=35)
    boards = [ur.Boggle.random(4, seed=seed, min_length=4) for seed in range(30)]
    single = [board.solve(lexicon) for board in boards]
    mixed = [*boards[:3], ur.Boggle("te?s"), ur.Boggle.random("9x9", seed=1), ur.Boggle("zxzx")]
    for given in (boards, mixed, boards[:1], []):
        for limits in (None, ur.Limits(seconds=60)):
            many = ur.Boggle.solve_many(given, lexicon, limits=limits, threads=2)
            assert isinstance(many, ur.boggle.BoggleMany) and len(many) == len(given)
            found = [board.solve(lexicon) for board in given]
            assert [many.words(i) for i in range(len(many))] == [result.words for result in found]
            assert [many[i].board for i in range(len(many))] == list(given)
            assert many.scores.tolist() == [result.score for result in found]
            assert [many[i].status for i in range(len(many))] == [result.status for result in found]
            assert many.statuses.tolist() == [min(result.count, 2) for result in found]
            assert many.counts.tolist() == [result.count for result in found]
            assert many.stats.nodes == sum(result.stats.nodes for result in found)
    many = ur.Boggle.solve_many(boards, lexicon)
    assert many[-1].paths(many[-1].words[0]) == single[-1].paths(single[-1].words[0])
    assert list(many.columns()["words"][1:3]) == [result.words for result in single[1:3]]
    tight = ur.Boggle.solve_many(boards, lexicon, limits=ur.Limits(nodes=1))
    assert {result.status for result in tight} == {ur.Status.LIMIT} and set(tight.statuses) == {4}
    with pytest.raises(ur.PuzzleError, match="expected Boggle"):
        ur.Boggle.solve_many([5], lexicon)
    with pytest.raises(IndexError):
        many.words(30)


def test_rules_go_together_or_by_name():
    rules = ur.boggle.Rules(topology="rook", wrap=True, qu=True, min_length=2)
    lexicon = ur.Lexicon(["quit", "it", "ti", "at"])
    named = {"topology": "rook", "wrap": True, "qu": True, "min_length": 2}
    assert (
        score_many(["qita"], lexicon, rules=rules).tolist() == score_many(["qita"], lexicon, **named).tolist()
    )
    assert solve_many(["qita"], lexicon, rules=rules).words(0) == solve_many(
        ["qita"], lexicon, **named
    ).words(0)
    assert solve_many(["qita"], lexicon, rules=rules)[0].board == ur.Boggle("qita", rules=rules)
    for wrong in ({"topology": []}, {"min_length": 0}, {"rules": 5}, {"scoring": 5}):
        with pytest.raises(ur.PuzzleError, match="expected"):
            score_many(["qita"], lexicon, **wrong)
    with pytest.raises(TypeError, match="nonsense"):
        score_many(["qita"], lexicon, nonsense=1)


@pytest.mark.parametrize("shape", [(0, 4), (0, 2, 2), (0, 3, 4)])
def test_no_boards_are_no_answers(shape):
    none = np.zeros(shape, dtype=np.uint8)
    assert score_many(none, ["tea"]).shape == (0,)
    assert len(solve_many(none, ["tea"])) == 0
    with pytest.raises(ur.PuzzleError, match="expected rows and columns"):
        score_many(np.zeros((2, 0, 0), dtype=np.uint8), ["tea"])


@pytest.mark.parametrize("threads", [1, 2])
def test_limits_are_a_status_of_each_board(threads):
    lexicon = ur.Lexicon.load("english", level=35)
    codes = random_boards(5, 200, 16)
    free = solve_many(codes, lexicon)
    single = [free.board(k).solve(lexicon) for k in range(len(codes))]
    for nodes in (100, 150, 1 << 20):
        many = solve_many(codes, lexicon, limits=ur.Limits(nodes=nodes), threads=threads)
        late = [result.stats.nodes > nodes for result in single]
        assert (
            (many.statuses == 4).tolist() == late == [many[k].status is ur.Status.LIMIT for k in range(200)]
        )
        assert sorted(many.limited.items()) == [(k, nodes) for k in range(200) if late[k]]
        for k in range(200):
            assert late[k] or many.words(k) == free.words(k)
            assert set(many.words(k)) <= set(free.words(k)) and many[k].stats.nodes <= nodes
    wild = solve_many(["?" * 16, "teasrateseatrest"], lexicon, limits=ur.Limits(nodes=1000), threads=threads)
    assert wild.statuses.tolist() == [4, 2] and wild.columns()["status"] == ["LIMIT", "MULTIPLE"]
    with pytest.raises(ur.PuzzleError, match="limits"):
        solve_many(["teas"], lexicon, limits=5)


def test_boards_may_be_boggle_objects_of_the_same_rules():
    boards = [ur.Boggle.random(4, seed=seed) for seed in range(3)]
    words = ur.Lexicon(["tea", "eat", "rat", "tar", "tie"])
    texts = [board.text() for board in boards]
    assert ur.score_many(boards, words).tolist() == ur.score_many(texts, words).tolist()
    assert ur.score_many(iter(boards), words).tolist() == ur.score_many(texts, words).tolist()
    assert [r.score for r in ur.Boggle.solve_many(boards, words)] == ur.score_many(texts, words).tolist()
    boards[2] = ur.Boggle.random(4, seed=2, wrap=True)
    with pytest.raises(
        ur.PuzzleError, match=r"boards\[2\]: the board has wrap=True, and this call wrap=False"
    ):
        ur.score_many(boards, words)
    with pytest.raises(ur.PuzzleError, match=r"boards\[1\]: str, expected Boggle"):
        ur.score_many([boards[0], "tars"], words)
    with pytest.raises(ur.PuzzleError, match=r"boards\[1\]: 3x3, expected 4x4 as the first"):
        ur.score_many([boards[0], ur.Boggle.random(3, seed=1)], words)
