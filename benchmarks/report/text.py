"""Times, rates and ratios as text."""

from __future__ import annotations

import math

__all__ = ["number", "percent", "rate", "ratio", "seconds", "source"]

PATHS = {"avx2": "AVX2", "avx512": "AVX-512"}
"""Vector paths whose name is not that of the package."""
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
    """Return how many of a unit are done per second.

    Examples
    --------
    >>> rate(1.29e-6, "board"), rate(0.01, "search"), rate(3.0, "proof")
    ('775,000 boards per second', '100 searches per second', '')
    """
    noun, of, rest = unit.partition(" of ")
    ending = "es" if noun.endswith(("ch", "s")) else "s"
    plural = (f"{noun[:-1]}ies" if noun.endswith("ry") else noun + ending) + of + rest
    return f"{number(1 / value)} {plural} per second" if 0 < value <= 0.5 else ""


def percent(value: float) -> str:
    """Return a share in percent.

    Examples
    --------
    >>> percent(0.05), percent(0.2214)
    ('5 %', '22 %')
    """
    return f"{value * 100:.0f} %"


def source(date: str, commit: str | None, machine: str, simd: str | None, noise: float | None) -> str:
    """Return when, at which commit and on which machine figures were measured, and its noise.

    Examples
    --------
    >>> source("2026-11-28", "a7f384d7ec92bc3a", "AMD EPYC, 2 cores", "avx2", 0.2214)
    '2026-11-28, unriddle a7f384d7ec92, AMD EPYC, 2 cores, vector path AVX2, noise 22 %'
    >>> source("", None, "AMD EPYC", None, None)
    'date unknown, commit unknown, AMD EPYC, vector path unknown, noise not recorded'
    """
    return ", ".join(
        (
            date or "date unknown",
            f"unriddle {commit[:12]}" if commit else "commit unknown",
            machine,
            f"vector path {PATHS.get(simd, simd) if simd else 'unknown'}",
            "noise not recorded" if noise is None else f"noise {percent(noise)}",
        )
    )
