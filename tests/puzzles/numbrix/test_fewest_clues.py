"""The fewest clues: against all sets of clues of all paths, and the table of the documentation."""

import itertools
import json
import re
from collections import Counter
from pathlib import Path

import pytest

from reference.topology import neighbours
from unriddle import Hidato, Limits, Numbrix, PuzzleError, Status, minimum_clues
from unriddle.cli import main
from unriddle.puzzles.framework.arguments import TOPOLOGIES

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "numbrix.md"
KINDS = {"Numbrix": Numbrix, "Hidato": Hidato, "Hidato, hex": Hidato}


def by_all_paths(rows, cols, topology, wrap):
    """Return the fewest clues that one path alone has, from a list of all paths: the definition."""
    table, n = neighbours(rows, cols, TOPOLOGIES[topology], wrap), rows * cols
    paths = []

    def walk(path):
        if len(path) == n:
            paths.append(tuple(path))
        for cell in table[path[-1]]:
            if cell not in path:
                walk([*path, cell])

    for start in range(n):
        walk([start])
    for size in range(n + 1):
        common = Counter(clues for path in paths for clues in itertools.combinations(enumerate(path), size))
        if 1 in common.values():
            return size
    raise AssertionError("all numbers are one path's")


@pytest.mark.parametrize("wrap", [False, True])
@pytest.mark.parametrize("topology", TOPOLOGIES)
@pytest.mark.parametrize("shape", [(1, 1), (1, 2), (1, 4), (2, 2), (3, 2), (2, 4), (3, 3)])
def test_all_paths_say_the_same(shape, topology, wrap):
    if wrap and topology != "rook" and shape in ((2, 4), (3, 3)):
        pytest.skip("nearly all orders of the cells are paths")
    found = minimum_clues(shape, topology=topology, wrap=wrap)
    assert found.clues == by_all_paths(*shape, topology, wrap)
    assert found.status is Status.SOLVED and len(found.board.places) == found.clues
    assert found.board.solve().status is Status.UNIQUE
    assert (found.board.topology, found.board.wrap) == (topology, wrap)


def test_larger_boards_of_a_rook():
    assert minimum_clues("3x4", "numbrix").clues == by_all_paths(3, 4, "rook", False) == 2
    assert minimum_clues("4x4", "numbrix").clues == by_all_paths(4, 4, "rook", False) == 2


def table_of_the_page():
    """Yield kind, shape, clues and board of each cell of the table in docs/reference/numbrix.md."""
    lines = PAGE.read_text(encoding="utf-8").split("\n")
    start = next(k for k, line in enumerate(lines) if line.startswith("| shape | Numbrix |"))
    names = [name.strip() for name in lines[start].split("|")[2:-1]]
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            return
        shape, *cells = (cell.strip() for cell in line.split("|")[1:-1])
        for name, cell in zip(names, cells, strict=True):
            clues, board = re.fullmatch(r"(\d+): `([^`]+)`", cell).groups()
            yield name, shape.replace("×", "x"), int(clues), board


TABLE = list(table_of_the_page())


def test_the_table_has_all_shapes():
    shapes = {f"{rows}x{cols}" for rows in range(1, 6) for cols in range(rows, 6)}
    assert {(name, shape) for name, shape, _, _ in TABLE} == {(n, s) for n in KINDS for s in shapes}


@pytest.mark.parametrize(("name", "shape", "clues", "board"), TABLE)
def test_the_table_of_the_page(name, shape, clues, board):
    topology = "hex" if "hex" in name else None
    puzzle = KINDS[name].parse(board, topology=topology)
    assert f"{puzzle.rows}x{puzzle.cols}" == shape and len(puzzle.places) == clues
    assert puzzle.solve().status is Status.UNIQUE
    if shape != "5x5":  # these take seconds
        found = minimum_clues(shape, name.split(",")[0].lower(), topology=topology)
        assert found.clues == clues and found.board == puzzle


def test_limits():
    found = minimum_clues("5x5", limits=Limits(nodes=1000))
    assert found.status is Status.LIMIT and found.board is None and found.stats.nodes == 1000
    assert 1 <= found.clues < 3 and str(found) == f"at least {found.clues}"
    assert repr(found) == f"<MinimumClues 5x5 hidato king: at least {found.clues}>"
    assert minimum_clues("4x4", limits=Limits(seconds=0)).clues == 0
    nodes = minimum_clues("4x4", "numbrix").stats.nodes
    assert minimum_clues("4x4", "numbrix", limits=Limits(nodes=nodes + 1)).status is Status.SOLVED


def test_an_interruption_keeps_what_is_proven():
    def stop(nodes):
        if nodes > 2000:
            raise KeyboardInterrupt

    found = minimum_clues("5x5", progress=stop)
    assert found.interrupted and found.status is Status.LIMIT and found.clues >= 1


@pytest.mark.parametrize(
    ("arguments", "options", "said"),
    [
        (("0x3",), {}, "shape"),
        (("9x9",), {}, "shape=9x9 has 81 cells, expected at most 64"),
        (("3x3", "sudoku"), {}, "kind='sudoku'"),
        (("3x3",), {"topology": "hexagon"}, "did you mean hex"),
        (("3x3",), {"wrap": "x"}, "wrap"),
        (("3x3",), {"limits": 5}, "limits"),
    ],
)
def test_wrong_arguments(arguments, options, said):
    with pytest.raises(PuzzleError, match=said):
        minimum_clues(*arguments, **options)


def run(capsys, *arguments):
    code = main([*arguments])
    return (code, *capsys.readouterr())


def test_command_line(capsys):
    assert run(capsys, "numbrix", "--minimum-clues", "--size", "2x3", "--plain") == (
        0, "2\n1 2 .\n. . .\n", "",
    )  # fmt: skip
    code, out, _ = run(capsys, "hidato", "--minimum-clues", "--topology", "hex", "--format", "json")
    answer = json.loads(out)
    assert code == 0 and (answer["status"], answer["clues"]) == ("SOLVED", 2)
    assert Hidato.parse(answer["board"], topology="hex").solve().status is Status.UNIQUE
    code, out, _ = run(capsys, "hidato", "--minimum-clues", "--size", "5x5", "--max-nodes", "100")
    assert (code, out) == (1, "at least 1\n")
    assert run(capsys, "numbrix", "--minimum-clues", "--size", "2x2", "--stats")[1].count("nodes") == 1
    for arguments in (
        ["1 ."], ["--size", "9x9"], ["--clues", "3"], ["--seed", "1"], ["--svg", "-"], ["--count"],
        ["--method", "dfs"], ["--limit", "2"],
    ):  # fmt: skip
        code, out, err = run(capsys, "numbrix", "--minimum-clues", *arguments)
        assert (code, out) == (2, "") and err.count("\n") == 1


def test_a_shape_without_a_path_has_no_board():
    found = minimum_clues("1x3", topology="knight", limits=Limits(seconds=20))
    assert (found.status, found.clues, found.board) == (Status.NO_SOLUTION, 0, None)
    assert str(found) == "no path through all cells"
