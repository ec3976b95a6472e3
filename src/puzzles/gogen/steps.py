"""The reasoning a person follows on a Gogen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ..common.steps import Step

if TYPE_CHECKING:
    from .puzzle import Gogen

__all__ = ["LEVELS", "reason"]

LEVELS = {
    "neighbours": "easy",
    "contradiction": "easy",
    "only letter": "medium",
    "chain": "hard",
    "guess": "very hard",
}


def reason(puzzle: Gogen) -> Iterator[Step]:
    """Yield the steps of a person; see `Gogen.steps`."""
    givens, links = puzzle.arrays()
    n = len(puzzle.alphabet)
    linked = [[b for b in range(n) if mask >> b & 1] for mask in links.tolist()]
    near = [set(puzzle.near(cell)) for cell in range(n)]
    places = [set(range(n)) if cell < 0 else {cell} for cell in givens.tolist()]
    bound = [a for a in range(n) if linked[a] or givens[a] >= 0]
    at = {a: int(givens[a]) for a in bound if givens[a] >= 0}

    def step(kind: str, a: int, why: str) -> Step:
        (cell,) = places[a]
        at[a] = cell
        row, col = divmod(cell, puzzle.cols)
        text = f"{puzzle.alphabet[a]} at row {row + 1}, column {col + 1}: {why}"
        return Step(kind=kind, text=text, cell=(row, col), value=puzzle.alphabet[a])

    def contradiction(text: str) -> Step:
        return Step(kind="contradiction", text=text)

    def names(letters: Iterable[int]) -> str:
        return ", ".join(puzzle.alphabet[b] for b in letters)

    while len(at) < len(bound):
        for (
            a
        ) in bound:  # a place is lost to a letter that stands there, or out of reach of one it is linked to
            if a not in at:
                places[a] -= set(at.values())
                for b in linked[a]:
                    if b in at:
                        places[a] &= near[at[b]]
        open_letters = [a for a in bound if a not in at]
        stuck = next((a for a in open_letters if not places[a]), None)
        if stuck is not None:
            yield contradiction(f"{puzzle.alphabet[stuck]} has no place left")
            return
        single = next((a for a in open_letters if len(places[a]) == 1), None)
        if single is not None:
            beside = names(b for b in linked[single] if b in at)
            yield step(
                "neighbours", single, f"the only free cell beside {beside}" if beside else "the cell left"
            )
            continue
        if len(bound) == n:
            takers = {cell: [a for a in open_letters if cell in places[a]] for cell in range(n)}
            cell = next((c for c, who in takers.items() if len(who) == 1), None)
            if cell is not None:
                (a,) = takers[cell]
                places[a] = {cell}
                yield step("only letter", a, "no other letter can stand there")
                continue
        changed = False
        for a in open_letters:
            for b in linked[a]:
                kept = {cell for cell in places[a] if near[cell] & places[b]}
                if kept != places[a]:
                    places[a], changed = kept, True
            if len(places[a]) == 1:
                yield step("chain", a, f"the only cell beside the places left to {names(linked[a])}")
                break
            if not places[a]:
                yield contradiction(f"{puzzle.alphabet[a]} has no place left")
                return
        if not changed:
            a = min(open_letters, key=lambda b: len(places[b]))
            yield Step(
                kind="guess", text=f"nothing follows; {puzzle.alphabet[a]} has {len(places[a])} places left"
            )
            return
    for a in bound:
        for b in linked[a]:
            if at[b] not in near[at[a]]:
                yield contradiction(f"{names((a, b))} follow each other in a word and do not touch")
                return
