"""Runs of `unriddle batch` in processes of their own, and what an undisturbed one leaves."""

from __future__ import annotations

import io
import os
import random
import shutil
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, suppress
from dataclasses import dataclass
from pathlib import Path

from unriddle import Lexicon
from unriddle.batch.folder import Folder
from unriddle.cli import main as unriddle

__all__ = ["Bench", "Child", "Outcome", "Tree", "difference", "half_written", "tree_of"]

Tree = dict[str, bytes]

PATIENCE = 120.0  # seconds; then a run hangs
LETTERS = "aabcdeeeefghiiklmnnoooprrssttuvwy"
WORDS = 1500


@dataclass(frozen=True)
class Outcome:
    """How a run ended."""

    code: int
    """Of exit; below 0 the signal that ended it."""
    text: str
    """What it said."""

    @property
    def done(self) -> bool:
        """Whether it came to its end: 1 is said where records were rejected."""
        return self.code in (0, 1) and len(self.text.splitlines()) <= 1

    def refused(self, *reasons: str) -> bool:
        """Whether it ended with exit code 2 and one line, with one of some texts in it."""
        one = self.code == 2 and len(self.text.splitlines()) == 1
        return one and (not reasons or any(reason in self.text for reason in reasons))

    def __str__(self) -> str:
        lines = self.text.splitlines()
        return f"exit code {self.code}, {len(lines)} lines: {lines[-1][:160] if lines else ''!r}"


class Child:
    """A run in a process of its own."""

    def __init__(self, arguments: Sequence[str], log: Path, before: Callable[[], None] | None = None) -> None:
        self.log = log
        sys.stdout.flush()
        self.pid = os.fork()
        if self.pid:
            return
        code = 70
        try:
            opened = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(opened, 1)
            os.dup2(opened, 2)
            if before is not None:
                before()
            code = unriddle(arguments)
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)  # not this process's clean-up

    def kill(self) -> None:
        """End it at once."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> Outcome:
        """Wait for its end."""
        end = time.perf_counter() + PATIENCE
        while True:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                code = os.waitstatus_to_exitcode(status)
                return Outcome(code, self.log.read_text(errors="replace") if self.log.exists() else "")
            if time.perf_counter() > end:
                self.kill()
                os.waitpid(self.pid, 0)
                return Outcome(71, f"hangs: more than {PATIENCE:.0f} s\n")
            time.sleep(0.001)


class Bench:
    """An input, what an undisturbed run makes of it, and how runs are started."""

    def __init__(self, folder: Path, records: int, part_size: int, form: str, seed: int) -> None:
        self.folder, self.records, self.part_size, self.form = folder, records, part_size, form
        self.rng = random.Random(seed)
        self.input = folder / "boards.txt"
        self.input.write_text("".join(f"{line}\n" for line in self.lines()))
        self.words = folder / "words.txt"
        some = random.Random(seed).sample(list(Lexicon.load("english", level=50)), WORDS)
        self.words.write_text("".join(f"{word}\n" for word in sorted(some)))
        self._children = 0
        self.most = 3
        """Findings after which a check ends."""
        self.met = 0
        """Runs that the harm has met, not those that had come to their end before."""
        with redirect_stderr(io.StringIO()):  # what is imported here need not be by each run
            unriddle(self.arguments(self.fresh("first")))
        self.reference = self.clean(self.input)
        started = time.perf_counter()
        self.clean(self.input)
        self.seconds = time.perf_counter() - started

    def lines(self) -> list[str]:
        """Return new records; those that are none stand where they always do."""
        return [
            f"bad {line} record" if line % 97 == 5 else "".join(self.rng.choices(LETTERS, k=16))
            for line in range(self.records)
        ]

    def arguments(self, out: Path, source: Path | None = None, *more: str, threads: int = 1) -> list[str]:
        """Return a command line."""
        return [
            *("batch", "boggle", str(self.input if source is None else source), "-o", str(out)),
            *("--what", "words", "--format", self.form, "--lexicon", str(self.words)),
            *("--threads", str(threads), "--part-size", str(self.part_size), *more),
        ]

    def start(
        self,
        out: Path,
        source: Path | None = None,
        *more: str,
        threads: int = 1,
        resume: bool = True,
        before: Callable[[], None] | None = None,
    ) -> Child:
        """Start a run, or go on with one."""
        self._children += 1
        log = self.folder / f"log{self._children % 8}"
        rest = (*more, *(["--resume"] if resume else []))
        return Child(self.arguments(out, source, *rest, threads=threads), log, before)

    def clean(self, source: Path) -> Tree:
        """Return the files of a run that nothing disturbs."""
        out = self.folder / "clean"
        shutil.rmtree(out, ignore_errors=True)
        outcome = self.start(out, source).wait()
        if not outcome.done:
            raise SystemExit(f"an undisturbed run ended with {outcome}")
        return tree_of(out)

    def finish(self, out: Path, threads: int = 1) -> str | None:
        """Let a run come to its end; return what is wrong with the result."""
        outcome = self.start(out, threads=threads).wait()
        if not outcome.done:
            return f"the resumed run ended with {outcome}"
        return difference(tree_of(out), self.reference)

    def kill(self, out: Path, threads: int) -> bool:
        """Start a run and kill it at a random moment; return whether it was still at work."""
        child = self.start(out, threads=threads)
        self.sleep()
        child.kill()
        return child.wait().code == -signal.SIGKILL

    def sleep(self, share: float = 1.1) -> None:
        """Wait for a random part of the time that a run takes."""
        time.sleep(self.rng.uniform(0, share * self.seconds))

    def fresh(self, name: str) -> Path:
        """Return a folder that is not there yet."""
        out = self.folder / name
        shutil.rmtree(out, ignore_errors=True)
        return out

    def unfinished(self, name: str) -> Path:
        """Return a folder with all parts done and nothing put together."""

        def interrupted(*_: object) -> bool:
            raise KeyboardInterrupt

        out = self.fresh(name)
        self.start(out, before=lambda: setattr(Folder, "finalise", interrupted)).wait()
        return out


def tree_of(out: Path) -> Tree:
    """Return all files of a folder."""
    found = {}
    for path in sorted(out.rglob("*")) if out.exists() else ():
        with suppress(FileNotFoundError, IsADirectoryError):  # a run may be at work
            found[str(path.relative_to(out))] = path.read_bytes()
    return found


def difference(found: Tree, expected: Tree) -> str | None:
    """Return how two folders differ."""
    for name in sorted({*found, *expected}):
        if found.get(name) != expected.get(name):
            kind = "missing" if name not in found else "left over" if name not in expected else "different"
            return f"{name} is {kind}"
    return None


def half_written(out: Path, reference: Tree) -> str | None:
    """Return a file that stands under its final name and is not whole."""
    for name, data in tree_of(out).items():
        if not name.startswith(".parts") and name != "_manifest.json" and data != reference[name]:
            return f"{name} is half-written"
    return None
