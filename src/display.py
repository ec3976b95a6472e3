"""What is under way, on a line of standard error drawn anew: rich's where it is installed, or plain."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["Display", "display"]

BAR = 24  # columns


class Display:
    """A line at the end of a terminal's standard error.

    Nothing is imported or drawn before the first `show`: short work costs nothing. No thread draws: a line
    changes when it is shown.
    """

    def __init__(self) -> None:
        self._drawn = False
        self._bar: Any = None

    def show(self, text: str, done: int = 0, total: int | None = None) -> None:
        """Draw the line anew; with a bar where it is known how much there is to do, and rich is there."""
        if not self._drawn:
            self._drawn, self._bar = True, _rich_bar()
        if self._bar is not None:
            self._bar.update(
                self._bar.task_ids[0], completed=done, total=total, description=text, refresh=True
            )
            return
        width = shutil.get_terminal_size().columns - 1
        sys.stderr.write(f"\r{text[:width]}\x1b[K")
        sys.stderr.flush()

    def clear(self) -> None:
        """Leave nothing of it; `show` begins anew."""
        if not self._drawn:
            return
        self._drawn = False
        if self._bar is not None:
            self._bar.stop()
            return
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


@contextmanager
def display() -> Iterator[Display | None]:
    """Yield a line that is gone at the end; None where standard error is no terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    line = Display()
    try:
        yield line
    finally:
        line.clear()


def _rich_bar() -> Any:
    """Return a started display of rich with one task; None without rich, or where no cursor can be moved."""
    if os.environ.get("TERM") in ("dumb", "unknown"):
        return None
    try:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, Task, TextColumn
        from rich.table import Column
        from rich.text import Text
    except ImportError:
        return None

    class Share(BarColumn):
        def render(self, task: Task) -> Any:
            return Text("") if task.total is None else super().render(task)

    bar = Progress(
        Share(bar_width=BAR),
        TextColumn(
            "{task.description}", markup=False, table_column=Column(no_wrap=True, overflow="ellipsis")
        ),
        console=Console(file=sys.stderr),
        auto_refresh=False,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    bar.add_task("", total=None)
    bar.start()
    return bar
