"""Let SIGTERM and SIGHUP do what Ctrl-C does: what is done by then is kept and printed."""

from __future__ import annotations

import os
import signal
import sys

__all__ = ["exit_code", "interrupt", "note", "received"]

received: list[int] = []
"""Signals that have interrupted this process."""


def interrupt() -> None:
    """Raise KeyboardInterrupt at a signal, but where the caller ignores it, as nohup does."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number is not None and signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _raise)


def _raise(number: int, frame: object) -> None:
    received.append(number)
    raise KeyboardInterrupt


def exit_code() -> int:
    """Return the exit code of an interrupted process: 128 and the signal, 130 for Ctrl-C."""
    return 128 + (received[0] if received else signal.SIGINT)


def note(text: str) -> None:
    """Write a line to standard error, quietly where nobody reads it."""
    try:
        print(text, file=sys.stderr, flush=True)
    except (OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
