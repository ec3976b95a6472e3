"""What a proof leaves of each class, and the file of it: certificates that together cover all boards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from ....base import PuzzleError
from ....io.text import printable
from ...framework.checkpoints import checked, lines_of, value_of, write_whole
from ..best_board.board_space import Space, space_of
from ..rules import Rules
from .partition import Division, First

if TYPE_CHECKING:
    from ....lexicon import Lexicon

__all__ = ["Certificate", "ProofFile", "digest_of"]

VERSION = 3


@dataclass(frozen=True, slots=True)
class Certificate:
    """What was found of a class of boards; of the same class always the same, but for the seconds.

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
    """Boards that the terms of the class do not rule out, whose points were counted."""
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
        """What must be the same whoever does the class."""
        return self.bound, self.leaves, sorted(self.boards.items())


def digest_of(space: Space) -> str:
    """Return what tells words and points, as the kernels take them, from others."""
    import hashlib

    digest = hashlib.sha256()
    for array in (space.words.trie.nodes, space.words.lengths, space.values):
        digest.update(np.ascontiguousarray(array).tobytes())
    digest.update(space.lexicon.alphabet.encode())
    return digest.hexdigest()


class ProofFile:
    """Certificates of one proof in a file: a line of JSON that names the proof, then a line a certificate.

    It is written whole or not at all. Each line carries a check of its own, so that of a damaged file the
    lines that are whole still count: a class whose certificate is lost is one to be done again.

    Parameters
    ----------
    space : Space
        The boards.
    at_least : int
        The score.
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
        """Open the file of any proof with its lexicon: what it proves stands in it.

        Raises
        ------
        PuzzleError
            No such file, none of a proof, or one with other words.
        """
        head = _head_of(lines_of(path), path)
        try:
            rows, cols = head["shape"]
            fields = dict(head["rules"])
            rules, least, objective = Rules(**fields), head["least"], head["objective"]
            shape = (int(rows), int(cols))
        except (KeyError, TypeError, ValueError):
            raise PuzzleError("a damaged proof, expected its rules", file=printable(path)) from None
        file = cls(space_of(shape, lexicon, rules, objective), least)
        return file, file.read(path)

    def read(self, path: str) -> list[Certificate]:
        """Return the certificates of a file of the same proof.

        Raises
        ------
        PuzzleError
            It cannot be read, is no file of a proof, or one of another.
        """
        lines = lines_of(path)
        if _head_of(lines, path) != self.head:
            raise PuzzleError(
                "another proof, expected the same boards, score and words", file=printable(path)
            )
        return [made for line in lines[1:] if (made := self._certificate(line)) is not None]

    def write(self, path: str, certificates: Sequence[Certificate]) -> None:
        """Write the certificates: whole under that name, or not at all."""
        for each in certificates:
            if each.first not in self._lines:
                self._lines[each.first] = self._line(each)
        write_whole(
            path, "\n".join([checked(self.head), *(self._lines[each.first] for each in certificates), ""])
        )

    def _line(self, made: Certificate) -> str:
        letters = self.space.lexicon.alphabet
        boards = {"".join(letters[code] for code in board): points for board, points in made.boards.items()}
        fields = {name: getattr(made, name) for name in ("bound", "leaves", "nodes", "terms", "seconds")}
        return checked({"class": self.division.text_of(made.first), **fields, "boards": boards})

    def _certificate(self, line: str) -> Certificate | None:
        """Return the certificate of a line, None where the line is damaged."""
        value = value_of(line)
        try:
            first = tuple(self._codes[letter] for letter in value["class"])
            boards = {
                bytes(self._codes[letter] for letter in text): int(points)
                for text, points in value["boards"].items()
            }
            numbers = [int(value[name]) for name in ("bound", "leaves", "nodes", "terms")]
            seconds = float(value["seconds"])
        except (KeyError, TypeError, ValueError, AttributeError):
            return None
        fits = all(len(board) == self.space.n_cells for board in boards)
        if not fits or not self.division.holds(first) or min(numbers) < 0:
            return None
        if any(self.division.first_of(board, len(first)) != first for board in boards):
            return None
        bound, leaves, nodes, terms = numbers
        return Certificate(first, bound, leaves, boards, nodes, terms, seconds)


def united(certificates: Iterable[Certificate]) -> dict[First, Certificate]:
    """Return certificates by class, those alone whose class does not lie in that of another.

    Raises
    ------
    PuzzleError
        Two of one class that do not say the same.
    """
    by_class: dict[First, Certificate] = {}
    for made in certificates:
        known = by_class.setdefault(made.first, made)
        if known.found != made.found:
            raise PuzzleError("two certificates of one class differ, expected the same boards and bound")
    return {
        first: made
        for first, made in by_class.items()
        if not any(first[:length] in by_class for length in range(len(first)))
    }


def _head_of(lines: Sequence[str], path: str) -> dict[str, Any]:
    """Return what the first line of a file says of the proof."""
    head = value_of(lines[0])
    if head.get("proof") != VERSION:
        raise PuzzleError("no checkpoint of a proof, expected a file that one wrote", file=printable(path))
    return head
