"""Figures as people write them: times, counts, rates, ratios, bytes; three digits that mean something."""

from __future__ import annotations

import math

__all__ = ["bytes_text", "count_text", "grouped", "percent", "plural", "rate_text", "ratio_text", "time_text"]

_TIMES = ((1e-6, 1e9, "ns"), (1e-3, 1e6, "µs"), (1.0, 1e3, "ms"), (120.0, 1.0, "s"), (7200.0, 1 / 60, "min"))


def grouped(value: float, digits: int = 3) -> str:
    """Return a number to so many significant digits, thousands set apart, whole where it is large.

    Examples
    --------
    >>> grouped(1234567.8), grouped(3.14159), grouped(0.001234), grouped(20.0)
    ('1,230,000', '3.14', '0.00123', '20.0')
    """
    if value == 0 or not math.isfinite(value):
        return "0" if value == 0 else str(value)
    places = digits - 1 - math.floor(math.log10(abs(value)))
    rounded = round(value, places)
    places = digits - 1 - math.floor(math.log10(abs(rounded)))
    return f"{rounded:,.{max(0, places)}f}"


def count_text(value: float) -> str:
    """Return a count in full, or a mean that is no whole number to three digits.

    Examples
    --------
    >>> count_text(1234567), count_text(203.5), count_text(9e21)
    ('1,234,567', '204', '9.00e+21')
    """
    if abs(value) >= 1e21:
        return f"{value:.2e}"
    return f"{int(value):,}" if value == int(value) else grouped(value)


def time_text(seconds: float) -> str:
    """Return a time with its unit.

    Examples
    --------
    >>> time_text(3.2e-6), time_text(0.0125), time_text(75), time_text(6000), time_text(4e-10)
    ('3.20 µs', '12.5 ms', '75.0 s', '100 min', '0.400 ns')
    """
    for below, factor, unit in _TIMES:
        if seconds < below:
            return f"{grouped(seconds * factor)} {unit}"
    return f"{grouped(seconds / 3600)} h"


def rate_text(seconds: float, item: str) -> str:
    """Return how many items a second, or how long one takes where that is below one a second.

    Examples
    --------
    >>> rate_text(3.2e-6, "board"), rate_text(2.5, "query")
    ('312,000 boards a second', '2.50 s a query')
    """
    if seconds <= 1:
        return f"{grouped(1 / seconds)} {plural(item)} a second"
    return f"{time_text(seconds)} a {item}"


def ratio_text(ratio: float) -> str:
    """Return a factor: two digits, so that nobody reads more from it than it holds.

    Examples
    --------
    >>> ratio_text(2913), ratio_text(3.14), ratio_text(0.752), ratio_text(0.996)
    ('2,900', '3.1', '0.75', '1.0')
    """
    return grouped(ratio, 2)


def percent(fraction: float) -> str:
    """Return a fraction as a percentage.

    Examples
    --------
    >>> percent(0.0312), percent(1.5), percent(0.0004)
    ('3.1 %', '150 %', '0.04 %')
    """
    return f"{grouped(fraction * 100, 2 if fraction >= 0.001 else 1)} %"


def bytes_text(size: float) -> str:
    """Return a size in binary units.

    Examples
    --------
    >>> bytes_text(512), bytes_text(3 << 20), bytes_text(1536)
    ('512 B', '3.00 MiB', '1.50 KiB')
    """
    units = ["B", "KiB", "MiB", "GiB", "TiB"]
    while size >= 1024 and len(units) > 1:
        size /= 1024
        del units[0]
    return f"{int(size)} B" if units[0] == "B" else f"{grouped(size)} {units[0]}"


def plural(noun: str) -> str:
    """Return the plural of a plain English noun.

    Examples
    --------
    >>> plural("board"), plural("query"), plural("search"), plural("key")
    ('boards', 'queries', 'searches', 'keys')
    """
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "ch", "sh")) else "s")
