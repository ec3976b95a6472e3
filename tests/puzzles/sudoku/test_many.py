"""Many puzzles: arrays, batch records."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import unriddle as ur
from unriddle.base import PuzzleError
from unriddle.batch import run_batch
from unriddle.puzzles.framework.batch_records import ArrayRecords, TextRecords
from unriddle.puzzles.framework.result_sequence import STATUSES
from unriddle.puzzles.sudoku import SudokuPuzzle, simd_lanes, solve_many
from unriddle.puzzles.sudoku.records import SudokuRecords

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def data_lines(path):
    return [line for line in path.read_text().splitlines() if line[0] != "#"]


@pytest.mark.parametrize("limit", [1, 2, 20])
def test_few_puzzles_have_the_answers_that_they_have_among_many(limit):
    puzzles = np.stack([SudokuPuzzle.generate(seed=seed).array().ravel() for seed in range(4)])
    puzzles[::2, 36:45] = puzzles[1, :20] = 0
    few, many = (solve_many(some, limit=limit) for some in (puzzles, np.tile(puzzles, (20, 1))))
    for name in ("solutions", "counts", "statuses", "guesses"):
        assert np.array_equal(getattr(few, name), getattr(many, name)[:4])
    assert 20 * few.nodes == many.nodes


@pytest.mark.parametrize("mode", ["scalar", "portable", "avx2", "avx512"])
def test_batches_are_the_same_on_every_processor(mode, monkeypatch):
    puzzles = np.stack([SudokuPuzzle.generate(seed=seed).array() for seed in range(40)])
    puzzles[::3, 4] = 0
    expected = solve_many(puzzles, limit=20)
    monkeypatch.setenv("UNRIDDLE_SIMD", mode)
    assert simd_lanes() <= {"scalar": 1, "portable": 4, "avx2": 8, "avx512": 16}[mode]
    batch = solve_many(puzzles, limit=20)
    for name in ("solutions", "counts", "statuses", "guesses"):
        assert np.array_equal(getattr(batch, name), getattr(expected, name))
    assert batch.nodes == expected.nodes
    for k, puzzle in enumerate(puzzles):
        result = SudokuPuzzle.from_array(puzzle).solve(limit=20)
        assert (result.count, result.stats.guesses, result.status) == (
            batch.counts[k],
            batch.guesses[k],
            batch[k].status,
        )


def test_an_unknown_simd_mode_is_refused(monkeypatch):
    monkeypatch.setenv("UNRIDDLE_SIMD", "mmx")
    with pytest.raises(ValueError, match="UNRIDDLE_SIMD='mmx', expected one of"):
        solve_many(["." * 81])


@pytest.mark.parametrize("threads", [0, 1, 2, 5])
def test_threads_change_nothing(threads):
    puzzles = np.stack([SudokuPuzzle.generate(seed=seed).array().ravel() for seed in range(20)] * 60)
    batch = solve_many(puzzles, threads=threads)
    assert (batch.counts == 1).all()
    one = solve_many(puzzles)
    assert np.array_equal(batch.solutions, one.solutions)
    assert np.array_equal(batch.guesses, one.guesses)
    assert (len(batch), batch.nodes) == (1200, one.nodes)


def test_batches_of_other_sizes():
    six = np.stack([SudokuPuzzle.generate(6, seed=seed, box=(2, 3)).array() for seed in range(5)])
    batch = solve_many(six, box=(2, 3), threads=2)
    assert [batch[k].status for k in range(5)] == [ur.Status.UNIQUE] * 5
    assert all(SudokuPuzzle.from_array(p, (2, 3)).check(s) for p, s in zip(six, batch.solutions, strict=True))
    limited = solve_many(np.zeros((2, 256), np.uint8), limit=10**6, limits=ur.Limits(nodes=300))
    assert limited.nodes == 600
    assert [limited[k].status for k in range(2)] == [ur.Status.LIMIT] * 2
    assert (limited.counts >= 0).all()


def test_statuses_of_batches():
    lines = [LINE, "." * 81, "11" + "." * 79]
    batch = solve_many(lines)
    assert [STATUSES[k].value for k in batch.statuses] == ["UNIQUE", "MULTIPLE", "NO_SOLUTION"]
    assert solve_many(lines, limit=1)[0].status is ur.Status.SOLVED
    assert solve_many(["." * 81], limit=10**6, limits=ur.Limits(nodes=50))[0].status is ur.Status.LIMIT
    assert not batch.solutions[2].any()
    assert len(solve_many([])) == 0
    assert len(solve_many(np.zeros((0, 81), np.uint8))) == 0


@pytest.mark.parametrize(
    "texts",
    [
        ["." * 16, "ABCDCDABBADCDCBA"],
        ["ABCDCDABBADCDCBA", "." * 16],
        ["..../..../..../....", "ABCDCDABBADCDCBA"],
        ["." * 16, "12../..../..../...."],
        ["." * 16, "A B C D . . . . . . . . . . . ."],
    ],
)
def test_whatever_parse_reads_stands_beside_the_usual_form(texts):
    many = solve_many(texts)
    for text, result in zip(texts, many, strict=True):
        alone = solve_many([text])[0]
        assert (result.status, result.puzzle) == (alone.status, SudokuPuzzle.parse(text))
        assert result.solution == alone.solution
    assert many.lines() == [result.solution.format(style="line") for result in many]


@pytest.mark.parametrize(
    ("puzzles", "options", "message"),
    [
        (LINE, {}, "a single string; pass a list of puzzles"),
        ([LINE, LINE[:80]], {}, r"puzzles\[1\]:1: 80 cells, but a 9×9 Sudoku has 81"),
        ([LINE, LINE[:80] + "y"], {}, r"puzzles\[1\]:1:81: unknown symbol 'y'"),
        ([LINE, LINE[:80] + "\u4e00"], {}, "unknown symbol"),
        ([LINE, 5], {}, "int, expected"),
        (np.full((1, 81), 10), {}, "10 in cell 0, expected"),
        (np.full((1, 81), -1), {}, "-1 in cell 0, expected"),
        (np.zeros((1, 80), int), {}, "80 cells"),
        (np.zeros((1, 36), int), {}, "6 is not a square"),
        (np.zeros((1, 81)), {}, "float64"),
        (["." * 81], {"limit": 0}, "limit=0"),
        (["." * 81], {"threads": -1}, "threads=-1"),
        (["." * 81], {"limits": 5}, "limits=5"),
        (["." * 81], {"box": "x"}, "box='x'"),
    ],
)
def test_wrong_batches(puzzles, options, message):
    with pytest.raises(ur.PuzzleError, match=message):
        solve_many(puzzles, **options)


def test_known_answers_of_large_grids(data):
    for name in ("sudoku_16x16.txt", "sudoku_25x25.txt"):
        lines = [line.split() for line in data_lines(data / name)][:4]
        batch = solve_many([text for text, _ in lines], threads=2)
        assert (batch.counts == 1).all()
        for k, (text, solution) in enumerate(lines):
            puzzle = SudokuPuzzle.parse(text)
            assert puzzle.check(solution)
            assert puzzle.check(batch.solutions[k])
            assert np.array_equal(SudokuPuzzle.parse(solution).array().ravel(), batch.solutions[k])


def test_grids_of_a_list_with_symbols_of_their_own():
    grids = [SudokuPuzzle.parse("ABCD............"), SudokuPuzzle.parse("1.1.............", strict=False)]
    many = SudokuPuzzle.solve_many(iter(grids), threads=2)
    assert [result.puzzle for result in many] == grids
    assert grids[0].check(many[0]) and many.lines()[0].startswith("ABCD") and many.lines()[1] == ""
    assert many[0].solution == grids[0].solve().solution
    with pytest.raises(ur.PuzzleError, match=r"^puzzles\[1\]: .*, expected a grid with boxes of 2 × 2"):
        SudokuPuzzle.solve_many([grids[0], SudokuPuzzle.parse(LINE)])
    with pytest.raises(ur.PuzzleError, match=r"^puzzles\[1\]: .*, expected a grid"):
        SudokuPuzzle.solve_many([grids[0], LINE])


def test_limits_of_each_puzzle():
    lines = [LINE, "." * 81]
    for limits in (ur.Limits(nodes=0), ur.Limits(seconds=0)):
        assert [result.status.value for result in solve_many(lines, limits=limits)] == ["LIMIT"] * 2
    timed = solve_many(lines, limits=ur.Limits(seconds=60))
    assert np.array_equal(timed.solutions, solve_many(lines).solutions)
    assert timed.statuses.tolist() == [1, 2] and timed[0].complete and not timed[1].complete


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("cells", [16, 81])
def test_progress_counts_the_puzzles(threads, cells):
    told = []
    solve_many(np.zeros((500, cells), np.uint8), threads=threads, progress=told.append)
    assert told[-1] == max(told) == 500 and sorted(told) == told


def test_columns_and_arrow():
    many = solve_many([LINE, "11" + "." * 79])
    columns = many.columns()
    assert columns["status"] == ["UNIQUE", "NO_SOLUTION"] and columns["solution"][1] == ""
    assert columns["solution"][0] == many[0].solution.format(style="line")
    pytest.importorskip("pyarrow")
    assert many.to_arrow().num_rows == 2


@pytest.mark.parametrize("shape", [(0,), (0, 81), (0, 9, 9), (0, 4, 4)])
def test_no_puzzles_are_no_answers(shape):
    assert len(solve_many(np.zeros(shape, dtype=np.uint8))) == 0
    with pytest.raises(ur.PuzzleError, match="expected from 1 to 36"):
        solve_many(np.zeros((2, 0, 0), dtype=np.uint8))


@pytest.mark.parametrize("wrong", [[[1, 2], [3]], [[1, 2, 3, 4], [[1]]], [["1"], [2, 3]]])
def test_puzzles_of_different_lengths(wrong):
    with pytest.raises(ur.PuzzleError, match=r"^puzzles\[1\]: differs in size from puzzles\[0\]"):
        solve_many(wrong)


@pytest.mark.parametrize(("wrong", "index"), [([[1, 2], 5], 1), ([5, [1, 2]], 0), ([[1, 2], None], 1)])
def test_what_is_no_puzzle_is_named(wrong, index):
    with pytest.raises(ur.PuzzleError, match=rf"^puzzles\[{index}\]: (5|None), expected rows or an array$"):
        solve_many(wrong)


LINES = [
    "12.. .... .... ...1".replace(" ", ""),
    "AB*D*D****D*D**A",
    "11..............",
    "1234............",
    "1.2.........3..4",
    "." * 81,
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "1" + "." * 35,
    "x",
    "é" * 8,
    "12345",
    "0.23230110323210",
    "0.23.3.11.32321.",
    "1?-x............",
    "12..............;easy",
    "1,2,,,,,,,,,,,,,,4",
]


def records_of(lines):
    texts = [line.encode() for line in lines]
    ends = np.cumsum([len(text) for text in texts], dtype=np.int64)
    starts = ends - np.array([len(text) for text in texts], dtype=np.int64)
    return TextRecords(np.frombuffer(b"".join(texts), dtype=np.uint8), starts, ends)


@settings(max_examples=30)
@given(st.lists(st.sampled_from(LINES) | st.text("1234.", min_size=16, max_size=16), max_size=20))
def test_same_as_one_by_one(lines):
    answers = SudokuRecords("solutions", {}).answer(records_of(lines))
    found = {int(place): row for place, *row in zip(answers.kept, *answers.columns, strict=True)}
    rejected = dict(answers.rejected)
    assert sorted([*found, *rejected]) == list(range(len(lines)))
    for place, line in enumerate(lines):
        try:
            puzzle = ur.SudokuPuzzle.parse(line)
        except PuzzleError:
            assert place in rejected
            continue
        status, solution, _ = found[place]
        count = puzzle.count(2)
        assert status == ["NO_SOLUTION", "UNIQUE", "MULTIPLE"][count]
        if count:
            solved = ur.SudokuPuzzle.parse(solution, symbols=puzzle.alphabet)
            assert puzzle.check(solved)
        else:
            assert solution == ""


def test_arrays_and_boxes():
    grids = np.zeros((3, 6, 6), dtype=np.int16)
    grids[0, 0, 0], grids[1, 0, 0] = 1, 7
    answers = SudokuRecords("status", {"box": "2x3", "limit": 1}).answer(ArrayRecords(grids))
    assert answers.kept.tolist() == [0, 2] and answers.columns == [["SOLVED", "SOLVED"]]
    assert answers.rejected[0][0] == 1
    answers = SudokuRecords("status", {"box": "2x3"}).answer(records_of(["." * 36, "." * 81]))
    assert answers.columns == [["MULTIPLE"]] and answers.rejected[0][0] == 1
    for options in ({"box": "2x"}, {"box": "2xa"}, {"limit": 0}):
        with pytest.raises(PuzzleError):
            SudokuRecords("status", options)


def test_from_a_file(data, tmp_path):
    lines = [
        line.split(":") for line in (data / "sudoku_17_clue.txt").read_text().splitlines() if line[0] != "#"
    ][:300]
    source = tmp_path / "sudokus.txt"
    source.write_text("".join(f"{puzzle}\n" for puzzle, *_ in lines))
    run_batch("sudoku", source, tmp_path / "out", threads=2, part_size=70)
    rows = [
        json.loads(line)
        for part in sorted((tmp_path / "out").glob("part-*"))
        for line in part.read_text().splitlines()
    ]
    assert [row["solution"] for row in rows] == [solution.strip() for *_, solution in lines]
    assert {row["status"] for row in rows} == {"UNIQUE"}


def test_a_record_that_meets_its_limits_is_rejected():
    records = records_of([LINES[-5], "." * 81, "." * 256])
    for options, reason in (
        ({"max-nodes": 2, "limit": 50}, "limit reached after 2 nodes"),
        ({"max-nodes": 2, "limit": 50, "max-seconds": 60}, "limit reached after 60 s or 2 nodes"),
    ):
        answers = SudokuRecords("solutions", options).answer(records)
        assert answers.kept.tolist() == [0] and answers.columns[0] == ["UNIQUE"]
        assert answers.rejected == [(1, reason), (2, reason)]
    for wrong in ({"max-nodes": -1}, {"max-seconds": "x"}):
        with pytest.raises(PuzzleError, match="expected a"):
            SudokuRecords("solutions", wrong)
