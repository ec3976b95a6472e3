"""Twin of `unriddle.core.assign.gogen`: the definition, tried letter by letter."""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence, Sequence
from itertools import islice

from ..topology import KING, neighbours
from .listed import ListedSearch

__all__ = [
    "NO_CELL",
    "GogenSearch",
    "check_arrays",
    "count",
    "narrow",
    "placements",
    "solve_batch",
    "textbook",
]

NO_CELL = -1
"""Place of a letter that is not known."""


def placements(
    rows: int, cols: int, givens: Sequence[int], links: Sequence[int]
) -> Iterator[tuple[int, ...]]:
    """Yield each way to stand the bound letters, linked ones on neighbouring cells.

    Parameters
    ----------
    rows, cols : int
        Size.
    givens : sequence of int
        Letter -> its cell, -1 where unknown.
    links : sequence of int
        Letter -> mask of the letters that must be its neighbours.

    Yields
    ------
    tuple of int
        Cell -> letter, -1 where no bound letter stands. A letter is bound if it is given or linked.

    Examples
    --------
    >>> sorted(placements(1, 3, [0, -1, -1], [0b010, 0b101, 0b010]))
    [(0, 1, 2)]
    """
    n = rows * cols
    table = neighbours(rows, cols, KING)
    bound = [a for a in range(n) if links[a] or givens[a] >= 0]
    order = sorted(bound, key=lambda a: givens[a] < 0)
    place: dict[int, int] = {}

    def fits(letter: int, cell: int) -> bool:
        return cell not in place.values() and all(
            place[other] in table[cell] for other in place if links[letter] >> other & 1
        )

    def stand(k: int) -> Iterator[tuple[int, ...]]:
        if k == len(order):
            letter_of = {cell: letter for letter, cell in place.items()}
            yield tuple(letter_of.get(cell, -1) for cell in range(n))
            return
        letter = order[k]
        for cell in range(n) if givens[letter] < 0 else (givens[letter],):
            if fits(letter, cell):
                place[letter] = cell
                yield from stand(k + 1)
                del place[letter]

    yield from stand(0)


def count(rows: int, cols: int, givens: Sequence[int], links: Sequence[int]) -> int:
    """Return the number of placements of the bound letters.

    Examples
    --------
    >>> count(2, 2, [-1] * 4, [0b0010, 0b0001, 0, 0])
    12
    """
    return sum(1 for _ in placements(rows, cols, givens, links))


def check_arrays(
    rows: int, cols: int, givens: Sequence[Sequence[int]], links: Sequence[Sequence[int]]
) -> None:
    """Raise ValueError unless there are at most 64 cells, and as many givens and links in range a board.

    Examples
    --------
    >>> check_arrays(1, 2, [[0, -1]], [[0b10, 0b01]])
    >>> check_arrays(1, 2, [[2, -1]], [[0b10, 0b01]])
    Traceback (most recent call last):
    ValueError: cell 2 of letter 0, expected -1 to 1
    """
    n = rows * cols
    if rows < 1 or cols < 1 or n > 64:
        raise ValueError(f"{rows} x {cols} cells, expected at most 64")
    if len(givens) != len(links):
        raise ValueError(f"givens of {len(givens)} boards and links of {len(links)}")
    for places, masks in zip(givens, links, strict=True):
        if len(places) != n or len(masks) != n:
            raise ValueError(f"{len(places)} givens and {len(masks)} links a board, expected {n} of each")
        for letter in range(n):
            if not -1 <= places[letter] < n:
                raise ValueError(f"cell {places[letter]} of letter {letter}, expected -1 to {n - 1}")
            if int(masks[letter]) >> n or int(masks[letter]) >> letter & 1:
                raise ValueError(f"links of letter {letter}, expected other letters below {n}")


class GogenSearch(ListedSearch):
    """A search for all placements of the bound letters of one puzzle: each is a node.

    Examples
    --------
    >>> search = GogenSearch(1, 3, [0, -1, -1], [0b010, 0b101, 0b010])
    >>> search.run(10), search.count, search.solution
    (False, 1, (0, 1, 2))
    """

    def __init__(
        self,
        rows: int,
        cols: int,
        givens: Sequence[int],
        links: Sequence[int],
        limit: int = 2,
        stop_each: bool = False,
    ) -> None:
        check_arrays(rows, cols, [givens], [links])
        found = placements(rows, cols, [int(cell) for cell in givens], [int(mask) for mask in links])
        super().__init__(found, limit, stop_each)
        self.n_free = sum(not links[a] and givens[a] < 0 for a in range(rows * cols))


def narrow(rows: int, cols: int, givens: Sequence[int], links: Sequence[int]) -> list[int] | None:
    """Return the places that propagation alone leaves each letter, or None on a contradiction.

    The rules, until none takes a place away: a letter has as many neighbouring cells as links; a linked
    letter is next to one of the other's places; a letter's only place is no other's; a cell that one
    letter alone can take is that letter's; every cell that no bound letter can take needs a free one.

    Examples
    --------
    >>> narrow(1, 3, [0, -1, -1], [0b010, 0b101, 0b010])
    [1, 2, 4]
    """
    n = rows * cols
    table = neighbours(rows, cols, KING)
    near = [{other for other in table[cell] if 0 <= other < n} for cell in range(n)]
    bound = [a for a in range(n) if links[a] or givens[a] >= 0]
    places = [set(range(n)) if givens[a] < 0 else {int(givens[a])} for a in range(n)]
    before = None
    for a in range(n):
        places[a] = {cell for cell in places[a] if len(near[cell]) >= int(links[a]).bit_count()}
    while before != places:
        before = [set(cells) for cells in places]
        for a in bound:
            for b in bound:
                if int(links[a]) >> b & 1:
                    places[b] &= {other for cell in places[a] for other in near[cell]}
                if b != a and len(places[a]) == 1:
                    places[b] -= places[a]
        if not all(places[a] for a in bound):
            return None
        takers = [[a for a in bound if cell in places[a]] for cell in range(n)]
        if sum(not letters for letters in takers) > n - len(bound):
            return None
        for cell, letters in enumerate(takers if len(bound) == n else ()):
            if len(letters) == 1:
                places[letters[0]] &= {cell}
                if not places[letters[0]]:
                    return None
    return [sum(1 << cell for cell in cells) for cells in places]


def solve_batch(  # noqa: PLR0913 (the arguments of the kernel)
    rows: int,
    cols: int,
    givens: Sequence[Sequence[int]],
    links: Sequence[Sequence[int]],
    solutions: Sequence[MutableSequence[int]],
    counts: MutableSequence[int],
    nodes: MutableSequence[int],
    limit: int = 2,
    budget: int = 0,
) -> None:
    """Write the first solution of each board (-2 where there is none), the count up to `limit`, the nodes.

    A node is a placement here, and the budget (0 is none) that many of them.

    Examples
    --------
    >>> solutions, counts, nodes = [[9, 9]], [9], [9]
    >>> solve_batch(1, 2, [[-1, -1]], [[0b10, 0b01]], solutions, counts, nodes)
    >>> solutions, counts
    ([[0, 1]], [2])
    """
    check_arrays(rows, cols, givens, links)
    for board in range(len(givens)):
        search = placements(rows, cols, [int(c) for c in givens[board]], [int(m) for m in links[board]])
        found = list(islice(search, min(limit, budget or limit)))
        solutions[board][:] = list(found[0]) if found else [-2] * (rows * cols)
        nodes[board] = len(found)
        cut = 0 < budget < limit and len(found) == budget and next(search, None) is not None
        counts[board] = -1 - len(found) if cut else len(found)


def textbook(grid: Sequence[str], words: Sequence[str], alphabet: str) -> tuple[tuple[str, ...] | None, int]:
    """Return the first solution and the configurations visited the way it is usually taught.

    Fill the first empty cell with each letter that is left, trace all words again, go on where each still
    has a way.

    Parameters
    ----------
    grid : sequence of str
        Rows, ``.`` where empty.
    words : sequence of str
        The words.
    alphabet : str
        The letters, as many as cells.

    Returns
    -------
    rows of the solution or None, and the nodes visited

    Examples
    --------
    >>> textbook(["AB", ".."], ["ADB"], "ABCD")
    (('AB', 'CD'), 3)
    """
    cols = len(grid[0])
    table = neighbours(len(grid), cols, KING)
    nodes = 0

    def traceable(cells: list[str], word: str) -> bool:
        def trace(k: int, at: int, used: set[int]) -> bool:
            if k == len(word):
                return True
            placed = word[k] in cells
            steps = range(len(cells)) if at < 0 else table[at]
            return any(
                cell not in used
                and cells[cell] == (word[k] if placed else ".")
                and trace(k + 1, cell, used | {cell})
                for cell in steps
            )

        return trace(0, -1, set())

    def visit(cells: list[str]) -> list[str] | None:
        nonlocal nodes
        nodes += 1
        if not all(traceable(cells, word) for word in words):
            return None
        if "." not in cells:
            return cells
        hole = cells.index(".")
        for letter in alphabet:
            if letter not in cells:
                found = visit([*cells[:hole], letter, *cells[hole + 1 :]])
                if found is not None:
                    return found
        return None

    solved = visit(list("".join(grid)))
    rows = (
        None if solved is None else tuple("".join(solved[k : k + cols]) for k in range(0, len(solved), cols))
    )
    return rows, nodes
