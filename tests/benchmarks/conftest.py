"""What the tests of the signature share."""

from functools import cache

import pytest

from benchmarks import signature


@pytest.fixture(autouse=True)
def _alone(monkeypatch):
    """Let a pytest that a test starts know nothing of the workers of this one: it would measure nothing."""
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)


@cache
def numbers_of(name):
    searches = signature.PARTS[name](1) if name in signature.THREADED else signature.PARTS[name]()
    return tuple(int(number) for number in searches)


@pytest.fixture
def as_recorded(monkeypatch):
    """Run a part of the signature, once, and compare it with what is recorded; returns its numbers."""

    def run(name):
        numbers = numbers_of(name)
        monkeypatch.setitem(signature.PARTS, name, lambda *threads: numbers)
        assert signature.part(name) == signature.RECORDED[name], (
            f"the searches of {name} have changed; if meant so, record it"
        )
        return list(numbers)

    return run
