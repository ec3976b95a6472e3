"""Any other program, by lines: see `benchmarks.peers.protocol`. UNRIDDLE_PEERS names the programs.

UNRIDDLE_PEERS="mine=./mine --fast" pytest benchmarks -k peers
"""

import numpy as np
import pytest

from benchmarks.bench_sudoku import generated
from benchmarks.peers.protocol import Program, programs
from benchmarks.shared import codes_4x4, english, in_letters, pick, scratch
from unriddle.puzzles.boggle.many import score_many
from unriddle.puzzles.sudoku import solve_many

COUNT = pick(20_000, 200)
WORKS = {
    "Score 4×4 boards of dice, with other programs": ("boggle 4 4", lambda: codes_4x4("1987", COUNT)),
    "Score random 4×4 boards, with other programs": ("boggle 4 4", lambda: codes_4x4("uniform", COUNT)),
    "Score random 5×5 boards, with other programs": (
        "boggle 5 5",
        lambda: np.random.default_rng(5).integers(0, 26, (COUNT, 25)).astype(np.uint8),
    ),
    "Count the solutions of generated Sudokus, with other programs": ("sudoku 9", None),
}
works = pytest.mark.parametrize("group", WORKS, ids=["4x4_dice", "4x4_uniform", "5x5_uniform", "sudoku"])


def sudokus():
    return [line.replace("0", ".") for line in generated(pick(200, 20))]


@works
def test_work_by_kernel(measure, group):
    work, make = WORKS[group]
    if make is None:
        codes = np.frombuffer("".join(sudokus()).encode(), dtype=np.uint8).reshape(-1, 81)
        cells = np.where(codes == ord("."), 0, codes - ord("0")).astype(np.uint8)
        measure(lambda: solve_many(cells, threads=1).counts.tolist(), list, unit="puzzle", group=group)
    else:
        boards, lexicon, side = make(), english(), int(work.split()[1])
        do = lambda: score_many(boards, lexicon, qu=True, shape=side, threads=1)  # noqa: E731
        measure(do, lambda scores: scores.tolist(), group=group)


@works
@pytest.mark.parametrize(
    "name", programs() or [pytest.param("", marks=pytest.mark.skip("UNRIDDLE_PEERS is empty"))]
)
def test_work_by_program(measure, request, group, name):
    header, make = WORKS[group]
    if make is not None:
        words = scratch() / "words.txt"
        words.write_text("".join(f"{word}\n" for word in english()), encoding="utf-8")
        header = f"{header} {words}"
    boards = sudokus() if make is None else in_letters(make())
    program = Program(programs()[name], header, boards)
    request.addfinalizer(program.close)
    measure(
        program.run,
        lambda done: program.answers(),
        unit="puzzle" if make is None else "board",
        kind="other",
        way=name,
        group=group,
        program=program.name,
    )
