"""Gogen, Numbrix, Hidato and Sudoku: values for cells, tried one after the other."""

from collections import Counter
from itertools import combinations, islice, pairwise, permutations

from brute_force import sudoku_clues
from brute_force.common import answers, neighbours, reasoning, rows_of, shape, texts, unequal
from brute_force.sudoku_reference import BOXES, VARIANTS, Kind, Reference, defined, rules_of

from unriddle import Gogen, Hidato, Limits, Numbrix, PuzzleError, SudokuPuzzle, minimum_clues


def Gogen_boards(rng):
    """Letters on cells, each once, so that letters in a row in a word touch."""
    rows, cols = rng.choice((shape(rng, 6), shape(rng, 8), (3, 3)))
    alphabet, near = "ABCDEFGHI"[: rows * cols], neighbours(rows, cols)
    solution, words = rng.sample(alphabet, rows * cols), []
    for _ in range(rng.randint(0, 4)):
        path = [rng.randrange(rows * cols)]
        for _ in range(rng.randint(0, 4)):
            path.append(rng.choice([*near[path[-1]]] if near[path[-1]] and rng.random() < 0.9 else [*near]))
        words.append("".join(solution[cell] for cell in dict.fromkeys(path)))
    words += texts(rng, alphabet, 1, 4) if rng.random() < 0.3 else []
    missing = rng.sample(alphabet, rng.randint(0, min(6, rows * cols)))
    cells, revisit = ["." if letter in missing else letter for letter in solution], rng.random() < 0.3
    yield rows, cols, cells, words, revisit
    steps = {pair for word in words for pair in pairwise(word)}
    repeated = any(len(set(word)) < len(word) for word in words)
    every, expected = [], []
    for letters in permutations(missing):
        rest = iter(letters)
        filled = [next(rest) if cell == "." else cell for cell in cells]
        place = {letter: cell for cell, letter in enumerate(filled)}
        every.append(tuple(map("".join, rows_of(filled, cols))))
        if (revisit or not repeated) and all(place[b] in near[place[a]] for a, b in steps):
            expected.append(every[-1])
    puzzle = Gogen([*map("".join, rows_of(cells, cols))], words, alphabet=alphabet, revisit=revisit)
    yield from answers(puzzle, expected)
    yield from reasoning(puzzle, expected)
    solved = {puzzle.solve(method=name).solution is not None for name in puzzle.METHODS}
    yield from unequal(
        checked=({*expected}, {filled for filled in every if puzzle.check(filled)}),
        methods=({bool(expected)}, solved),
    )


def paths_through(near, cells, numbers, most=10**9):
    """Return numberings of some cells from 1 along neighbours, that keep given numbers (0 is none)."""
    found, given = [], {number: cell for cell, number in numbers.items() if number}
    stack = [(cell,) for cell in cells]
    while stack and len(found) < most:
        path = stack.pop()
        if numbers[path[-1]] in (0, len(path)) and given.get(len(path), path[-1]) == path[-1]:
            found += [path] if len(path) == len(cells) else []
            stack += [(*path, cell) for cell in near[path[-1]] if cell not in path]
    return found


def Numbrix_and_Hidato(rng):
    (rows, cols), topology = shape(rng, 12), rng.choice(("rook", "king", "hex", "knight"))
    wrap, share, most = rng.random() < 0.25, rng.choice((0.1, 0.3, 0.5)), 2_000
    holes = [cell for cell in range(1, rows * cols) if rng.random() < 0.1]
    near = neighbours(rows, cols, topology, wrap, holes)
    cells = [cell for cell in near if cell not in holes]
    path = [rng.choice(cells)]
    while free := [cell for cell in near[path[-1]] if cell not in path]:
        path.append(rng.choice(free))
    path = path if rng.random() < 0.8 else rng.sample(cells, len(cells))  # any numbers
    numbers = {cell: number if rng.random() < share else 0 for number, cell in enumerate(path, 1)}
    grid = rows_of([-1 if cell in holes else numbers.get(cell, 0) for cell in near], cols)
    yield grid, topology, wrap
    found = paths_through(near, cells, {cell: numbers.get(cell, 0) for cell in cells}, most)
    numbered = [[path.index(cell) + 1 if cell in path else -1 for cell in near] for path in found]
    expected = [tuple(map(tuple, rows_of(each, cols))) for each in numbered]
    puzzle = (Hidato if len(holes) % 2 else Numbrix)(grid, topology=topology, wrap=wrap)
    yield from unequal(count=(len(found), puzzle.count(most).found))
    if len(found) < most:
        yield from answers(puzzle, expected)
        yield from reasoning(puzzle, expected)


def fewest_clues(rng):
    rows, cols = rng.choice([(1, 3), (2, 2), (2, 3), (3, 2), (1, 5), (2, 3), (5, 1)])
    topology, wrap = rng.choice(("rook", "king", "hex", "knight")), rng.random() < 0.3
    yield rows, cols, topology, wrap
    near = neighbours(rows, cols, topology, wrap)
    paths = paths_through(near, [*near], dict.fromkeys(near, 0))
    seen = [
        Counter((kept, *map(path.index, kept)) for path in paths for kept in combinations(near, size))
        for size in range(len(near) + 1)
    ]
    least = next((size for size, counts in enumerate(seen) if 1 in counts.values()), None)
    found = minimum_clues((rows, cols), topology=topology, wrap=wrap)
    yield from unequal(solved=("SOLVED" if paths else "NO_SOLUTION", found.status.value))
    if paths:
        clued = sum(number > 0 for row in found.board.grid for number in row)
        yield from unequal(clues=((least, least, 1), (found.clues, clued, int(found.board.count()))))


def Sudoku_grids(rng):
    """Any boxes or regions, with variants, groups, signs, even and odd cells."""
    n, box = rng.choice(BOXES)
    cells = [f"r{row}c{col}" for row in range(1, n + 1) for col in range(1, n + 1)]
    some = lambda least, most: rng.sample(cells, rng.randint(min(n, least), min(n, most)))  # noqa: E731
    rules = {"names": () if box else ("latin",)}
    if rng.random() < 0.5:
        names = [name for name in VARIANTS if defined(Kind(n, box, (name,)))]
        rules["names"] += tuple(rng.sample(names, rng.randint(1, 2)))
    if n > 1 and rng.random() < 0.2:  # boxes, or rows, with some cells exchanged
        down, right = box or (1, n)
        regions = ["ABCDEFGHI"[k // n // down * (n // right) + k % n // right] for k in range(n * n)]
        for _ in range(rng.choice((0, 1, 2, 9))):
            a, b = rng.sample(range(n * n), 2)
            regions[a], regions[b] = regions[b], regions[a]
        box, rules = None, {"regions": "/".join(map("".join, rows_of(regions, n)))}
    if n > 1 and rng.random() < 0.3:
        rules["groups"] = ";".join(" ".join(some(2, n)) for _ in range(rng.randint(1, 3)))
    if rng.random() < 0.3:
        first, *others = some(1, 3)
        rules |= {"even": first, "odd": " ".join(others)}
    if n > 1 and rng.random() < 0.3:
        pairs = [(cell, cells[k + 1]) for k, cell in enumerate(cells[:-1]) if (k + 1) % n]  # in a row
        pairs = [some(2, 2), *rng.sample(pairs, rng.randint(0, min(3, len(pairs))))]
        rules["marks"] = " ".join(rng.choice("<>~:").join(pair) for pair in pairs)
    kind, most = Kind(n, box, **rules), 300
    empty = SudokuPuzzle.from_array([[0] * n] * n, **rules_of(kind))
    grids = [solution.array().ravel().tolist() for solution in empty.solutions(9, limits=Limits(nodes=500))]
    grids = grids or [rng.choices(range(1, n + 1), k=n * n)]
    share = rng.choice((0, 0.1, 0.4) if n < 5 else (0.3, 0.5) if n < 9 else (0.5, 0.7))
    grid = [value if rng.random() < share else 0 for value in rng.choice(grids)]
    if rng.random() < 0.2:
        grid[rng.randrange(n * n)] = rng.randint(1, n)
    yield kind, grid
    reference = Reference(kind)
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
        wrong=([*map(reference.right, wrong)], [*map(puzzle.check, wrong)]),
    )
    if len(found) < most:
        yield from answers(puzzle, found, lambda solution: tuple(solution.array().ravel().tolist()))
        yield from reasoning(puzzle, [rows_of(each, n) for each in found])


def Sudoku_clues(rng):
    """Cages, arrows and lines on grids of 4 × 4 and 6 × 6: the plain solutions that keep to them."""
    n, box = rng.choice(((4, (2, 2)), (6, (2, 3)), (6, (3, 2))))
    kind = Kind(n, box)
    reference = Reference(kind)
    start = [0] * 16 if n == 4 else [*range(1, 7)] + [0] * 30
    (full,) = islice(reference.solutions(rng.sample(range(1, n + 1), n) + [0] * (n * n - n)), 1)
    grid = start if n == 4 else [value if rng.random() < 0.4 else 0 for value in full]
    plain = list(islice(reference.solutions(grid), 3000))
    if len(plain) == 3000:
        return
    chosen = [
        (name, *sudoku_clues.some_clue(rng, name, rng.choice(plain), n))
        for name in rng.choices(sudoku_clues.KINDS, k=rng.randint(1, 6))
    ]
    rules = {"box": box}
    for name, number, cells in chosen:
        rules.setdefault(name, []).append(sudoku_clues.written(name, number, cells, n))
    yield n, grid, rules
    found = [each for each in plain if all(sudoku_clues.kept(name, *rest, each, n) for name, *rest in chosen)]
    try:
        puzzle = SudokuPuzzle.from_array(rows_of(grid, n), **rules)
    except PuzzleError as error:  # clues that clash
        yield from unequal(refused=([], found)) if "clash" in error.reason else [str(error)]
        return
    yield from unequal(
        count=(len(found), int(puzzle.count())),
        checked=([each in found for each in plain[:30]], [*map(puzzle.check, plain[:30])]),
    )
    yield from answers(puzzle, found, lambda solution: tuple(solution.array().ravel().tolist()))
    yield from reasoning(puzzle, [rows_of(each, n) for each in found])


def generated_puzzles(rng):
    """One solution, and of Sudoku no clue that can go."""
    n, box = rng.choice([size for size in BOXES if 1 < size[0] < 9])
    names = rng.sample(("diagonal", "anti-knight", "anti-king", "nonconsecutive"), rng.choice((0, 0, 1)))
    kind, seed = Kind(n, box, (*(() if box else ("latin",)), *names)), rng.randrange(10**6)
    (rows, cols), topology, wrap = shape(rng, 12), rng.choice(("rook", "king", "hex")), rng.random() < 0.2
    yield kind, rows, cols, topology, wrap, seed
    reference, near = Reference(kind), neighbours(rows, cols, topology, wrap)
    number = lambda clues: len(list(islice(reference.solutions(clues), 2)))  # noqa: E731
    try:
        given = SudokuPuzzle.generate(n, seed=seed, **rules_of(kind)).array().ravel().tolist()
        fewer = [[*given[:cell], 0, *given[cell + 1 :]] for cell, clue in enumerate(given) if clue]
        yield from unequal(sudoku=([1, *(2 for _ in fewer)], [*map(number, [given, *fewer])]))
    except PuzzleError:  # no grid is filled by such rules
        yield from unequal(grids=(0, number([0] * n**2)))
    try:
        path = Numbrix.generate((rows, cols), seed=seed, topology=topology, wrap=wrap)
        numbers = dict(enumerate(number for row in path.grid for number in row))
        yield from unequal(numbrix=(1, len(paths_through(near, [*near], numbers))))
    except PuzzleError:  # no path goes through all cells
        yield from unequal(paths=([], paths_through(near, [*near], dict.fromkeys(near, 0), 1)))
