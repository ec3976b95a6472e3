"""Benchmark cases from a folder: modules ``cases_NAME.py`` for what needs data, other packages or minutes.

Such a module has ``cases(quick, data)``, which returns `Case` objects of the suite NAME without doing their
work; `data` is the folder of known answers that ``UNRIDDLE_DATA`` names, or None. The first line of the
module says what it measures. Modules of a folder may import each other relatively.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import sys
from pathlib import Path
from types import ModuleType

from unriddle.base import PuzzleError
from unriddle.io.text import printable

from ..case import Case

__all__ = ["cases", "data_folder", "summaries"]

PREFIX = "cases_"


def data_folder() -> Path | None:
    """Return the folder of puzzles with known answers, None where ``UNRIDDLE_DATA`` names none."""
    name = os.environ.get("UNRIDDLE_DATA")
    if not name:
        return None
    return Path(name) / "data" if (Path(name) / "data").is_dir() else Path(name)


def summaries(path: str) -> dict[str, str]:
    """Return the suites of a folder, or of one file, and the first line of each module.

    Raises
    ------
    PuzzleError
        There is no module of cases, or one cannot be imported.
    """
    return {
        name: (_module(file).__doc__ or name).partition("\n")[0].rstrip(".")
        for name, file in _files(path).items()
    }


def cases(path: str, name: str, quick: bool) -> list[Case]:
    """Return the cases of one suite of a folder; none where it has no such suite.

    Raises
    ------
    PuzzleError
        The module cannot be imported, has no function ``cases``, or that makes no cases of this suite.
    """
    file = _files(path).get(name)
    if file is None:
        return []
    make = getattr(_module(file), "cases", None)
    if not callable(make):
        raise PuzzleError("no function cases(quick, data)", file=printable(str(file)))
    try:
        found = list(make(quick, data_folder()))
    except Exception as error:
        raise PuzzleError(f"cases: {type(error).__name__}: {error}", file=printable(str(file))) from error
    for each in found:
        if not isinstance(each, Case) or each.suite != name:
            told = printable(repr(getattr(each, "suite", each)))
            raise PuzzleError(f"{told:.60}, expected cases of the suite {name}", file=printable(str(file)))
    return found


def _files(path: str) -> dict[str, Path]:
    """Return the modules of a folder, or the one file, by the name of their suite."""
    place = Path(path).resolve()
    if place.is_dir():
        files = sorted(place.glob(f"{PREFIX}*.py"))
    else:
        files = [place] if place.is_file() and place.suffix == ".py" else []
    found = {file.stem.removeprefix(PREFIX): file for file in files if file.stem.isidentifier()}
    if not found:
        raise PuzzleError(
            f"no benchmark cases, expected a folder of modules {PREFIX}NAME.py, or one such file",
            file=printable(path),
        )
    return found


def _module(file: Path) -> ModuleType:
    """Import a module of cases, as part of a package of its folder so that it finds its neighbours."""
    package = f"unriddle_cases_{hashlib.sha256(os.fsencode(file.parent)).hexdigest()[:8]}"
    if package not in sys.modules:
        made = ModuleType(package)
        made.__path__ = [str(file.parent)]
        sys.modules[package] = made
    try:
        return importlib.import_module(f"{package}.{file.stem}")
    except Exception as error:
        raise PuzzleError(f"{type(error).__name__}: {error}", file=printable(str(file))) from error
