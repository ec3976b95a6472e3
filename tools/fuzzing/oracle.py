"""What must hold of every call: a value or a `PuzzleError` in one line, in time; nothing else."""

from __future__ import annotations

import contextlib
import re
import sys
import time
import traceback
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

__all__ = ["Finding", "calm", "holds", "place_of", "refusal", "same", "wrong_with"]

LONGEST = 600
"""Most characters of an error."""
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
SOURCES = ("unriddle", "src")


class Finding(Exception):
    """Something that must hold does not."""


def holds(truth: object, what: str) -> None:
    """Raise a finding unless something is true."""
    if not truth:
        raise Finding(what)


def refusal(error: BaseException) -> None:
    """Raise a finding unless an error is one line of bounded length without control characters."""
    text = str(error)
    wrong = CONTROL.search(text)
    if wrong:
        name = unicodedata.name(wrong[0], f"U+{ord(wrong[0]):04X}")
        raise Finding(f"an error with {name}") from error
    holds(text, "an error that says nothing")
    if len(getattr(error, "reason", text)) > LONGEST:  # the name of a file may be as long as it is
        raise Finding(f"an error of more than {LONGEST} characters") from error


@contextlib.contextmanager
def calm(allowed: tuple[type[BaseException], ...]) -> Iterator[None]:
    """Let errors of some kinds pass as answers; they are judged by `refusal`."""
    try:
        yield
    except allowed as error:
        refusal(error)


def wrong_with(run: Callable[[bytes], None], data: bytes, seconds: float) -> BaseException | None:
    """Return what an input shows to be wrong, None where all holds."""
    unseen: list[Any] = []
    sys.unraisablehook = unseen.append
    try:
        start = time.perf_counter()  # asking for processor time is a call of the system
        run(data)
        if time.perf_counter() - start > seconds:  # the machine may be busy
            start = time.process_time()
            run(data)
            holds(time.process_time() - start <= seconds, f"more than {seconds:g} s")
        holds(not unseen, f"an error that nobody sees: {unseen[0].exc_value!r:.80}" if unseen else "")
    except (KeyboardInterrupt, SystemExit) as error:
        return Finding(f"{type(error).__name__} out of a call")
    except BaseException as error:
        return error
    return None


def place_of(error: BaseException) -> str:
    """Return what findings of one cause have in common: kind, last place in the package, and the words."""
    shown = [error, *([error.__cause__] if error.__cause__ else [])]
    frames = [
        f"{Path(frame.filename).parent.name}/{Path(frame.filename).name}:{frame.name}"
        for each in shown
        for frame in traceback.extract_tb(each.__traceback__)
        if any(part in SOURCES for part in Path(frame.filename).parts) and "fuzzing" not in frame.filename
    ]
    said = re.sub(r"\d+|'[^']*'", "…", str(error))[:80] if isinstance(error, Finding) else ""
    return " ".join(part for part in (type(error).__name__, frames[-1] if frames else "", said) if part)


def same(first: Any, second: Any) -> bool:
    """Say whether two columns or values are equal; arrays by their elements."""
    import numpy as np

    if isinstance(first, np.ndarray) or isinstance(second, np.ndarray):
        return bool(np.array_equal(first, second))
    return bool(first == second)
