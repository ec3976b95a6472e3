"""The searches of peg solitaire: beam, all ways, all solutions, solvability, fewest moves."""

import random
from math import prod
from threading import Thread

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from some_boards import peg_boards

from reference.search import peg as game
from reference.search import peg as twin
from reference.search.peg import fewest_moves
from unriddle import GridPegSolitairePuzzle, Limits, PuzzleError, Status
from unriddle.puzzles.peg import beam
from unriddle.puzzles.peg.beam import FIRST_WIDTH, Beam
from unriddle.puzzles.peg.reachability import OutOfMemory, Ways, run_plan, set_bytes
from unriddle.puzzles.peg.solvability import decide
from unriddle.puzzles.peg.solvable_positions import cached
from unriddle.search.run_loop import Outcome, Stages


def run(puzzle, memory=1 << 30, at_once=1 << 30):
    search = Beam(puzzle.board, puzzle.position, puzzle.possible_goals(), memory)
    stages = Stages(search.plan())
    while stages.run(at_once):
        pass
    return search, stages.nodes


def test_slices_change_nothing():
    puzzle = GridPegSolitairePuzzle.named("wiegleb")
    (whole, nodes), (sliced, again) = run(puzzle), run(puzzle, at_once=7)
    assert whole.status is Status.SOLVED and whole.path == sliced.path
    assert (nodes, whole.generated, whole.width) == (again, sliced.generated, sliced.width)


@pytest.mark.parametrize("seed", range(3))
def test_it_grows_wider_until_nothing_is_left_out(seed):
    draw, puzzle = random.Random(seed), GridPegSolitairePuzzle.named("english", goal="d4")
    for _ in range(13):
        puzzle = draw.choice(puzzle.extensions())
    search, _ = run(puzzle)
    assert search.status is Status.NO_SOLUTION and search.width > FIRST_WIDTH
    assert puzzle.is_winnable() is False


def test_no_memory_is_limit():
    search, _ = run(GridPegSolitairePuzzle.named("wiegleb"), memory=10_000)
    assert search.status is Status.LIMIT and search.path is None


def ways_of(puzzle, memory=1 << 30):
    return Ways(puzzle.board, puzzle.position, puzzle.possible_goals(), memory)


@pytest.mark.parametrize("text", [".***/****/****", "**.*", "*", "***./****/.***"])
def test_layers_are_those_of_the_twin(text):
    puzzle = GridPegSolitairePuzzle.parse(text)
    ways = ways_of(puzzle)
    outcome, nodes = run_plan(ways.plan(), None, None)
    assert outcome is Outcome.FINISHED and nodes >= sum(map(len, ways.layers)) - len(ways.layers[-1:])
    if ways.layers:
        symmetries = puzzle.board.keeping([puzzle.position], ways.goals)
        goals = list(puzzle.targets)
        expected = twin.solvable(puzzle.position, goals, puzzle.board.jumps, symmetries)
        assert [set(layer.tolist()) for layer in ways.layers] == expected
    else:
        assert puzzle.count() == 0


def test_memory_of_both_sides_is_held_together():
    puzzle = GridPegSolitairePuzzle.random("english", pegs=16, seed=3, goal="d1")
    with pytest.raises(OutOfMemory):
        for _, run in ways_of(puzzle, 1 << 14).plan():
            while run(1 << 30):
                pass
    assert run_plan(ways_of(puzzle, 1 << 14).plan(), None, None)[0] is Outcome.LIMIT
    assert run_plan(ways_of(puzzle).plan(), Limits(nodes=3), None) == (Outcome.LIMIT, 3)


def test_positions_of_the_english_board():
    puzzle = GridPegSolitairePuzzle.named("english", goal=(3, 3))
    layers = puzzle.count_positions(limits=Limits(nodes=20_000))
    assert layers.counts[:9] == (1, 1, 2, 8, 39, 171, 719, 2757, 9751)
    assert layers.status is Status.LIMIT and layers.total == layers.found == sum(layers.counts)


def test_positions_are_a_count():
    puzzle = GridPegSolitairePuzzle.parse("**.*")
    found = puzzle.count_positions()
    assert found == 3 and int(found) == found.total == 3 and found.complete and found.status is Status.SOLVED
    assert puzzle.solvable_positions().counts == (1, 1, 1)
    none = GridPegSolitairePuzzle.parse("*.*").solvable_positions()
    assert (none.status, none.total, none.counts, none.complete) == (Status.NO_SOLUTION, 0, (), True)


def test_counts_stop_where_they_are_asked_to():
    puzzle = GridPegSolitairePuzzle.named("triangle15")
    for limit in (1, 29_759, 29_760, 29_761):
        count = puzzle.count(limit)
        assert count == min(limit, 29_760) and count.complete == (limit >= 29_760)


@pytest.mark.parametrize("work", ["count", "fewest_moves", "solvable_positions", "count_positions"])
def test_memory_is_a_limit_in_every_phase(work):
    puzzle = GridPegSolitairePuzzle.random("english", pegs=14, seed=2, goal=(3, 3))
    asked = getattr(puzzle, work)
    assert asked().status is not Status.LIMIT
    ends = [asked(limits=Limits(memory=1 << bits)).status is Status.LIMIT for bits in range(10, 30)]
    assert ends[0] and not ends[-1] and ends == sorted(ends, reverse=True)


def test_bytes_of_tables():
    assert set_bytes(0) == set_bytes(32) == 24 * 32 and set_bytes(33) == 24 * 64
    assert set_bytes(1000, 8) == (24 + 16) * 1024


@pytest.mark.parametrize("text", ["***./****/*.**", "**.*", "*..*", "***/*.*", ".***/****/****", "*"])
def test_all_solutions_are_listed_once(text):
    puzzle = GridPegSolitairePuzzle.parse(text)
    solutions = puzzle.solutions()
    found = list(solutions)
    assert len(set(found)) == len(found) == puzzle.count() and all(map(puzzle.check, found))
    assert solutions.complete and solutions.status is puzzle.count().status


def test_the_last_solution_is_known_to_be_the_last():
    only = GridPegSolitairePuzzle.parse("**.*").solutions(1)
    assert len(list(only)) == 1 and only.complete and only.status is Status.UNIQUE
    some = GridPegSolitairePuzzle.named("triangle15").solutions(1)
    assert len(list(some)) == 1 and not some.complete and some.status is Status.SOLVED


def test_limits_hold_from_the_first_position_to_the_last():
    puzzle = GridPegSolitairePuzzle.named("triangle15")
    ways = puzzle.solvable_positions().stats.nodes
    for nodes in (0, 1, ways - 1, ways, ways + 14, ways + 500):
        solutions = puzzle.solutions(limits=Limits(nodes=nodes))
        found = list(solutions)
        assert solutions.status is Status.LIMIT and solutions.stats.nodes == nodes
        assert bool(found) == (nodes >= ways + 14) and all(map(puzzle.check, found))
    for limits in (Limits(memory=1000), Limits(seconds=0)):
        solutions = GridPegSolitairePuzzle.named("english").solutions(limits=limits)
        assert (list(solutions), solutions.status) == ([], Status.LIMIT)


def test_a_lone_peg_that_is_not_at_the_goal_has_no_solution():
    """The goal has as many pegs and the same parities."""
    puzzle = GridPegSolitairePuzzle.parse("*...", goal=(0, 3))
    assert list(puzzle.solutions()) == []
    assert puzzle.solvable_positions().total == puzzle.count().found == 0
    assert list(GridPegSolitairePuzzle.parse("*...", goal=(0, 0)).solutions()) == [()]


def test_solutions_of_a_board_with_very_many():
    puzzle = GridPegSolitairePuzzle.named("english", goal=(3, 3))
    found = list(puzzle.solutions(20))
    assert len(set(found)) == 20 and all(map(puzzle.check, found))
    assert prod(len(jumps) for jumps in found) == 31**20


def decided(board, position, goal, memory=1 << 30, at_once=1 << 30):
    found = {}
    stages = Stages(decide(board, position, goal, memory, found))
    while stages.run(at_once):
        pass
    return found[goal]


@settings(max_examples=20, deadline=None)
@given(peg_boards(), st.data())
def test_against_all_positions(board, data):
    position = data.draw(st.integers(1, board.whole))
    identity = board.symmetries[:1]
    layers = game.layers(position, board.jumps, identity)
    for pegs in range(1, position.bit_count()):
        depth = position.bit_count() - pegs
        reached = layers[depth] if depth < len(layers) else set()
        draw = st.integers(1, board.whole - 1).filter(lambda goal, pegs=pegs: goal.bit_count() == pegs)
        for goal in (*sorted(reached)[:3], data.draw(draw)):
            assert decided(board, position, goal, at_once=3) == (goal in reached)


@settings(max_examples=30, deadline=None)
@given(st.integers(3, (1 << 12) - 1).filter(lambda position: position.bit_count() > 1))
def test_a_beam_that_despairs_decides(position):
    puzzle = GridPegSolitairePuzzle(
        [["*" if position >> 4 * r + c & 1 else "." for c in range(4)] for r in range(3)]
    )
    expected = puzzle.solve().status
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(beam, "FIRST_WIDTH", 1)
        patch.setattr(beam, "DESPAIR", 1)
        assert puzzle.solve().status is expected


def test_goals_of_the_diamond():
    """The tip opposite takes 25 s, one of the sides minutes: neither can be reached."""
    puzzle = GridPegSolitairePuzzle.named("diamond", vacancy=(0, 4))
    board = puzzle.board
    for hole in ((2, 4), (5, 4)):
        assert not decided(board, puzzle.position, 1 << board.number[hole])
    near = puzzle
    for _ in range(12):
        near = near.extensions()[0]
    assert decided(board, puzzle.position, near.position)
    with pytest.raises(OutOfMemory):
        decided(board, puzzle.position, 1 << board.number[8, 4], memory=1 << 20)


def test_no_memory_leaves_a_goal_open():
    puzzle = GridPegSolitairePuzzle.named("diamond", vacancy=(0, 4))
    goal = 1 << puzzle.board.number[8, 4]
    search = beam.Beam(puzzle.board, puzzle.position, [goal], 1 << 20)
    stages = Stages(search._decide_goals())
    while stages.run(1 << 30):
        pass
    assert search.goals == [goal] and search.status is Status.LIMIT


def small(text, **options):
    return GridPegSolitairePuzzle(text.split("/"), **options)


def reached(puzzle, jumps, seed):
    draw = random.Random(seed)
    for _ in range(jumps):
        after = puzzle.extensions()
        if not after:
            break
        puzzle = draw.choice(after)
    return puzzle


def test_hints():
    puzzle = small("**.*", goal=(0, 1))
    result = puzzle.winning_jumps()
    assert (
        [str(jump) for jump in result.jumps] == ["a1-c1"]
        and result.winnable
        and result.status is Status.SOLVED
    )
    assert small("*.*").is_winnable() is False
    position = GridPegSolitairePuzzle.random("english", pegs=10, seed=2)
    assert position == GridPegSolitairePuzzle.random("english", pegs=10, seed=2)
    keeping = position.winning_jumps().jumps
    assert keeping
    assert position.position.bit_count() == 10


@pytest.mark.parametrize("goal", [None, (3, 3)])
def test_what_can_be_won_is_what_a_search_solves(goal):
    both = set()
    for jumps in (11, 14, 20):
        puzzle = reached(GridPegSolitairePuzzle.named("english", goal=goal), jumps, jumps)
        solved = puzzle.solve().status is Status.SOLVED
        winning = puzzle.winning_jumps().jumps
        assert puzzle.is_winnable() == solved == bool(winning)
        for after in puzzle.extensions():
            assert after.is_winnable() == (after in [puzzle.replay([jump])[1] for jump in winning])
        both.add(solved)
    assert False in both


def test_winning_without_room_for_numbers_agrees():
    for jumps in (11, 14):
        puzzle = reached(GridPegSolitairePuzzle.named("english", goal=(3, 3)), jumps, jumps)
        assert puzzle.winning_jumps(limits=Limits(memory=1 << 26)).jumps == puzzle.winning_jumps().jumps
    result = puzzle.winning_jumps(limits=Limits(memory=1000))
    assert (result.status, result.winnable) == (Status.LIMIT, None)


def test_winning_at_once():
    puzzle = small("***", goal=["***"])
    assert puzzle.is_winnable()
    result = puzzle.winning_jumps()
    assert (result.jumps, result.winnable, result.status) == ((), True, Status.SOLVED)
    assert not small("**.", goal=["***"]).is_winnable()
    assert reached(GridPegSolitairePuzzle.named("wiegleb"), 4, 1).is_winnable(limits=Limits(nodes=3)) is None


def test_limits_leave_what_is_known_whole():
    goal = GridPegSolitairePuzzle.random("english", pegs=3, seed=8).marker  # of no other test
    puzzle = reached(GridPegSolitairePuzzle.random("english", pegs=24, seed=5, goal=goal), 2, 1)
    expected = puzzle.solve().status is Status.SOLVED
    answers = []
    for nodes in (1, 10, 1000, 5000, 7000, 11_000, 20_000, 40_000, 80_000, 1 << 40):
        answers.append(puzzle.is_winnable(limits=Limits(nodes=nodes)))
    assert set(answers) <= {expected, None} and answers[-1] is expected


def test_the_time_of_one_question_ends_while_another_is_asked():
    puzzle = reached(GridPegSolitairePuzzle.named("english", goal=(3, 3)), 5, 3)
    known = cached(puzzle.board, puzzle.possible_goals(), 1 << 31)
    answers = []
    with known.lock:
        asker = Thread(target=lambda: answers.append(puzzle.is_winnable(limits=Limits(seconds=0.05))))
        asker.start()
        asker.join(10)
    assert answers == [None]


def triangle(side, row, col):
    rows = [["*"] * (r + 1) + ["#"] * (side - 1 - r) for r in range(side)]
    rows[row][col] = "."
    return GridPegSolitairePuzzle(rows, jumps="triangular")


@pytest.mark.parametrize(("side", "moves"), [(4, 5), (5, 9)])
def test_triangles(side, moves):
    """G. Bell's numbers, https://oeis.org/A127500: the best over all vacancies."""
    puzzles = [triangle(side, r, c) for r in range(side) for c in range(r + 1)]
    by_class = {
        min(p.board.moved(p.position, symmetry) for symmetry in p.board.symmetries): p for p in puzzles
    }
    results = [puzzle.fewest_moves() for puzzle in by_class.values()]
    assert all(result.optimal or result.status is Status.NO_SOLUTION for result in results)
    solved = [result for result in results if result.optimal]
    assert min(result.moves for result in solved) == moves
    assert all(result.puzzle.check(result) and result.lower_bound == result.moves for result in solved)


def test_a_limit_keeps_the_best_solution():
    puzzle = GridPegSolitairePuzzle.named("english", goal=(3, 3))
    first = puzzle.solve()
    found = [puzzle.fewest_moves(limits=Limits(nodes=nodes)) for nodes in (2_000, 60_000, 600_000)]
    for result in found:
        assert result.status is Status.SOLVED and not result.optimal and puzzle.check(result)
        assert 12 <= result.lower_bound <= 18 <= result.moves <= first.moves
    assert [r.moves for r in found] == sorted((r.moves for r in found), reverse=True)
    assert found[1].moves < first.moves and found[-1].moves <= 22
    early = puzzle.fewest_moves(limits=Limits(nodes=100))
    assert (early.status, early.solution, early.lower_bound) == (Status.LIMIT, None, 12)


@pytest.mark.parametrize(("name", "rows", "at_most"), [("european", 37, 24), ("wiegleb", 45, 30)])
def test_large_boards_have_a_solution_at_once(name, rows, at_most):
    text = str(GridPegSolitairePuzzle.named(name))
    if name == "european":  # from the middle there is none
        text = text.replace(".", "*").replace("*", ".", 1)
    puzzle = GridPegSolitairePuzzle.parse(text)
    result = puzzle.fewest_moves(limits=Limits(nodes=200_000))
    assert len(puzzle.board.holes) == rows
    assert result.status is Status.SOLVED and puzzle.check(result)
    assert result.lower_bound <= result.moves <= at_most


def test_beams_find_what_is_too_large_to_prove():
    """13 moves are the fewest on the triangle of 8 rows: A127500 as above."""
    puzzle = triangle(8, 2, 0)
    result = puzzle.fewest_moves(limits=Limits(nodes=1_000_000))
    assert result.moves == 13 and puzzle.check(result)
    assert result.status is Status.SOLVED and not result.optimal


def test_memory_that_is_used_up_leaves_the_best_solution():
    puzzle = GridPegSolitairePuzzle.named("english", goal=(3, 3))
    result = puzzle.fewest_moves(limits=Limits(memory=1_000_000, nodes=2_000_000))
    assert result.status is Status.SOLVED and not result.optimal and puzzle.check(result)
    none = puzzle.fewest_moves(limits=Limits(memory=10_000))
    assert none.status is Status.LIMIT and none.solution is None


def test_ctrl_c_leaves_the_best_solution():
    puzzle = GridPegSolitairePuzzle.named("english", goal=(3, 3))

    def stop(nodes):
        if nodes > 100_000:
            raise KeyboardInterrupt

    result = puzzle.fewest_moves(progress=stop)
    assert result.status is Status.LIMIT and result.interrupted
    assert puzzle.check(result) and not result.optimal


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.text("**.#", min_size=3, max_size=4), min_size=2, max_size=4),
    st.sampled_from(["orthogonal", "diagonal", "triangular"]),
    st.integers(0, 400),
)
def test_against_all_solutions(rows, jumps, nodes):
    try:
        puzzle = GridPegSolitairePuzzle([row.ljust(4, "#") for row in rows], jumps=jumps)
    except PuzzleError:
        assume(False)
    assume(puzzle.position.bit_count() <= 8)
    known = fewest_moves(puzzle.position, puzzle.targets, puzzle.board.jumps)
    whole = puzzle.fewest_moves()
    assert whole.optimal == (known is not None) and whole.status is not Status.LIMIT
    if known is not None:
        assert whole.moves == whole.lower_bound == known and puzzle.check(whole)
    part = puzzle.fewest_moves(limits=Limits(nodes=nodes))
    if part.solution is not None:
        assert part.status is Status.SOLVED and puzzle.check(part)
        assert part.lower_bound <= known <= part.moves
        assert part.optimal == (part.lower_bound == part.moves)
    else:
        assert part.status is Status.LIMIT or known is None
