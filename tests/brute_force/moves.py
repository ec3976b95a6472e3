"""Peg solitaire, sliding puzzles, ladders, rivers, puzzles of a user: every state, step by step."""

from collections import Counter
from itertools import combinations, pairwise, product

from brute_force.common import (
    answers,
    best_paths,
    costs_to,
    exact,
    explore,
    methods,
    rows_of,
    shape,
    simple_paths,
    texts,
    unequal,
)

import unriddle as ur

FOUND = ("NO_SOLUTION", "SOLVED", "SOLVED")
MANY = 200
"""Most answers that are listed."""


# Peg solitaire

JUMPS = {
    "orthogonal": [(0, 1), (0, -1), (1, 0), (-1, 0)],
    "diagonal": [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)],
    "triangular": [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)],
}


def jumps_from(board, cols, jumps):
    """Yield the board after each jump, and where the peg was and is."""
    for cell, (down, right) in product(range(len(board)), JUMPS[jumps]):
        row, col = divmod(cell, cols)
        over, end = (row + down) * cols + col + right, (row + 2 * down) * cols + col + 2 * right
        inside = 0 <= row + 2 * down < len(board) // cols and 0 <= col + 2 * right < cols
        if inside and board[cell] == board[over] == "*" and board[end] == ".":
            after = list(board)
            after[cell], after[over], after[end] = ".", ".", "*"
            yield "".join(after), cell, end


def peg(rng):
    rows, cols = shape(rng, 14)
    board = "".join(rng.choice("***.." if rng.random() < 0.9 else "#") for _ in range(rows * cols))
    board, jumps = board if "*" in board else "*" + board[1:], rng.choice([*JUMPS])
    goal = rng.choice([None, None, rng.choice([cell for cell, mark in enumerate(board) if mark != "#"])])
    if rng.random() < 0.3:  # a pattern, mostly one that can be reached
        goal = board
        while rng.random() < 0.8 and (after := [jump[0] for jump in jumps_from(goal, cols, jumps)]):
            goal = rng.choice(after)
        if rng.random() < 0.2:
            goal = "".join(mark if mark == "#" else rng.choice(".*") for mark in goal)
        goal = goal if "*" in goal else board
    return cols, board, goal, jumps


def peg_differs(instance):
    cols, board, goal, jumps = instance

    def solved(state):
        return state == goal or (state.count("*") == 1 and goal in (None, state.index("*")))

    edges = explore(board, lambda state: [(after, 1) for after, _, _ in jumps_from(state, cols, jumps)])
    goals = {state for state in edges if solved(state)}
    _, count, best = best_paths(edges, board, goals)
    # with the peg that moved last: a jump of the same one costs nothing
    pairs = explore(
        (board, -1),
        lambda pair: [
            ((after, end), int(cell != pair[1])) for after, cell, end in jumps_from(pair[0], cols, jumps)
        ],
    )
    moves = costs_to(pairs, [pair for pair in pairs if solved(pair[0])]).get((board, -1))
    layers = Counter(state.count("*") for state in edges)
    place = rows_of(goal, cols) if isinstance(goal, str) else None if goal is None else divmod(goal, cols)
    puzzle = ur.GridPegSolitairePuzzle(rows_of(board, cols), goal=place, jumps=jumps)
    shortest, text = puzzle.fewest_moves(), lambda state: state.format().replace("\n", "")
    different = unequal(
        count=(count, int(puzzle.count())),
        winnable=(count > 0, puzzle.is_winnable()),
        positions=(
            [layers[k] for k in sorted(layers)[::-1]],
            [*puzzle.count_positions(symmetry=False).counts],
        ),
        moves=(moves, shortest.moves if shortest.optimal else None),
        fewest=(count > 0, puzzle.check(shortest)),
    )
    if count <= MANY:
        paths = simple_paths(best, board, goals)
        different += answers(puzzle, paths, lambda each: tuple(map(text, puzzle.replay(each))), FOUND)
    if board not in goals:
        wins = {after for after, _ in edges[board] if after in costs_to(edges, goals)}
        jumped = {text(puzzle.replay([jump])[1]) for jump in puzzle.winning_jumps().jumps}
        different += unequal(winning=(wins, jumped))
    steps = board.count("*") - goal.count("*") if isinstance(goal, str) else board.count("*") - 1
    return different + methods(puzzle.solve, steps if count else None, steps, cost="length")


# Sliding puzzles


def sliding(rng):
    rows, cols = rng.choice([(2, 2), (2, 3), (3, 2)] * 4 + [(2, 4), (4, 2)])
    symbols = ["*", *rng.sample("abcdefgh", rows * cols - 1)]
    goal, start = rng.sample(symbols, len(symbols)), rng.sample(symbols, len(symbols))
    if rng.random() < 0.3:  # near the goal, so large boards too
        rows, cols = rng.choice([(3, 3), (2, 5), (5, 2), (3, 4), (4, 4)])
        symbols = ["*", *"abcdefghijklmno"[: rows * cols - 1]]
        goal = start = rng.sample(symbols, len(symbols))
        for _ in range(rng.randint(0, 12)):
            start = rng.choice(slides("".join(start), rows, cols))[0]
    return rows, cols, "".join(start), "".join(goal)


def slides(state, rows, cols):
    row, col = divmod(state.index("*"), cols)
    found = []
    for down, right in JUMPS["orthogonal"]:
        if 0 <= row + down < rows and 0 <= col + right < cols:
            other, after = (row + down) * cols + col + right, list(state)
            after[row * cols + col], after[other] = after[other], "*"
            found.append(("".join(after), 1))
    return found


def sliding_differs(instance):
    rows, cols, start, goal = instance
    edges = explore(start, lambda state: slides(state, rows, cols), {goal})
    length, ways, best = best_paths(edges, start, {goal})
    puzzle = ur.MNPuzzle(rows_of(start, cols), rows_of(goal, cols), blank="*")
    text = lambda state: "".join(map("".join, state.from_grid))  # noqa: E731
    paths = simple_paths(best, start, {goal})
    different = answers(puzzle, paths, lambda each: tuple(map(text, puzzle.replay(each))), FOUND)
    result = puzzle.solve()
    different += unequal(optimal=((length, ways > 0), (result.length if ways else None, result.optimal)))
    if rows * cols <= 6:
        corner = "*" + goal.replace("*", "")
        far = Counter(costs_to(explore(corner, lambda state: slides(state, rows, cols)), {corner}).values())
        table = ur.depth_table((rows, cols)).counts
        different += unequal(depths=([far[k] for k in range(len(far))], [*table]))
    names = ("ida", "bfs", "bidirectional", "astar")
    return different + methods(puzzle.solve, length, length, names[: 4 if rows * cols <= 8 else 1], "length")


# Word ladders


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
        cuts = {long[:k] + long[k + 1 :] for k in range(len(long))}
        return flexible and len(long) == len(short) + 1 and short in cuts

    plain = {word: [(other, 1) for other in words if near(word, other)] for word in {*words, first}}
    edges = {word: [(b, exact(costs.get(b, 1))) for b, _ in ends] for word, ends in plain.items()}
    best, number, ways = best_paths(edges, first, {last})
    puzzle = ur.WordLadderPuzzle(first, last, words, insert_delete=flexible, costs=costs or None)
    different = unequal(count=(number, int(puzzle.count())))
    if number <= MANY:
        different += answers(puzzle, simple_paths(ways, first, {last}), names=FOUND)
    if best is not None:
        different += unequal(cost=(best, exact(puzzle.solve().cost)))
    graph = ur.WordGraph(words, insert_delete=flexible)
    far = {word: costs_to({a: plain[a] for a in words}, {word}) for word in words}
    pairs = {(a, b): far[a][b] for a, b in combinations(words, 2) if b in far[a]}
    furthest, parts = graph.eccentric_pairs(), dict(zip(words, graph.components().tolist(), strict=True))
    longest = max(pairs.values(), default=0)
    different += unequal(
        near=({word: [b for b, _ in plain[word]] for word in words}, {a: graph.neighbours(a) for a in words}),
        far=([far[last].get(word, -1) for word in words], graph.distances(last).tolist()),
        longest=(longest, furthest.length),
        pairs=([pair for pair in pairs if longest and pairs[pair] == longest], [*furthest.pairs]),
        parts=({*pairs}, {pair for pair in combinations(words, 2) if parts[pair[0]] == parts[pair[1]]}),
    )
    return different + methods(puzzle.solve, best, best_paths(plain, first, {last})[0])


# River crossings


def river(rng):
    """Return passengers (count, rows, time, weight), boats (capacity, weight, rowers, place), island, rules."""
    if rng.random() < 0.3:  # a bridge
        paces = (rng.randint(1, 9) / 10, rng.randint(1, 9), rng.randint(1, 40) / 8)
        people = [(1, True, rng.choice(paces), 0) for _ in range(rng.randint(1, 4))]
        return people, [(rng.choice((1, 2, 2, 3)), None, (), 0)], None, []
    island = rng.choice((None, None, "free", "between"))
    boats = [(rng.choice((1, 2, 2, 3)), None, (), 0)]
    large = island is None and rng.random() < 0.6
    kinds, timed, heavy = rng.randint(1, 4 if large else 3), rng.random() < 0.3, rng.random() < 0.2
    people = []
    for k in range(kinds):
        time, weight = rng.choice((1, 2, 0.5, 0.3)) if timed else 0, rng.randint(0, 3) if heavy else 0
        count = rng.choice((1, 1, 2, 3) if large else (1, 1, 2))
        people.append((count, k == 0 or rng.random() < 0.4, time, weight))
    if not large:
        rowers = [k for k, person in enumerate(people) if person[1]]
        boats += [
            (rng.randint(1, 2), None, rng.choice(((), (rng.choice(rowers),))), rng.randint(0, 1))
            for _ in range(rng.randint(0, 2))
        ]
        if rng.random() < 0.4:
            boats.append(boats[0])
    if heavy:
        boats[0] = (boats[0][0], rng.randint(3, 6), (), 0)
    rules = []
    for _ in range(rng.randint(0, 3) if kinds > 1 else 0):
        first, second, *others = rng.sample(range(kinds), kinds)
        more = (first, others.pop()) if others and rng.random() < 0.2 else (first,)
        kind = rng.choice(("together", "together", "outnumber"))
        guards = tuple(k for k in others if rng.random() < 0.5) if kind == "together" else ()
        rules.append((kind, more, (second,), guards, rng.random() < 0.2))
    order = [boat[:3] for boat in boats]
    return people, sorted(boats, key=lambda boat: (order.index(boat[:3]), boat[3])), island, rules


def river_differs(instance):
    people, boats, island, rules = instance
    counts, kinds = tuple(person[0] for person in people), [boat[:3] for boat in boats]

    def breaks(group, aboard=False):
        for kind, first, second, guards, also in rules:
            one, two = (sum(group[k] for k in side) for side in (first, second))
            broken = (
                one > two > 0 if kind == "outnumber" else one and two and not any(group[k] for k in guards)
            )
            if broken and (also or not aboard):
                return True
        return False

    def loads(capacity, most, rowers):
        for load in product(*(range(count + 1) for count in counts)):
            there = [k for k, number in enumerate(load) if number]
            weight = sum(number * person[3] for number, person in zip(load, people, strict=True))
            rowed = any(k in rowers if rowers else people[k][1] for k in there)
            if (
                sum(load) <= capacity
                and rowed
                and (most is None or weight <= most)
                and not breaks(load, True)
            ):
                yield load, max(exact(people[k][2]) for k in there) if people[0][2] else 1

    possible = {boat: [*loads(*boat)] for boat in kinds}

    def crossings(state):
        places, lying, found = *state, {}
        for boat, here in enumerate(lying):
            for there, (load, cost) in product(range(len(places)), possible[kinds[boat]]):
                after = list(places)
                after[here] = tuple(a - b for a, b in zip(places[here], load, strict=True))
                after[there] = tuple(a + b for a, b in zip(places[there], load, strict=True))
                near = abs(here - there) == 1 or (island == "free" and here != there)
                if near and min(after[here]) >= 0 and not any(map(breaks, after)):
                    ends = sorted(
                        (kinds.index(kind), place) for kind, place in zip(kinds, lying, strict=True)
                    )
                    ends[boat] = (ends[boat][0], there)
                    found[tuple(after), tuple(place for _, place in sorted(ends))] = cost
        return [*found.items()]

    none, last = (0,) * len(people), 2 if island else 1
    start = (counts, *[none] * last), tuple(last if boat[3] else 0 for boat in boats)
    if breaks(counts) or not any(possible.values()):
        return []  # refused, which tests/puzzles/river shows
    edges = explore(start, crossings)
    goals = {state for state in edges if state[0][-1] == counts}
    best, number, ways = best_paths(edges, start, goals)
    names = "abcdefgh"
    listed = lambda group: "+".join(names[k] for k in group)  # noqa: E731
    puzzle = ur.RiverPuzzle(
        [
            ur.Passenger(names[k], n, rows, time, "", weight)
            for k, (n, rows, time, weight) in enumerate(people)
        ],
        [
            ur.Boat(room, weight, tuple(names[k] for k in rowers), "right" if place else "left")
            for room, weight, rowers, place in boats
        ],
        [
            ur.Rule(kind, listed(first), listed(second), tuple(names[k] for k in guards), also)
            for kind, first, second, guards, also in rules
        ],
        island=ur.Island(island == "between") if island else None,
    )
    read = lambda plan: tuple(state.standing for state in puzzle.replay(plan))  # noqa: E731
    different = unequal(best=(number, int(puzzle.count_best())), states=(len(edges), len(puzzle.graph)))
    if number <= MANY:
        expected = sorted(simple_paths(ways, start, goals))
        different += unequal(listed=(expected, sorted(map(read, puzzle.best_solutions()))))
    if len(edges) <= 16:
        left = costs_to(edges, goals)
        open_ways = {a: [end for end in edges[a] if end[0] in left] for a in edges if a in left}
        plans = simple_paths(open_ways, start, goals, MANY) if start in left else []
        different += unequal(plans=(len(plans), puzzle.count(MANY).found))
        different += answers(puzzle, plans, read, FOUND) if len(plans) < MANY else []
    if best is not None:
        different += unequal(cost=(best, exact(puzzle.solve().cost)))
    steps = best_paths({a: [(b, 1) for b, _ in ends] for a, ends in edges.items()}, start, goals)[0]
    return different + methods(puzzle.solve, best, steps)


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
    least = costs_to(exactly, goals)
    steps = costs_to({a: [(b, 1) for b, _ in ends] for a, ends in edges.items()}, goals).get(0)
    bounds = {place: int(least.get(place, 1)) if informed else 0 for place in edges}
    start = Walk(0, {"edges": edges, "goals": goals, "bounds": bounds})
    different = []

    def solve(method, limits):
        result = ur.find_path(start, method, limits=limits)
        trail = [puzzle.place for puzzle in result.path] if result.node else []
        spent = sum(dict(exactly[a])[b] for a, b in pairwise(trail))
        if trail:
            ends = (0, True), (trail[0], trail[-1] in goals)
            different.extend(unequal(ends=ends, length=(len(trail) - 1, result.stats.path_length)))
            different.extend(unequal(spent=(spent, exact(result.cost))))
        return result

    names = ("dfs", "bfs", "bidirectional", "astar", "ida")
    different += methods(solve, least.get(0), steps, names if goals else ("dfs", "bfs", "astar", "ida"))
    listed = [tuple(node.place for node in ur.path_of(first)) for first in ur.search.solutions(start)]
    return different + unequal(all=(sorted(simple_paths(exactly, 0, goals)), sorted(listed)))


ABILITIES = {
    "peg solitaire": (peg, peg_differs),
    "sliding puzzles": (sliding, sliding_differs),
    "word ladders": (ladder, ladder_differs),
    "river crossings": (river, river_differs),
    "general solvers": (walking, walking_differs),
}
