"""Let SIGTERM, SIGHUP and the time limit of a command do what Ctrl-C does: what is done is kept."""

from __future__ import annotations

import _thread
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from math import inf
from typing import Any, TypeVar

__all__ = [
    "check_time",
    "exit_code_of_interrupt",
    "handle_signals",
    "held",
    "in_place_of_interrupt",
    "in_time",
    "note",
    "received",
    "set_alarm",
    "time_is_up",
]
T = TypeVar("T")

received: list[int] = []
"""Signals that have interrupted this process."""
AGAIN = 0.5  # seconds from an alarm to the next: what follows the first, such as drawing, may be long as well
LOST = 0.02  # seconds from an interrupt that was lost to the next
LOOK = 0.05  # seconds between two looks at the memory
BESIDES = 64 << 20  # bytes that the program and its word list may take
_alarm = {"wanted": False, "up": False, "held": False, "cut": False}
_calls: list[Callable[[], object]] = []
_ends: dict[str, float] = {}
"""Where memory is limited: the time of the next alarm, and the bytes of the process that bring one."""


class SignalReceived(KeyboardInterrupt):
    """A signal has come.

    A KeyboardInterrupt itself that comes within `exec`, as dataclasses use it, would end ``python -m`` by
    SIGINT, whatever its exit code was to be.
    """


class TimeIsUp(KeyboardInterrupt):
    """The time of a command is up."""


def handle_signals() -> None:
    """Raise KeyboardInterrupt at a signal, but where the caller ignores it, as nohup does; allow alarms."""
    _alarm["wanted"] = hasattr(signal, "setitimer")
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number is not None and signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _raise)
    former = sys.unraisablehook

    def hook(unraisable: Any) -> None:
        if isinstance(unraisable.exc_value, SignalReceived):
            _thread.start_new_thread(_send_again, ())
        else:
            former(unraisable)

    sys.unraisablehook = hook


def _raise(number: int, frame: object) -> None:
    received.append(number)
    if not _calls:
        raise SignalReceived
    _calls[-1]()


@contextmanager
def in_place_of_interrupt(call: Callable[[], object]) -> Iterator[None]:
    """Let a signal call a function instead of raising KeyboardInterrupt, as an event loop needs it."""
    _calls.append(call)
    try:
        yield
    finally:
        _calls.pop()


def _send_again() -> None:
    """Send a signal once more: it came in a destructor or a callback, where exceptions are lost."""
    time.sleep(LOST)
    if os.name == "posix":
        os.kill(os.getpid(), received[-1])
    else:
        signal.raise_signal(received[-1])


def set_alarm(seconds: float, memory: int | None = None) -> None:
    """Interrupt a process of ours after a time, where the system has such timers; 0 ends the waiting.

    Searches keep to limits themselves and end before it: this ends what comes after them, such as printing.
    With `memory` in bytes it also comes once the process has grown by that and `BESIDES`.
    """
    if _alarm["wanted"]:
        _ends.clear()
        if memory is not None:
            _ends.update(time=time.perf_counter() + seconds, peak=_peak() + memory + BESIDES)
        signal.signal(signal.SIGALRM, _ring)
        signal.setitimer(signal.ITIMER_REAL, *((LOOK, LOOK) if _ends else (seconds, AGAIN)))


def _peak() -> int:
    """Return the most memory that the process has had, in bytes."""
    import resource  # not on Windows

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def _ring(number: int, frame: object) -> None:
    if _ends:  # it rings every `LOOK` seconds
        now = time.perf_counter()
        if _peak() > _ends["peak"]:
            _ends["peak"] = inf
        elif now >= _ends["time"]:
            _ends["time"] = now + AGAIN
        else:
            return
    _alarm["up"] = True
    if not _alarm["held"]:
        raise TimeIsUp


def time_is_up() -> bool:
    """Return whether the alarm has come."""
    return _alarm["up"]


@contextmanager
def held() -> Iterator[None]:
    """Let an alarm wait while something is written that would be lost in part, such as an object of JSON."""
    before, _alarm["held"] = _alarm["held"], True
    try:
        yield
    finally:
        _alarm["held"] = before


def in_time(items: Iterable[T]) -> Iterator[T]:
    """Yield items until the alarm comes; for what is made to be written whole, within `held`."""
    for item in items:
        if _alarm["up"]:
            _alarm["cut"] = True
            return
        yield item


def check_time() -> None:
    """Raise where `in_time` has left items out."""
    if _alarm["cut"]:
        raise TimeIsUp


def exit_code_of_interrupt() -> int:
    """Return the exit code of an interrupted process: 128 and the signal (130: Ctrl-C), 1 after an alarm."""
    if time_is_up() and not received:
        return 1
    return 128 + (received[0] if received else signal.SIGINT)


def note(text: str) -> None:
    """Write a line to standard error, quietly where nobody reads it."""
    try:
        print(text, file=sys.stderr, flush=True)
    except (OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
