"""What the references share: neighbours of cells by the definitions of boards, and comparing."""

from itertools import product

STEPS = {
    "rook": [(0, 1), (0, -1), (1, 0), (-1, 0)],
    "king": [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)],
    "hex": [(0, 1), (0, -1), (1, 0), (-1, 0), (-1, 1), (1, -1)],
    "knight": [step for step in product((-2, -1, 1, 2), repeat=2) if abs(step[0]) != abs(step[1])],
}


def neighbours(rows, cols, topology="king", wrap=False, holes=()):
    """Return cell -> set of neighbours; cells are numbered row by row, holes have none and are none's."""
    near = {cell: set() for cell in range(rows * cols)}
    for row, col in product(range(rows), range(cols)):
        for down, right in STEPS[topology]:
            r, c = row + down, col + right
            if wrap:
                r, c = r % rows, c % cols
            a, b = row * cols + col, r * cols + c
            if 0 <= r < rows and 0 <= c < cols and a != b and not {a, b} & set(holes):
                near[a].add(b)
    return near


def unequal(**pairs):
    """Return a line for each name whose expected and actual value differ."""
    return [
        f"{name}: expected {expected!r}, got {actual!r}"
        for name, (expected, actual) in pairs.items()
        if expected != actual
    ]


def shape(rng, most):
    """Return rows and columns, narrow ones too, of at most so and so many cells."""
    rows = rng.randint(1, max(1, int(most**0.5) + 1))
    sides = (rows, rng.randint(1, max(1, most // rows)))
    return sides if rng.random() < 0.5 or sides[::-1][0] * sides[0] > most else sides[::-1]


def rows_of(cells, cols):
    return [cells[start : start + cols] for start in range(0, len(cells), cols)]


def texts(rng, letters, count, longest, shortest=1):
    """Return distinct random words over some letters."""
    return sorted(
        {
            "".join(rng.choices(letters, k=rng.randint(shortest, longest)))
            for _ in range(rng.randint(1, count))
        }
    )
