"""Twin of `unriddle.core.walk.boggle_seed_tree`: each node says how its words grow, level by level."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

__all__ = ["seed_tree"]

END, BEGINNING = 0, 1
NEEDS_NONE = 1 << 31

Letters = tuple[int, ...]


def seed_tree(
    codes: Sequence[Sequence[int]],
    lengths: Sequence[int],
    centres: Sequence[int],
    roots: Sequence[int],
    chances: Sequence[float],
) -> tuple[list[list[list[int]]], list[int]]:
    """Return the sides and the words of the nodes.

    Examples
    --------
    The words 1 0 and 0 1 from their letter 0:

    >>> sides, words = seed_tree([[1, 0], [0, 1]], [2, 2], [1, 0], [0, 0], [0.5, 0.5])
    >>> sides[0], words
    ([[2, 2147483650, 1], [2, 2147483650, 2]], [-1, 1, 0])
    """
    words = [tuple(map(int, row[:length])) for row, length in zip(codes, lengths, strict=True)]
    # Of each node of a level its words: number, letters before and behind what they have in common.
    level: list[list[tuple[int, Letters, Letters]]] = [[] for _ in range(max(roots, default=-1) + 1)]
    for number, (word, centre, root) in enumerate(zip(words, centres, roots, strict=True)):
        level[root].append((number, word[:centre], word[centre + 1 :]))
    sides: list[list[list[int]]] = []
    ends: list[int] = []
    while level:
        first_child = len(sides) + len(level)
        below: list[list[tuple[int, Letters, Letters]]] = []
        for members in level:
            growing = [member for member in members if member[1] or member[2]]
            ends.append(next((number for number, before, after in members if not before + after), -1))
            counts = Counter(
                key for _, before, after in growing for key in (_end(after), _beginning(before)) if key
            )
            children = defaultdict(list)
            for number, before, after in growing:
                keys = [key for key in (_end(after), _beginning(before)) if key]
                side, letter = max(keys, key=lambda key: counts[key] / chances[key[1]])
                grown = (before, after[1:]) if side == END else (before[:-1], after)
                children[side, letter].append((number, *grown))
            pair = []
            for side, next_to in (
                (END, [_end(a) for _, _, a in growing]),
                (BEGINNING, [_beginning(b) for _, b, _ in growing]),
            ):
                leads = [letter for which, letter in children if which == side]
                needed = {1 << key[1] if key else NEEDS_NONE for key in next_to}
                pair.append(
                    [
                        sum(1 << letter for letter in leads),
                        sum(needed),
                        first_child + len(below) if leads else 0,
                    ]
                )
                below += [children[side, letter] for letter in sorted(leads)]
            sides.append(pair)
        level = below
    return sides, ends


def _end(after: Letters) -> tuple[int, int] | None:
    """Return how a word grows at its end."""
    return (END, after[0]) if after else None


def _beginning(before: Letters) -> tuple[int, int] | None:
    """Return how a word grows at its beginning."""
    return (BEGINNING, before[-1]) if before else None
