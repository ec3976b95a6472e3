"""Classes of `record` are dataclasses in all but the time that an object takes."""

import copy
import dataclasses
import inspect
import pickle

import pytest

from unriddle import Result, SearchStats, Status
from unriddle.base import record


@record
class Found(Result):
    words: tuple[str, ...]
    score: int = 0


def found():
    return Found(status=Status.SOLVED, stats=SearchStats(nodes=3), words=("tea",))


def test_it_is_a_frozen_dataclass_with_slots():
    one = found()
    assert one == found() and hash(one) == hash(found()) and one != dataclasses.replace(one, score=1)
    assert [field.name for field in dataclasses.fields(Found)] == [
        "status",
        "stats",
        "interrupted",
        "words",
        "score",
    ]
    assert repr(one).endswith("interrupted=False, words=('tea',), score=0)")
    assert copy.copy(one) == copy.deepcopy(one) == pickle.loads(pickle.dumps(one)) == one
    assert not hasattr(one, "__dict__")
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.score = 3


def test_its_fields_are_keywords():
    assert str(inspect.signature(Found)).startswith("(*, status: ")
    with pytest.raises(TypeError, match="missing 1 required keyword-only argument: 'words'"):
        Found(status=Status.SOLVED, stats=SearchStats())
    with pytest.raises(TypeError, match="unexpected keyword argument 'letters'"):
        Found(status=Status.SOLVED, stats=SearchStats(), words=(), letters=3)
    with pytest.raises(TypeError, match="positional"):
        SearchStats(3)


def test_a_default_that_is_made_is_refused():
    class Listed:
        words: list[str] = dataclasses.field(default_factory=list)

    with pytest.raises(TypeError, match="words has a factory"):
        record(Listed)


def test_checks_that_would_not_be_made_are_refused():
    class Checked:
        words: int

        def __post_init__(self):
            raise ValueError

    with pytest.raises(TypeError, match="__post_init__"):
        record(Checked)
