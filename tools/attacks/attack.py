"""One run of the command line under attack, in a process of its own, and what is wrong with how it ended."""

from __future__ import annotations

import os
import re
import resource
import shutil
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from unriddle.cli import main as unriddle

__all__ = ["SECONDS", "Attack", "Ended", "Findings", "canaries", "judge", "run", "shortest"]

SECONDS = 1.0
PATIENCE = 60.0  # then a run is killed
TRIES = 3  # of what was late, on a machine that does other things too: the shortest counts
MEMORY = 4 << 30
TIMES = re.compile(r"[\d.,]+ ?(?:[mµn]?s|min)\b")
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True)
class Attack:
    """One run: the arguments, what stands on standard input, what is done to the process before."""

    name: str
    arguments: tuple[str, ...]
    stdin: bytes = b""
    before: Callable[[], None] | None = None
    codes: tuple[int, ...] = (2,)
    """The exit codes that are right."""
    output: str | None = None
    """What standard output must be but for times, where that is known."""
    seconds: float = SECONDS


@dataclass(frozen=True)
class Ended:
    """How a run ended."""

    code: int
    """The exit code; negative: a signal."""
    output: str
    errors: str
    seconds: float


@dataclass
class Findings:
    """What went wrong."""

    slack: float = 1.0
    runs: int = 0
    codes: Counter[int] = field(default_factory=Counter)
    lines: list[str] = field(default_factory=list)

    def note(self, attack: Attack, what: str) -> None:
        """Take note of a finding."""
        self.lines.append(f"{attack.name}: {' '.join(attack.arguments)[:80]!r}: {what}")


def run(
    attack: Attack,
    folder: Path,
    main: Callable[[list[str]], int] = unriddle,
    patience: float = PATIENCE,
) -> Ended:
    """Run an attack in a process of its own."""
    shutil.rmtree(folder / "work", ignore_errors=True)
    (folder / "work").mkdir()
    inbox, outbox, errors = (folder / name for name in ("stdin", "stdout", "stderr"))
    inbox.write_bytes(attack.stdin)
    start = time.perf_counter()
    child = os.fork()
    if child == 0:
        try:
            os.chdir(folder / "work")
            for number, path, mode in (
                (0, inbox, os.O_RDONLY),
                (1, outbox, os.O_WRONLY),
                (2, errors, os.O_WRONLY),
            ):
                descriptor = os.open(path, mode | (os.O_CREAT | os.O_TRUNC if number else 0))
                os.dup2(descriptor, number)
            sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
            sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
            sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            if attack.before is not None:
                attack.before()
            code = main(list(attack.arguments))
            for stream in (sys.stderr, sys.stdout):
                try:
                    if stream is not None:
                        stream.flush()
                except OSError:
                    code = code or 120  # as the interpreter does at its end
        except BaseException:
            traceback.print_exc()
            sys.stderr.flush()
            code = 99
        os._exit(code)
    code = _waited(child, start, patience)
    said = [path.read_text(encoding="utf-8", errors="replace") for path in (outbox, errors)]
    return Ended(code, said[0], said[1], time.perf_counter() - start)


def _waited(child: int, start: float, patience: float) -> int:
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        if time.perf_counter() - start > patience:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return -signal.SIGKILL
        time.sleep(0.001)


def shortest(
    attack: Attack, folder: Path, slack: float, main: Callable[[list[str]], int] = unriddle
) -> Ended:
    """Run an attack; where it was late and not wrong otherwise, twice more, for the shortest run."""
    ended = run(attack, folder, main)
    for _ in range(TRIES - 1):
        if ended.seconds <= attack.seconds * slack or ended.code not in attack.codes:
            break
        again = run(attack, folder, main)
        ended = again if again.code not in attack.codes else min(ended, again, key=lambda each: each.seconds)
    return ended


def judge(attack: Attack, ended: Ended, findings: Findings) -> None:
    """Take note of all that is wrong with how a run ended."""
    code, errors = ended.code, ended.errors
    findings.runs += 1
    findings.codes[code] += 1
    if code == -signal.SIGKILL:
        findings.note(attack, f"did not end within {PATIENCE:.0f} s")
    elif code not in attack.codes:
        wanted = " or ".join(map(str, attack.codes))
        findings.note(
            attack, f"exit code {code}, expected {wanted}: {errors.strip().splitlines()[-1:] or ''}"
        )
    if attack.output is not None and TIMES.sub("", ended.output) != TIMES.sub("", attack.output):
        findings.note(attack, f"another output: {ended.output[:80]!r}")
    if "Traceback" in errors:
        findings.note(attack, "a traceback")
    if code == 2 and (errors.count("\n") != 1 or not errors.endswith("\n")):
        findings.note(attack, f"{errors.count(chr(10))} lines of errors, expected 1: {errors[:80]!r}")
    if CONTROL.search(errors):
        findings.note(attack, f"control characters: {errors[:80]!r}")
    if ended.seconds > attack.seconds * findings.slack:
        wanted = f"{attack.seconds * findings.slack:.0f}"
        findings.note(attack, f"{ended.seconds:.1f} s, expected at most {wanted}")


def canaries(folder: Path) -> bool:
    """Say whether planted defects are found: a hang, a delay, a traceback, two lines, a crash, a lie."""

    def hang(_: list[str]) -> int:
        time.sleep(2 * PATIENCE)
        return 0

    def dawdle(_: list[str]) -> int:
        print("one", file=sys.stderr)
        time.sleep(1.2 * SECONDS)
        return 2

    def trace(_: list[str]) -> int:
        raise ValueError("planted")

    def chatter(_: list[str]) -> int:
        print("one\ntwo", file=sys.stderr)
        return 2

    def crash(_: list[str]) -> int:
        os.kill(os.getpid(), signal.SIGSEGV)
        return 0

    def lie(_: list[str]) -> int:
        print("43")
        return 0

    for planted in (hang, dawdle, trace, chatter, crash, lie):
        findings = Findings()
        right = {"codes": (0,), "output": "42\n"} if planted is lie else {}
        attack = Attack(f"planted {planted.__name__}", (), **right)  # type: ignore[arg-type]
        ended = (
            run(attack, folder, planted, 1.0)
            if planted is hang
            else shortest(attack, folder, findings.slack, planted)
        )
        judge(attack, ended, findings)
        if not findings.lines:
            print(f"{attack.name}: not found, so that this run proves nothing", file=sys.stderr)
            return False
    return True
