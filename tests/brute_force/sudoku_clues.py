"""Rules of Sudoku clues over lists of cells, looked at on full grids; no part of the package."""

from itertools import pairwise

KINDS = (
    "cages",
    "arrows",
    "little_killers",
    "thermometers",
    "whispers",
    "renban",
    "palindromes",
    "clones",
    "sandwiches",
    "quadruples",
)


def kept(kind, number, cells, grid, n):
    """Say whether a filled grid keeps to a clue."""
    values = [grid[cell] for cell in cells]
    if kind == "cages":
        return len(set(values)) == len(values) and number in (None, sum(values))
    if kind == "arrows":
        return values[0] == sum(values[1:])
    if kind == "little_killers":
        return number == sum(values)
    if kind == "thermometers":
        return all(a < b for a, b in pairwise(values))
    if kind == "whispers":
        return all(abs(a - b) >= (number or -(-n // 2)) for a, b in pairwise(values))
    if kind == "renban":
        return len(set(values)) == len(values) == max(values) - min(values) + 1
    if kind == "palindromes":
        return all(a == b for a, b in zip(values, reversed(values), strict=True))
    if kind == "sandwiches":
        first, last = sorted((values.index(1), values.index(n)))
        return sum(values[first + 1 : last]) == number
    if kind == "quadruples":
        return all(values.count(one) >= number.count(one) for one in number)
    half = len(values) // 2
    return values[:half] == values[half:]


def written(kind, number, cells, n):
    """Return a clue in one of its notations."""
    names = [f"r{cell // n + 1}c{cell % n + 1}" for cell in cells]
    if kind == "clones":
        half = len(names) // 2
        return f"{' '.join(names[:half])} = {' '.join(names[half:])}"
    return " ".join(names) if number is None else (number, [divmod(cell, n) for cell in cells])


def some_clue(rng, kind, grid, n):
    """Return number and cells of a random clue, most often one that a grid keeps to."""
    for _ in range(200):
        size = rng.randint(2, 4)
        cells = rng.sample(range(n * n), 2 * (size // 2) if kind == "clones" else size)
        number = None
        if kind == "sandwiches":
            k = rng.randrange(n)
            cells = [*rng.choice((range(n * k, n * k + n), range(k, n * n, n)))]
            number = rng.randrange(sum(range(2, n)) + 1)
        if kind == "quadruples":
            corner = n * rng.randrange(n - 1) + rng.randrange(n - 1)
            cells = [corner, corner + 1, corner + n, corner + n + 1]
            number = [rng.choice((grid[cell], rng.randint(1, n))) for cell in cells[: rng.randint(1, 4)]]
        if kind in ("cages", "little_killers"):
            number = sum(grid[cell] for cell in cells)
        if kind == "cages" and rng.random() < 0.2:
            number = None
        if kind == "whispers" and rng.random() < 0.5:
            number = rng.randint(1, n - 1)
        if kept(kind, number, cells, grid, n):
            break
    return number, cells
