"""Fixtures that all tests share."""

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of puzzles with known answers; named by UNRIDDLE_DATA."""
    folder = os.environ.get("UNRIDDLE_DATA")
    if not folder:
        pytest.skip("UNRIDDLE_DATA does not name the folder of known answers")
    return Path(folder) / "data" if (Path(folder) / "data").is_dir() else Path(folder)
