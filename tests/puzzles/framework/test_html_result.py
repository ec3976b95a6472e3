"""What a page shows of a puzzle that has no view of its own."""

from unriddle import Limits, MNPuzzle, RiverPuzzle, StepPuzzle, WordLadderPuzzle
from unriddle.puzzles.framework import html as views
from unriddle.puzzles.framework.base import ExplainMixin
from unriddle.puzzles.framework.html import answer_of, facts_of, played, view_of
from unriddle.puzzles.framework.steps import Difficulty, Step


class Countdown(StepPuzzle):
    """Down from a number to 0, by one or by two."""

    def __init__(self, n):
        self.n = n

    @classmethod
    def parse(cls, text, *, file=None):
        return cls(int(text))

    def text(self):
        return str(self.n)

    def is_solved(self):
        return self.n == 0

    def extensions(self):
        return [Countdown(self.n - by) for by in (1, 2) if by <= self.n]


class Thought(Countdown, ExplainMixin):
    """The same, reasoned about instead of replayed."""

    replay = None

    def steps(self):
        return (Step(kind="subtraction", text="one goes"),)

    @property
    def levels(self):
        return {"subtraction": Difficulty.EASY}

    def mistake(self, state):
        return None


def test_states_that_are_replayed():
    puzzle = Countdown(4)
    shown = view_of(puzzle, puzzle.solve())
    assert [frame.text for frame in shown.frames] == ["4", "2", "0"] and shown.first == 0
    assert [frame.says for frame in shown.frames] == ["the start", "step 1 of 2", "step 2 of 2"]
    assert dict(shown.facts)["status"] == "SOLVED" and dict(shown.facts)["length"] == "2"


def test_steps_of_reasoning():
    puzzle = Thought(2)
    shown = view_of(puzzle, ("2", "0"))
    assert [(frame.kind, frame.says) for frame in shown.frames] == [
        ("", "the puzzle"),
        ("subtraction", "one goes"),
        ("", "the solution"),
    ]


def test_no_answer_and_no_solution():
    puzzle = Countdown(3)
    stopped = puzzle.solve(limits=Limits(nodes=1))
    assert answer_of(stopped) is None and answer_of(None) is None and answer_of("x") == "x"
    assert len(view_of(puzzle).frames) == len(view_of(puzzle, stopped).frames) == 1
    assert facts_of("x") == () and dict(view_of(puzzle, stopped).facts)["status"] == "LIMIT"


def test_a_long_solution_is_cut_and_says_so(monkeypatch):
    monkeypatch.setattr(views, "MOST_FRAMES", 4)
    states = [Countdown(n) for n in range(9, -1, -1)]
    frames, notes = played(states, lambda k: f"<svg>{k}</svg>", lambda k: f"step {k}")
    assert [frame.says for frame in frames] == ["the start", "step 1", "step 2", "step 9"]
    assert notes == ("The first 2 of 9 steps are shown, and the end.",)
    assert played(states[:4], lambda k: "", str)[1] == ()


def test_facts_say_what_a_result_knows():
    puzzle = WordLadderPuzzle("cat", "dog", ["cat", "cot", "cog", "dog"])
    assert facts_of(puzzle.solve())[:2] == (("status", "SOLVED"), ("length", "3"))
    bridge = RiverPuzzle.bridge([1, 2, 5]).solve()
    assert ("cost", "8") in facts_of(bridge) and ("length", "3") in facts_of(bridge)
    odd = MNPuzzle.parse("1 2 / 0 3").solve()
    assert odd.status.value != "NO_SOLUTION" or ("reason", odd.reason) in facts_of(odd)
