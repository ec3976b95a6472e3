"""Chains of implications: of one value, of cells with two candidates, and of all singles that follow.

X-chains and XY-chains: https://www.sudokuwiki.org/X_Cycles and /XY_Chains. Each takes a board and returns the
first step that takes a candidate away, or None.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeVar

from ..framework.steps import Step
from .candidates import CandidateGrid, Candidates, bits, set_of

T = TypeVar("T")


def x_chain(board: CandidateGrid, rule: str) -> Step | None:
    """Find places of a value one after another, in turn the only other one of a unit, and a peer.

    If the first does not have the value, the last does: so one of the two has it, and what is a peer of both
    does not. The shortest chain from each place is tried.
    """
    now = board.candidates
    peers = now.tables.peers
    for value, links in enumerate(now.partners):
        for start in links:
            board.look()
            before: dict[int, int | None] = {start: None}  # of a place that has the value, the one before it
            waiting = deque([start])
            reached = 1 << start
            while waiting:
                off = waiting.popleft()
                for on, _ in links[off]:
                    if reached >> on & 1:
                        continue
                    reached |= 1 << on
                    before[on] = off
                    gone = now.seen_by_both(start, on, value)
                    if gone:
                        cells = _back(on, before)
                        ends = f"{board.names(start)} or in {board.names(on)}"
                        why = f"{board.alphabet[value]} is in {ends}, by way of {_chain(board, cells)}"
                        return board.strike_value(rule, value, gone, cells, why)
                    for following in bits(now.where[value] & peers[on] & ~reached):
                        if following in links:
                            reached |= 1 << following
                            before[following] = on
                            waiting.append(following)
    return None


def _back(last: T, before: Mapping[T, T | None]) -> list[T]:
    """Return a chain from its beginning to its last link."""
    links, link = list[T](), last
    while link is not None:
        links.append(link)
        link = before[link]  # type: ignore[assignment]
    return links[::-1]


def _chain(board: CandidateGrid, cells: list[int]) -> str:
    return " → ".join(map(board.names, cells))


def xy_chain(board: CandidateGrid, rule: str) -> Step | None:
    """Find cells with two candidates, each a peer of the one before and with a candidate of it.

    If the first is not z, it is the other, and so on; if the last is z then, one of the two is z, and what is
    a peer of both is not.
    """
    now = board.candidates
    masks, peers, pairs = now.open, now.tables.peers, set_of(now.pairs)
    for start in now.pairs:
        for z in bits(masks[start]):
            board.look()
            first = (start, (masks[start] ^ 1 << z).bit_length() - 1)
            before: dict[tuple[int, int], tuple[int, int] | None] = {first: None}
            waiting = deque([first])
            while waiting:
                here = waiting.popleft()
                cell, value = here
                for other in bits(peers[cell] & pairs & now.where[value]):
                    following = (other, (masks[other] ^ 1 << value).bit_length() - 1)
                    if following in before or other == start:
                        continue
                    before[following] = here
                    waiting.append(following)
                    gone = now.seen_by_both(start, other, z) if following[1] == z else 0
                    if gone:
                        cells = [place for place, _ in _back(following, before)]
                        why = (
                            f"{board.names(start)} or {board.names(other)} is {board.alphabet[z]}, by way of"
                            f" {_chain(board, cells)}, of two candidates each"
                        )
                        return board.strike_value(rule, z, gone, cells, why)
    return None


SHORT = 8
"""Values that are placed before the chains from other candidates are looked at."""


class FollowedValue(NamedTuple):
    """A value that follows: where, and the unit that has no other place; None where the cell has no other.

    Of what is left with nothing it has the cell alone, or the value and the unit; the others are -1.
    """

    cell: int
    value: int
    unit: int | None


def forcing_chain(board: CandidateGrid, rule: str) -> Step | None:
    """Find a candidate from which singles lead to a cell or a unit with nothing left.

    Only singles are followed, a few of each candidate before more of any; cells with two come first, as the
    other one is the value then, and those with fewer before those with more, in the order of the grid.
    """
    now = board.candidates
    cells = [cell for cell, mask in enumerate(now.open) if mask]
    assumed = _Assumed(now, set_of(cells), board.look)
    others = [cell for cell in cells if now.open[cell].bit_count() != 2]
    others.sort(key=lambda cell: now.open[cell].bit_count())
    for tried in (now.pairs, others):
        for most in (SHORT, len(board.filled)):
            for cell in tried:
                for value in bits(now.open[cell]):
                    dead, placed = assumed.follow(cell, value, most)
                    if dead is None:
                        continue
                    shown = _needed(now, placed, dead)
                    links = [f"{board.names(one.cell)} is {board.alphabet[one.value]}" for one in shown[1:]]
                    then = f"{'; '.join(links)}; and then " if links else ""
                    if dead.unit is None:
                        nothing = f"nothing would be left for {board.names(dead.cell)}"
                    else:
                        unit = board.layout.names[dead.unit]
                        nothing = f"{board.alphabet[dead.value]} would have no place in {unit}"
                    why = f"if {board.names(cell)} were {board.alphabet[value]}, {then}{nothing}"
                    return board.strike_value(rule, value, 1 << cell, [one.cell for one in shown], why)
    return None


class _Assumed:
    """A grid in which a candidate is assumed and singles are followed."""

    def __init__(self, now: Candidates, empty: int, look: Callable[[], None]) -> None:
        self.now, self.empty, self.look = now, empty, look
        units, self.peers = now.tables.units, now.tables.peers
        self.needed = [[(k, unit) for k, unit in enumerate(units) if unit & where] for where in now.where]
        """By value the units that have places for it; units that have it already have none."""

    def follow(self, cell: int, value: int, most: int) -> tuple[FollowedValue | None, list[FollowedValue]]:
        """Return what is left with nothing if a cell has a value, or None; and what was placed till then.

        Where `most` values are placed, it ends. Cells and units are taken round by round, so that what is
        found first is near.
        """
        where, peers = list(self.now.where), self.peers
        placed, done = [FollowedValue(cell, value, None)], 0
        left = self.empty
        taken = set[tuple[int, int]]()
        while True:
            self.look()
            while done < len(placed):
                cell, value, _ = placed[done]
                done += 1
                if (cell, value) in taken:
                    continue
                taken.add((cell, value))
                bit = 1 << cell
                if not where[value] & bit:  # two places in turn need what one of them takes away
                    return self._dead(where, left), placed[:done]
                left &= ~bit
                for k, places in enumerate(where):
                    if places & bit and k != value:
                        where[k] = places & ~bit
                where[value] &= ~peers[cell]
            dead = self._dead(where, left)
            if dead is not None:
                return dead, placed
            if done >= most:
                return None, placed
            placed += self._singles(where, left)
            if done == len(placed):
                return None, placed

    def _dead(self, where: list[int], left: int) -> FollowedValue | None:
        some = 0
        for places in where:
            some |= places
        none = left & ~some
        if none:
            return FollowedValue((none & -none).bit_length() - 1, -1, None)
        for value, places in enumerate(where):
            for number, unit in self.needed[value]:
                if not places & unit:
                    return FollowedValue(-1, value, number)
        return None

    def _singles(self, where: list[int], left: int) -> list[FollowedValue]:
        once = twice = 0
        for places in where:
            twice |= once & places
            once |= places
        found = []
        for cell in bits(once & ~twice & left):
            value = next(k for k, places in enumerate(where) if places >> cell & 1)
            found.append(FollowedValue(cell, value, None))
        if found:
            return found
        for value, places in enumerate(where):
            if not places & left:
                continue
            for number, unit in self.needed[value]:
                here = places & unit
                if not here & (here - 1) and here & left:
                    found.append(FollowedValue(here.bit_length() - 1, value, number))
        return found


def _needed(now: Candidates, placed: list[FollowedValue], dead: FollowedValue) -> list[FollowedValue]:
    """Return those of the values placed one after another, without which nothing would be dead."""
    peers = now.tables.peers

    def taker(cell: int, value: int, before: int) -> int | None:
        """Return the first of those placed before a time that takes a candidate away."""
        for time in range(before):
            other = placed[time]
            if (other.cell == cell and other.value != value) or (
                other.value == value and peers[other.cell] >> cell & 1
            ):
                return time
        return None

    def causes(one: FollowedValue, before: int) -> set[int]:
        """Return the times of those that leave a cell without others than a value, or a unit."""
        cell, value, unit = one
        if unit is None:
            lost = [(cell, other) for other in bits(now.open[cell]) if other != value]
        else:
            lost = [(c, value) for c in bits(now.where[value] & now.tables.units[unit]) if c != cell]
        return {time for c, v in lost if (time := taker(c, v, before)) is not None}

    wanted = causes(dead, len(placed))
    shown = {0}
    while wanted:
        time = wanted.pop()
        if time in shown:
            continue
        shown.add(time)
        wanted |= causes(placed[time], time)
    return [placed[time] for time in sorted(shown)]
