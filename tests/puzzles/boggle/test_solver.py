"""Solve one board: kernels, bounds, threads."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import unriddle as ur
from reference.topology import HEX, KING, ROOK
from unriddle.puzzles.boggle import solver
from unriddle.puzzles.boggle.parse import HOLE, board_from, spelled
from unriddle.puzzles.boggle.rules import Rules
from unriddle.puzzles.boggle.solver import (
    FREE,
    Bounds,
    Finding,
    WordSource,
    find_words,
    prepare,
    walk_exhaustively,
)
from unriddle.search.run_loop import Outcome

LEXICON = ur.Lexicon(["tea", "eat", "ate", "teat", "tat", "a", "seat", "teas", "quit"])


RULES = Rules(min_length=1)


def words(finding, lexicon=LEXICON):
    return lexicon.decode(finding.numbers)


@settings(max_examples=30)
@given(st.text("aetsqui", min_size=12, max_size=12), st.sampled_from(["king", "rook", "hex"]), st.booleans())
def test_all_kernels_find_the_same_words(letters, topology, wrap):
    board, rules = board_from(letters, shape="3x4"), Rules(topology=topology, wrap=wrap, min_length=1)
    small = find_words(board, rules, LEXICON)
    tiles = solver._find_tiles(board, rules, LEXICON, FREE)
    large = solver._find_large(board, rules, prepare(board, LEXICON), FREE) if not wrap else small
    assert small.outcome is tiles.outcome is large.outcome is Outcome.FINISHED
    assert small.numbers.tolist() == tiles.numbers.tolist() == large.numbers.tolist()
    assert small.numbers.tolist() == sorted(set(small.numbers.tolist()))


@pytest.mark.parametrize(
    ("text", "shape", "nodes", "kernel"),
    [
        ("tea.", "2x2", None, "small"),
        ("tea.", "2x2", 1, "tiles"),  # fewer nodes than it takes: they are counted one by one
        ("tea?", "2x2", None, "tiles"),
        ("tea" * 23, "3x23", None, "large"),
        ("tea" * 23, "3x23", 10, "tiles"),
    ],
)
def test_the_kernel_that_takes_a_board(text, shape, nodes, kernel, monkeypatch):
    taken = []

    def watch(name):
        find = getattr(solver, f"_find_{name}")
        monkeypatch.setattr(solver, f"_find_{name}", lambda *given: taken.append(name) or find(*given))

    for name in ("small", "large", "tiles"):
        watch(name)
    find_words(board_from(text, shape=shape), RULES, LEXICON, Bounds(ur.Limits(nodes=nodes)))
    assert taken[-1] == kernel


def test_a_board_with_too_many_paths_for_a_queue_is_searched_all_the_same():
    crowded = ur.Lexicon(["a" * length for length in range(1, 20)])
    board = board_from("a" * 64, shape="8x8")
    assert solver._find_small(board, RULES, prepare(board, crowded)) is None
    finding = find_words(board, RULES, crowded, Bounds(ur.Limits(nodes=5000)))
    assert (finding.outcome, finding.nodes) == (Outcome.LIMIT, 5000)
    assert words(finding, crowded) == list(crowded)


def test_a_limit_is_exact():
    board = board_from("teas", shape="2x2")
    whole = find_words(board, RULES, LEXICON)
    assert words(whole) == ["a", "ate", "eat", "seat", "tea", "teas"]
    for nodes in range(whole.nodes + 2):
        part = find_words(board, RULES, LEXICON, Bounds(ur.Limits(nodes=nodes)))
        assert part.nodes == min(nodes, whole.nodes)
        assert (part.outcome is Outcome.LIMIT) == (nodes < whole.nodes)
        assert set(part.numbers.tolist()) <= set(whole.numbers.tolist())


def test_short_words_do_not_count():
    board = board_from("teas", shape="2x2")
    assert words(find_words(board, Rules(min_length=4), LEXICON)) == ["seat", "teas"]
    assert words(solver._find_tiles(board, Rules(min_length=4), LEXICON, FREE)) == ["seat", "teas"]


def test_tiles_that_are_not_letters_are_not_prepared():
    assert prepare(board_from("te?s"), LEXICON) is None
    assert prepare(board_from("q qu/i t"), LEXICON) is None
    board = board_from("qu i/t .")
    codes = dict(zip(board.names, prepare(board, LEXICON).codes.tolist(), strict=True))
    assert codes == {"qu": 16, "i": 8, "t": 19, HOLE: 255}


def finding(numbers, outcome=Outcome.FINISHED):
    return Finding(np.array(numbers, dtype=np.uint32), 7, 9, outcome)


def test_words_are_handed_out_in_slices():
    source = WordSource(lambda: finding(range(5)), LEXICON)
    source.AT_A_TIME = 2
    assert source.take() == () and (source.nodes, source.generated) == (0, 0)
    found, remains = [], True
    while remains:
        remains = source.run(1)
        found.append(list(source.take()))
    assert found == [list(LEXICON)[:2], list(LEXICON)[2:4], list(LEXICON)[4:5]]
    assert (source.nodes, source.generated) == (7, 9)


def test_a_part_is_not_the_whole_and_ctrl_c_is_raised():
    source = WordSource(lambda: finding([0], Outcome.LIMIT), LEXICON)
    assert source.run(1) is True and list(source.take()) == ["a"] and source.run(1) is True
    with pytest.raises(KeyboardInterrupt):
        WordSource(lambda: finding([], Outcome.INTERRUPTED), LEXICON).run(1)


def test_a_word_is_spelled_as_tiles_are():
    assert spelled("  TEA\n") == "tea" and spelled("E\u0301E\u0301N") == "één"


@settings(max_examples=20)
@given(st.lists(st.sampled_from([*"teas", "?", ".", "x", "at"]), min_size=4, max_size=4))
def test_every_path_finds_the_words_of_the_search(tiles):
    board = board_from([tiles[:2], tiles[2:]])
    found = walk_exhaustively(board, RULES, LEXICON)
    assert found["words"] == len(find_words(board, RULES, LEXICON).numbers)
    holes = tiles.count(".")
    assert found["moves"] == (64, 15, 4, 1, 0)[holes]  # paths of 4, 3, 2, 1 cells that all touch
    assert found["finished"] and not found["interrupted"]


def test_a_walk_of_every_path_is_bounded():
    board = board_from("teas", shape="2x2")
    part = walk_exhaustively(board, RULES, LEXICON, Bounds(ur.Limits(nodes=10)))
    assert (part["moves"], part["finished"], part["interrupted"]) == (10, False, False)

    def interrupt(_):
        raise KeyboardInterrupt

    stopped = walk_exhaustively(board_from("a" * 36), RULES, LEXICON, Bounds(progress=interrupt))
    assert stopped["interrupted"] and not stopped["finished"]
    with pytest.raises(ur.PuzzleError, match=r"^every path of 65 cells, expected at most 64 cells$"):
        walk_exhaustively(board_from("a" * 65, shape="5x13"), RULES, LEXICON)


@pytest.mark.parametrize("shape", ["3x23", "20x20"])
def test_a_limit_is_exact_on_a_large_board_too(shape):
    rows, cols = map(int, shape.split("x"))
    board = board_from(("teasqui" * 60)[: rows * cols], shape=shape)
    whole = find_words(board, RULES, LEXICON)
    for nodes in (0, 1, 50, whole.nodes - 1, whole.nodes, whole.nodes + 1):
        for threads in (1, 0):
            limited = Bounds(ur.Limits(nodes=nodes, seconds=60), None, threads)
            part = find_words(board, RULES, LEXICON, limited)
            assert part.nodes == min(nodes, whole.nodes)
            assert (part.outcome is Outcome.LIMIT) == (nodes < whole.nodes)
            assert set(part.numbers.tolist()) <= set(whole.numbers.tolist())
    assert part.numbers.tolist() == whole.numbers.tolist()


def test_ctrl_c_beyond_a_limit_is_no_limit():
    def interrupt(count):
        raise KeyboardInterrupt

    board = board_from("teas" * 25, shape="10x10")
    finding = find_words(board, RULES, LEXICON, Bounds(ur.Limits(nodes=1), interrupt))
    assert finding.outcome is Outcome.INTERRUPTED


KINDS = {"king": KING, "rook": ROOK, "hex": HEX}


@settings(max_examples=6)
@given(
    st.integers(0, 1 << 30),
    st.sampled_from(sorted(KINDS)),
    st.booleans(),
    st.sampled_from([None, "superbig"]),
)
def test_large_boards_agree_with_each_other(seed, kind, wrap, dice):
    lexicon = ur.Lexicon.load("english", level=35)
    board = ur.Boggle.random("33x34", seed=seed, dice=dice, topology=kind, wrap=wrap)
    result = board.solve(lexicon)
    limited = board.solve(lexicon, limits=ur.Limits(nodes=1 << 60))
    assert (limited.words, limited.stats.nodes) == (result.words, result.stats.nodes)
    other = solver._find_tiles(board.board, board.board_rules, lexicon, solver.FREE)
    assert result.words == lexicon.decode(other.numbers)
    rng = np.random.default_rng(seed)
    for word in rng.choice(result.words, 20):
        for path in (result.path(word), board.path(word)):
            assert "".join(board.tile(cell) for cell in path) == word
            assert len(set(path)) == len(path)
            table = board.neighbours()
            assert all(b in table[a] for a, b in itertools.pairwise(path))


@pytest.mark.parametrize("wrap", [False, True])
def test_threads_on_a_large_board_find_the_same_words(wrap):
    lexicon = ur.Lexicon.load("english", level=50)
    board = ur.Boggle.random("257x90", seed=2, wrap=wrap)
    one = board.solve(lexicon)
    for threads in (0, 2, 3):
        many = board.solve(lexicon, threads=threads)
        assert many.words == one.words
        for word in one.words[::997]:
            path = many.path(word)
            assert "".join(board.tile(cell) for cell in path) == word
    again = board.solve(lexicon, threads=3)
    assert (again.stats.nodes, again.moves) == (many.stats.nodes, many.moves)
    late = board.solve(lexicon, threads=2, limits=ur.Limits(seconds=0))
    assert late.status is ur.Status.LIMIT
    assert set(late.words) <= set(one.words)


def test_ctrl_c_stops_threads():
    def interrupt(count):
        raise KeyboardInterrupt

    words = ["a" * 200 + "b"]  # endless: no path ends in a b
    result = ur.Boggle.parse("a" * 40_000).solve(words, threads=2, progress=interrupt)
    assert result.interrupted


def test_large_boards_one_after_another_are_as_if_alone():
    # A search leaves its room for the next one, its words put back where they are few beside the trie.
    lexicon = ur.Lexicon.load("english")
    shapes = ((9, 8), (5, 31), (70, 3))
    boards = [ur.Boggle.random(shape, dice="english", seed=seed) for seed in range(4) for shape in shapes]
    boards.append(ur.Boggle.parse("/".join(["z" * 9] * 9)))  # next to nothing to find
    first: list = []
    for board in [*boards, *boards]:
        found = board.solve(lexicon)
        plain = solver._find_tiles(board.board, board.board_rules, lexicon, solver.FREE)
        assert found.words == lexicon.decode(plain.numbers)
        assert all(found.path(word) in found.paths(word) for word in found.words[::50])
        first.append(
            (found.stats.nodes, found.moves, found.words, [found.path(word) for word in found.words[::50]])
        )
    assert first[: len(boards)] == first[len(boards) :]


def test_one_lexicon_serves_many_shapes_and_threads():
    from concurrent.futures import ThreadPoolExecutor
    from itertools import product

    from unriddle.puzzles.boggle import kernel_cache as boggle_tables

    words = ["".join(letters) for letters in product("aeinrst", repeat=3)] + ["stare", "retinas"]
    lexicon = ur.Lexicon(words)
    shapes = [(rows, cols) for rows in range(1, 7) for cols in range(1, 7)]
    assert len(shapes) > boggle_tables.MOST_KINDS
    boards = [ur.Boggle.random(shape, dice="uniform", seed=seed) for shape in shapes for seed in range(3)]
    alone = [
        (result.words, result.stats.nodes, result.moves)
        for result in (board.solve(ur.Lexicon(words)) for board in boards)
    ]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(3):
            together = pool.map(lambda board: board.solve(lexicon), boards)
            assert [(result.words, result.stats.nodes, result.moves) for result in together] == alone
