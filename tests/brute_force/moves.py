"""Peg solitaire, sliding puzzles, ladders, rivers, puzzles of a user: every state, step by step."""

from collections import deque
from fractions import Fraction
from functools import cache
from itertools import pairwise, product

from brute_force.common import rows_of, shape, texts, unequal

import unriddle as ur

METHODS = ("dfs", "bfs", "bidirectional", "astar", "ida")


def distances(start, steps):
    """Return state -> fewest steps from the start."""
    far, queue = {start: 0}, deque([start])
    while queue:
        state = queue.popleft()
        for other in steps(state):
            if other not in far:
                far[other] = far[state] + 1
                queue.append(other)
    return far


def costs_from(edges, starts):
    """Return state -> the least cost from any of the starts; `edges[state]` lists (state, cost)."""
    least, changed = dict.fromkeys(starts, 0), True
    while changed:
        changed = False
        for state in list(least):
            for other, cost in edges.get(state, ()):
                if other not in least or least[state] + cost < least[other]:
                    least[other], changed = least[state] + cost, True
    return least


def cheapest(edges, start, goals):
    """Return the least cost to a goal, the number of paths of that cost, and these, None for very many.

    Costs are above 0, or only the least cost counts; a path ends at the first goal on it.
    """
    backward = {}
    for state in edges.keys() - set(goals):
        for other, cost in edges[state]:
            backward.setdefault(other, []).append((state, cost))
    left, paths = costs_from(backward, goals), {}
    for state in sorted(left, key=left.get):
        paths[state] = state in goals or sum(
            paths.get(other, 0)
            for other, cost in edges[state]
            if other in left and cost + left[other] == left[state]
        )
    number = int(paths.get(start, 0))
    found, stack = [], [(start,)] if number and number <= 3000 else []
    while stack:
        path = stack.pop()
        here = path[-1]
        found += [path] if here in goals else []
        stack += [
            (*path, other)
            for other, cost in edges[here]
            if here not in goals and other not in path and other in left and cost + left[other] == left[here]
        ]
    return left.get(start), number, found if number <= 3000 else None


def simple_paths(edges, start, goals, most):
    """Return at most so many paths that repeat no state and end at the first goal; few states."""
    found, stack = [], [(start,)]
    while stack and len(found) < most:
        path = stack.pop()
        if path[-1] in goals:
            found.append(path)
        else:
            stack += [(*path, other) for other, _ in edges[path[-1]] if other not in path]
    return found


def exact(cost):
    return Fraction(repr(cost)) if isinstance(cost, float) else Fraction(cost)


# Peg solitaire.

JUMPS = {
    "orthogonal": [(0, 1), (0, -1), (1, 0), (-1, 0)],
    "diagonal": [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)],
    "triangular": [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)],
}


def peg(rng):
    rows, cols = shape(rng, 14)
    board = [rng.choice("***.." if rng.random() < 0.9 else "#") for _ in range(rows * cols)]
    if "*" not in board:
        board[0] = "*"
    holes = [cell for cell, mark in enumerate(board) if mark != "#"]
    goal = rng.choice([None, None, rng.choice(holes)])
    return rows, cols, "".join(board), goal, rng.choice([*JUMPS])


def peg_differs(instance):
    rows, cols, board, goal, jumps = instance

    def steps(state):
        found = []
        for cell, (down, right) in product(range(rows * cols), JUMPS[jumps]):
            row, col = divmod(cell, cols)
            over, end = (row + down) * cols + col + right, (row + 2 * down) * cols + col + 2 * right
            inside = 0 <= row + 2 * down < rows and 0 <= col + 2 * right < cols
            if inside and state[cell] == state[over] == "*" and state[end] == ".":
                after = list(state)
                after[cell], after[over], after[end] = ".", ".", "*"
                found.append(("".join(after), cell, end))
        return found

    def solved(state):
        return state.count("*") == 1 and goal in (None, state.index("*"))

    @cache
    def ways(state):
        return 1 if solved(state) else sum(ways(after) for after, _, _ in steps(state))

    @cache
    def fewest(state, last):
        if solved(state):
            return 0
        least = 99
        for after, cell, end in steps(state):
            least = min(least, (cell != last) + fewest(after, end))
        return least

    reach = distances(board, lambda state: [after for after, _, _ in steps(state)])
    layers = [sum(depth == k for depth in reach.values()) for k in range(max(reach.values()) + 1)]
    count, moves = ways(board), fewest(board, -1)
    place = None if goal is None else divmod(goal, cols)
    puzzle = ur.GridPegSolitairePuzzle(rows_of(board, cols), goal=place, jumps=jumps)
    result, shortest = puzzle.solve(), puzzle.fewest_moves()
    other = type(puzzle).solve_many([puzzle, puzzle])[1]
    different = unequal(
        count=(count, int(puzzle.count())),
        solvable=(count > 0, result.status.value == "SOLVED"),
        winnable=(count > 0, puzzle.is_winnable()),
        listed=(min(count, 200), len({str(each) for each in puzzle.solutions(200)})),
        positions=(layers, list(puzzle.count_positions(symmetry=False).counts)),
        many=(result.status, other.status),
        moves=(
            (moves, True) if count else (99, True),
            (shortest.moves, shortest.optimal) if count else (99, True),
        ),
    )
    if count:
        different += unequal(length=(board.count("*") - 1, result.length), check=(True, puzzle.check(result)))
        different += unequal(fewest=(True, puzzle.check(shortest)))
    winning = {after for after, _, _ in steps(board) if ways(after)} if not solved(board) else set()
    if not solved(board):
        jumped = {
            puzzle.replay([jump])[1].format().replace("\n", "") for jump in puzzle.winning_jumps().jumps
        }
        different += unequal(winning=(winning, jumped))
    for method in METHODS:
        found = puzzle.solve(method=method, limits=ur.Limits(nodes=3_000))
        if found.status.value != "LIMIT":
            different += unequal(**{method: (count > 0, found.status.value == "SOLVED")})
    return different


# Sliding puzzles.


def sliding(rng):
    rows, cols = rng.choice([(2, 2), (2, 3), (3, 2), (2, 2), (2, 3), (3, 2), (2, 4), (4, 2)])
    symbols = ["*", *rng.sample("abcdefgh", rows * cols - 1)]
    goal, start = rng.sample(symbols, len(symbols)), rng.sample(symbols, len(symbols))
    if rng.random() < 0.3:  # near the goal, so large boards too
        rows, cols = rng.choice([(3, 3), (2, 5), (5, 2), (3, 4), (4, 4)])
        symbols = ["*", *"abcdefghijklmno"[: rows * cols - 1]]
        goal = rng.sample(symbols, len(symbols))
        start = list(goal)
        for _ in range(rng.randint(0, 14)):
            state = rng.choice(slides("".join(start), rows, cols))
            start = list(state)
    return rows, cols, "".join(start), "".join(goal)


def slides(state, rows, cols):
    row, col = divmod(state.index("*"), cols)
    found = []
    for down, right in JUMPS["orthogonal"]:
        if 0 <= row + down < rows and 0 <= col + right < cols:
            other, after = (row + down) * cols + col + right, list(state)
            after[row * cols + col], after[other] = after[other], "*"
            found.append("".join(after))
    return found


def sliding_differs(instance):
    rows, cols, start, goal = instance
    layer, ways, length = {start: 1}, 0, 0
    before = set()
    while layer and goal not in layer:
        after = {}
        for state, paths in layer.items():
            for other in slides(state, rows, cols):
                if other not in before and other not in layer:
                    after[other] = after.get(other, 0) + paths
        before, layer, length = before | set(layer), after, length + 1
    ways = layer.get(goal, 0)
    puzzle = ur.MNPuzzle(rows_of(start, cols), rows_of(goal, cols), blank="*")
    result = puzzle.solve()
    other = type(puzzle).solve_many([puzzle, puzzle])[1]
    solved = result.status.value == "SOLVED"
    different = unequal(
        solvable=(ways > 0, solved),
        count=(ways, int(puzzle.count())),
        listed=(ways, len(set(puzzle.solutions()))),
        many=(result.status, other.status),
    )
    if not ways:
        return different
    different += unequal(
        optimal=((length, True), (result.length, result.optimal)),
        other=(length, other.length),
        check=(True, puzzle.check(result.solution)),
        all=(True, all(len(each) == length and puzzle.check(each) for each in puzzle.solutions(20))),
    )
    for method in ("ida", "bfs", "bidirectional", "astar", "table"):
        if rows * cols <= 8 or (method == "ida" and length < 12):
            different += unequal(**{method: (length, puzzle.solve(method=method).length)})
    return different


# Word ladders.


def costs_of(rng, names):
    """Return random costs by name, whole numbers or decimals; some have none."""
    kind = rng.choice(("none", "whole", "tenths", "tenths", "hundredths"))
    draw = {
        "whole": lambda: rng.randint(1, 5),
        "tenths": lambda: rng.randint(1, 9) / 10,
        "hundredths": lambda: rng.randint(1, 300) / 100,
    }
    return {} if kind == "none" else {name: draw[kind]() for name in names if rng.random() < 0.8}


def ladder(rng):
    letters = "ab" if rng.random() < 0.5 else "abc"
    flexible = rng.random() < 0.4
    words = texts(rng, letters, 12, 4, 1 if flexible else 3)
    first = rng.choice([*words, *texts(rng, letters, 1, 4, 3)])
    ends = [word for word in words if flexible or len(word) == len(first)] or [first]
    words = sorted({*words, *ends})
    return words, first, rng.choice(ends), flexible, costs_of(rng, words)


def ladder_differs(instance):
    words, first, last, flexible, costs = instance

    def near(a, b):
        if len(a) == len(b):
            return sum(x != y for x, y in zip(a, b, strict=True)) == 1
        short, long = sorted((a, b), key=len)
        return (
            flexible
            and len(long) == len(short) + 1
            and any(long[:k] + long[k + 1 :] == short for k in range(len(long)))
        )

    edges = {
        word: [(other, exact(costs.get(other, 1))) for other in words if near(word, other)]
        for word in {*words, first}
    }
    best, number, paths = cheapest(edges, first, {last})
    puzzle = ur.WordLadderPuzzle(first, last, words, insert_delete=flexible, costs=costs or None)
    result = puzzle.solve()
    graph = ur.WordGraph(words, insert_delete=flexible)
    different = unequal(
        solved=(best is not None, result.status.value == "SOLVED"),
        count=(number, int(puzzle.count())),
        listed=(sorted(paths or ()), [*puzzle.solutions()] if paths is not None else []),
        many=(result.status, type(puzzle).solve_many([puzzle, puzzle])[1].status),
        near=(
            {word: sorted(other for other in words if near(word, other)) for word in words},
            {word: sorted(graph.neighbours(word)) for word in words},
        ),
    )
    if best is not None:
        different += unequal(
            cost=(best, exact(result.cost)),
            solution=(True, tuple(result.solution) in paths),
            checked=(True, all(map(puzzle.check, paths))),
        )
    for method in METHODS:
        found = puzzle.solve(method=method, limits=ur.Limits(nodes=2_000))
        if found.status.value != "LIMIT":
            different += unequal(**{method: (best is not None, found.status.value == "SOLVED")})
            if best is not None and (method in ("astar", "ida") or (not costs and method != "dfs")):
                different += unequal(**{f"{method} cost": (best, exact(found.cost))})
    return different


# River crossings.


def river(rng):
    if rng.random() < 0.4:  # a bridge
        times = [
            rng.choice((rng.randint(1, 9) / 10, rng.randint(1, 9), rng.randint(1, 40) / 8))
            for _ in range(rng.randint(1, 4))
        ]
        people = [(f"p{k}", 1, True, time) for k, time in enumerate(times)]
        return people, rng.choice((1, 2, 2, 3)), []
    kinds = rng.randint(1, 4)
    timed = rng.random() < 0.3
    people = [
        (
            f"p{k}",
            rng.choice((1, 1, 2, 3)),
            k == 0 or rng.random() < 0.4,
            rng.choice((1, 2, 0.5, 0.3)) if timed else 0,
        )
        for k in range(kinds)
    ]
    rules = []
    for _ in range(rng.randint(0, 3) if kinds > 1 else 0):
        first, second = rng.sample(range(kinds), 2)
        guards = tuple(k for k in range(kinds) if k not in (first, second) and rng.random() < 0.4)
        outnumber = rng.random() < 0.4
        rules.append(
            (
                "outnumber" if outnumber else "together",
                first,
                second,
                () if outnumber else guards,
                rng.random() < 0.2,
            )
        )
    return people, rng.choice((1, 2, 2, 3)), rules


def river_differs(instance):
    people, capacity, rules = instance
    counts = tuple(count for _, count, _, _ in people)

    def broken(group, aboard):
        for kind, first, second, guards, also in rules:
            if aboard and not also:
                continue
            if kind == "together" and group[first] and group[second] and not any(group[k] for k in guards):
                return True
            if kind == "outnumber" and group[second] and group[first] > group[second]:
                return True
        return False

    def safe(left):
        return not broken(left, False) and not broken(
            [n - k for n, k in zip(counts, left, strict=True)], False
        )

    loads = [
        load
        for load in product(*(range(count + 1) for count in counts))
        if 1 <= sum(load) <= capacity
        and any(n and person[2] for n, person in zip(load, people, strict=True))
        and not broken(load, True)
    ]

    def crossings(state):
        left, side = state
        for load in loads:
            after = tuple(k - n if side else k + n for k, n in zip(left, load, strict=True))
            if all(0 <= k <= count for k, count in zip(after, counts, strict=True)) and safe(after):
                slowest = max(exact(person[3]) for n, person in zip(load, people, strict=True) if n)
                yield (after, not side), slowest

    timed = any(person[3] for person in people)
    start = (counts, True)
    passengers = [
        ur.Passenger(n, count=c, rows=r, time=t, symbol="ABCDEFG"[k]) for k, (n, c, r, t) in enumerate(people)
    ]
    names = [person[0] for person in people]
    named = [
        ur.Rule(kind, names[a], names[b], tuple(names[g] for g in guards), aboard=also)
        for kind, a, b, guards, also in rules
    ]
    if not safe(counts):
        return []  # refused, which tests/puzzles/river shows
    edges, todo = {}, [start]
    while todo:
        state = todo.pop()
        if state not in edges:
            edges[state] = [(other, cost if timed else 1) for other, cost in crossings(state)]
            todo += [other for other, _ in edges[state]]
    goals = {state for state in edges if not any(state[0])}
    best, number, paths = cheapest(edges, start, goals)
    plans = simple_paths(edges, start, goals, 400) if len(edges) <= 16 else None  # else there are too many
    puzzle = ur.RiverPuzzle(passengers, capacity, named)
    result = puzzle.solve()
    different = unequal(
        solved=(best is not None, result.status.value == "SOLVED"),
        best=(number, int(puzzle.count_best())),
        states=(len(edges), len(puzzle.graph)),
        many=(result.status, type(puzzle).solve_many([puzzle, puzzle])[1].status),
    )
    if paths is not None:
        listed = {tuple(map(str, plan)) for plan in puzzle.best_solutions()}
        different += unequal(listed=(number, len(listed)))
    if plans is not None:
        different += unequal(plans=(len(plans), puzzle.count(400).found))
    if best is not None:
        different += unequal(cost=(best, exact(result.cost)), check=(True, puzzle.check(result)))
        for method in METHODS:
            found = puzzle.solve(method=method, limits=ur.Limits(nodes=2_000))
            if found.status.value == "SOLVED" and method in ("astar", "ida"):
                different += unequal(**{method: (best, exact(found.cost))})
    return different


# Puzzles of a user: a random graph.


class Walk(ur.Puzzle):
    """A place in a graph, which knows its edges and goals."""

    def __init__(self, place, world):
        self.place, self.world = place, world

    def configuration(self):
        return self.place

    def is_solved(self):
        return self.place in self.world["goals"]

    def extensions(self):
        return [Walk(other, self.world) for other, _ in self.world["edges"][self.place]]

    def predecessors(self):
        edges = self.world["edges"]
        return [Walk(a, self.world) for a in edges if any(b == self.place for b, _ in edges[a])]

    def goals(self):
        return [Walk(goal, self.world) for goal in self.world["goals"]]

    def step_cost(self, other):
        return dict(self.world["edges"][self.place])[other.place]

    def heuristic(self):
        return self.world["bounds"][self.place]


def walking(rng):
    size = rng.randint(1, 9)
    kind = rng.choice(("ones", "whole", "tenths", "tenths", "zero"))
    draw = {
        "ones": lambda: 1,
        "whole": lambda: rng.randint(1, 4),
        "tenths": lambda: rng.randint(1, 9) / 10,
        "zero": lambda: rng.choice((0, 1, 2)),
    }[kind]
    many = rng.choice((0.15, 0.3, 0.5))
    edges = {
        a: [(b, draw()) for b in rng.sample(range(size), size) if rng.random() < many] for a in range(size)
    }
    goals = {place for place in range(size) if rng.random() < 0.2}
    return edges, goals, rng.choice((0, 0, 1))


def walking_differs(instance):
    edges, goals, informed = instance
    exactly = {a: [(b, exact(cost)) for b, cost in ends if b != a] for a, ends in edges.items()}
    best = cheapest(exactly, 0, goals)[0]
    steps = min(
        (far for place, far in distances(0, lambda a: [b for b, _ in edges[a]]).items() if place in goals),
        default=None,
    )
    least = {place: cheapest(exactly, place, goals)[0] for place in edges}
    bounds = {
        place: 0 if not informed else int(cost) if cost is not None else 1 for place, cost in least.items()
    }
    start = Walk(0, {"edges": edges, "goals": goals, "bounds": bounds})
    different = []
    for method in METHODS:
        if method == "bidirectional" and not goals:
            continue  # it needs a goal
        result = ur.find_path(start, method)
        trail = tuple(puzzle.place for puzzle in result.path) if result.node else ()
        different += unequal(**{f"{method} solved": (best is not None, result.status.value == "SOLVED")})
        if best is None or not trail:
            continue
        spent = sum(dict(exactly[a])[b] for a, b in pairwise(trail))
        different += unequal(**{f"{method} ends": ((0, True), (trail[0], trail[-1] in goals))})
        if method in ("bfs", "bidirectional"):
            different += unequal(**{method: (steps, len(trail) - 1)})
        if method in ("astar", "ida"):
            different += unequal(**{method: (best, spent)})
        different += unequal(**{f"{method} cost": (spent, exact(result.cost))})
    listed = [tuple(node.place for node in ur.path_of(first)) for first in ur.search.solutions(start)]
    return different + unequal(all=(sorted(simple_paths(exactly, 0, goals, 10**6)), sorted(listed)))


ABILITIES = {
    "peg solitaire": (peg, peg_differs),
    "sliding puzzles": (sliding, sliding_differs),
    "word ladders": (ladder, ladder_differs),
    "river crossings": (river, river_differs),
    "general solvers": (walking, walking_differs),
}
