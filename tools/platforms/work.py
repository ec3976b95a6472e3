"""What each part of the work shares: where it works, how a command is run, what came of it."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BUILD = ROOT / "build" / "wheels"
TOOLS = ("setuptools>=80", "wheel", "cython>=3.1,<4")
TESTED_WITH = ("numpy>=2.0", "pytest>=9", "pytest-benchmark>=5", "pytest-xdist>=3.6", "hypothesis>=6.100")
DONE, FAILED, LEFT_OUT = "ok", "FAILED", "left out"


@dataclass(frozen=True)
class Outcome:
    """What came of one thing that was tried."""

    what: str
    state: str
    said: str = ""

    def __str__(self) -> str:
        return f"{self.what}: {self.state}" + (f", {self.said}" if self.said else "")


class CommandError(Exception):
    """A command that failed; its last line."""


def environment(**changed: str) -> dict[str, str]:
    """Return this process's environment without what would lead Python to another installation."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    return {**kept, **changed}


def run(
    command: Sequence[str | Path], *, cwd: Path = ROOT, env: Mapping[str, str] | None = None, log: str = ""
) -> str:
    """Run a command to its end; return what it printed.

    Raises
    ------
    CommandError
        It is not there, or its exit code is not 0. With `log`, all that it printed is in build/wheels/LOG.
    """
    words = [str(word) for word in command]
    try:
        done = subprocess.run(
            words,
            cwd=cwd,
            env=environment() if env is None else env,
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError as error:
        raise CommandError(f"{words[0]}: {error.strerror}") from None
    printed = done.stdout + done.stderr
    if log:
        (BUILD / log).write_text(f"{shlex.join(words)}\n{printed}", encoding="utf-8")
    if done.returncode:
        lines = [line for line in printed.splitlines() if line.strip()]
        raise CommandError(f"{lines[-1] if lines else 'nothing said'} ({log or words[0]})")
    return printed


def summary(printed: str) -> str:
    """Return the line in which pytest says how many tests passed."""
    lines = [line.strip("= ") for line in printed.splitlines() if " passed" in line]
    return lines[-1] if lines else "no test was run"


def pip(python: str | Path, *words: str | Path) -> None:
    """Run pip of another Python, quietly."""
    run([python, "-m", "pip", *words[:1], "--quiet", "--disable-pip-version-check", *words[1:]])


def fresh(folder: Path, python: str | Path = sys.executable) -> Path:
    """Make a virtual environment; return its Python."""
    run([python, "-m", "venv", "--clear", folder])
    return folder / ("Scripts" if os.name == "nt" else "bin") / "python"
