import pytest

from unriddle.puzzles.sliding import pattern_database


@pytest.fixture
def _fresh(tmp_path, monkeypatch):
    """A cache folder of its own, and nothing kept in the process."""
    monkeypatch.setenv("UNRIDDLE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(pattern_database, "_ARRAYS", {})
