"""What the contract gives to a puzzle that writes its abstract methods only."""

import pytest

from unriddle import Limits, PuzzleError, Status
from unriddle.puzzles.framework.base import ExplainMixin, PuzzleBase
from unriddle.puzzles.framework.solutions import Solutions
from unriddle.puzzles.framework.steps import STOPPED, Difficulty, Step


class Divisors(ExplainMixin):
    """The divisors of a number, from 1 up to it; `even` leaves the odd ones out."""

    def __init__(self, number, even=False, known=()):
        self.number, self.even, self.known = number, even, tuple(known)

    @classmethod
    def parse(cls, text, *, file=None, even=False):
        if not text.strip().isdigit():
            raise PuzzleError(f"{text!r:.20}, expected a number", file=file, line=1)
        return cls(int(text), even)

    def rules(self):
        return {"even": self.even}

    def format(self, solution=None):
        return str(self.number if solution is None else solution)

    def to_svg(self, solution=None):
        return f"<svg><title>{self.format(solution)}</title></svg>"

    def configuration(self):
        return self.number, self.even

    def solve(self, *, limits=None, progress=None):
        raise NotImplementedError

    def solutions(self, limit=None, *, limits=None, progress=None):
        return Solutions(Trying(self), limit, limits, progress)

    def check(self, solution):
        return self.number % solution == 0 and not (self.even and solution % 2)

    def reasoning(self):
        left = [n for n in range(1, self.number + 1) if self.check(n) and n not in self.known]
        return (Step(kind="divides", text=str(n)) for n in left)

    @property
    def levels(self):
        return {"divides": Difficulty.EASY}

    def first_mistake(self, state):
        wrong = [n for n in state.known if not self.check(n)]
        return Step(kind="mistake", text=f"{wrong[0]} does not divide") if wrong else None


class Trying:
    def __init__(self, puzzle):
        self.puzzle, self.nodes, self.ready = puzzle, 0, []

    def run(self, budget):
        while budget and self.nodes < self.puzzle.number and not self.ready:
            budget, self.nodes = budget - 1, self.nodes + 1
            if self.puzzle.check(self.nodes):
                self.ready = [self.nodes]
        return self.nodes < self.puzzle.number

    def take(self):
        found, self.ready = self.ready, []
        return found


def test_what_is_missing_is_named_at_once():
    class Half(PuzzleBase):
        pass

    with pytest.raises(TypeError, match="abstract method"):
        Half()


def test_a_file_is_parsed_with_its_name_and_the_rules(tmp_path):
    good, bad = tmp_path / "12.txt", tmp_path / "bad.txt"
    good.write_text("12\n", encoding="utf-8")
    bad.write_text("twelve", encoding="utf-8")
    assert Divisors.load(good, even=True) == Divisors(12, even=True)
    with pytest.raises(PuzzleError) as error:
        Divisors.load(bad)
    assert str(error.value) == f"{bad}:1: 'twelve', expected a number"


def test_a_file_that_is_too_long_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(Divisors, "LONGEST", 3)
    (tmp_path / "n.txt").write_text("1234", encoding="utf-8")
    with pytest.raises(PuzzleError, match=r"n\.txt: .*expected at most 3"):
        Divisors.load(tmp_path / "n.txt")


def test_values_hold_the_rules():
    puzzle = Divisors(12, even=True)
    assert puzzle.to_dict() == {"puzzle": "Divisors", "text": "12", "even": True}
    assert Divisors.from_dict(puzzle.to_dict()) == puzzle
    assert Divisors.from_dict({"text": "12"}) == Divisors(12)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (None, "None, expected what to_dict returned"),
        ({}, "{}, expected what to_dict returned"),
        ({"text": 12}, "{'text': 12}, expected what to_dict returned"),
        ({"text": "12", "puzzle": "Peg"}, "puzzle 'Peg', expected Divisors"),
        ({"text": "12", "puzzle": 5}, "puzzle '5', expected Divisors"),
        ({"text": "x"}, "line 1: 'x', expected a number"),
    ],
)
def test_values_that_are_no_puzzle(values, message):
    with pytest.raises(PuzzleError) as error:
        Divisors.from_dict(values)
    assert str(error.value) == message


def test_an_unknown_key_is_named():
    with pytest.raises(PuzzleError, match=r"'odd', expected what to_dict returned$"):
        Divisors.from_dict({"text": "12", "odd": True})


def test_equality_is_that_of_the_configuration_and_the_class():
    class Other(Divisors):
        pass

    assert Divisors(6) == Divisors(6) != Divisors(6, even=True)
    assert len({Divisors(6), Divisors(6), Divisors(7)}) == 2
    assert Divisors(6) != Other(6) and Divisors(6) != (6, False)


def test_text_and_pictures():
    puzzle = Divisors(12)
    assert str(puzzle) == puzzle.text() == "12" and puzzle._repr_svg_() == puzzle.to_svg()


@pytest.mark.parametrize(
    ("number", "limit", "found", "status"),
    [
        (12, None, 6, Status.MULTIPLE),
        (12, 2, 2, Status.MULTIPLE),
        (12, 1, 1, Status.SOLVED),
        (1, None, 1, Status.UNIQUE),
        (0, None, 0, Status.NO_SOLUTION),
    ],
)
def test_a_count_is_that_of_the_solutions(number, limit, found, status):
    count = Divisors(number).count(limit)
    assert count == found and count.status is status
    assert count.complete is (limit is None)


def test_ctrl_c_between_two_solutions_leaves_a_part(monkeypatch):
    class Stopped(Trying):
        def run(self, budget):
            if self.nodes == 3:
                raise KeyboardInterrupt
            return super().run(budget)

    monkeypatch.setitem(globals(), "Trying", Stopped)
    count = Divisors(12).count()
    assert (count.found, count.status, count.interrupted, count.complete) == (3, Status.LIMIT, True, False)


def test_a_hint_is_the_first_mistake_or_else_the_next_step():
    puzzle = Divisors(6)
    assert puzzle.hint().text == "1" and puzzle.hint(Divisors(6, known=(1, 2))).text == "3"
    assert puzzle.hint(Divisors(6, known=(1, 4))) == Step(kind="mistake", text="4 does not divide")
    assert puzzle.hint(Divisors(6, known=(1, 2, 3, 6))) is None


def test_reasoning_that_takes_no_limits_is_stopped_between_its_steps():
    puzzle = Divisors(12)
    assert [step.text for step in puzzle.steps(limits=Limits(nodes=2))[:2]] == ["1", "2"]
    assert puzzle.steps(limits=Limits(nodes=2))[-1] == puzzle.hint(limits=Limits(nodes=0)) == STOPPED
    assert puzzle.rating(limits=Limits(nodes=2)) is puzzle.difficulty(limits=Limits(nodes=2)) is None
    assert puzzle.rating(limits=Limits(nodes=99)) == puzzle.rating()
