"""All puzzles by name: the folders of this package, and those of other packages.

Another package joins with an entry point of the group ``unriddle.puzzles`` that names its `Spec`.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from typing import TYPE_CHECKING, Any, TypeVar

from .framework.spec import Spec, imported

if TYPE_CHECKING:
    from ..base import PuzzleError
    from .framework.batch_records import Batch
    from .framework.generator import Factory

T = TypeVar("T")

__all__ = [
    "Spec", "batch", "batch_names", "built_in", "check_brought", "command", "factory", "factory_names",
    "folders", "get", "loaded", "names", "of_folder", "public_names", "spec", "specs",
]  # fmt: skip

GROUP = "unriddle.puzzles"
HOME = __name__.rpartition(".")[0]


@cache
def folders() -> tuple[str, ...]:
    """Return the names of the folders of puzzles."""
    home = importlib.import_module(HOME)
    return tuple(
        sorted(m.name for m in pkgutil.iter_modules(home.__path__) if m.ispkg and m.name != "framework")
    )


def of_folder(folder: str) -> tuple[Spec, ...]:
    """Return the specs of a folder."""
    found: tuple[Spec, ...] = importlib.import_module(f"{HOME}.{folder}").SPECS
    return found


@cache
def built_in() -> tuple[Spec, ...]:
    """Return the specs of the package's own folders, by name.

    Examples
    --------
    >>> "sudoku" in [spec.name for spec in built_in()]
    True
    """
    found = [spec for folder in folders() for spec in of_folder(folder)]
    return tuple(sorted(found, key=lambda spec: spec.name))


def _error(reason: str) -> PuzzleError:
    from ..base import PuzzleError

    return PuzzleError(reason)


def _entry_points() -> list[Any]:
    """Return the entry points of other packages; importlib, which takes 50 ms, only where there are any."""
    found: dict[str, Any] = {}
    if any(map(_has_entry_points, sys.path)):
        from importlib.metadata import distributions

        for package in distributions():
            try:
                entries = package.entry_points.select(group=GROUP)
                found.update({entry.name: entry for entry in entries if entry.name not in found})
            except Exception as error:  # any package's file, whatever is in it
                _warn(f"{getattr(package, '_path', 'a package')}: its entry points cannot be read: {error}")
    return list(found.values())


def _has_entry_points(place: str) -> bool:
    """Return whether a package in a folder of `sys.path` may bring puzzles."""
    if not os.path.isdir(place):  # noqa: PTH112 (pathlib costs start-up time)
        return os.path.isfile(place)  # noqa: PTH113 (an archive)
    with suppress(OSError):  # what cannot be read brings nothing
        for name in os.listdir(place):  # noqa: PTH208
            if name.endswith((".dist-info", ".egg-info")):
                file = os.path.join(place, name, "entry_points.txt")  # noqa: PTH118
                if os.path.isfile(file):  # noqa: PTH113
                    with open(file, encoding="utf-8", errors="replace") as stream:  # noqa: PTH123
                        if GROUP in stream.read():
                            return True
    return False


def _brought(entry: Any) -> Spec:
    found = imported(entry.name, entry.load)
    if not isinstance(found, Spec):
        raise _error(f"the entry point {entry.name!r} names {found!r:.60}, expected a Spec")
    return found


def loaded(load: Callable[[], T]) -> T | None:
    """Return what `load` imports; None with a warning where another package cannot be imported."""
    from ..base import PuzzleError

    try:
        return load()
    except PuzzleError as error:
        _warn(str(error))
        return None


@cache
def _warn(reason: str) -> None:
    """Warn once that a plug-in is left out."""
    import warnings

    warnings.warn(f"{reason}; it is left out", UserWarning, stacklevel=2)


def check_brought(name: str) -> None:
    """Raise PuzzleError where another package brings a puzzle of that name that cannot be imported."""
    for entry in _entry_points():
        if entry.name == name:
            _brought(entry)


def specs() -> list[Spec]:
    """Return the specs of all folders and of other packages, by name.

    Examples
    --------
    >>> [spec.name for spec in specs() if spec.name.startswith("b")]
    ['boggle']
    """
    known = {spec.name: spec for spec in built_in()}
    for entry in _entry_points():
        if entry.name in known:
            continue
        if (found := loaded(partial(_brought, entry))) is not None:
            known[entry.name] = found
    return [known[name] for name in sorted(known)]


def spec(name: str) -> Spec:
    """Return the spec called `name`.

    Raises
    ------
    PuzzleError
        Nothing has that name.

    Examples
    --------
    >>> spec("boggle").page
    'boggle.md'
    """
    for found in of_folder(name) if name in folders() else ():  # imports none of the others
        if found.name == name:
            return found
    for found in built_in():
        if found.name == name:
            return found
    for entry in _entry_points():
        if entry.name == name:
            return _brought(entry)
    raise _error(_unknown(name, [found.name for found in specs() if found.puzzle]))


def _unknown(name: str, known: list[str]) -> str:
    import difflib

    from ..io.text import printable

    close = difflib.get_close_matches(name, known, 1)
    meant = f" (did you mean {close[0]}?)" if close else ""
    return f"no puzzle is called {printable(name)!r:.40}{meant}, expected one of {', '.join(known)}"


def names() -> list[str]:
    """Return the names of all puzzles, the built-in ones and those of other packages.

    Examples
    --------
    >>> "boggle" in names()
    True
    """
    return [found.name for found in specs() if found.puzzle]


def batch_names() -> list[str]:
    """Return the names of all puzzles that can be solved from files.

    Examples
    --------
    >>> "boggle" in batch_names()
    True
    """
    return [found.name for found in specs() if found.records or found.puzzle]


def get(name: str) -> Any:
    """Return the class of the puzzle called `name`.

    Raises
    ------
    PuzzleError
        No puzzle has that name.

    Examples
    --------
    >>> get("boggle").__name__
    'Boggle'
    """
    found = spec(name)
    if not found.puzzle:
        raise _error(_unknown(name, names()))
    return found.load(found.puzzle)


def batch(name: str) -> type[Batch]:
    """Return the class that solves the puzzle called `name` from files.

    Raises
    ------
    PuzzleError
        No puzzle of that name can be.

    Examples
    --------
    >>> batch("boggle").WHAT
    ('score', 'words', 'paths')
    """
    found = spec(name)
    if not found.records and not found.puzzle:
        raise _error(_unknown(name, batch_names()))
    records: type[Batch]
    if found.records:
        records = found.load(found.records)
    else:
        from .framework.batch_records import SolveRecords

        records = type(f"{name.capitalize()}Records", (SolveRecords,), {"KIND": found.load(found.puzzle)})
    return records


def factory(name: str) -> type[Factory]:
    """Return the class that makes puzzles called `name`.

    Raises
    ------
    PuzzleError
        No puzzle has that name; it makes none, with the reason of its spec.

    Examples
    --------
    >>> factory("sudoku").CHUNK
    256
    """
    from .framework.generator import factory_of

    return factory_of(get(name))


def factory_names() -> list[str]:
    """Return the names of all puzzles of which many can be made.

    Examples
    --------
    >>> "sudoku" in factory_names()
    True
    """
    return [found.name for found in specs() if found.puzzle and not {"generate", "random"} <= {*found.cannot}]


@cache
def public_names() -> dict[str, str]:
    """Return the names that folders put into ``unriddle``, each with the module to take it from.

    Examples
    --------
    >>> public_names()["Boggle"].rpartition(".")[2]
    'boggle'
    """
    found = {name: spec.home for spec in built_in() for name in spec.public}
    return dict(sorted(found.items()))


def command(spec: Spec) -> Any:
    """Return the module or object with ``configure(parser)`` and ``run(args)`` of a puzzle's subcommand."""
    if spec.command:
        return spec.load(spec.command)
    from .framework.command import PuzzleCommand

    return PuzzleCommand(spec)
