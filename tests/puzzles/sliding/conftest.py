import pytest

from unriddle.puzzles.sliding import pattern_database


@pytest.fixture
def _fresh(tmp_path, monkeypatch):
    """A cache folder of its own, and nothing kept in the process."""
    monkeypatch.setenv("UNRIDDLE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(pattern_database, "_ARRAYS", {})


@pytest.fixture(scope="session")
def kept(tmp_path_factory):
    """A cache folder and arrays for tests that make the same tables."""
    return tmp_path_factory.mktemp("tables"), {}


@pytest.fixture
def _shared(kept, monkeypatch):
    """A cache of the tests that look at searches, not at how their tables are made."""
    folder, arrays = kept
    monkeypatch.setenv("UNRIDDLE_CACHE", str(folder))
    monkeypatch.setattr(pattern_database, "_ARRAYS", arrays)
