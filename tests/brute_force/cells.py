"""Gogen, Numbrix, Hidato and Sudoku: values for cells, tried one after the other."""

from itertools import combinations, islice, pairwise, permutations

from brute_force.common import answers, neighbours, reasoning, rows_of, shape, texts, unequal
from brute_force.sudoku_reference import BOXES, VARIANTS, Kind, Reference, defined, rules_of

from unriddle import Gogen, Hidato, Limits, Numbrix, PuzzleError, SudokuPuzzle, minimum_clues

# Gogen: letters on cells, each once, so that letters in a row in a word touch.


def Gogen_boards(rng):
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
            path.append(rng.choice([*near[path[-1]]] if near[path[-1]] and rng.random() < 0.9 else [*near]))
        words.append("".join(solution[cell] for cell in dict.fromkeys(path)))
    if rng.random() < 0.3:
        words += texts(rng, alphabet, 1, 4)
    keep = max(0, rows * cols - rng.randint(0, 6))
    given = set(rng.sample(range(rows * cols), keep))
    cells = [letter if cell in given else "." for cell, letter in enumerate(solution)]
    revisit = rng.random() < 0.3
    yield rows, cols, cells, words, revisit
    steps = {pair for word in words for pair in pairwise(word)}
    repeated = any(len(set(word)) < len(word) for word in words)
    missing = [letter for letter in alphabet if letter not in cells]
    every, expected = [], []
    for letters in permutations(missing):
        rest = iter(letters)
        filled = [next(rest) if cell == "." else cell for cell in cells]
        place = {letter: cell for cell, letter in enumerate(filled)}
        every.append(tuple("".join(row) for row in rows_of(filled, cols)))
        if (revisit or not repeated) and all(place[b] in near[place[a]] for a, b in steps):
            expected.append(every[-1])
    puzzle = Gogen(["".join(row) for row in rows_of(cells, cols)], words, alphabet=alphabet, revisit=revisit)
    yield from answers(puzzle, expected)
    yield from reasoning(puzzle, expected)
    yield from unequal(
        checked=({*expected}, {filled for filled in every if puzzle.check(filled)}),
        method=(bool(expected), puzzle.solve(method="dfs").solution is not None),
    )


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


def Numbrix_and_Hidato(rng):
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
    yield rows, cols, grid, topology, wrap
    if len(holes) == len(grid):
        return
    found = paths_through(near, [cell for cell in near if cell not in holes], dict(enumerate(grid)), 2_000)
    expected = []
    for path in found:
        numbers = [path.index(cell) + 1 if cell in path else -1 for cell in range(rows * cols)]
        expected.append(tuple(map(tuple, rows_of(numbers, cols))))
    kind = Hidato if len(holes) % 2 else Numbrix
    puzzle = kind(rows_of(grid, cols), topology=topology, wrap=wrap)
    if len(found) == 2_000:
        yield from unequal(count=(2_000, puzzle.count(2_000).found))
        return
    yield from answers(puzzle, expected)
    yield from reasoning(puzzle, expected)
    method = puzzle.solve(method="bfs", limits=Limits(nodes=500))
    if method.status.value != "LIMIT":
        yield from unequal(method=(bool(expected), method.solution is not None))


def fewest_clues(rng):
    rows, cols = rng.choice([(1, 3), (2, 2), (2, 3), (3, 2), (1, 5), (2, 3), (5, 1)])
    topology, wrap = rng.choice(("rook", "king", "hex", "knight")), rng.random() < 0.3
    yield rows, cols, topology, wrap
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
        yield from unequal(status=("NO_SOLUTION", found.status.value))
        return
    clued = sum(cell.strip().isdigit() for row in found.board.text().split("\n") for cell in row.split())
    yield from unequal(clues=(least, found.clues), shown=(least, clued), unique=(1, int(found.board.count())))


# Sudoku of any boxes or regions, with variants, groups, signs, even and odd cells


def Sudoku_grids(rng):
    n, box = rng.choice(BOXES)
    cells = [f"r{row}c{col}" for row in range(1, n + 1) for col in range(1, n + 1)]
    some = lambda least, most: " ".join(rng.sample(cells, rng.randint(least, most)))  # noqa: E731
    kind = Kind(n, box, () if box else ("latin",))
    if rng.random() < 0.5:
        names = [name for name in VARIANTS if defined(kind._replace(names=(name,)))]
        kind = kind._replace(names=(*kind.names, *rng.sample(names, min(len(names), rng.randint(1, 2)))))
    if n > 1 and rng.random() < 0.2:  # boxes, or bands of rows, with some cells exchanged
        down, right = box or (1, n)
        regions = [(cell // n // down) * (n // right) + cell % n // right for cell in range(n * n)]
        for _ in range(rng.choice((0, 1, 2, 9))):
            a, b = rng.sample(range(n * n), 2)
            regions[a], regions[b] = regions[b], regions[a]
        rows = ["".join(map("ABCDEFGHI".__getitem__, row)) for row in rows_of(regions, n)]
        kind = kind._replace(box=None, regions="/".join(rows), names=())
    if n > 1 and rng.random() < 0.3:
        kind = kind._replace(groups=";".join(some(2, n) for _ in range(rng.randint(1, 3))))
    if rng.random() < 0.3:
        marked = rng.sample(cells, min(n, rng.randint(1, 3)))
        kind = kind._replace(even=" ".join(marked[:1]), odd=" ".join(marked[1:]))
    if n > 1 and rng.random() < 0.3:
        pairs = [rng.sample(cells, 2) for _ in range(rng.randint(1, 3))]
        beside = [(cell, cells[k + 1]) for k, cell in enumerate(cells) if (k + 1) % n]
        pairs += [rng.choice(beside) for _ in range(rng.randint(0, 3))]
        kind = kind._replace(marks=" ".join(rng.choice("<>~:").join(pair) for pair in pairs))
    empty = SudokuPuzzle.from_array([[0] * n] * n, **rules_of(kind))
    grids = [solution.array().ravel().tolist() for solution in empty.solutions(9, limits=Limits(nodes=500))]
    share = rng.choice((0, 0.1, 0.4) if n < 5 else (0.3, 0.5) if n < 9 else (0.5, 0.7))
    grid = [value if rng.random() < share else 0 for value in rng.choice(grids or [[0] * n * n])]
    if not grids and n > 4:
        grid = [rng.randint(1, n) if rng.random() < 0.3 else 0 for _ in grid]
    if rng.random() < 0.2:
        grid[rng.randrange(n * n)] = rng.randint(1, n)
    yield kind, tuple(grid)
    reference, most = Reference(kind), 300
    found = list(islice(reference.solutions(grid), most))
    try:
        puzzle = SudokuPuzzle.from_array(rows_of(grid, n), **rules_of(kind))
    except PuzzleError as error:  # clues that clash
        yield from unequal(refused=([], found)) if "clash" in error.reason else [str(error)]
        return
    wrong = [(*each[:-1], each[0]) for each in found[:9]]
    yield from unequal(
        count=(len(found), puzzle.count(most).found),
        many=(len(found), int(SudokuPuzzle.solve_many([puzzle], limit=most).counts[0])),
        wrong=([reference.right(each) for each in wrong], [puzzle.check(each) for each in wrong]),
    )
    if len(found) < most:
        yield from answers(puzzle, found, lambda solution: tuple(solution.array().ravel().tolist()))
        yield from reasoning(puzzle, [rows_of(each, n) for each in found])


# Puzzles that are made: one solution, and of Sudoku no clue that can go


def generated_puzzles(rng):
    n, box = rng.choice([size for size in BOXES if 1 < size[0] < 9])
    names = rng.sample(("diagonal", "anti-knight", "anti-king", "nonconsecutive"), rng.choice((0, 0, 1)))
    kind = Kind(n, box, (*(() if box else ("latin",)), *names))
    (rows, cols), topology, wrap = shape(rng, 12), rng.choice(("rook", "king", "hex")), rng.random() < 0.2
    seed = rng.randrange(10**6)
    yield kind, rows, cols, topology, wrap, seed
    reference, near = Reference(kind), neighbours(rows, cols, topology, wrap)
    number = lambda clues: len(list(islice(reference.solutions(clues), 2)))  # noqa: E731
    try:
        puzzle = SudokuPuzzle.generate(kind.n, seed=seed, **rules_of(kind))
    except PuzzleError:  # no grid is filled by such rules
        yield from unequal(grids=(0, number([0] * kind.n**2)))
    else:
        given = puzzle.array().ravel().tolist()
        fewer = [[*given[:cell], 0, *given[cell + 1 :]] for cell, clue in enumerate(given) if clue]
        yield from unequal(sudoku=([1, *(2 for _ in fewer)], [*map(number, [given, *fewer])]))
    try:
        path = Numbrix.generate((rows, cols), seed=seed, topology=topology, wrap=wrap)
    except PuzzleError:  # no path goes through all cells
        yield from unequal(paths=([], paths_through(near, [*near], dict.fromkeys(near, 0), 1)))
        return
    numbers = dict(enumerate(number for row in path.grid for number in row))
    yield from unequal(paths=(1, len(paths_through(near, [*near], numbers))))


ABILITIES = (Gogen_boards, Numbrix_and_Hidato, fewest_clues, Sudoku_grids, generated_puzzles)
