"""Fixtures of the tests of files."""

import os

import pytest


@pytest.fixture(autouse=True)
def _no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Flushing to the disk is what most of the time would go to; one test looks after it."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
