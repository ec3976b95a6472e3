"""Times, rates and ratios as text."""

from __future__ import annotations

import math

__all__ = ["number", "rate", "ratio", "seconds"]

UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))


def number(value: float) -> str:
    """Return a number with three digits.

    Examples
    --------
    >>> number(0.6483), number(12.0), number(1490123.0), number(26), number(1.2)
    ('0.648', '12', '1,490,000', '26', '1.2')
    """
    if value == 0:
        return "0"
    digits = max(0, 2 - math.floor(math.log10(abs(value))))
    if digits == 0:
        value = float(f"{value:.3g}")
    text = f"{value:,.{digits}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def seconds(value: float) -> str:
    """Return a time with three digits.

    Examples
    --------
    >>> seconds(1.294e-6), seconds(0.343), seconds(126.0), seconds(4e-10)
    ('1.29 µs', '343 ms', '126 s', '0.4 ns')
    """
    step, unit = next(((step, unit) for step, unit in UNITS if value >= step * 0.9995), UNITS[-1])
    return f"{number(value / step)} {unit}"


def ratio(value: float) -> str:
    """Return how many times as fast, with two digits below ten.

    Examples
    --------
    >>> ratio(0.934), ratio(3.27), ratio(26.2), ratio(43123)
    ('0.93', '3.3', '26', '43,000')
    """
    if value < 1:
        return f"{value:.2f}"
    return f"{value:.1f}" if value < 9.95 else f"{float(f'{value:.2g}'):,.0f}"


def rate(value: float, unit: str) -> str:
    """Return what a time makes a second.

    Examples
    --------
    >>> rate(1.29e-6, "board"), rate(0.01, "search"), rate(3.0, "proof")
    ('775,000 boards a second', '100 searches a second', '')
    """
    noun, of, rest = unit.partition(" of ")
    ending = "es" if noun.endswith(("ch", "s")) else "s"
    plural = (f"{noun[:-1]}ies" if noun.endswith("ry") else noun + ending) + of + rest
    return f"{number(1 / value)} {plural} a second" if 0 < value <= 0.5 else ""
