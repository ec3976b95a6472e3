import random
from threading import Thread

import pytest

from unriddle import GridPegSolitairePuzzle, Limits, Status
from unriddle.puzzles.peg.solvable_positions import winning


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


@pytest.mark.parametrize("goal", [None, (3, 3), (0, 3)])
def test_what_can_be_won_is_what_a_search_solves(goal):
    both = set()
    for jumps in (9, 11, 12, 14, 16, 20):
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
    known = winning(puzzle.board, puzzle.possible_goals(), 1 << 31)
    answers = []
    with known.lock:
        asker = Thread(target=lambda: answers.append(puzzle.is_winnable(limits=Limits(seconds=0.05))))
        asker.start()
        asker.join(10)
    assert answers == [None]
