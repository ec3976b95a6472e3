"""What an `__eq__` compares: found where it is plain, and never claimed where it is not."""

import dataclasses
import functools

import numpy as np
import pytest

from unriddle.equality import compared


class Plain:
    def __init__(self):
        self.row, self.moves, self.parent = [1, 2], 3, None


def made(eq):
    return type("Made", (Plain,), {"__eq__": eq, "flag": 1})()


CLEAR = {
    "one": (lambda a, b: a.row == b.row, ("row",)),
    "type": (lambda a, b: type(a) is type(b) and a.row == b.row, ("row",)),
    "isinstance": (lambda a, b: isinstance(b, Plain) and a.row == b.row, ("row",)),
    "two": (lambda a, b: a.moves == b.moves and a.row == b.row, ("row", "moves")),
    "not unequal": (lambda a, b: not (a.row != b.row or a.moves != b.moves), ("row", "moves")),
    "in tuples": (lambda a, b: (a.row, a.moves) == (b.row, b.moves), ("row", "moves")),
    "all attributes": (lambda a, b: a.__dict__ == b.__dict__, ("row", "moves", "parent")),
    "vars": (lambda a, b: vars(a) == vars(b), ("row", "moves", "parent")),
    "all": (lambda a, b: all([a.row == b.row, a.moves == b.moves]), ("row", "moves")),
    "array": (lambda a, b: (a.row == b.row).all() and a.moves == b.moves, ("row", "moves")),
    "class attribute": (lambda a, b: a.flag == b.flag and a.row == b.row, ("row",)),
    "with one that is None": (lambda a, b: a.row == b.row and a.parent == b.parent, ("row", "parent")),
}
UNCLEAR = {
    "sorted": lambda a, b: sorted(a.row) == sorted(b.row),
    "text": lambda a, b: str(a.row) == str(b.row),
    "formatted": lambda a, b: f"{a.row}" == f"{b.row}",
    "length": lambda a, b: len(a.row) == len(b.row),
    "items": lambda a, b: a.row[0] == b.row[0],
    "loop": lambda a, b: all(x == y for x, y in zip(a.row, b.row, strict=True)),
    "either": lambda a, b: a.row == b.row or a.moves == b.moves,
    "unless": lambda a, b: a.moves == b.moves and (a.row == b.row or a.parent == b.parent),
    "any": lambda a, b: (a.row == b.row).any(),
    "differs": lambda a, b: a.row != b.row,
    "one or the other": lambda a, b: (a.row == b.row) != (a.moves == b.moves),
    "crossed": lambda a, b: a.row == b.moves,
    "a constant": lambda a, b: a.row == b.row and a.moves == 3,
    "truth": lambda a, b: bool(a.row) == bool(b.row),
    "set": lambda a, b: {a.moves} == {b.moves},
    "order": lambda a, b: not a.moves < b.moves and not b.moves < a.moves,
    "attribute of it": lambda a, b: a.row.__class__ == b.row.__class__,
    "always": lambda a, b: True,
    "never": lambda a, b: False,
    "not said": lambda a, b: NotImplemented,
    "is None": lambda a, b: a.row == b.row and (a.parent is None or a.moves == b.moves),
    "in a set": lambda a, b: a.moves in {b.moves},
    "identity": lambda a, b: a.row is b.row,
    "subtraction": lambda a, b: a.moves - b.moves == 0,
    "hash": lambda a, b: hash(a.moves) == hash(b.moves),
    "array of it": lambda a, b: np.sum(a.row) == np.sum(b.row),
}


@pytest.mark.parametrize("name", CLEAR)
def test_what_is_compared_and_nothing_else(name):
    eq, expected = CLEAR[name]
    assert compared(made(eq), ("row", "moves", "parent")) == expected


@pytest.mark.parametrize("name", UNCLEAR)
def test_what_is_not_clear_is_not_claimed(name):
    assert compared(made(UNCLEAR[name]), ("row", "moves", "parent")) is None


def test_what_catches_all_errors_is_not_believed():
    def eq(a, b):
        try:
            return sorted(a.row) == sorted(b.row)
        except BaseException:
            return a.row == b.row

    assert compared(made(eq), ("row", "moves", "parent")) is None


def test_a_value_that_is_worked_out_when_it_is_asked_for():
    class Lazy(Plain):
        canonical = None

        def __eq__(self, other):
            return self.form() == other.form()

        def form(self):
            if self.canonical is None:
                self.canonical = sorted(self.row)
            return self.canonical

    lazy = Lazy()
    assert compared(lazy, tuple(vars(lazy))) is None
    lazy.canonical = None
    assert compared(lazy, tuple(vars(lazy))) is None


def test_dataclasses_slots_and_many_attributes():
    @dataclasses.dataclass
    class Data:
        row: list
        moves: int = dataclasses.field(compare=False, default=0)

    @dataclasses.dataclass(frozen=True, slots=True)
    class Frozen:
        row: list
        at: int

    many = dataclasses.make_dataclass("Many", [f"a{k}" for k in range(12)])(*range(12))
    assert compared(Data([1]), ("row", "moves")) == ("row",)
    assert compared(Frozen([1], 2), ("row", "at")) == ("row", "at")
    assert compared(many, tuple(vars(many))) == tuple(vars(many))


def test_what_cannot_be_made_anew_is_not_clear():
    class Number(int):
        def __eq__(self, other):
            return int(self) == int(other)

    class Fixed:
        @functools.cached_property
        def row(self):
            return [1]

        def __eq__(self, other):
            return self.row == other.row

        def __setattr__(self, name, value):
            raise AttributeError

    assert compared(Number(5), ()) is None
    assert compared(Fixed(), ()) is None
