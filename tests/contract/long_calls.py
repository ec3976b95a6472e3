"""A call of each public verb that takes limits; most of them would take hours.

`CALLS` is name -> what makes the call: a board or a list of words, which is no part of it. `test_limits.py`
reads the package for verbs that are missing here.
"""

import itertools
import string
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

import unriddle as ur
from unriddle.puzzles.framework.steps import LimitReached
from unriddle.puzzles.placement import best_fill, fill, word_squares

FIFTEEN = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"
"""80 moves from its goal, as far as any: Brüngger, Marzetta, Fukuda and Nievergelt, 1999."""


@cache
def words(n_letters):
    """All words of ten letters: each has nine neighbours a letter."""
    return ["".join(word) for word in itertools.product("abcdefghij", repeat=n_letters)]


def wild():
    """A board of wildcards: very many paths are words."""
    return ur.Boggle.parse("?" * 36)


def uniform():
    return ur.Boggle.parse("a" * 100)


def result():
    """A board that is solved, and a word with very many paths on it."""
    return uniform().solve(ur.Lexicon(["a" * 30]))


def ladder():
    """Two words of a long list whose graph is not built yet."""
    return ur.WordLadderPuzzle("aaaaa", "jjjjj", words(5))


def graph():
    """A list with gaps: few words are furthest from each other, the list of them is short."""
    return ur.ladder.WordGraph([word for k, word in enumerate(words(5)) if k % 7 in (0, 1, 3)])


def gogen():
    return ur.Gogen.parse("\n".join(["....."] * 5), ["ABC", "DEF", "GHIJ"])


def numbrix():
    return ur.Numbrix([[0] * 8] * 8)


def hidato():
    return ur.Hidato([[0] * 8] * 8)


def placement():
    """Words side by side in any order: 16! ways."""
    listed = ["".join(word) for word in itertools.product("AB", repeat=4)]
    return ur.WordPlacement(listed, ["1111" if row % 2 == 0 else "0000" for row in range(31)])


def squares():
    return word_squares(6, ["".join(word) for word in itertools.product("ABCD", repeat=6)], double=True)


def river():
    return ur.RiverPuzzle.missionaries(40, 10)


def sliding():
    return ur.MNPuzzle.parse(FIFTEEN)


def peg():
    return ur.GridPegSolitairePuzzle.named("wiegleb")


def sudoku():
    return ur.SudokuPuzzle.parse("." * 81)


def empty():
    """A grid on which every technique has very much to look at."""
    return ur.SudokuPuzzle.parse("." * 36**2)


def paths(kind):
    """Return what makes a board that is empty, of the largest size."""
    return lambda: kind([[0] * 50] * 50)


def letters():
    """A Gogen of 64 letters, few of which are in its words."""
    alphabet = string.ascii_uppercase + string.ascii_lowercase + string.digits + "!$"
    return ur.Gogen(["." * 8] * 8, ["ABCDEFGHIJ", "KLMNOPQRST"], alphabet=alphabet)


def generated(kind, *args, **options):
    """Return what makes a call that generates a puzzle; where it is stopped there is none."""

    def call(limits):
        with suppress(LimitReached):
            return kind.generate(*args, seed=1, limits=limits, **options)

    return lambda: call


class Cube(ur.StepPuzzle):
    """From the corner 0 of a cube of twenty dimensions to the one across, an edge a step."""

    EDGES = 20

    def __init__(self, corner):
        self.corner = corner

    @classmethod
    def parse(cls, text, *, file=None):
        return cls(int(text))

    def text(self):
        return str(self.corner)

    def is_solved(self):
        return self.corner == (1 << self.EDGES) - 1

    def extensions(self):
        return [Cube(self.corner ^ 1 << edge) for edge in range(self.EDGES)]


def cube():
    return Cube(0)


def verb(make, name, *args, **options):
    """Return what makes a call of a verb of a puzzle."""

    def made():
        call = getattr(make(), name)
        return lambda limits: call(*args, limits=limits, **options)

    return made


def listed(make, name="solutions"):
    """Return what makes a call that asks for all solutions, and keeps none."""

    def made():
        call = getattr(make(), name)

        def run(limits):
            found = call(limits=limits)
            for _ in found:
                pass
            return found

        return run

    return made


def many(make):
    """Return what makes a call of `solve_many`, whose limits are those of each puzzle."""

    def made():
        puzzle = make()
        return lambda limits: type(puzzle).solve_many([puzzle], limits=limits, threads=1)[0]

    return made


def mistaken(make, further=lambda puzzle: puzzle):
    """Return what makes a call that looks for a mistake in a state, by default the puzzle itself."""

    def made():
        puzzle = make()
        state = further(puzzle)
        return lambda limits: puzzle.first_mistake(state, limits=limits)

    return made


def function(name, *args, **options):
    """Return what makes a call of a function of the package."""

    def made():
        call = ur
        for part in name.split("."):
            call = getattr(call, part)
        return lambda limits: call(*args, limits=limits, **options)

    return made


def solver(name):
    """Return what makes a call of a general solver."""

    def made():
        puzzle, call = sliding(), getattr(ur, name)
        return lambda limits: call(puzzle, limits=limits)

    return made


@cache
def proof():
    """Return the file of a proof."""
    with tempfile.TemporaryDirectory() as folder:
        ur.boggle.prove("2x3", 60, checkpoint=f"{folder}/proof", threads=1)
        return Path(folder, "proof").read_bytes()


def proof_again():
    """Return what makes a call that does the classes of a proof again."""
    text = proof()

    def run(limits):
        with tempfile.TemporaryDirectory() as again:
            path = Path(again, "proof")
            path.write_bytes(text)
            return ur.boggle.verify_proof(path, limits=limits)

    return run


PUZZLES = {
    "Boggle": wild,
    "Gogen": gogen,
    "GridPegSolitairePuzzle": peg,
    "Hidato": hidato,
    "MNPuzzle": sliding,
    "Numbrix": numbrix,
    "RiverPuzzle": river,
    "StepPuzzle": cube,
    "SudokuPuzzle": sudoku,
    "WordLadderPuzzle": ladder,
    "WordPlacement": placement,
}

REASONED = {
    "Gogen": letters,
    "Hidato": paths(ur.Hidato),
    "Numbrix": paths(ur.Numbrix),
    "SudokuPuzzle": empty,
}
"""Puzzles that a person reasons about, so large that it takes long."""

SEARCHED = {
    name: make
    for name, make in PUZZLES.items()
    if name not in ("Boggle", "Gogen", "Hidato", "Numbrix", "SudokuPuzzle")
}
"""Puzzles whose hints are searched."""

SOLVERS = (
    "astar_solve",
    "bidirectional_solve",
    "breadth_first_solve",
    "depth_first_solve",
    "find_path",
    "ida_star_solve",
)

CALLS = {
    **{f"{name}.solve": verb(make, "solve") for name, make in PUZZLES.items()},
    **{f"{name}.count": verb(make, "count") for name, make in PUZZLES.items()},
    **{f"{name}.is_unique": verb(make, "is_unique") for name, make in PUZZLES.items()},
    **{f"{name}.solutions": listed(make) for name, make in PUZZLES.items()},
    **{f"{name}.solve_many": many(make) for name, make in PUZZLES.items()},
    **{f"{name}.hint": verb(make, "hint") for name, make in SEARCHED.items()},
    **{f"{name}.first_mistake": mistaken(make) for name, make in SEARCHED.items()},
    "Boggle.hint": verb(wild, "hint"),
    **{name: solver(name) for name in SOLVERS},
    "Boggle.count_paths_of": verb(uniform, "count_paths_of", "a" * 30),
    "BoggleResult.count_paths_of": verb(result, "count_paths_of", "a" * 30),
    "GridPegSolitairePuzzle.count_positions": verb(peg, "count_positions"),
    "GridPegSolitairePuzzle.fewest_moves": verb(peg, "fewest_moves"),
    "GridPegSolitairePuzzle.is_winnable": verb(peg, "is_winnable"),
    "GridPegSolitairePuzzle.solvable_positions": verb(peg, "solvable_positions"),
    "GridPegSolitairePuzzle.winning_jumps": verb(peg, "winning_jumps"),
    "RiverPuzzle.best_solutions": listed(river, "best_solutions"),
    "RiverPuzzle.count_best": verb(river, "count_best"),
    **{
        f"{name}.{how}": verb(make, how)
        for name, make in REASONED.items()
        for how in ("difficulty", "explain", "hint", "rate", "rating", "steps")
    },
    **{f"{name}.reasoning": listed(make, "reasoning") for name, make in REASONED.items()},
    "Boggle.first_mistake": mistaken(uniform, lambda board: ["a" * 60] * 5000),
    "Gogen.first_mistake": mistaken(letters, lambda puzzle: puzzle.with_cells("Z" + "." * 62 + "A")),
    "Hidato.first_mistake": mistaken(REASONED["Hidato"], lambda board: board.put(1, 0, 0)),
    "Numbrix.first_mistake": mistaken(REASONED["Numbrix"], lambda board: board.put(1, 0, 1)),
    "SudokuPuzzle.first_mistake": mistaken(empty),
    **dict.fromkeys(
        ("Boggle.generate", "boggle.generate"),
        generated(ur.Boggle, 5, words=(2000, None), tries=10**6),
    ),
    "Gogen.generate": generated(ur.Gogen, 6, difficulty="expert"),
    "Hidato.generate": generated(ur.Hidato, 50),
    "Numbrix.generate": generated(ur.Numbrix, 50),
    "SudokuPuzzle.generate": generated(ur.Sudoku, 36),
    "WordPlacement.generate": generated(ur.WordPlacement, 2000),
    "WordGraph.eccentric_pairs": verb(graph, "eccentric_pairs"),
    "boggle.best": function("boggle.best", "5x5", threads=1),
    "build_tables": function("build_tables", "4x4", "7-8"),
    "boggle.prove": function("boggle.prove", "3x3", 500, threads=1),
    **dict.fromkeys(
        ("Boggle.stream", "boggle.stream"),
        lambda: (
            lambda limits: ur.boggle.stream(
                ur.boggle.RandomBoard("30000x3000", seed=1), limits=limits, threads=1
            )
        ),
    ),
    "boggle.design": function("boggle.design", target={"words": 500, "dead": 0.0}, seed=1, threads=1),
    "boggle.solve_many": lambda: lambda limits: ur.boggle.solve_many(["?" * 36], limits=limits, threads=1)[0],
    "boggle.survey": function("boggle.survey", boards=10**9, seed=1, threads=1),
    "boggle.verify_proof": proof_again,
    "compare": lambda: lambda limits: ur.compare(sliding(), "bfs", limits=limits)["bfs"],
    "state_graph": lambda: lambda limits: ur.state_graph(sliding(), None, limits=limits),
    "count_paths": function("count_paths", "9x9"),
    "count_paths by length": function("count_paths", "9x9", by_length=True),
    "depth_table": function("depth_table", "3x4"),
    "gogen.solve_many": lambda: lambda limits: ur.gogen.solve_many([gogen()], limits=limits, threads=1),
    "minimum_clues": function("minimum_clues", "6x6"),
    "placement.best_fill": lambda: lambda limits: best_fill(["." * 12] * 12, score=len, limits=limits),
    "placement.fill": lambda: lambda limits: fill(["." * 12] * 12, limits=limits),
    "WordSquares.count": verb(squares, "count"),
    "WordSquares.solutions": listed(squares),
    "WordSquares.solve": verb(squares, "solve"),
    "sudoku.solve_many": lambda: lambda limits: ur.sudoku.solve_many(["." * 81], limits=limits, threads=1),
    # The ways of one verb that differ from each other.
    **{
        f"MNPuzzle.solve, {how}": verb(sliding, "solve", method=how) for how in ("dfs", "bfs", "astar", "ida")
    },
    "MNPuzzle.solve, table": verb(lambda: ur.MNPuzzle.random((3, 4), seed=1), "solve", method="table"),
    **{
        f"GridPegSolitairePuzzle.solve, {how}": verb(peg, "solve", method=how)
        for how in ("bfs", "dfs", "astar")
    },
    "MNPuzzle.solve, not optimal": verb(lambda: ur.MNPuzzle.random((8, 8), seed=1), "solve", optimal=False),
    "WordLadderPuzzle.through": verb(ladder, "through", "jaaaa"),
    **{f"WordLadderPuzzle.solve, {how}": verb(ladder, "solve", method=how) for how in ("bfs", "ida")},
    **{f"RiverPuzzle.solve, {how}": verb(river, "solve", method=how) for how in ("bfs", "ida")},
}

AT_ONCE = {
    *(f"{name}.is_unique" for name in PUZZLES),
    "Gogen.solve",
    "Gogen.solve_many",
    "GridPegSolitairePuzzle.fewest_moves",
    "GridPegSolitairePuzzle.is_winnable",
    "GridPegSolitairePuzzle.solve",
    "GridPegSolitairePuzzle.solve_many",
    "GridPegSolitairePuzzle.winning_jumps",
    "Hidato.solve",
    "Hidato.solve_many",
    "MNPuzzle.solve, not optimal",
    "Numbrix.solve",
    "Numbrix.solve_many",
    "RiverPuzzle.best_solutions",
    "RiverPuzzle.count_best",
    "RiverPuzzle.solve",
    "RiverPuzzle.solve, bfs",
    "RiverPuzzle.solve, ida",
    "RiverPuzzle.solve_many",
    "SudokuPuzzle.solve",
    "SudokuPuzzle.solve_many",
    "WordLadderPuzzle.count",
    "WordLadderPuzzle.solve",
    "WordLadderPuzzle.solve, bfs",
    "WordLadderPuzzle.solve, ida",
    "WordLadderPuzzle.solve_many",
    "WordLadderPuzzle.through",
    "WordPlacement.solve",
    "WordPlacement.solve_many",
    "WordSquares.solve",
    "boggle.verify_proof",
    "gogen.solve_many",
    "sudoku.solve_many",
}
"""Calls that may end before the limits of `test_limits.py`: it is found soon, or the best so far is kept."""

UNSEARCHED = {"build_tables"}
"""Calls that make tables and search nothing: a limit of nodes is not for them."""

WILD, TEN = "?" * 64, "/".join(["a" * 10] * 10)
NUMBERS = "/".join([" ".join("." * 8)] * 8)
LARGE = "/".join([" ".join("." * 50)] * 50)
GOGEN = "/".join(["....."] * 5) + ": ABC DEF GHIJ"
WIDE_GOGEN = "/".join(["......"] * 6) + ": ABCDE FGHIJ KLMNO PQRST"
GRID = "/".join(["." * 12] * 12)
BARS = ",".join(map("".join, itertools.product("AB", repeat=4)))
BARS += ";" + "/".join("1111" if row % 2 == 0 else "0000" for row in range(31))
TILES = "/".join(" ".join(str((8 * row + col) * 27 % 64) for col in range(8)) for row in range(8))

COMMANDS = [
    *(f"boggle {WILD} --all-paths{how}" for how in ("", " --format json", " --format csv", " --html -")),
    f"boggle {WILD} --all",
    f"boggle {WILD} --count",
    f"boggle {TEN} --word {'a' * 30} --all-paths",
    f"boggle {WILD} --exhaustive --summary",
    "boggle --growth --size 8x8",
    "boggle --random --size 1500x1500 --paths --seed 1",
    "boggle --random --size 3000x3000 --summary --seed 1",
    "boggle --generate 1000000 --words 150.. --seed 1",
    "boggle --generate --size 300x300 --words 1..2 --seed 1",
    f"hint boggle {WILD}",
    *(f"sudoku {'.' * 1296}{how}" for how in ("", " --steps", " --hint", " --html -", " --method dfs")),
    *(f"sudoku {'.' * 81} {how}" for how in ("--all", "--count", "--compare", "--method bfs")),
    "sudoku --generate --size 36 --seed 1",
    "sudoku --generate 100000 --seed 1",
    "sudoku --generate 100000 --seed 1 --html -",
    f"hint sudoku {'.' * 1296}",
    *(f"numbrix '{NUMBERS}' {how}" for how in ("--all", "--count", "--method bfs", "--compare")),
    *(f"numbrix '{LARGE}'{how}" for how in ("", " --steps", " --hint")),
    "numbrix --generate 1000 --size 50x50 --seed 1",
    "numbrix --generate 100000 --size 9x9 --difficulty expert --seed 1 --html -",
    "numbrix --minimum-clues --size 6x6",
    *(f"hidato '{NUMBERS}' {how}" for how in ("--all", "--count --format json")),
    f"hidato '{LARGE}' --steps --format json",
    "hidato --generate 1000 --size 50x50 --seed 1",
    *(f"gogen '{GOGEN}' {how}" for how in ("--all", "--all --format json", "--method bfs")),
    *(f"gogen '{WIDE_GOGEN}' {how}" for how in ("--count", "--steps", "--hint")),
    "gogen --generate 100000 --seed 1",
    *(f"placement '{BARS}' {how}" for how in ("--all", "--count", "--all --format json")),
    f"placement fill {GRID}",
    "placement square --size 5 --all",
    "placement square --size 7 --count",
    f"hint placement '{BARS}'",
    *(f"peg --board wiegleb{how}" for how in ("", " --count", " --all", " --min-moves", " --hint")),
    *(f"peg --board wiegleb{how}" for how in (" --positions", " --solvable", " --method bfs", " --compare")),
    *(f"sliding '{FIFTEEN}' --method {how}" for how in ("bfs", "ida", "dfs")),
    f"sliding '{TILES}' --method beam",
    "sliding --depth-table --size 3x4",
    "sliding --build-tables --size 4x4 --tables 7-8",
    f"hint sliding '{TILES}'",
    *(f"river --missionaries 40 --boat 10{how}" for how in ("", " --count", " --all", " --html -")),
    *(f"ladder {how}" for how in ("--diameter", "--graph", "cost save --all --insert-delete")),
    "best 5x5",
    "prove 5x5 --min-score 1",
    "prove 3x3 --min-score 1 --format json",
    "prove 4x4 --min-score 3000 --estimate",
    "survey --boards 1000000000 --seed 1",
    "stream --random --size 30000x3000 --seed 1 --paths",
    "stream --random --size 30000x3000 --seed 1 --summary",
    "count-paths 9x9",
    "count-paths 9x9 --by-length",
]
"""Commands that would take hours; `-` of a drawing is standard output."""
