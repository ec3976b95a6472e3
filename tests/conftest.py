"""Fixtures that all tests share."""

import os
from pathlib import Path

import pytest
from hypothesis import settings


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of puzzles with known answers; named by UNRIDDLE_DATA."""
    folder = os.environ.get("UNRIDDLE_DATA")
    if not folder:
        pytest.skip("UNRIDDLE_DATA does not name the folder of known answers")
    return Path(folder) / "data" if (Path(folder) / "data").is_dir() else Path(folder)


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test reads or leaves a file in the user's cache folder."""
    os.environ["UNRIDDLE_CACHE"] = str(tmp_path_factory.mktemp("cache"))


settings.register_profile("unriddle", deadline=None)  # a busy machine is no failure
settings.load_profile("unriddle")
