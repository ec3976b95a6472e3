"""Peg solitaire, sliding puzzles, ladders, rivers, puzzles of a user: every state, step by step."""

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations, pairwise, product

from brute_force import common
from brute_force.common import answers, costs_to, methods, shortest_paths, simple_paths, unequal

import unriddle as ur

JUMPS = {"orthogonal": common.STEPS["rook"], "diagonal": common.STEPS["king"]}
JUMPS["triangular"] = [*common.STEPS["rook"], (1, 1), (-1, -1)]


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


def peg_solitaire(rng):
    rows, cols = common.shape(rng, 12)
    board = "".join(rng.choice("***.." if rng.random() < 0.9 else "#") for _ in range(rows * cols))
    board, jumps = board if "*" in board else "*" + board[1:], rng.choice([*JUMPS])
    holes = [divmod(cell, cols) for cell, mark in enumerate(board) if mark != "#"]
    goal = rng.choice([None, None, rng.choice(holes)])
    if rng.random() < 0.3:  # a pattern, mostly one that can be reached
        goal = board
        while rng.random() < 0.8 and (after := [jump[0] for jump in jumps_from(goal, cols, jumps)]):
            goal = rng.choice(after)
        if rng.random() < 0.2:
            goal = board.translate({ord("."): "*", ord("*"): "."}) if "." in board else board
    yield cols, board, goal, jumps
    edges = common.explore(board, lambda state: [(jump[0], 1) for jump in jumps_from(state, cols, jumps)])
    reached = lambda state: state.count("*") == 1 and goal in (None, divmod(state.index("*"), cols))  # noqa: E731
    goals = {state for state in edges if state == goal or reached(state)}

    def moves(pair):  # of a board and the peg that moved last, whose jumps are one move
        for after, cell, end in jumps_from(pair[0], cols, jumps):
            yield (after, end), int(cell != pair[1])

    left, pairs = costs_to(edges, goals), common.explore((board, -1), moves)
    fewest = costs_to(pairs, [pair for pair in pairs if pair[0] in goals]).get((board, -1))
    layers = Counter(state.count("*") for state in edges)
    place = common.rows_of(goal, cols) if isinstance(goal, str) else goal
    puzzle = ur.GridPegSolitairePuzzle(common.rows_of(board, cols), goal=place, jumps=jumps)
    shortest, text = puzzle.fewest_moves(), lambda state: state.format().replace("\n", "")
    counts = puzzle.count_positions(symmetry=False).counts
    yield from answers(puzzle, shortest_paths(edges, board, goals), text)
    yield from unequal(
        winnable=(board in left, puzzle.is_winnable()),
        positions=([layers[pegs] for pegs in sorted(layers)[::-1]], [*counts]),
        moves=(fewest, shortest.moves if shortest.optimal else None),
        fewest=(board in left, puzzle.check(shortest)),
    )
    if board not in goals:
        jumped = {text(puzzle.replay([jump])[1]) for jump in puzzle.winning_jumps().jumps}
        yield from unequal(winning=({after for after, _ in edges[board] if after in left}, jumped))
    yield from methods(puzzle.solve, edges, board, goals)


def slides(state, rows, cols):
    """Yield the board after each slide of a tile into the hole."""
    row, col = divmod(state.index("*"), cols)
    for down, right in common.STEPS["rook"]:
        if 0 <= row + down < rows and 0 <= col + right < cols:
            other, after = (row + down) * cols + col + right, list(state)
            after[row * cols + col], after[other] = after[other], "*"
            yield "".join(after), 1


def sliding_puzzles(rng):
    near = rng.random() < 0.3  # then large boards too
    small = [(2, 2), (2, 3), (3, 2)] * 4 + [(2, 4), (4, 2)]
    rows, cols = rng.choice([(3, 3), (2, 5), (5, 2), (3, 4), (4, 4)] if near else small)
    symbols = "*abcdefghijklmno"[: rows * cols]
    goal = start = "".join(rng.sample(symbols, len(symbols)))
    for _ in range(rng.randint(0, 10)):
        start = rng.choice([*slides(start, rows, cols)])[0]
    start = start if near else "".join(rng.sample(symbols, len(symbols)))
    yield rows, cols, start, goal
    step = lambda state: slides(state, rows, cols)  # noqa: E731
    puzzle, edges = (
        ur.MNPuzzle(common.rows_of(start, cols), common.rows_of(goal, cols), blank="*"),
        common.explore(start, step, {goal}),
    )
    text = lambda state: "".join(map("".join, state.from_grid))  # noqa: E731
    yield from answers(puzzle, shortest_paths(edges, start, {goal}), text)
    yield from unequal(optimal=(goal in edges, puzzle.solve().optimal))
    if rows * cols <= 6:
        corner = "*" + goal.replace("*", "")
        far = Counter(costs_to(common.explore(corner, step), {corner}).values())
        yield from unequal(depths=([far[k] for k in range(len(far))], [*ur.depth_table((rows, cols)).counts]))
    names = ("ida", "bfs", "bidirectional", "astar", "table")
    yield from methods(puzzle.solve, edges, start, {goal}, names if rows * cols <= 8 else names[:1])


def word_ladders(rng):
    letters, flexible, unit = rng.choice(("ab", "abc")), rng.random() < 0.4, rng.choice((0, 1, 10, 10, 100))
    words = common.texts(rng, letters, 12, 4, 1 if flexible else 3)
    first = rng.choice([*words, *common.texts(rng, letters, 1, 4, 3)])
    ends = [word for word in words if flexible or len(word) == len(first)] or [first]
    words, last = sorted({*words, *ends}), rng.choice(ends)
    costs = {word: rng.randint(1, 3 + 2 * unit) / unit for word in words if unit and rng.random() < 0.8}
    yield words, first, last, flexible, costs

    def near(a, b):
        short, long = sorted((a, b), key=len)
        cuts = {long[:k] + long[k + 1 :] for k in range(len(long))}
        changed = len(a) == len(b) and sum(x != y for x, y in zip(a, b, strict=True)) == 1
        return changed or (flexible and short in cuts)

    plain = {word: [(other, 1) for other in words if near(word, other)] for word in {*words, first}}
    edges = {word: [(b, common.exact(costs.get(b, 1))) for b, _ in ends] for word, ends in plain.items()}
    puzzle = ur.WordLadderPuzzle(first, last, words, insert_delete=flexible, costs=costs or None)
    yield from answers(puzzle, shortest_paths(edges, first, {last}), lambda state: state.from_word)
    graph = ur.WordGraph(words, insert_delete=flexible)
    far = {word: costs_to({a: plain[a] for a in words}, {word}) for word in words}
    pairs = {(a, b): far[a][b] for a, b in combinations(words, 2) if b in far[a]}
    furthest, parts = graph.eccentric_pairs(), dict(zip(words, graph.components().tolist(), strict=True))
    longest = max(pairs.values(), default=0)
    yield from unequal(
        near=({word: [b for b, _ in plain[word]] for word in words}, {a: graph.neighbours(a) for a in words}),
        far=([far[last].get(word, -1) for word in words], graph.distances(last).tolist()),
        longest=(longest, furthest.length),
        pairs=([pair for pair in pairs if longest and pairs[pair] == longest], [*furthest.pairs]),
        parts=({*pairs}, {(a, b) for a, b in combinations(words, 2) if parts[a] == parts[b]}),
    )
    yield from methods(puzzle.solve, edges, first, {last})


def river_crossings(rng):
    island, several = rng.choice((None, None, ur.Island(), ur.Island(between=True))), rng.random() < 0.4
    small, timed, heavy = island or several, rng.random() < 0.4, rng.random() < 0.2
    names, rowing = "abcd"[: rng.randint(1, 3 if small else 4)], rng.choice((0.4, 0.4, 1))
    people = []
    for name in names:
        rows, count = name == "a" or rng.random() < rowing, rng.choice((1, 1, 2) if small else (1, 1, 2, 3))
        time, weight = timed and rng.choice((0.1, 0.3, 0.5, 1, 2, 3.125)), heavy and rng.randint(0, 3)
        people.append(ur.Passenger(name, count, rows, time + 0, weight=weight + 0))
    boats = [ur.Boat(rng.choice((1, 2, 2, 3)), rng.randint(3, 6) if heavy else None)]
    while several and len(boats) < 3:
        other = ur.Boat(rng.randint(1, 2), None, rng.choice(((), ("a",))), rng.choice(("left", "right")))
        boats.append(rng.choice((boats[0], other)))
    rules = []
    for _ in range(rng.randint(0, 3) if len(names) > 1 else 0):
        first, second, *others = rng.sample(names, len(names))
        first = f"{first}+{others.pop()}" if others and rng.random() < 0.2 else first
        kind = rng.choice(("together", "together", "outnumber"))
        guards = [name for name in others if kind == "together" and rng.random() < 0.5]
        rules.append(ur.Rule(kind, first, second, guards, aboard=rng.random() < 0.2))
    yield people, boats, rules, island
    counts, kinds = tuple(person.count for person in people), [boat.ashore() for boat in boats]
    boats = sorted(boats, key=lambda boat: (kinds.index(boat.ashore()), boat.place))
    kinds = [boat.ashore() for boat in boats]

    def breaks(group, aboard=False):
        number = lambda side: sum(group[names.index(name)] for name in side.split("+"))  # noqa: E731
        for rule in rules:
            first, second = number(rule.first), number(rule.second)
            outnumbered, together = first > second > 0, first and second and not any(map(number, rule.guards))
            if (outnumbered if rule.kind == "outnumber" else together) and (rule.aboard or not aboard):
                return True
        return False

    def loads(boat):
        for load in product(*(range(count + 1) for count in counts)):
            aboard = [person for number, person in zip(load, people, strict=True) for _ in range(number)]
            rowed = any(person.rows and boat.rowers in ((), (person.name,)) for person in aboard)
            fits = len(aboard) <= boat.capacity and sum(one.weight for one in aboard) <= (boat.weight or 99)
            if rowed and fits and not breaks(load, aboard=True):
                yield load, max(common.exact(person.time) for person in aboard) if timed else 1

    possible = {boat: [*loads(boat)] for boat in kinds}

    def crossings(state):
        places, lying = state
        for (boat, here), there in product(enumerate(lying), range(len(places))):
            near = abs(here - there) == 1 or (here != there and not island.between)
            ends = [(kinds.index(kind), place) for kind, place in zip(kinds, lying, strict=True)]
            ends[boat] = (ends[boat][0], there)
            for load, cost in possible[kinds[boat]] if near else ():
                after = list(places)
                after[here] = tuple(a - b for a, b in zip(places[here], load, strict=True))
                after[there] = tuple(a + b for a, b in zip(places[there], load, strict=True))
                if min(after[here]) >= 0 and not any(map(breaks, after)):
                    yield (tuple(after), tuple(place for _, place in sorted(ends))), cost

    last = 2 if island else 1
    start = (counts, *[(0,) * len(people)] * last), tuple(last * (boat.place == "right") for boat in boats)
    if breaks(counts) or not any(possible.values()):
        return  # refused, which tests/puzzles/river shows
    edges = common.explore(start, lambda state: dict(crossings(state)).items())
    goals = {state for state in edges if state[0][-1] == counts}
    puzzle, most = ur.RiverPuzzle(people, boats, rules, island=island), 1_000
    ways = shortest_paths(edges, start, goals, most)
    best = min(most, int(puzzle.count_best()))
    yield from unequal(best=(len(ways), best), states=(len(edges), len(puzzle.graph)))
    if len(ways) < most:
        plans = [tuple(state.standing for state in puzzle.replay(plan)) for plan in puzzle.best_solutions()]
        yield from unequal(listed=(sorted(ways), sorted(plans)))
    if len(edges) <= 16:
        plans = simple_paths(edges, start, goals, most)
        yield from unequal(plans=(len(plans), puzzle.count(most).found))
        if len(plans) < most:
            yield from answers(puzzle, plans, lambda state: state.standing)
    yield from methods(puzzle.solve, edges, start, goals)


@dataclass(frozen=True)
class Walk(ur.Puzzle):
    """A place in a random graph, which knows its edges, goals and bounds."""

    place: int
    world: dict = field(compare=False)

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


def general_solvers(rng):
    size, informed, many = rng.randint(1, 9), rng.random() < 0.3, rng.choice((0.15, 0.3, 0.5))
    least, most, unit = rng.choice(((1, 1, 1), (1, 4, 1), (0, 2, 1), (1, 9, 10), (1, 9, 10)))
    ends = {a: [b for b in rng.sample(range(size), size) if rng.random() < many] for a in range(size)}
    edges = {a: [(b, rng.randint(least, most) / unit) for b in ends[a]] for a in ends}
    goals = {place for place in range(size) if rng.random() < 0.2}
    yield edges, goals, informed
    exactly = {a: [(b, common.exact(cost)) for b, cost in edges[a] if b != a] for a in edges}
    left = costs_to(exactly, goals)
    bounds = {place: int(left.get(place, 1)) if informed else 0 for place in edges}
    start = Walk(0, {"edges": edges, "goals": goals, "bounds": bounds})

    def solve(**options):
        result = ur.find_path(start, **options)
        trail = [puzzle.place for puzzle in result.path] if result.node else []
        costs = [dict(exactly[a])[b] for a, b in pairwise(trail)]
        assert not trail or (trail[0], trail[-1] in goals, sum(costs)) == (0, True, common.exact(result.cost))
        return result

    names = [method for method in common.METHODS if goals or method != "bidirectional"]
    yield from methods(solve, exactly, 0, goals, names)
    listed = [tuple(node.place for node in ur.path_of(first)) for first in ur.search.solutions(start)]
    yield from unequal(all=(sorted(simple_paths(exactly, 0, goals)), sorted(listed)))
