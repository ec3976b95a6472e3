"""Twin of `unriddle.core.assign.gogen`: the definition, tried letter by letter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...reference.topology import KING, neighbours

__all__ = ["count", "placements", "textbook"]


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


def textbook(grid: Sequence[str], words: Sequence[str], alphabet: str) -> tuple[tuple[str, ...] | None, int]:
    """Return the first solution and the configurations visited the way it is usually taught.

    Fill the first empty cell with each letter that is left, trace all words anew, go on where each still
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
