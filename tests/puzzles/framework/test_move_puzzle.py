"""Puzzles of moves: judged move by move, helped on from any state."""

from dataclasses import replace

import pytest

from unriddle import Limits, PuzzleError, Status
from unriddle.puzzles.framework.check import Judgement
from unriddle.puzzles.framework.move_puzzle import shortest
from unriddle.puzzles.framework.state_puzzle import StepPuzzle
from unriddle.puzzles.framework.steps import Step


class Count(StepPuzzle):
    """From a number to ten, by one more or twice as much."""

    def __init__(self, n):
        self.n = n

    @classmethod
    def parse(cls, text, *, file=None):
        if not text.isdigit():
            raise PuzzleError(f"{text!r}, expected a number", file=file)
        return cls(int(text))

    def text(self):
        return str(self.n)

    def is_solved(self):
        return self.n == 10

    def extensions(self):
        return [Count(self.n + 1), Count(self.n * 2)] if self.n < 10 else []


def test_an_answer_is_judged_step_by_step():
    puzzle = Count(4)
    for right in (("4", "5", "10"), "4/5/10", "4\n5\n10", puzzle.solve()):
        assert puzzle.judge(right)
    wrong = puzzle.judge("4/6/10")
    assert str(wrong) == "WRONG: step 2, 6, is no step from the configuration before" and wrong.places == (1,)
    assert puzzle.judge("5/10").places == (0,)
    assert puzzle.judge("4/5").status is Judgement.INCOMPLETE
    assert puzzle.judge([4, 5]).status is Judgement.NOT_OF_THIS_PUZZLE


def test_a_hint_is_the_next_step_or_the_first_mistake():
    puzzle = Count(4)
    assert str(puzzle.hint()) == "step: 5: the first of 2 steps to the goal"
    assert str(puzzle.hint(Count(5))) == "step: 10: it reaches the goal"
    assert str(puzzle.hint(("4", "5"))) == "step: 10: it reaches the goal"
    assert puzzle.hint(Count(10)) is None and puzzle.first_mistake(("4", "5")) is None
    assert puzzle.hint(("4", "6")).kind == "mistake" == puzzle.first_mistake(("4", "6")).kind
    lost = puzzle.hint(("4", "8", "16"))
    assert (
        str(lost) == "mistake: since step 3 no steps lead to the goal"
        and puzzle.first_mistake(Count(12)).text
    )
    assert str(Count(11).hint()) == "contradiction: no steps lead to the goal: the puzzle has no solution"
    assert Count(11).first_mistake(Count(12)) is None
    assert puzzle.hint(limits=Limits(nodes=0)).kind == "limit"


def test_a_state_may_be_text():
    puzzle = Count(4)
    assert puzzle.read_state("5") == Count(5) and puzzle.read_state("4/5") == ("4", "5")


def test_a_wrong_state_or_wrong_limits():
    with pytest.raises(PuzzleError, match="expected the texts"):
        Count(4).hint(5)
    with pytest.raises(PuzzleError, match="expected Limits"):
        Count(4).hint(limits=5)


def test_ctrl_c_is_no_hint(monkeypatch):
    puzzle = Count(4)
    found = replace(puzzle.solve(), interrupted=True, status=Status.LIMIT)
    monkeypatch.setattr(Count, "solve", lambda self, **_: found)
    for ask in (puzzle.hint, lambda: puzzle.first_mistake(Count(5))):
        with pytest.raises(KeyboardInterrupt):
            ask()


def test_what_is_said_of_a_shortest_way():
    step = Step(kind="step", text="U")
    assert shortest(step, False) is step and shortest(step, True).text == "U, and no path is shorter"
