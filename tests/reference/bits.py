"""Twin of what `unriddle.core.bits` says in C: random numbers."""

from __future__ import annotations

__all__ = ["splitmix64"]

STEP, WHOLE = 0x9E3779B97F4A7C15, (1 << 64) - 1


def splitmix64(state: int) -> tuple[int, int]:
    """Return the next state and its random number: 64 bits; https://prng.di.unimi.it/splitmix64.c.

    Examples
    --------
    >>> hex(splitmix64(0)[1])
    '0xe220a8397b1dcdaf'
    """
    state = (state + STEP) & WHOLE
    number = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & WHOLE
    number = (number ^ number >> 27) * 0x94D049BB133111EB & WHOLE
    return state, number ^ number >> 31
