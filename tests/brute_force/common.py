"""What the references share: neighbours of cells, paths in graphs, random shapes and words, and comparing."""

from collections import defaultdict
from fractions import Fraction
from heapq import heappop, heappush
from itertools import product, takewhile
from math import inf

from unriddle import Limits

METHODS = ("dfs", "bfs", "bidirectional", "astar", "ida")
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


def explore(start, steps, goals=()):
    """Return state -> list of (state, cost), breadth first; with goals no further than the nearest one."""
    edges, layer = {}, {start}
    while layer:
        edges |= {state: list(steps(state)) for state in layer}
        if layer & set(goals):
            break
        layer = {other for state in layer for other, _ in edges[state]} - edges.keys()
    return edges


def costs_to(edges, goals):
    """Return state -> the least cost to any goal, by Dijkstra's algorithm."""
    before = defaultdict(list)
    for state in edges.keys() - set(goals):
        for other, cost in edges[state]:
            before[other].append((state, cost))
    least, heap = {}, [(0, goal) for goal in goals]
    while heap:
        cost, state = heappop(heap)
        if state not in least:
            least[state] = cost
            for other, more in before[state]:
                heappush(heap, (cost + more, other))
    return least


def simple_paths(edges, start, goals, most=10**9):
    """Return at most so many paths that repeat no state and end at the first goal."""
    left, found, stack = costs_to(edges, goals), [], [(start,)]
    while stack and len(found) < most:
        path = stack.pop()
        if path[-1] in goals:
            found.append(path)
        else:
            ends = {other for other, _ in edges.get(path[-1], ())} & left.keys()
            stack += [(*path, other) for other in ends.difference(path)]
    return found


def shortest_paths(edges, start, goals, most=10**9):
    """Return at most so many paths of the least cost to a goal; costs are above 0."""
    left = costs_to(edges, goals)
    best = {a: [e for e in edges[a] if e[1] + left.get(e[0], inf) == left[a]] for a in left if a in edges}
    return simple_paths(best, start, goals, most)


def exact(cost):
    return Fraction(repr(cost)) if isinstance(cost, float) else Fraction(cost)


def unequal(**pairs):
    """Yield a line for each name whose expected and actual value differ."""
    for name, (expected, actual) in pairs.items():
        if expected != actual:
            yield f"{name}: expected {expected!r}, got {actual!r}"


def answers(puzzle, expected, read=tuple):
    """Compare all verbs that answer a puzzle with the list of its answers.

    `read` makes one of ours like those; where these are made of moves, it does so for each state on the way.
    """
    result, found, kind = puzzle.solve(), list(puzzle.solutions()), type(puzzle)
    names, same = ("UNIQUE", "MULTIPLE"), read
    if hasattr(puzzle, "replay"):
        names, same = ("SOLVED", "SOLVED"), lambda answer: tuple(map(read, puzzle.replay(answer)))
    judged = [puzzle.judge(puzzle.format(each)).status for each in found[:3]]
    yield from unequal(
        solutions=(sorted(expected), sorted(map(same, found))),
        count=(len(expected), int(puzzle.count())),
        status=(("NO_SOLUTION", *names)[min(len(expected), 2)], result.status.value),
        solved=(True, same(result.solution) in expected if expected else result.solution is None),
        many=(result.status, kind.solve_many([puzzle, puzzle])[1].status),
        checked=(True, all(map(puzzle.check, found))),
        judged=(["RIGHT"] * len(judged), judged),
        judged_many=(len(judged), kind.check_many([puzzle] * len(judged), found[:3]).right if found else 0),
        least=(min(len(expected), 1), puzzle.count(1).found),
        first=(min(len(expected), 2), len(list(puzzle.solutions(2)))),
    )


def reasoning(puzzle, grids):
    """Yield steps of the reasoning of a person that some rows of a solution do not keep, up to a guess."""
    for step, grid in product(takewhile(lambda step: step.kind != "guess", puzzle.steps()), grids):
        holds = lambda cell, value: str(grid[cell[0]][cell[1]]) == str(value)  # noqa: B023, E731
        filled = step.cell is None or holds(step.cell, step.value)
        if not filled or any(holds(*pair) for pair in step.removed):
            yield f"{step} in {grid}"


def methods(solve, edges, start, goals, names=METHODS):
    """Compare what the general solvers find with the least cost and the fewest steps."""
    plain = {state: [(other, 1) for other, _ in ends] for state, ends in edges.items()}
    least, fewest = costs_to(edges, goals).get(start), costs_to(plain, goals).get(start)
    for method in names:
        found = solve(method=method, limits=Limits(nodes=3_000))
        length = found.stats.path_length
        if found.status.value != "LIMIT":
            yield from unequal(**{method: (least is not None, found.status.value == "SOLVED")})
        if found.status.value == "SOLVED" and method in ("astar", "ida"):
            cost = exact(found.cost) if hasattr(found, "cost") else length
            yield from unequal(**{f"{method} cost": (least, cost)})
        if found.status.value == "SOLVED" and method in ("bfs", "bidirectional"):
            yield from unequal(**{f"{method} length": (fewest, length)})


def shape(rng, most):
    """Return rows and columns, narrow ones too, of at most so many cells."""
    rows = rng.randint(1, max(1, int(most**0.5) + 1))
    sides = (rows, rng.randint(1, max(1, most // rows)))
    return sides if rng.random() < 0.5 else sides[::-1]


def rows_of(cells, cols):
    return [cells[start : start + cols] for start in range(0, len(cells), cols)]


def texts(rng, letters, count, longest, shortest=1):
    """Return distinct random words over some letters."""
    sizes = [rng.randint(shortest, longest) for _ in range(rng.randint(1, count))]
    return sorted({"".join(rng.choices(letters, k=size)) for size in sizes})
