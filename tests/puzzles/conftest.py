"""What the tests of all puzzles share."""

from functools import cache

import pytest

from unriddle.report import signature


@cache
def numbers_of(name):
    return tuple(int(number) for number in signature.PARTS[name]())


@pytest.fixture
def as_recorded(monkeypatch):
    """Run a part of the signature, once, and compare it with what is recorded; returns its numbers."""

    def run(name):
        numbers = numbers_of(name)
        monkeypatch.setitem(signature.PARTS, name, lambda: numbers)
        assert signature.part(name) == signature.RECORDED[name], (
            f"the searches of {name} have changed; if meant so, record it"
        )
        return list(numbers)

    return run
