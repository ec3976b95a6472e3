"""Gogen, Numbrix, Hidato and Sudoku: values for cells, tried one after the other."""

from itertools import combinations, pairwise, permutations, product

from brute_force.common import neighbours, rows_of, shape, texts, unequal

from unriddle import Gogen, Hidato, Limits, Numbrix, Sudoku, minimum_clues

STATUS = ("NO_SOLUTION", "UNIQUE", "MULTIPLE")


def answers(puzzle, expected, read, limit=None):
    """Compare what solve, solutions, count, check and solve_many of a puzzle return with all its answers."""
    result, found = puzzle.solve(), [read(each) for each in puzzle.solutions()]
    other = type(puzzle).solve_many([puzzle, puzzle])[1]
    different = unequal(
        solutions=(sorted(expected), sorted(found)),
        count=(len(expected), int(puzzle.count())),
        status=(STATUS[min(len(expected), 2)], result.status.value),
        many=(result.status, other.status),
        solved=(True, (result.solution is None) if not expected else read(result.solution) in expected),
        checked=(True, all(map(puzzle.check, list(puzzle.solutions(3))))),
    )
    if expected:
        different += unequal(first=(1, len(list(puzzle.solutions(1)))), least=(1, puzzle.count(1).found))
    return different


# Gogen: letters on cells, each once, so that letters in a row in a word touch.


def gogen(rng):
    rows, cols = shape(rng, rng.choice((6, 8, 9)))
    if max(rows, cols) > 8:  # no board of Gogen
        rows, cols = 3, 3
    alphabet = "ABCDEFGHI"[: rows * cols]
    solution = rng.sample(alphabet, rows * cols)
    near = neighbours(rows, cols)
    words = []
    for _ in range(rng.randint(0, 4)):
        path = [rng.randrange(rows * cols)]
        for _ in range(rng.randint(0, 4)):
            path.append(
                rng.choice([*near[path[-1]], path[-1]]) if rng.random() < 0.9 else rng.choice([*near])
            )
        words.append("".join(solution[cell] for cell in dict.fromkeys(path)))
    if rng.random() < 0.3:
        words += texts(rng, alphabet, 1, 4)
    keep = max(0, rows * cols - rng.randint(0, 6))
    given = set(rng.sample(range(rows * cols), keep))
    cells = [letter if cell in given else "." for cell, letter in enumerate(solution)]
    return rows, cols, cells, words, rng.random() < 0.3


def gogen_differs(instance):
    rows, cols, cells, words, revisit = instance
    alphabet, near = "ABCDEFGHI"[: rows * cols], neighbours(rows, cols)
    steps = {pair for word in words for pair in pairwise(word)}
    repeated = any(len(set(word)) < len(word) for word in words)
    missing = [letter for letter in alphabet if letter not in cells]
    expected = []
    for letters in permutations(missing):
        rest = iter(letters)
        filled = [next(rest) if cell == "." else cell for cell in cells]
        place = {letter: cell for cell, letter in enumerate(filled)}
        if (revisit or not repeated) and all(place[b] in near[place[a]] for a, b in steps):
            expected.append(tuple("".join(row) for row in rows_of(filled, cols)))
    puzzle = Gogen(["".join(row) for row in rows_of(cells, cols)], words, alphabet=alphabet, revisit=revisit)
    different = answers(puzzle, expected, tuple)
    for letters in [tuple(missing), tuple(reversed(missing))]:
        rest = iter(letters)
        filled = [next(rest) if cell == "." else cell for cell in cells]
        guess = tuple("".join(row) for row in rows_of(filled, cols))
        different += unequal(check=(guess in expected, puzzle.check(guess)))
    method = puzzle.solve(method="dfs")
    return different + unequal(method=(bool(expected), method.solution is not None))


# Numbrix and Hidato: a path through all cells.


def paths_through(near, cells, numbers, most=10**9):
    """Return numberings of some cells from 1 along neighbours, that keep given numbers (0 is none)."""
    found = []
    given = {number: cell for cell, number in numbers.items() if number}
    stack = [(cell,) for cell in cells]
    while stack and len(found) < most:
        path = stack.pop()
        number = numbers[path[-1]]
        if number not in (0, len(path)) or given.get(len(path), path[-1]) != path[-1]:
            continue
        if len(path) == len(cells):
            found.append(path)
        stack += [(*path, cell) for cell in near[path[-1]] if cell not in path]
    return found


def numbrix(rng):
    rows, cols = shape(rng, 12)
    holes = [cell for cell in range(rows * cols) if rng.random() < 0.1]
    topology, wrap = rng.choice(("rook", "king", "hex", "knight")), rng.random() < 0.25
    near, cells = neighbours(rows, cols, topology, wrap, holes), rows * cols - len(holes)
    path = [rng.choice([cell for cell in near if cell not in holes] or [0])]
    while free := [cell for cell in near[path[-1]] if cell not in path]:
        path.append(rng.choice(free))
    places = {cell: number for number, cell in enumerate(path, 1)}
    if rng.random() < 0.2:  # any numbers
        numbers = rng.sample(range(1, cells + 1), cells)
        places = dict(zip([cell for cell in near if cell not in holes], numbers, strict=True))
    share = rng.choice((0.1, 0.3, 0.5))
    grid = [
        -1 if cell in holes else places.get(cell, 0) if rng.random() < share else 0
        for cell in range(rows * cols)
    ]
    return rows, cols, grid, topology, wrap


def numbrix_differs(instance):
    rows, cols, grid, topology, wrap = instance
    holes = [cell for cell, number in enumerate(grid) if number == -1]
    if len(holes) == len(grid):
        return []
    near = neighbours(rows, cols, topology, wrap, holes)
    found = paths_through(near, [cell for cell in near if cell not in holes], dict(enumerate(grid)), 2_000)
    expected = []
    for path in found:
        numbers = [path.index(cell) + 1 if cell in path else -1 for cell in range(rows * cols)]
        expected.append(tuple(map(tuple, rows_of(numbers, cols))))
    kind = Hidato if len(holes) % 2 else Numbrix
    puzzle = kind(rows_of(grid, cols), topology=topology, wrap=wrap)
    if len(found) == 2_000:
        return unequal(count=(2_000, puzzle.count(2_000).found))
    different = answers(puzzle, expected, lambda solution: tuple(map(tuple, solution)))
    if sum(map(bool, grid)) > 3:
        method = puzzle.solve(method="bfs", limits=Limits(nodes=500))
        if method.status.value != "LIMIT":
            different += unequal(method=(bool(expected), method.solution is not None))
    return different


def clues(rng):
    sides = rng.choice([(1, 3), (2, 2), (2, 3), (3, 2), (1, 5), (2, 3), (5, 1)])
    return (*sides, rng.choice(("rook", "king", "hex", "knight")), rng.random() < 0.3)


def clues_differs(instance):
    rows, cols, topology, wrap = instance
    near = neighbours(rows, cols, topology, wrap)
    paths = paths_through(near, [*near], dict.fromkeys(near, 0))
    least = None
    for size in range(rows * cols + 1):
        seen = {}
        for path in paths:
            for kept in combinations(range(rows * cols), size):
                seen.setdefault((kept, tuple(path[place] for place in kept)), []).append(path)
        if any(len(ways) == 1 for ways in seen.values()):
            least = size
            break
    found = minimum_clues((rows, cols), topology=topology, wrap=wrap)
    if least is None:
        return unequal(status=("NO_SOLUTION", found.status.value))
    clued = sum(cell.strip().isdigit() for row in found.board.text().split("\n") for cell in row.split())
    return unequal(clues=(least, found.clues), shown=(least, clued), unique=(1, int(found.board.count())))


# Sudoku of any box, with variants.


def sudoku(rng):
    down, right = rng.choice([(1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (2, 2), (2, 3), (3, 2), (1, 5)])
    n = down * right
    rules = {}
    if rng.random() < 0.6:
        names = ["diagonal", "anti-knight", "anti-king", "nonconsecutive", "latin", "disjoint"]
        rules["variants"] = " ".join(rng.sample(names, rng.randint(1, 2)))
        if {"latin", "disjoint"} <= set(rules["variants"].split()):
            rules["variants"] = "latin"
    cells = [f"r{row}c{col}" for row in range(1, n + 1) for col in range(1, n + 1)]
    if n > 1 and rng.random() < 0.4:
        rules["even"] = " ".join(rng.sample(cells, rng.randint(1, 2)))
    signs = []
    for _ in range(rng.choice((0, 0, 1, 3)) if n > 1 else 0):
        row, col = rng.randint(1, n), rng.randint(1, n - 1)
        ends = (
            [f"r{row}c{col}", f"r{row}c{col + 1}"]
            if rng.random() < 0.5
            else [f"r{col}c{row}", f"r{col + 1}c{row}"]
        )
        signs.append(rng.choice("<>~:").join(ends))
    if signs:
        rules["relations"] = " ".join(signs)
    base = [[(down_ * right + down_ // down + across) % n + 1 for across in range(n)] for down_ in range(n)]
    symbols = rng.sample(range(1, n + 1), n)
    share = rng.choice((0, 0.1, 0.4)) if n < 6 else rng.choice((0.25, 0.4))
    grid = [symbols[value - 1] if rng.random() < share else 0 for row in base for value in row]
    for _ in range(rng.choice((0, 0, 0, 1))):
        grid[rng.randrange(n * n)] = rng.randint(1, n)
    return down, right, grid, rules


def sudoku_differs(instance):
    down, right, grid, rules = instance
    n, names = down * right, rules.get("variants", "").split()
    cells = [*product(range(n), repeat=2)]

    def differ(a, b):
        (r, c), (s, d) = a, b
        steps = {abs(r - s), abs(c - d)}
        return (
            r == s
            or c == d
            or ("latin" not in names and (r // down, c // right) == (s // down, d // right))
            or ("diagonal" in names and ((r == c and s == d) or (r + c == s + d == n - 1)))
            or ("anti-knight" in names and steps == {1, 2})
            or ("anti-king" in names and max(steps) == 1)
            or ("disjoint" in names and (r % down, c % right) == (s % down, d % right))
        )

    place = lambda text: (int(text[1]) - 1, int(text[3]) - 1)  # noqa: E731
    signs = [(place(sign[:4]), sign[4], place(sign[5:])) for sign in rules.get("relations", "").split()]
    even = {place(text) for text in rules.get("even", "").split()}
    holds = {
        "<": lambda a, b: a < b,
        ">": lambda a, b: a > b,
        "~": lambda a, b: abs(a - b) == 1,
        ":": lambda a, b: a == 2 * b or b == 2 * a,
    }
    besides = {frozenset((a, b)) for a, sign, b in signs if sign == "~"}  # where consecutive is asked for

    def agree(a, b, x, y):
        beside = abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 and frozenset((a, b)) not in besides
        return (
            (x != y or not differ(a, b))
            and ("nonconsecutive" not in names or not beside or abs(x - y) != 1)
            and all(holds[sign](x, y) for one, sign, other in signs if (one, other) == (a, b))
            and all(holds[sign](y, x) for one, sign, other in signs if (one, other) == (b, a))
        )

    values = range(1, n + 1)
    agreeing = {
        (a, x, b): {y for y in values if agree(a, b, x, y)}
        for a, x, b in product(cells, values, cells)
        if a != b
    }
    given = dict(zip(cells, grid, strict=True))
    start = {
        cell: {v for v in values if given[cell] in (0, v) and (cell not in even or v % 2 == 0)}
        for cell in cells
    }
    found, most = [], 300

    def fill(filled, left):
        if not left:
            found.append(tuple(filled[cell] for cell in cells))
            return
        cell = min(left, key=lambda cell: len(left[cell]))
        for value in sorted(left[cell]):
            if len(found) < most:
                rest = {b: left[b] & agreeing[cell, value, b] for b in left if b != cell}
                fill({**filled, cell: value}, rest)

    fill({}, start)
    symbols, box = "123456789"[:n], None if "latin" in names else (down, right)
    puzzle = Sudoku(n, ["*" if not value else str(value) for value in grid], symbols, box, **rules)
    read = lambda solution: tuple(map(int, solution.symbols))  # noqa: E731
    if len(found) < most:
        return answers(puzzle, found, read)
    return unequal(count=(most, puzzle.count(most).found))


ABILITIES = {
    "Gogen": (gogen, gogen_differs),
    "Numbrix and Hidato": (numbrix, numbrix_differs),
    "fewest clues": (clues, clues_differs),
    "Sudoku": (sudoku, sudoku_differs),
}
