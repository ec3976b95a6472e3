"""The reasoning of a person, hints and mistakes."""

import pytest

from unriddle import Hidato, Numbrix, PuzzleError, Status
from unriddle.puzzles.framework.steps import Difficulty

UNIQUE = Numbrix.parse("1 . 3 / . . . / . . 9")
TWO = Numbrix.parse("1 . . / . 5 . / . . 9")


def test_steps_solve_an_easy_board():
    puzzle = Numbrix.parse("1 . 3 . 5 . 7 / . . . . . . .")
    steps = puzzle.steps()
    assert steps[0].kind == "one place"
    assert puzzle.difficulty() in list(Difficulty)[:3] and len(steps) == 10


def test_a_guess_is_for_experts():
    assert TWO.difficulty() is Difficulty.EXPERT and TWO.steps()[-1].kind == "guess"


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
        (UNIQUE, "1 2 3 / . . 4 / 5 . 9", "5 stands at row 3, column 1, where no solution has it"),
        (UNIQUE, "1 2 4 / . . . / . . 9", "3 is given at row 1, column 3, where the state has it not"),
        (UNIQUE, "1 2 . / . . 3 / . . 9", "3 is given at row 1, column 3, where the state has it not"),
        (TWO, "1 2 3 / . 5 . / . . 9", None),
        (TWO, "1 . . / 2 5 . / . . 9", None),
        (TWO, "1 3 . / . 5 . / . . 9", "3 stands at row 1, column 2, where no solution has it"),
        (
            TWO,
            "1 2 . / . 5 . / 3 . 9",
            "3 stands at row 3, column 1, where no solution has it with the numbers",
        ),
        (Numbrix.parse("1 . 2"), "1 3 2", None),
    ],
)
def test_the_first_mistake(puzzle, state, said):
    found = puzzle.mistake(Numbrix.parse(state))
    assert (found is None) == (said is None)
    if said:
        assert found.kind == "mistake" and found.text.startswith(said)
        assert puzzle.hint(Numbrix.parse(state)) == found


@pytest.mark.parametrize(
    "state", [Hidato.parse("1 2"), Numbrix.parse("1 ."), Numbrix.parse("# 1 .", wrap=True), 5]
)
def test_a_state_of_another_board(state):
    with pytest.raises(PuzzleError, match="filled further"):
        Numbrix.parse("# 1 .").mistake(state)


def test_ctrl_c_in_a_hint(monkeypatch):
    stopped = UNIQUE.solve(progress=lambda _: (_ for _ in ()).throw(KeyboardInterrupt))
    assert stopped.status is Status.LIMIT and stopped.interrupted
    monkeypatch.setattr(Numbrix, "solve", lambda self, **options: stopped)
    with pytest.raises(KeyboardInterrupt):
        UNIQUE.mistake(Numbrix.parse("1 2 3 / . . . / . . 9"))
