"""Random numbers side by side: those of SplitMix64, whichever others stand beside."""

import numpy as np

from reference.bits import splitmix64
from unriddle.puzzles.framework.chance import Chance


def test_random_numbers_are_those_of_splitmix():
    """The first numbers from seed 1234567; see https://rosettacode.org/wiki/Pseudo-random_numbers/Splitmix64."""
    chance = Chance([5, 1234567])
    first = chance.numbers(3)[1].tolist()
    assert first == [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert chance.numbers(2)[1].tolist() == [4593380528125082431, 16408922859458223821]


def test_numbers_of_some_seeds_leave_the_others_where_they_were():
    chance, alone = Chance([1, 2, 3]), Chance([2])
    chance.numbers(1, np.array([0, 2]))
    assert chance.numbers(2)[1].tolist() == alone.numbers(2)[0].tolist()


def test_numbers_below_a_bound():
    seeds = [0, 7, (1 << 64) - 1, 1 << 62]
    bounds = np.array([1, 10, 1 << 31, 6])
    expected = [
        (splitmix64(seed)[1] >> 32) * bound >> 32 for seed, bound in zip(seeds, bounds.tolist(), strict=True)
    ]
    assert Chance(seeds).below(bounds).tolist() == expected
    many = Chance(range(6000)).below(np.full(6000, 6))
    assert min(np.bincount(many, minlength=6)) > 850 and many.max() == 5
