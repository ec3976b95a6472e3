"""The spec of a puzzle: its name, and where its parts are, as names that are imported when needed.

A folder of `unriddle.puzzles` has its specs in ``SPECS``; another package brings them through entry points of
the group ``unriddle.puzzles``. `unriddle.puzzles.registry` finds them by name.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Command", "Spec", "imported", "lazy"]

OWN = __name__.partition(".")[0]


@dataclass(frozen=True, slots=True)
class Command:
    """A further subcommand: its summary, its module, and its place in the documentation.

    The module has ``configure(parser)``, which adds the arguments, and ``run(args) -> int``, which does the
    work and returns the exit code; ``module:name`` is an object that has both. `page` is its page below
    ``docs``, `title` and `usage` its row in the tables there, `names` what does the same in Python.
    """

    summary: str
    module: str
    page: str = ""
    title: str = ""
    usage: str = ""
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Spec:
    """The parts of a puzzle; modules are named below `home`, ``module:name`` is a name in one.

    Parameters
    ----------
    name : str
        On the command line and in the registry.
    home : str
        The package that holds the parts.
    summary : str
        One line, for help pages and tables.
    puzzle : str
        ``module:Class`` of the puzzle; "" for a folder that counts or measures and solves nothing.
    records : str
        ``module:Class`` of its `Batch`; "" where it cannot be solved from files.
    factory : str
        ``module:Class`` of its `Factory`; "" for a puzzle that is made by its ``generate`` or ``random``.
    command : str
        What runs the subcommand of its name: ``module:name`` of a `PuzzleCommand`, or a module with
        ``configure`` and ``run``. A puzzle without gets the `PuzzleCommand` of all puzzles.
    commands : mapping of str to Command
        Further subcommands.
    game : str
        What runs ``unriddle play`` with its name: ``module:name`` of a `PlayCommand`, or of an object with
        ``configure``, ``run`` and a line ``summary``; "" for a puzzle that is not played.
    pictures : str
        Module with ``pictures()``: name -> SVG, the drawings of its pages.
    page : str
        Its page below ``docs``.
    title, scope, usage : str
        Its row in the tables of the documentation: name, what it covers, a command.
    example : str
        A board that `parse` reads, for help, tests and the documentation.
    question : str
        What an entry of question and answer asks: the rules, and the form of the answer.
    cannot : mapping of str to str
        Verb of the contract that it does not have -> why.
    public : tuple of str
        Names of the folder that ``unriddle`` exports.
    """

    name: str
    home: str
    summary: str
    puzzle: str = ""
    records: str = ""
    factory: str = ""
    command: str = ""
    commands: Mapping[str, Command] = field(default_factory=dict)
    game: str = ""
    pictures: str = ""
    page: str = ""
    title: str = ""
    scope: str = ""
    usage: str = ""
    example: str = ""
    question: str = ""
    cannot: Mapping[str, str] = field(default_factory=dict)
    public: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.puzzle:
            _SPECS.setdefault(f"{self.home}.{self.puzzle}".replace(".:", ":"), self)

    def load(self, place: str) -> Any:
        """Return the module, or the name in a module, that a field of this spec names.

        Examples
        --------
        >>> spec = Spec(name="x", home="unriddle.puzzles.framework", summary="x", puzzle="steps:Step")
        >>> spec.load(spec.puzzle).__name__
        'Step'
        """
        module, _, name = place.partition(":")

        def load() -> Any:
            found = importlib.import_module(f"{self.home}.{module}" if module else self.home)
            return getattr(found, name) if name else found

        return load() if self.home.startswith(f"{OWN}.") else imported(self.name, load)


def imported(name: str, load: Callable[[], Any]) -> Any:
    """Return what `load` imports of another package; PuzzleError where that fails or ends the process."""
    from ...base import MissingExtraError, PuzzleError, printable

    try:
        return load()
    except (PuzzleError, MissingExtraError, KeyboardInterrupt):
        raise
    except BaseException as error:  # also SystemExit, and pytest's Skipped
        why = printable(f"{type(error).__name__}: {error}")[:200]
        raise PuzzleError(f"the plug-in {name!r} cannot be imported: {why}") from error


_SPECS: dict[str, Spec] = {}
"""``module:Class`` -> the spec that names it."""


def spec_of(kind: type) -> Spec | None:
    """Return the spec that names a class, None where none does."""
    return _SPECS.get(f"{kind.__module__}:{kind.__qualname__}")


RENAMED = {
    "DepthResult": "DistanceTable",
    "EccentricResult": "DiameterResult",
    "Game": "PlacementGame",
    "Layout": "CrisscrossLayout",
    "LayersResult": "ReachableResult",
    "Progressed": "StreamProgress",
    "TablesResult": "PatternDatabaseResult",
    "bound": "upper_bound",
    "WinningResult": "SolvableResult",
}
"""Public names of the release before -> today's."""


def current_name(name: str) -> str:
    """Return today's name of a public name; one of the release before warns that it goes with the next."""
    if name not in RENAMED:
        return name
    import warnings

    said = f"{name} is called {RENAMED[name]}; the next release removes the old name"
    warnings.warn(said, DeprecationWarning, stacklevel=3)
    return RENAMED[name]


def lazy(home: str, places: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of a package whose names are imported when they are first used.

    Parameters
    ----------
    home : str
        ``__name__`` of the package.
    places : mapping of str to str
        Public name -> module below the package; none is called like a module there.

    Examples
    --------
    >>> find, names = lazy("unriddle.puzzles.framework", {"Step": "steps"})
    >>> find("Step").__name__, names()
    ('Step', ['Step'])
    """

    def find(name: str) -> Any:
        current = name if name in places else current_name(name)
        if current not in places:
            wrong = f"module {home.replace('.puzzles', '')!r} has no attribute {current!r}"
            raise AttributeError(wrong, name=current, obj=sys.modules.get(home))
        found = getattr(importlib.import_module(f"{home}.{places[current]}"), current)
        if name == current:  # an old name warns each time
            setattr(sys.modules[home], name, found)
        return found

    return find, lambda: sorted(places)
