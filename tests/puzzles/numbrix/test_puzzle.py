"""The puzzle: solving, states, results, steps."""

import itertools
import json
import pickle

import numpy as np
import pytest

from reference.topology import HEX, KING, KNIGHT, ROOK, neighbours
from unriddle import Hidato, Limits, Numbrix, PathResult, PuzzleError, Status
from unriddle.cli import main
from unriddle.puzzles import numbrix
from unriddle.puzzles.framework.steps import Difficulty
from unriddle.puzzles.numbrix.play import PathGame
from unriddle.puzzles.registry import get

ORIGINAL = Numbrix.parse("1 . .\n. 5 .\n. . 9\n")


def test_public_names():
    assert numbrix.Numbrix is Numbrix and numbrix.Hidato is Hidato and numbrix.PathResult is PathResult
    assert not hasattr(numbrix, "solve_many")
    assert get("numbrix") is Numbrix and get("hidato") is Hidato


def test_the_original_example_has_two_solutions():
    result = ORIGINAL.solve()
    assert (result.status, result.count, result.complete) == (Status.MULTIPLE, 2, True)
    assert set(ORIGINAL.solutions()) == {((1, 6, 7), (2, 5, 8), (3, 4, 9)), ((1, 2, 3), (6, 5, 4), (7, 8, 9))}
    assert result.path[0] == (0, 0) and result.path[4] == (1, 1) and len(result.path) == 9


@pytest.mark.parametrize(("file", "cls"), [("numbrix", Numbrix), ("hidato", Hidato)])
def test_known_answers(data, file, cls):
    boards = json.loads((data / f"{file}.json").read_text())
    assert len(boards) > 50
    puzzles = []
    for board in boards:
        puzzle = cls(board["grid"])
        total = board.get("n_solutions", 1)
        result = puzzle.solve()
        assert result.status is (Status.UNIQUE if total == 1 else Status.MULTIPLE), board["id"]
        found = list(puzzle.solutions())
        assert puzzle.count() == len(set(found)) == len(found) == total, board["id"]
        assert all(puzzle.check(solution) for solution in found)
        known = (
            []
            if board["solution"] is None
            else [
                [v if clue >= 0 else -1 for v, clue in zip(*rows, strict=True)]
                for rows in zip(board["solution"], board["grid"], strict=True)
            ]
        )
        assert not known or tuple(map(tuple, known)) in found
        assert cls.parse(puzzle.format()) == cls.parse(puzzle.text()) == puzzle
        if total == 1 and known:
            for step in puzzle.steps():
                assert step.cell is None or known[step.cell[0]][step.cell[1]] == step.value
        puzzles.append(puzzle)
    results = cls.solve_many(puzzles, threads=2)
    assert [r.solution for r in results] == [puzzle.solve().solution for puzzle in puzzles]


def test_wrapping():
    text = "1 . . / . . . / 9 . ."
    plain, wrapped = Numbrix.parse(text), Numbrix.parse(text, wrap=True)
    assert int(plain.count()) < int(wrapped.count())
    assert all(wrapped.check(solution) for solution in wrapped.solutions())
    ring = Numbrix.parse("1 . . 2", wrap=True)
    assert list(ring.solutions()) == [((1, 4, 3, 2),)]


def test_no_solution_without_a_short_reason():
    result = Numbrix.parse("1 . . / 4 . . / . . 9").solve()
    assert result.status is Status.NO_SOLUTION
    result = Hidato.parse("# . # / . . . / # . #").solve()
    assert result.status is Status.MULTIPLE
    result = Hidato.parse(". # . / # . # / . # .").solve()
    assert result.status is Status.NO_SOLUTION and result.reason == ""


def test_edges():
    assert Numbrix([[0]]).solve().status is Status.UNIQUE
    assert Numbrix([[1]]).solve().solution == ((1,),)
    assert Numbrix([[0, 0, 0]]).count() == 2
    assert Numbrix([[0], [0]]).count() == 2
    assert Hidato([[0, 0], [0, 0]]).count() == 24
    assert Numbrix([[0] * 5] * 5).count() == 8648  # https://oeis.org/A096969
    assert Numbrix(np.zeros((3, 4), np.int64)).solve().status is Status.MULTIPLE


def test_a_large_board_with_all_but_a_few_clues():
    grid = np.arange(1, 2501).reshape(50, 50)
    grid[1::2] = grid[1::2, ::-1].copy()
    full = grid.copy()
    grid[10:13, 10:14] = 0
    for cls in (Numbrix, Hidato):
        result = cls(grid).solve(limit=None)
        assert result.count >= 1 and cls(grid).check(full.tolist())
    assert Numbrix(full).solve().status is Status.UNIQUE


def test_limits():
    open_board = Hidato([[0] * 6] * 6)
    result = open_board.solve(limits=Limits(nodes=100), limit=None)
    assert result.status is Status.LIMIT and result.stats.nodes == 100 and not result.complete
    assert open_board.solve(limit=1).status is Status.SOLVED
    stopped = open_board.solutions(3)
    assert len(list(stopped)) == 3 and stopped.found == 3


def test_check_refuses_what_is_wrong():
    right = [[1, 2, 3], [6, 5, 4], [7, 8, 9]]
    assert ORIGINAL.check(right)
    for wrong in (
        [[1, 2, 3], [6, 5, 4]],
        [[1, 2, 3], [4, 5, 6], [7, 8, 9]],
        [[0] * 3] * 3,
        [[9, 2, 3], [6, 5, 4], [7, 8, 1]],
    ):
        assert not ORIGINAL.check(wrong)


def test_check_takes_results_arrays_and_nonsense():
    result = ORIGINAL.solve()
    assert ORIGINAL.check(result) and ORIGINAL.check(np.array(result.solution))
    holes = Numbrix.parse("1 # / . 3")
    assert holes.check([[1, "#"], [2, 3]]) and holes.check([[1, -1], [2, 3]])
    for wrong in (None, 5, "123/654/789", [[1.0, 2, 3]], [["1"]], [[None]], {}, [[1], [2], 3], object()):
        assert ORIGINAL.check(wrong) is False
    assert not Numbrix.parse("1 . 2").check(Numbrix.parse("1 . 2").solve())


def test_counting_within_limits():
    board = Hidato([[0] * 6] * 6)
    count = board.count(limits=Limits(nodes=100))
    assert count.status is Status.LIMIT and not count.complete and str(count).startswith("at least")
    assert board.count(7) == 7 and not board.count(7).complete
    with pytest.raises(PuzzleError, match="expected a count that came to its end"):
        int(count)


@pytest.mark.parametrize("method", Numbrix.METHODS)
def test_the_general_solvers_find_the_same(method):
    puzzle = Hidato.generate(4, seed=1)
    result = puzzle.solve(method=method)
    assert result.status is Status.SOLVED and result.count == 1 and result.stats.nodes > 1
    assert result.solution == puzzle.solve().solution
    assert puzzle.solve(method=method, limits=Limits(nodes=0)).status is Status.LIMIT
    nothing = Numbrix.parse("1 . 2").solve(method=method)
    assert nothing.status is Status.NO_SOLUTION and nothing.reason and nothing.complete


def test_solutions_are_many_as_well():
    many = Numbrix.solve_many([ORIGINAL, Hidato.parse("1 2 / 4 ."), Numbrix.parse("1 . 2")])
    assert [result.count for result in many] == [2, 1, 0]
    assert many.columns()["solution"][1] == "+---+---+\n| 1 | 2 |\n+---+---+\n| 4 | 3 |\n+---+---+"


def test_rules_and_dictionaries():
    ring = Numbrix.parse("1 . . 2", wrap=True)
    assert ring.rules() == {"wrap": True} and ring.to_dict() == {
        "puzzle": "Numbrix", "text": "1 . . 2", "wrap": True,
    }  # fmt: skip
    assert Numbrix.from_dict(ring.to_dict()) == ring != Numbrix.parse("1 . . 2")
    assert Hidato.parse("1 2") != Numbrix.parse("1 2")


def test_a_board_from_a_file(tmp_path):
    path = tmp_path / "board.txt"
    path.write_text("1 . . 2\n")
    assert Numbrix.load(path, wrap=True).count() == 1
    path.write_text("1 a\n")
    with pytest.raises(PuzzleError, match=r"board\.txt:1:3: 'a', expected a number"):
        Numbrix.load(path)


# Rook, king and hex, with holes and wrapping: one class, all verbs

KINDS = {"rook": ROOK, "king": KING, "hex": HEX, "knight": KNIGHT}
every = pytest.mark.parametrize(
    ("topology", "wrap", "text"),
    [
        (topology, wrap, text)
        for topology in KINDS
        for wrap in (False, True)
        for text in (
            "1 . . / . . .",
            ". 3 / . . / . .",
            "1 . # / . . . / . . .",
            ". # . . / . . . . / 2 . . #",
            "1 . . .",
            ". . . / . 1 . / # . #",
            ". 2 # . / . . . .",
        )
    ],
)


def brute(text, topology, wrap):
    """Return all numberings of a board by walking from each cell: the definition."""
    rows = [row.split() for row in text.split("/")]
    flat = [{".": 0, "#": -1}.get(cell) if cell in ".#" else int(cell) for row in rows for cell in row]
    table = neighbours(len(rows), len(rows[0]), KINDS[topology], wrap, [int(v < 0) for v in flat])
    n = sum(v >= 0 for v in flat)
    found = []

    def walk(path):
        if flat[path[-1]] not in (0, len(path)):
            return
        if len(path) < n:
            for cell in table[path[-1]]:
                if cell not in path:
                    walk([*path, cell])
            return
        if all(v <= 0 or path[v - 1] == cell for cell, v in enumerate(flat)):
            found.append(tuple(path))

    for start, value in enumerate(flat):
        if value >= 0:
            walk([start])
    return found, len(rows[0])


@every
def test_solutions_are_all_walks_of_the_neighbours(topology, wrap, text):
    puzzle = Hidato.parse(text, topology=topology, wrap=wrap)
    walks, cols = brute(text, topology, wrap)
    expected = {tuple(divmod(cell, cols) for cell in walk) for walk in walks}
    found = set()
    for k, solution in enumerate(puzzle.solutions()):
        if k % 16 == 0:
            assert puzzle.check(solution) and puzzle.judge(solution).status.value == "RIGHT"
        places = {v: (r, c) for r, row in enumerate(solution) for c, v in enumerate(row)}
        found.add(tuple(places[k] for k in range(1, puzzle.n_numbers + 1)))
    assert found == expected
    assert puzzle.count() == len(expected) == Numbrix.parse(text, topology=topology, wrap=wrap).count()
    result = puzzle.solve()
    assert (result.status is Status.NO_SOLUTION) == (not expected)
    assert bool(expected) or not result.reason or result.reason == puzzle.reason_against()


@every
def test_distances_are_those_of_the_neighbours(topology, wrap, text):
    puzzle = Hidato.parse(text.replace("#", "."), topology=topology, wrap=wrap)
    table = neighbours(puzzle.rows, puzzle.cols, KINDS[topology], wrap)
    for a, b in itertools.product(range(puzzle.rows * puzzle.cols), repeat=2):
        one = puzzle.distance(divmod(a, puzzle.cols), divmod(b, puzzle.cols)) == 1
        assert one == (b in table[a])


def test_a_knight():
    # All open tours of 5×5, and of 3×4, the smallest board that has any; none of 4×4.
    assert Hidato([[0] * 5] * 5, topology="knight").count() == 1728
    assert Hidato([[0] * 4] * 3, topology="knight").count() == len(
        brute("/".join([". . . ."] * 3), "knight", False)[0]
    )
    assert Hidato([[0] * 4] * 4, topology="knight").solve().status is Status.NO_SOLUTION
    assert (
        Hidato.parse("1 2 ./. . ./. . ./. . .", topology="knight")
        .reason_against()
        .endswith("are 3 steps apart, but their numbers differ by 1")
    )
    for shape, wrap in ((5, False), ("6x7", False), ("4x4", True)):
        made = Numbrix.generate(shape, seed=1, topology="knight", wrap=wrap)
        result = made.solve()
        assert result.status is Status.UNIQUE and made.check(result.solution)
        assert made.steps() and made.to_svg(result.solution).startswith("<svg")
        assert Numbrix.parse(made.text(), **made.rules()) == made
    with pytest.raises(PuzzleError, match="no path through all cells of 4x4"):
        Numbrix.generate(4, seed=1, topology="knight")


def test_known_numbers_of_paths():
    # A hexagon of seven cells: its middle, the six around it. With the middle at an end: 6 · 2 ways each.
    flower = Hidato.parse("# . . / . . . / . . #", topology="hex")
    assert flower.count() == 2 * 12 + sum(len(flower_walks(k)) for k in range(1, 6))
    # Four hexagons: all orders but those in which the two that do not touch follow each other.
    assert Hidato([[0, 0], [0, 0]], topology="hex").count() == 24 - 2 * 6
    assert Hidato([[0] * 3] * 3, topology="hex").count() == len(
        brute("/".join([". . ."] * 3), "hex", False)[0]
    )


def flower_walks(k):
    """Return the ways round a ring of six that have k cells before the middle, the others after it."""
    ring = range(6)
    return [
        order
        for order in itertools.permutations(ring)
        if all((a - b) % 6 in (1, 5) for j, (a, b) in enumerate(itertools.pairwise(order)) if j + 1 != k)
    ]


@pytest.mark.parametrize("wrap", [False, True])
@pytest.mark.parametrize("shape", ["3x3", "4x5", "1x4"])
def test_generated_boards_have_one_solution_and_are_read_back(shape, wrap):
    for kind in (Numbrix, Hidato):
        puzzle = kind.generate(shape, seed=3, topology="hex", wrap=wrap)
        result = puzzle.solve()
        assert result.status is Status.UNIQUE and puzzle.check(result)
        for text in (puzzle.text(), puzzle.format(), puzzle.text().replace("\n", "/")):
            assert kind.parse(text, **puzzle.rules()) == puzzle
        assert kind.from_dict(json.loads(json.dumps(puzzle.to_dict()))) == puzzle
        assert puzzle.judge(puzzle.format(result.solution)).status.value == "RIGHT"
        solution = {(r, c): v for r, row in enumerate(result.solution) for c, v in enumerate(row)}
        assert all(step.cell is None or solution[step.cell] == step.value for step in puzzle.steps())
        assert puzzle.to_html(result).count("hex") > 0


def test_rules_name_what_differs_from_the_class():
    assert Hidato([[0]]).rules() == {"wrap": False} == Numbrix([[0]], topology="rook").rules()
    assert Hidato([[0]], topology="rook").rules() == {"topology": "rook", "wrap": False}
    hexagons = Hidato.parse("1 . / . .", topology="hex")
    assert hexagons != Hidato.parse("1 . / . .") and hexagons.topology == "hex" and Hidato.topology == "king"
    with pytest.raises(PuzzleError, match="expected"):
        hexagons.first_mistake(Hidato.parse("1 2 / . ."))


def test_general_solvers_and_many():
    puzzles = [Hidato.generate("3x4", seed=seed, topology="hex") for seed in range(3)]
    for puzzle, result in zip(puzzles, Hidato.solve_many(puzzles, threads=2), strict=True):
        assert result.solution == puzzle.solve().solution == puzzle.solve(method="dfs").solution
    made = Hidato.generate_many(3, seed=1, shape="3x3", topology="hex", threads=1)
    assert [one.topology for one in made] == ["hex"] * 3


def test_a_leaning_board_is_played():
    game = PathGame(Hidato.parse("1 . / . 4", topology="hex"))
    with pytest.raises(PuzzleError, match="1 is at row 1, column 1, which is not next to this cell"):
        PathGame(Hidato.parse("1 . / . .", topology="hex")).move("2 2 2")
    game.move("1 2 2")
    game.move("1 2 .")
    assert game.state == game.puzzle
    assert game.shown() == "   1 2\n1  1 .\n2   . 4"


def test_pictures_have_hexagons():
    puzzle = Hidato.parse("1 . # / . . .", topology="hex")
    picture = puzzle.to_svg(puzzle.solve().solution)
    assert picture.count("<polygon") == 6 + 4 and "<rect" not in picture.split("<g>", 1)[1]


def run(capsys, *arguments):
    code = main([*arguments])
    return (code, *capsys.readouterr())


def test_command_line(capsys, tmp_path):
    board = "1 . 3/. . ./. . 9"
    code, out, err = run(capsys, "hidato", board, "--topology", "hex", "--count")
    assert (code, out, err) == (0, f"{Hidato.parse(board, topology='hex').count()}\n", "")
    assert run(capsys, "hidato", board, "--topology", "rook", "--count") == run(
        capsys, "numbrix", board, "--count"
    )
    code, out, _ = run(capsys, "numbrix", "--generate", "--size", "4x4", "--seed", "1", "--topology", "hex")
    puzzle = Numbrix.generate("4x4", seed=1, topology="hex")
    assert code == 0 and out == puzzle.text() + "\n"
    code, out, _ = run(capsys, "numbrix", out.replace("\n", "/"), "--topology", "hex", "--format", "json")
    assert code == 0 and json.loads(out)["grid"] == [list(row) for row in puzzle.solve().solution]
    code, out, err = run(capsys, "hidato", board, "--topology", "hexagon")
    assert code == 2 and err.count("\n") == 1 and "hex" in err


def test_batches_and_factories(capsys, tmp_path):
    source, folder = tmp_path / "boards", tmp_path / "out"
    source.write_text("1 ./. 4\n1 ./. 3\n")
    options = ["--topology", "hex", "-o", str(folder), "--format", "csv"]
    assert main(["batch", "hidato", str(source), "--what", "status", *options]) == 0
    board = Hidato.parse("1 ./. 4", topology="hex")
    written = "".join(path.read_text() for path in folder.rglob("*.csv"))
    assert str(board.solve().status) in written
    made = tmp_path / "made"
    asked = ["-n", "2", "--seed", "1", "--size", "3x3", "--topology", "hex", "--format", "ndjson"]
    assert main(["generate", "hidato", *asked, "-o", str(made)]) == 0
    capsys.readouterr()
    lines = [json.loads(line) for path in made.rglob("*.ndjson") for line in path.read_text().splitlines()]
    assert len(lines) == 2
    for line in lines:
        rules = line["rules"] if isinstance(line["rules"], dict) else json.loads(line["rules"])
        assert rules == {"topology": "hex", "wrap": False}
        assert Hidato.parse(line["puzzle"], **rules).solve().status is Status.UNIQUE


def test_wrong_topologies():
    for wrong in ("hexagon", "", 2, True, []):
        for call in (
            lambda w: Hidato([[0]], topology=w),
            lambda w: Hidato.parse(".", topology=w),
            lambda w: Hidato.generate(3, topology=w),
        ):
            with pytest.raises(PuzzleError, match="topology="):
                call(wrong)
    with pytest.raises(PuzzleError):
        Hidato.generate(3, topology="hex", wrap="yes")


def test_a_torus_of_hexagons_of_odd_sides():
    # A row leans, it is not shifted back: the last row touches the first without a jump of half a cell.
    board = Hidato(np.zeros((3, 3), int), topology="hex", wrap=True)
    assert all(len({x for x in row if x < 9}) == 6 for row in board.table().tolist())


def test_a_solution():
    result = Numbrix.parse("1 . . / . 5 . / 3 . 9").solve()
    assert str(result) == "1 6 7\n2 5 8\n3 4 9" and result.path[:3] == ((0, 0), (1, 0), (2, 0))
    assert (result.count, result.complete, result.reason, result.learnt) == (1, True, "", 0)
    assert pickle.loads(pickle.dumps(result)) == result
    assert str(Numbrix.parse("1 # / 2 .").solve()) == "1 #\n2 3"


def test_without_one():
    result = Numbrix.parse("1 . 2").solve()
    assert result.status is Status.NO_SOLUTION and result.path == ()
    assert str(result) == result.reason == Numbrix.parse("1 . 2").reason_against()


UNIQUE = Numbrix.parse("1 . 3 / . . . / . . 9")
TWO = Numbrix.parse("1 . . / . 5 . / . . 9")


def test_steps_solve_an_easy_board():
    puzzle = Numbrix.parse("1 . 3 . 5 . 7 / . . . . . . .")
    steps = puzzle.steps()
    assert steps[0].kind == "one place"
    assert puzzle.difficulty() in list(Difficulty)[:3] and len(steps) == 10


def test_a_guess_is_for_experts():
    assert TWO.difficulty() is Difficulty.EXPERT and TWO.steps()[-1].kind == "guess"


def test_a_state_and_an_answer_are_read_with_the_size_of_the_puzzle():
    board = Numbrix.parse(". ./. ./. ./. ./. .")
    state = board.read_state("4 2/. ./. ./. ./. .")
    assert (state.rows, state.grid[0]) == (5, (4, 2))
    puzzle = Numbrix.parse("1 . / 4 .")
    assert puzzle.check("1 2/4 3") and not puzzle.check("1 2/4 .") and not puzzle.check("1 2 3")
    assert puzzle.judge("1 2/4 3").status == "RIGHT"


def test_hints_lead_to_the_solution():
    state = UNIQUE
    while (step := UNIQUE.hint(state)) is not None:
        assert step.kind != "mistake"
        state = state.put(step.value, *step.cell)
    assert state.grid == UNIQUE.solve().solution


@pytest.mark.parametrize(
    ("puzzle", "state", "said"),
    [
        (UNIQUE, "1 2 3 / . . . / . . 9", None),
        (UNIQUE, "1 2 3 / . . 4 / 5 . 9", "5 is at row 3, column 1, but no solution has it there"),
        (UNIQUE, "1 2 4 / . . . / . . 9", "3 is given at row 1, column 3, where the state has it not"),
        (UNIQUE, "1 2 . / . . 3 / . . 9", "3 is given at row 1, column 3, where the state has it not"),
        (TWO, "1 2 3 / . 5 . / . . 9", None),
        (TWO, "1 . . / 2 5 . / . . 9", None),
        (TWO, "1 3 . / . 5 . / . . 9", "3 is at row 1, column 2, but no solution has it there"),
        (
            TWO,
            "1 2 . / . 5 . / 3 . 9",
            "3 is at row 3, column 1, but no solution has it there with the numbers",
        ),
        (Numbrix.parse("1 . 2"), "1 3 2", None),
    ],
)
def test_the_first_mistake(puzzle, state, said):
    found = puzzle.first_mistake(Numbrix.parse(state))
    assert (found is None) == (said is None)
    if said:
        assert found.kind == "mistake" and found.text.startswith(said)
        assert puzzle.hint(Numbrix.parse(state)) == found


@pytest.mark.parametrize(
    "state", [Hidato.parse("1 2"), Numbrix.parse("1 ."), Numbrix.parse("# 1 .", wrap=True), 5]
)
def test_a_state_of_another_board(state):
    with pytest.raises(PuzzleError, match="filled further"):
        Numbrix.parse("# 1 .").first_mistake(state)


def test_ctrl_c_in_a_hint(monkeypatch):
    stopped = UNIQUE.solve(progress=lambda _: (_ for _ in ()).throw(KeyboardInterrupt))
    assert stopped.status is Status.LIMIT and stopped.interrupted
    monkeypatch.setattr(Numbrix, "solve", lambda self, **options: stopped)
    with pytest.raises(KeyboardInterrupt):
        UNIQUE.first_mistake(Numbrix.parse("1 2 3 / . . . / . . 9"))
