"""What threads share: answers are those of one thread. `make sanitize` looks for races in these."""

import itertools
import pickle
import random
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import unriddle as ur
from unriddle import Limits
from unriddle.batch import run_batch
from unriddle.puzzles.peg import solvable_positions

THREADS = 8
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def at_once(calls):
    """Run calls in as many threads, all begun together; return their answers in order."""
    gate = threading.Barrier(len(calls))

    def go(call):
        gate.wait()
        return call()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(go, calls))


@pytest.fixture(scope="module")
def words():
    rng = random.Random(1)
    return sorted({"".join(rng.choices("aeiorstn", k=rng.randint(3, 7))) for _ in range(3000)})


def boards(n, cells, seed=1):
    rng = random.Random(seed)
    return ["".join(rng.choices("aeiorstn", k=cells)) for _ in range(n)]


def asked(lexicon, seed):
    """Questions of every kind to one lexicon."""
    texts = boards(12, 16, seed)
    small = [ur.Boggle.parse(text) for text in texts]
    large = ur.Boggle.parse(boards(1, 400, seed)[0])
    tiled = ur.Boggle.parse(boards(1, 100, seed)[0])
    found = [sorted(board.solve(lexicon).words) for board in (*small, tiled, large)]
    found.append([int(board.count(lexicon=lexicon)) for board in (*small[:4], large)])
    found.append([int(small[0].count_paths_of(word)) for word in found[0][:5]])
    found.append(ur.boggle.score_many(texts, lexicon, threads=2).tolist())
    found.append(ur.boggle.score_neighbours(small[0], lexicon).letters.tolist())
    return found


def test_one_lexicon_in_eight_threads(words):
    alone = [asked(ur.Lexicon(words), seed) for seed in range(THREADS)]
    shared = ur.Lexicon(words)  # nothing is compiled for it yet: the threads meet there as well
    together = at_once([lambda seed=seed: asked(shared, seed) for seed in range(THREADS)])
    assert together == alone


@pytest.mark.parametrize("cells", (4_900, 22_500))
def test_a_large_board_on_several_threads(words, cells):
    board, lexicon = ur.Boggle.parse(boards(1, cells)[0]), ur.Lexicon(words)
    one = board.solve(lexicon, threads=1)
    for threads in (2, 4, THREADS):
        several = board.solve(lexicon, threads=threads)
        assert sorted(several.words) == sorted(one.words) and several.score == one.score


def test_a_large_board_that_is_stopped_on_several_threads(words):
    board, lexicon = ur.Boggle.parse(boards(1, 40_000)[0]), ur.Lexicon(words)
    whole = set(board.solve(lexicon, threads=1).words)
    part = board.solve(lexicon, threads=4, limits=Limits(nodes=20_000))
    assert part.status is ur.Status.LIMIT and set(part.words) <= whole


@pytest.mark.parametrize("puzzle", ("boggle", "sudoku", "ladder", "numbrix"))
def test_a_batch_on_threads(words, tmp_path, puzzle):
    lines = {
        "boggle": boards(200, 16),
        "sudoku": [HARD] * 100,
        "ladder": [f"{a} {b}" for a, b in itertools.pairwise(words) if len(a) == len(b)][:60],
        "numbrix": ["1 . ./. . ./. . 9"] * 40,
    }[puzzle]
    (tmp_path / "in.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    lexicon = ur.Lexicon(words) if puzzle in ("boggle", "ladder") else None
    for threads in (1, 4):
        out = tmp_path / f"out{threads}"
        run_batch(puzzle, tmp_path / "in.txt", out, lexicon=lexicon, threads=threads, part_size=10)
    one, four = (
        {path.name: path.read_bytes() for path in (tmp_path / f"out{threads}").glob("part-*")}
        for threads in (1, 4)
    )
    assert one and one == four


def test_many_puzzles_on_threads(words):
    lexicon, texts = ur.Lexicon(words), boards(300, 16)
    scores = [ur.boggle.score_many(texts, lexicon, threads=threads) for threads in (1, THREADS)]
    assert np.array_equal(*scores)
    solved = [ur.sudoku.solve_many([HARD] * 300, threads=threads) for threads in (1, THREADS)]
    assert [str(result) for result in solved[0]] == [str(result) for result in solved[1]]


def test_the_best_board_on_threads(words):
    lexicon = ur.Lexicon(words)
    found = ur.boggle.best("3x3", lexicon, limits=Limits(seconds=0.5), threads=4, seed=1)
    assert found.board.solve(lexicon).score == found.score


def test_one_word_graph_in_eight_threads(words):
    pairs = [(a, b) for a, b in zip(words, words[7:], strict=False) if len(a) == len(b)][:40]
    alone = [len(ur.WordLadderPuzzle(*pair, words).solve().path) for pair in pairs]
    graph = ur.ladder.WordGraph(words)  # not built yet

    def ask():
        return [len(ur.WordLadderPuzzle(*pair, graph).solve().path) for pair in pairs]

    assert at_once([ask] * THREADS) == [alone] * THREADS


def test_what_is_kept_of_peg_solitaire_in_threads():
    puzzles = [ur.GridPegSolitairePuzzle.random("english", pegs=12, seed=seed) for seed in range(3)]
    alone = [len(puzzle.winning_jumps().jumps) for puzzle in puzzles]
    with solvable_positions._lock:
        solvable_positions._cached.cache_clear()
    calls = [lambda puzzle=puzzle: len(puzzle.winning_jumps().jumps) for puzzle in puzzles * 2]
    assert at_once(calls) == alone * 2


def test_tables_of_sliding_puzzles_in_threads():
    puzzles = [ur.MNPuzzle.random((3, 3), seed=seed) for seed in range(4)]
    alone = [puzzle.solve().length for puzzle in puzzles]
    calls = [lambda puzzle=puzzle: puzzle.solve().length for puzzle in puzzles * 2]
    assert at_once(calls) == alone * 2


def test_nodes_of_one_tree_pickled_in_threads():
    root = ur.PuzzleNode(0)
    root.children += [ur.PuzzleNode(k, parent=root) for k in range(300)]

    def copied():
        top, child = pickle.loads(pickle.dumps([root, root.children[0]]))
        return child.parent is top

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        assert all(all(at_once([copied] * 4)) for _ in range(20))
    finally:
        sys.setswitchinterval(before)


def test_hard_sudokus_one_by_one_in_threads():
    alone = str(ur.Sudoku.parse(HARD).solve())  # what one search leaves, the next of any thread takes
    for found in at_once([lambda: [str(ur.Sudoku.parse(HARD).solve()) for _ in range(20)]] * THREADS):
        assert found == [alone] * 20
