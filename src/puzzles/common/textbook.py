"""The usual algorithms in plain Python, as textbooks and first attempts have them."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from ...core.reference.topology import neighbours
from ...core.search.reference.peg import Jump, after

__all__ = [
    "count_by_set",
    "every_path",
    "nested_dicts",
    "peg_depth_first",
    "prefix_set",
    "slots_by_fewest_words",
    "two_sided",
]

Nested = dict[str, "Nested"]


def every_path(side: int, tiles: Sequence[str], words: Collection[str]) -> tuple[set[str], int]:
    """Return the words on a square board, and the paths: every path made, then its string looked up."""
    table, found, moves = neighbours(side, side), set(), 0

    def extend(path: list[int], text: str) -> None:
        nonlocal moves
        moves += 1
        if text in words:
            found.add(text)
        for cell in table[path[-1]]:
            if cell not in path:
                extend([*path, cell], text + tiles[cell])

    for start in range(len(tiles)):
        extend([start], tiles[start])
    return found, moves


def prefix_set(
    side: int, tiles: Sequence[str], words: Collection[str], prefixes: Collection[str]
) -> tuple[set[str], int]:
    """Return the words on a square board, and the paths: depth-first, back where no word begins so."""
    table, found, moves = neighbours(side, side), set(), 0
    used = [False] * len(tiles)

    def extend(cell: int, text: str) -> None:
        nonlocal moves
        word = text in words
        if word:
            found.add(text)
        if text not in prefixes:
            moves += word
            return
        moves += 1
        used[cell] = True
        for other in table[cell]:
            if not used[other]:
                extend(other, text + tiles[other])
        used[cell] = False

    for start in range(len(tiles)):
        extend(start, tiles[start])
    return found, moves


def count_by_set(table: Sequence[Sequence[int]], visited: set[int], cell: int) -> int:
    """Return the paths from a cell: a recursion that carries the cells visited."""
    paths = 1
    visited.add(cell)
    for other in table[cell]:
        if other not in visited:
            paths += count_by_set(table, visited, other)
    visited.remove(cell)
    return paths


def nested_dicts(words: Collection[str]) -> Nested:
    """Return a trie of dicts, a word's end marked by an empty key."""
    root: Nested = {}
    for word in words:
        node = root
        for letter in word:
            node = node.setdefault(letter, {})
        node[""] = {}
    return root


def two_sided(neighbours: Mapping[str, Sequence[str]], source: Any, target: Any) -> int | None:
    """Return the length of a shortest path: a breadth-first search from both ends, with dicts and deques."""
    if source == target:
        return 0
    seen = ({source: 0}, {target: 0})
    queues = (deque([source]), deque([target]))
    while queues[0] and queues[1]:
        side = len(queues[1]) < len(queues[0])
        best = None
        for _ in range(len(queues[side])):
            word = queues[side].popleft()
            for other in neighbours[word]:
                if other in seen[not side]:
                    length = seen[side][word] + 1 + seen[not side][other]
                    best = length if best is None else min(best, length)
                elif other not in seen[side]:
                    seen[side][other] = seen[side][word] + 1
                    queues[side].append(other)
        if best is not None:
            return best
    return None


def peg_depth_first(position: int, jumps: Collection[Jump], goals: Collection[int]) -> tuple[bool, int]:
    """Return whether a goal can be reached, and the positions seen: depth-first with a set of positions."""
    seen = {position}

    def visit(here: int) -> bool:
        if here in goals:
            return True
        for _, other in after(here, jumps):
            if other not in seen:
                seen.add(other)
                if visit(other):
                    return True
        return False

    return visit(position), len(seen)


def slots_by_fewest_words(
    slots: Sequence[Sequence[tuple[int, int]]], words: Sequence[str]
) -> tuple[int, int]:
    """Return the fillings of slots with words, each used once, and the nodes.

    Backtracking into the slot that the fewest unused words fit.
    """
    cells: dict[tuple[int, int], str] = {}
    unused, empty, nodes = sorted(words), list(slots), 0

    def fitting(slot: Sequence[tuple[int, int]]) -> list[str]:
        return [
            word
            for word in dict.fromkeys(unused)
            if len(word) == len(slot)
            and all(cells.get(cell, letter) == letter for cell, letter in zip(slot, word, strict=True))
        ]

    def count() -> int:
        nonlocal nodes
        nodes += 1
        if not empty:
            return 1
        options = [(fitting(slot), slot) for slot in empty]
        chosen, slot = min(options, key=lambda option: len(option[0]))
        empty.remove(slot)
        total = 0
        for word in chosen:
            unused.remove(word)
            new = [cell for cell in slot if cell not in cells]
            cells.update(zip(slot, word, strict=True))
            total += count()
            for cell in new:
                del cells[cell]
            unused.append(word)
        empty.append(slot)
        return total

    return count(), nodes
