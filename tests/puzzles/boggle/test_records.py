"""Boggle for batches: the same answers as board by board, whatever the records look like."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import unriddle as ur
from unriddle.base import PuzzleError
from unriddle.puzzles.boggle.records import BoggleRecords
from unriddle.puzzles.framework.batch_records import ArrayRecords, TextRecords

LEXICON = ur.Lexicon(["tea", "eat", "rate", "quit", "tear", "star", "äst", "quiet", "teas"])


def records_of(lines):
    texts = [line.encode() for line in lines]
    ends = np.cumsum([len(text) for text in texts], dtype=np.int64)
    starts = ends - np.array([len(text) for text in texts], dtype=np.int64)
    return TextRecords(np.frombuffer(b"".join(texts), dtype=np.uint8), starts, ends)


@pytest.fixture(scope="module")
def lexicon():
    return ur.Lexicon.load("english", level=35)


LINES = st.lists(
    st.one_of(
        st.text("aeqrstuTE", min_size=4, max_size=4),
        st.text("aeqrstuä", min_size=1, max_size=9),
        st.sampled_from(["te/ar", "Qu i/e t", "t?ar", "te.ar#eat", "1234", "te/a", " ", "ta\rr", "tear"]),
        st.sampled_from(
            ["tea rat", "quit tear star rate", "tear 36", "t,e,a,r", "qu it", "qu er", "tear, rate"]
        ),
        st.text("aeqrtu ,/.", min_size=1, max_size=12),
    ),
    max_size=40,
)


@settings(max_examples=40)
@given(LINES, st.booleans())
def test_same_as_board_by_board(lines, qu):
    batch = BoggleRecords("words", {"qu": qu}, LEXICON)
    answers = batch.answer(records_of(lines))
    rejected = dict(answers.rejected)
    found = {
        int(place): (int(score), words)
        for place, score, words in zip(answers.kept, *answers.columns, strict=True)
    }
    assert sorted([*found, *rejected]) == list(range(len(lines)))
    assert list(answers.kept) == sorted(answers.kept)
    for place, line in enumerate(lines):
        try:
            if "\r" in line or not line.strip():
                raise PuzzleError("no record")
            result = ur.Boggle.parse(line, qu=qu).solve(LEXICON)
        except PuzzleError:
            assert place in rejected
        else:
            assert found[place] == (result.score, result.words)


@settings(max_examples=25)
@given(LINES)
def test_scores_alone_are_the_same(lines):
    words = BoggleRecords("words", {}, LEXICON).answer(records_of(lines))
    score = BoggleRecords("score", {}, LEXICON).answer(records_of(lines))
    assert list(score.kept) == list(words.kept) and list(score.rejected) == list(words.rejected)
    assert np.array_equal(score.columns[0], words.columns[0])


def test_paths_spell_their_words():
    lines = ["tear", "quit", "te/ar", "Qu i/e t", "1"]
    answers = BoggleRecords("paths", {"qu": True}, LEXICON).answer(records_of(lines))
    assert answers.kept.tolist() == [0, 1, 2, 3] and answers.rejected[0][0] == 4
    for place, _, words, paths in zip(answers.kept, *answers.columns, strict=True):
        board = ur.Boggle.parse(lines[place], qu=True)
        for word, path in zip(words, paths, strict=True):
            assert "".join(board.tile(cell) for cell in path) == word
    assert answers.columns[1][0] == ["eat", "rate", "tea", "tear"]


def test_arrays_with_wrong_codes():
    rng = np.random.default_rng(1)
    codes = rng.integers(0, len(LEXICON.alphabet), (50, 6))
    codes[7, 3], codes[9, 0], codes[11, 5] = -1, 200, 255
    batch = BoggleRecords("score", {"shape": "2x3"}, LEXICON)
    answers = batch.answer(ArrayRecords(codes))
    assert [place for place, _ in answers.rejected] == [7, 9]
    assert "code -1 in cell 3" in answers.rejected[0][1]
    assert answers.kept.size == 48
    cubes = batch.answer(ArrayRecords(codes.reshape(-1, 2, 3)))
    assert np.array_equal(cubes.columns[0], answers.columns[0])
    kept = codes[answers.kept]
    assert np.array_equal(answers.columns[0], ur.boggle.score_many(kept, LEXICON, shape="2x3"))
    with pytest.raises(PuzzleError, match="expected letter codes"):
        batch.answer(ArrayRecords(codes.astype(float)))
    none = batch.answer(ArrayRecords(np.zeros((0, 2, 3), dtype=np.uint8)))
    assert none.kept.size == 0 and not none.rejected


@pytest.mark.parametrize("options", [{"topology": "queen"}, {"shape": "4x"}, {"min-length": 0}])
def test_wrong_options_are_refused_at_once(options):
    with pytest.raises(PuzzleError):
        BoggleRecords("score", options, LEXICON)
    with pytest.raises(PuzzleError, match="--what"):
        BoggleRecords("letters", {}, LEXICON)


WILD = ["t?ar", "tear", "????", "t", "?" * 9, "te/a?", "tearstear"]


@pytest.mark.parametrize("what", ["score", "words", "paths"])
@pytest.mark.parametrize("nodes", [1, 5, 40, 100, 1 << 16, (1 << 16) + 1])
def test_a_record_that_meets_its_limits_is_rejected_and_all_others_are_the_same(what, nodes):
    crowded = ur.Lexicon([*LEXICON, *("t" * n for n in range(3, 10)), "ta", "et"])
    free = BoggleRecords(what, {"max-nodes": 0}, crowded).answer(records_of(WILD))
    assert not free.rejected and free.kept.tolist() == list(range(len(WILD)))
    answers = BoggleRecords(what, {"max-nodes": nodes}, crowded).answer(records_of(WILD))
    needed = [ur.Boggle.parse(line).solve(crowded).stats.nodes for line in WILD]
    late = []
    for place, line in enumerate(WILD):
        limited = ur.Boggle.parse(line).solve(crowded, limits=ur.Limits(nodes=nodes))
        if limited.status is ur.Status.LIMIT:
            late.append((place, f"limit reached after {nodes:,} nodes"))
            assert needed[place] >= nodes
    assert list(answers.rejected) == late
    for column, whole in zip(answers.columns, free.columns, strict=True):
        assert list(column) == [whole[place] for place in answers.kept]


def test_a_board_of_wildcards_stops_no_batch(lexicon):
    lines = ["?" * 16, "perslatgsineters", "/".join(["?" * 9] * 9)]
    for options in ({"max-nodes": 100_000}, {"max-nodes": 0, "max-seconds": 0.05}):
        answers = BoggleRecords("score", options, lexicon).answer(records_of(lines))
        assert answers.kept.tolist() == [1] and [place for place, _ in answers.rejected] == [0, 2]
        assert all(reason.startswith("limit reached after ") for _, reason in answers.rejected)
    assert BoggleRecords("score", {}, lexicon).options["max-nodes"] == 100_000_000


def test_large_boards_have_limits_that_time_does_not_change(lexicon):
    rng = np.random.default_rng(3)
    codes = rng.integers(0, 26, (3, 40 * 40)).astype(np.uint8)
    needed = [
        board.stats.nodes
        for board in (
            ur.Boggle(np.array(list("abcdefghijklmnopqrstuvwxyz"))[row.reshape(40, 40)]).solve(lexicon)
            for row in codes
        )
    ]
    for most in sorted(needed):
        batch = BoggleRecords("score", {"max-nodes": most}, lexicon)
        answers = batch.answer(ArrayRecords(codes))
        assert answers.kept.tolist() == [k for k, nodes in enumerate(needed) if nodes <= most]
