"""Record what a proof found of each class of boards: certificates that together cover all boards."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from ....base import PuzzleError
from ....core.walk.boggle_bound import MAX_CELLS
from ....io.atomic import write_whole
from ....io.checkpoints import checked, lines_of, value_of
from ....io.text import printable
from ..best_board.board_space import Space, space_of
from ..rules import Rules
from .partition import Division, First

if TYPE_CHECKING:
    from ....lexicon import Lexicon

VERSION = 3
MOST = 1 << 62
COUNTS = ("bound", "leaves", "nodes", "terms")


@dataclass(frozen=True, slots=True)
class Certificate:
    """What was found of a class of boards; equal for every search of the class, but for the seconds.

    Examples
    --------
    >>> Certificate(first=(0, 19), bound=12, leaves=1, boards={bytes([0, 19, 4, 0]): 9}).best
    9
    """

    first: First
    """The letters of the first cells, in the order of deciding."""
    bound: int
    """No board of the class has more points."""
    leaves: int = 0
    """Boards that the terms of the class do not rule out, which were scored."""
    boards: Mapping[bytes, int] = field(default_factory=dict)
    """Those of them that reach the score, by their letters, with their points."""
    nodes: int = 0
    """Classes bounded."""
    terms: int = 0
    """Paths of words listed."""
    seconds: float = 0.0
    """Processor time."""

    @property
    def best(self) -> int:
        """The most points of a board, 0 where none reaches the score."""
        return max(self.boards.values(), default=0)

    @property
    def found(self) -> tuple[int, int, list[tuple[bytes, int]]]:
        """Bound, leaves and boards: they do not depend on how the class was searched."""
        return self.bound, self.leaves, sorted(self.boards.items())


def digest_of(space: Space) -> str:
    """Return a digest of words and points, as the kernels take them."""
    digest = hashlib.sha256()
    for array in (space.words.trie.nodes, space.words.lengths, space.values):
        digest.update(np.ascontiguousarray(array).tobytes())
    digest.update(space.lexicon.alphabet.encode())
    return digest.hexdigest()


class ProofFile:
    """A file of certificates of one proof: a line of JSON that names the proof, then a line per certificate.

    It is written atomically. Each line has a checksum, so that of a damaged file the other lines still count:
    a class whose certificate is lost is searched again.
    """

    def __init__(self, space: Space, at_least: int) -> None:
        self.space, self.at_least = space, at_least
        self.division = Division(space)
        self._codes = {letter: code for code, letter in enumerate(space.lexicon.alphabet)}
        self._lines: dict[First, str] = {}
        self.head = {
            "proof": VERSION,
            "shape": [space.rows, space.cols],
            "least": at_least,
            "objective": space.objective,
            "rules": space.rules.to_dict(),
            "alphabet": space.lexicon.alphabet,
            "order": self.division.order,
            "digest": digest_of(space),
        }

    @classmethod
    def opened(
        cls, path: str, lexicon: Lexicon | Iterable[str] | None
    ) -> tuple[ProofFile, list[Certificate]]:
        """Read a file of any proof with this lexicon: it has the shape, rules and score."""
        head = _head_of(next(lines_of(path)), path)
        try:
            rows, cols = head["shape"]
            rules, least, objective = Rules(**dict(head["rules"])), index(head["least"]), head["objective"]
            shape = (index(rows), index(cols))
        except (KeyError, TypeError, ValueError, OverflowError):
            raise PuzzleError("is a damaged proof: it has no rules", file=printable(path)) from None
        file = cls(space_of(shape, lexicon, rules, objective, MAX_CELLS), least)
        return file, file.read(path)

    def read(self, path: str) -> list[Certificate]:
        """Return the certificates of a file of the same proof."""
        lines = lines_of(path)
        if _head_of(next(lines), path) != self.head:
            wrong = "is of another proof, with other boards, score or words"
            raise PuzzleError(wrong, file=printable(path))
        return [made for line in lines if (made := self._certificate(line)) is not None]

    def write(self, path: str, certificates: Iterable[Certificate]) -> None:
        """Write the certificates."""
        lines = [checked(self.head)]
        for each in certificates:
            if each.first not in self._lines:
                self._lines[each.first] = self._line(each)
            lines.append(self._lines[each.first])
        write_whole(path, "\n".join([*lines, ""]))

    def _line(self, made: Certificate) -> str:
        letters = self.space.lexicon.alphabet
        boards = {"".join(letters[code] for code in board): points for board, points in made.boards.items()}
        fields = {name: getattr(made, name) for name in (*COUNTS, "seconds")}
        return checked({"class": self.division.text_of(made.first), **fields, "boards": boards})

    def _certificate(self, line: str) -> Certificate | None:
        """Return the certificate of a line, None where the line is damaged."""
        value, cells = value_of(line), self.space.n_cells
        try:
            first = tuple(self._codes[letter] for letter in value["class"])
            boards = {
                bytes(self._codes[letter] for letter in text): index(points)
                for text, points in value["boards"].items()
            }
            counts = {name: index(value[name]) for name in COUNTS}
            made = Certificate(first, boards=boards, seconds=float(value["seconds"]), **counts)
        except (KeyError, TypeError, ValueError, AttributeError):
            return None
        numbers = (*counts.values(), *boards.values())
        right = self.division.holds(first) and 0 <= min(numbers) <= max(numbers) < MOST
        inside = (len(b) == cells and self.division.first_of(b, len(first)) == first for b in boards)
        return made if right and all(inside) else None


def united(certificates: Iterable[Certificate]) -> dict[First, Certificate]:
    """Return certificates by class, without those whose class lies in that of another."""
    by_class: dict[First, Certificate] = {}
    for made in certificates:
        known = by_class.setdefault(made.first, made)
        if known.found != made.found:
            raise PuzzleError("two certificates of one class differ")
    return {
        first: made
        for first, made in by_class.items()
        if not any(first[:length] in by_class for length in range(len(first)))
    }


def _head_of(line: str, path: str) -> dict[str, Any]:
    head = value_of(line)
    if head.get("proof") != VERSION:
        raise PuzzleError("is not a checkpoint of a proof", file=printable(path))
    return head
