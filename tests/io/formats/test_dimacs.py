"""Clauses have the solutions of the puzzle as their models; a model of a solver is an answer."""

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import unriddle as ur
from unriddle.base import PuzzleError
from unriddle.cli import main
from unriddle.io.formats.dimacs import Clauses, times

PUZZLES = {
    "sudoku": ur.Sudoku("12../..../..../...1"),
    "letters": ur.Sudoku("ab../..../..../d..a"),
    "boxes": ur.Sudoku("12345./..6.../...3../....4./....65/6.....", box="2x3"),
    "diagonal": ur.Sudoku("1.../..../..../....", variants="diagonal"),
    "groups": ur.Sudoku("1.../..../..../...2", groups="r1c2 r2c3; r3c1 r4c3 r1c4"),
    "parity": ur.Sudoku("..../..../..../....", even="r1c1 r2c3", odd="r4c4"),
    "relations": ur.Sudoku("1.../..../..../....", relations="r1c2<r1c3 r3c3>r4c3"),
    "knight": ur.Sudoku("." * 16, variants="anti-king"),
    "numbrix": ur.Numbrix("1 . . / . . . / . . 9"),
    "holes": ur.Numbrix("1 . # / . . . / . . 8"),
    "hidato": ur.Hidato("1 . . / . . ."),
    "hex": ur.Hidato("1 . . / . . .", topology="hex"),
    "moves": ur.Hidato("1 . . / . # . / . . .", topology="knight"),
    "torus": ur.Numbrix("1 . . / . . .", wrap=True),
    "gogen": ur.Gogen("A.C/.../..I", ["ABEI", "DEF", "GHD", "BCF"], shape=3),
    "placement": ur.WordPlacement("GTU TECH HUT HOT UT", ["1111", "1011", "1110"]),
    "spare": ur.WordPlacement("AB AC AD BE CE", ["11", "11"], exact=False),
    "again": ur.WordPlacement("AB BA", ["11", "11"], reuse=True),
    "twice": ur.WordPlacement("AB AB BA CB", ["11011", "11011", "00000"], exact=False),
    "given": ur.WordPlacement("AB AC", ["A1", "10"]),
    "none": ur.WordPlacement("ABC ABD", ["111", "100"]),
}


def models(clauses, fixed=()):
    """Yield the models of clauses, by unit propagation and splitting (Davis, Putnam, Logemann, Loveland)."""
    true = set(fixed)
    while True:
        left, unit = [], None
        for clause in clauses:
            if true.isdisjoint(clause):
                open_ = [literal for literal in clause if -literal not in true]
                if not open_:
                    return
                unit = open_[0] if len(open_) == 1 else unit
                left.append(open_)
        if not left:
            yield true
            return
        clauses = left
        if unit is None:
            break
        true.add(unit)
    literal = min(clauses, key=len)[0]
    for choice in (literal, -literal):
        yield from models(clauses, true | {choice})


def parsed(text):
    """Return the clauses of DIMACS CNF, after a look at its head."""
    lines = [line for line in text.splitlines() if not line.startswith("c ")]
    _, kind, variables, count = lines[0].split()
    clauses = [list(map(int, line.split()[:-1])) for line in lines[1:]]
    assert kind == "cnf" and int(count) == len(clauses)
    assert max(abs(literal) for clause in clauses for literal in clause) <= int(variables)
    assert all(line.split()[-1] == "0" for line in lines[1:])
    return clauses


@pytest.mark.parametrize("name", PUZZLES)
def test_the_models_are_the_solutions(name):
    puzzle = PUZZLES[name]
    wanted = {str(puzzle.format(answer)) for answer in puzzle.solutions()}
    found = [puzzle.from_model(model) for model in models(parsed(puzzle.to_cnf()))]
    assert all(puzzle.check(answer) for answer in found)
    assert sorted(str(puzzle.format(answer)) for answer in found) == sorted(wanted)
    first = puzzle.solve().solution
    assert first is None or type(found[0]) is type(first)


@settings(max_examples=20)
@given(st.integers(0, 287), st.sets(st.integers(0, 15), min_size=6))
def test_any_sudoku_has_as_many_models_as_solutions(number, given):
    grid = next(islice(ur.Sudoku("." * 16).solutions(), number, None)).array().ravel()
    puzzle = ur.Sudoku.from_array([int(grid[k]) if k in given else 0 for k in range(16)])
    assert sum(1 for _ in models(parsed(puzzle.to_cnf()))) == puzzle.count()


@settings(max_examples=10)
@given(st.integers(0, 2**30), st.sampled_from([ur.Numbrix, ur.Hidato]))
def test_a_generated_path_is_found(seed, kind):
    puzzle = kind.generate("3x3", seed=seed)
    (model,) = models(parsed(puzzle.to_cnf()))
    assert puzzle.from_model(model) == puzzle.solve().solution


@given(st.integers(0, 2), st.integers(0, 4), st.integers(0, 5))
def test_times_counts(least, most, n):
    variables = list(range(1, n + 1))
    for mask in range(1 << n):
        true = {k if mask >> (k - 1) & 1 else -k for k in variables}
        right = all(not true.isdisjoint(clause) for clause in times(variables, least, most))
        assert right == (least <= mask.bit_count() <= most)


def test_a_solver_of_another_package_agrees():
    solvers = pytest.importorskip("pysat.solvers")
    line = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
    for puzzle in (ur.Sudoku(line), ur.Numbrix.generate(6, seed=1), ur.Gogen.generate(seed=1)):
        with solvers.Cadical153(bootstrap_with=parsed(puzzle.to_cnf())) as solver:
            assert solver.solve() and puzzle.from_model(solver.get_model()) == puzzle.solve().solution


def test_what_solvers_print_is_read(tmp_path, capsys):
    cnf, out = tmp_path / "p.cnf", tmp_path / "out"
    puzzle = "1 . / 4 ."
    assert main(["numbrix", puzzle, "--cnf", str(cnf)]) == 0
    (model,) = models(parsed(cnf.read_text()))
    literals = [k if k in model else -k for k in range(1, 17)]
    forms = {
        "competition": "c CaDiCaL\ns SATISFIABLE\nv "
        + " ".join(map(str, literals[:9]))
        + "\nv "
        + " ".join(map(str, literals[9:]))
        + " 0\n",
        "minisat": "SAT\n" + " ".join(map(str, literals)) + " 0\n",
        "positive": " ".join(str(k) for k in literals if k > 0),
    }
    for text in forms.values():
        out.write_text(text)
        assert main(["numbrix", puzzle, "--model", str(out)]) == 0
        assert [mark for mark in capsys.readouterr().out if mark.isdigit()] == list("1243")
    assert main(["numbrix", puzzle, "--cnf", "-"]) == 0
    assert capsys.readouterr().out == cnf.read_text()
    out.write_text("s UNSATISFIABLE\n")
    assert main(["numbrix", puzzle, "--model", str(out)]) == 1
    assert capsys.readouterr().out == "NO_SOLUTION\n"
    assert main(["numbrix", puzzle, "--model", str(out), "--format", "json"]) == 1


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("c nothing", "no model; expected the literals that a solver of clauses printed"),
        ("v 1 2 0", "the model does not give exactly one value to each of 4 places"),
        ("v 1 0", "the model does not give exactly one value to each of 4 places"),
        ("v 1 17 0", "variable 17, but the puzzle has 16"),
        ("v 1 6 11 16 0", "the model is no solution of this puzzle; was it written from another one?"),
    ],
)
def test_what_is_no_model_is_one_line(text, wrong, tmp_path, capsys):
    (tmp_path / "out").write_text(text)
    assert main(["numbrix", "1 . / 4 .", "--model", str(tmp_path / "out")]) == 2
    assert capsys.readouterr().err == f"{tmp_path / 'out'}: {wrong}\n"


def test_what_cannot_be_written_is_one_line(capsys):
    assert main(["sudoku", ".", "--cnf", "x", "--count"]) == 2
    assert capsys.readouterr().err == "--cnf cannot be combined with --count\n"
    with pytest.raises(PuzzleError, match="50,989,852 clauses, but at most 50,000,000"):
        Clauses(1, 10_099, [list(range(1, 10_099 + 1))], []).to_dimacs()
    words = ["AB"] * 4
    with pytest.raises(PuzzleError, match="'AB' is listed 4 times; clauses hold at most 3"):
        ur.WordPlacement(words, ["11011011011"]).to_cnf()
