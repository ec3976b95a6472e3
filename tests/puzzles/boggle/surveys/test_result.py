"""A survey as a value: put together, written and read."""

import json

import pytest

from unriddle import PuzzleError, Scoring
from unriddle.puzzles.boggle.surveys.result import Survey
from unriddle.puzzles.boggle.surveys.survey import survey

WORDS = ["tea", "eat", "rates"]


def made(seed=1, **options):
    return survey("1987", WORDS, boards=9000, seed=seed, **options)


def test_json_and_back():
    for found in (
        made(scoring=Scoring({3: 2}, letter_values={"t": 3}), qu=True),
        survey([["an", "t"], ["e", "a"], ["q", ""], ["s", "i"]], WORDS, boards=100, seed=1),
        made(shard=(2, 3)),
    ):
        again = Survey.from_dict(json.loads(json.dumps(found.to_dict())))
        assert again.to_dict() == found.to_dict() and again.job == found.job
        assert (again.words, again.word_counts) == (found.words, found.word_counts)


def test_parts_of_other_surveys_are_refused():
    part = made(shard=(1, 2))
    for other, expected in (
        (made(seed=2, shard=(2, 2)), "seed 2, not 1"),
        (made(min_length=2, shard=(2, 2)), "rules"),
        (survey("1976", WORDS, boards=9000, seed=1), "dice 1976, not 1987"),
        (survey("1987", ["tea"], boards=9000, seed=1), "the list of words"),
        (part, "boards in common"),
        (5, "expected a Survey"),
    ):
        with pytest.raises(PuzzleError, match=expected):
            part.merge(other)
    assert part.merge() is part


def test_what_is_no_survey():
    right = made().to_dict()
    for wrong in (
        None,
        [],
        {},
        {**right, "survey": 2},
        {**right, "boards": 5},
        {**right, "done": "x"},
        {**right, "done": "1"},
        {**right, "sampled": 1},
        {**right, "dice": "moon"},
        {**right, "words": {"first": 0, "counts": [1]}},
        {**right, "word_counts": [1]},
        {**right, "seed": -1},
        {**right, "rules": {"moon": 1}},
    ):
        with pytest.raises(PuzzleError, match="expected what to_dict of a survey returned"):
            Survey.from_dict(wrong)


def test_words_by_frequency():
    found = made()
    words = found.frequent(2)
    assert [word for word, _ in words] == list(found.word_counts)[:2]
    assert words[0][1].value == max(found.word_counts.values()) / found.sampled
    for wrong in (-1, "x", 1.5):
        with pytest.raises(PuzzleError, match="most="):
            found.frequent(wrong)
    assert repr(found).startswith("<Survey SOLVED: 9,000 boards")
