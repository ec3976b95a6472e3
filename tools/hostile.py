"""Hostile files and states against every subcommand: one line, exit code 2, in a second, nothing else.

python tools/hostile.py              # all of it
python tools/hostile.py --every 10   # each tenth case: a quick pass
python tools/hostile.py boggle       # one subcommand

What is a puzzle after all may be solved (exit code 0 or 1); a traceback, a signal, a second line of errors, a
control character or a longer time is a finding. Two planted subcommands, one that hangs and one that prints a
traceback, must be caught, or the checks prove nothing.
"""

from __future__ import annotations

import argparse
import functools
import gzip
import io
import os
import random
import re
import resource
import signal
import struct
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from unriddle.cli import main as unriddle
from unriddle.cli.subcommands import subcommands
from unriddle.puzzles import registry

SECONDS = 1.0
PATIENCE = 60.0  # then a run is killed
MEMORY = 4 << 30
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
NOT_FILES = {"bench", "count-paths", "best", "prove", "report"}
"""Subcommands whose argument is no puzzle from a file."""


@dataclass(frozen=True)
class Attack:
    """One run: the arguments, what stands on standard input, what is done to the process before."""

    name: str
    arguments: tuple[str, ...]
    stdin: bytes = b""
    before: Callable[[], None] | None = None
    must_fail: bool = True
    """Whether nothing but exit code 2 is right."""
    seconds: float = SECONDS


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


def texts() -> dict[str, bytes]:
    """Return name -> bytes of files that are no text of any puzzle, or none that a reader expects."""
    return {
        "empty": b"",
        "white space": b" \t\n\r\n  \n",
        "nul": b"abc\0def\n",
        "nul alone": b"\0",
        "utf-16": "tea\nars\n".encode("utf-16"),
        "utf-16 without mark": "tea\nars\n".encode("utf-16-le"),
        "utf-32": "tea\nars\n".encode("utf-32"),
        "mark alone": b"\xef\xbb\xbf",
        "latin-1": "caf\xe9\nth\xe9\n".encode("latin-1"),
        "overlong utf-8": b"\xc0\xafabc\n",
        "surrogates": b"\xed\xa0\x80\xed\xb0\x80\n",
        "escapes": b"\x1b[2J\x1b[1;1Hgotcha\x07\n",
        "right to left": "abc\u202edef\n".encode(),
        "carriage returns": b"\r\r\r\r",
        "form feeds": b"\x0c\x0c\n\x0b\n",
        "snowmen": "\u2603 \u2603\n= \xa7\n".encode(),
        "a line of a megabyte": b"\xff" * (1 << 20),
        "digits": b"9" * 100_000 + b"\n",
        "minus": b"-" * 5000 + b"\n",
        "parentheses": b"(" * 100_000,
        "a hundred thousand lines": b"\x01\n" * 100_000,
        "json": b'{"a": [1, 2, {"b": null}]}\n' * 10,
        "deep json": b"[" * 100_000,
        "html": b"<!doctype html><title>404</title>\n",
        "png": b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
        "elf": b"\x7fELF\x02\x01\x01" + bytes(100),
        "zip": b"PK\x03\x04" + bytes(60),
        "parquet": b"PAR1" + bytes(60) + b"PAR1",
        "zstandard": b"\x28\xb5\x2f\xfd" + bytes(40),
        "gzip of nothing": gzip.compress(b""),
        "gzip bomb": gzip.compress(bytes(1 << 29), 9),
        "gzip cut off": gzip.compress(b"tea\nars\n" * 1000)[:-20],
        "gzip of garbage": b"\x1f\x8b\x08\x00" + bytes(range(200)),
        "gzip in gzip": gzip.compress(gzip.compress(b"\xff\xfe")),
    }


def arrays() -> dict[str, bytes]:
    """Return name -> bytes of array files that are damaged, or lie about what they hold."""
    found = {}
    buffer = io.BytesIO()
    np.save(buffer, np.arange(16, dtype=np.uint8).reshape(4, 4))
    good = buffer.getvalue()
    for k in range(0, 128, 3):  # each header of an array with one byte changed
        found[f"npy, byte {k}"] = good[:k] + bytes([good[k] ^ 0x55]) + good[k + 1 :]
    for name, head in {
        "npy, parentheses": "(" * 5000,
        "npy, huge": "{'descr': '|u1', 'fortran_order': False, 'shape': (1000000000000,), }",
        "npy, negative": "{'descr': '|u1', 'fortran_order': False, 'shape': (-4, 4), }",
        "npy, objects": "{'descr': '|O', 'fortran_order': False, 'shape': (4, 4), }",
        "npy, floats": "{'descr': '<f8', 'fortran_order': False, 'shape': (4, 4), }",
        "npy, code": "__import__('os').system('true')",
    }.items():
        raw = head.encode()
        found[name] = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(raw)) + raw + bytes(64)
    return found


def files(folder: Path) -> Iterator[tuple[str, Path, bool]]:
    """Yield name, path and whether it can be no puzzle, of each hostile file."""
    rng = random.Random(1)
    binaries = {f"binary {k}": rng.randbytes(1 + 200 * k) + b"\xff" for k in range(20)}
    for name, data in {**texts(), **binaries, **arrays()}.items():
        path = folder / (
            name.replace(" ", "_").replace(",", "") + (".npy" if name.startswith("npy") else ".txt")
        )
        path.write_bytes(data)
        maybe = name.startswith(("npy, byte", "binary", "digits", "json", "minus", "carriage", "html"))
        yield name, path, not maybe
    sparse = folder / "sparse.txt"
    with sparse.open("wb") as stream:
        stream.truncate(1 << 30)
    yield "a sparse gigabyte", sparse, True
    yield "missing", folder / "no" / "such" / "file.txt", True
    yield "a folder", folder, True
    yield "/dev/zero", Path("/dev/zero"), True
    yield "/dev/null", Path("/dev/null"), True
    yield "a long name", Path("/" + "x" * 5000 + ".txt"), True
    yield "a name with escapes", folder / "\x1b[2Jx.txt", True


def commands() -> list[tuple[str, Callable[[str], tuple[str, ...]]]]:
    """Return each subcommand that reads files, with what makes its arguments."""
    found: list[tuple[str, Callable[[str], tuple[str, ...]]]] = []
    for name in subcommands():
        if name == "words":
            found.append(("words", lambda path: ("words", "--lexicon", path, "tea")))
        elif name == "batch":
            for puzzle in registry.batch_names():
                found.append(
                    (f"batch {puzzle}", lambda path, puzzle=puzzle: ("batch", puzzle, path, "-o", "out"))  # type: ignore[misc]
                )
        elif name not in NOT_FILES:
            found.append((name, lambda path, name=name: (name, path)))  # type: ignore[misc]
    found.append(("report", lambda path: ("report", path, "-o", "out")))
    return found


def attacks(folder: Path) -> Iterator[tuple[str, Attack]]:
    """Yield every attack with the subcommand that it is on."""
    every = list(files(folder))
    for name, arguments in commands():
        for what, path, must_fail in every:
            hard = must_fail and not name.startswith("batch")  # records are rejected one by one: exit code 1
            # an enormous input is read to the limit of what is taken
            seconds = (
                5 * SECONDS
                if what in ("gzip bomb", "a hundred thousand lines", "/dev/zero", "a sparse gigabyte")
                else SECONDS
            )
            yield name, Attack(what, arguments(str(path)), must_fail=hard, seconds=seconds)
    for spec in registry.built_in():
        if spec.puzzle:
            rng = random.Random(spec.name)
            for k in range(60):
                text = mutated(spec.example, rng)
                yield spec.name, Attack(f"mutation {k}", (spec.name, text), must_fail=False, seconds=5.0)
                yield (
                    spec.name,
                    Attack(
                        f"mutation {k}, piped",
                        (spec.name, "-"),
                        text.encode("utf-8", "replace"),
                        must_fail=False,
                        seconds=5.0,
                    ),
                )
            good = (spec.name, spec.example)
            yield spec.name, Attack("no HOME", good, before=_no_home, must_fail=False, seconds=5.0)
            yield spec.name, Attack("LC_ALL=C", good, before=_plain_locale, must_fail=False, seconds=5.0)
            yield spec.name, Attack("closed standard input", (spec.name, "-"), before=lambda: _close(0))
            yield spec.name, Attack("closed standard output", good, before=lambda: _close(1))
            for what, cache in (("no folder", "/dev/null/cache"), ("read-only", "/proc/1/cache")):
                before = functools.partial(_cache_in, cache)
                yield spec.name, Attack(f"cache, {what}", good, before=before, must_fail=False, seconds=5.0)
            broken = Attack("broken pipe", (*good, "--all"), before=_no_reader, must_fail=False, seconds=5.0)
            yield spec.name, broken
            yield spec.name, Attack("full disk", (*good, "--svg", "/dev/full"), seconds=5.0)
            yield spec.name, Attack("no folder", (*good, "--svg", "/no/such/folder/x.svg"), seconds=5.0)
            for wrong in (
                "--limit=-1",
                "--limit=x",
                "--format=x",
                "--max-seconds=x",
                "--max-nodes=-5",
                "--nonsense",
            ):
                yield spec.name, Attack(wrong, (*good, wrong))


def mutated(text: str, rng: random.Random) -> str:
    """Return a puzzle with a few characters changed, left out, doubled or moved."""
    letters = list(text)
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(letters) + 1)
        kind = rng.randrange(4)
        if kind == 0:
            letters.insert(place, rng.choice("0123456789aZ*.#/ ;:,-+?_\xe9\u2603\u0663\x1b\t\n"))
        elif letters and kind == 1:
            del letters[place % len(letters)]
        elif letters and kind == 2:
            letters[place % len(letters)] = rng.choice("0123456789aZ*.#/ ;:,-+?_\xdf\u0661")
        else:
            letters *= rng.randint(1, 3)
    return "".join(letters)


def _no_home() -> None:
    os.environ.pop("HOME", None)


def _plain_locale() -> None:
    os.environ["LC_ALL"] = "C"


def _cache_in(folder: str) -> None:
    os.environ["UNRIDDLE_CACHE"] = folder


def _no_reader() -> None:
    """Let standard output be a pipe that nobody reads."""
    reader, writer = os.pipe()
    os.dup2(writer, 1)
    os.close(reader)
    os.close(writer)
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115


def _close(descriptor: int) -> None:
    os.close(descriptor)
    if descriptor == 0:
        sys.stdin = None  # type: ignore[assignment]
    else:
        sys.stdout = None  # type: ignore[assignment]


def run(
    attack: Attack,
    folder: Path,
    main: Callable[[list[str]], int] = unriddle,
    patience: float = PATIENCE,
) -> tuple[int, str, float]:
    """Run an attack in a process of its own; return exit code (negative: a signal), errors, seconds."""
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
            for stream in (sys.stdout, sys.stderr):
                if stream is not None:
                    stream.flush()
        except BaseException:
            import traceback

            traceback.print_exc()
            sys.stderr.flush()
            code = 99
        os._exit(code)
    code = _waited(child, start, patience)
    return code, errors.read_text(encoding="utf-8", errors="replace"), time.perf_counter() - start


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


def judge(attack: Attack, code: int, errors: str, seconds: float, findings: Findings) -> None:
    """Take note of all that is wrong with how a run ended."""
    findings.runs += 1
    findings.codes[code] += 1
    if code == -signal.SIGKILL:
        findings.note(attack, f"did not end within {PATIENCE:.0f} s")
    elif code not in (0, 1, 2):
        findings.note(attack, f"exit code {code}: {errors.strip().splitlines()[-1:] or ''}")
    elif attack.must_fail and code != 2:
        findings.note(attack, f"exit code {code}, expected 2")
    if "Traceback" in errors:
        findings.note(attack, "a traceback")
    if code == 2 and (errors.count("\n") != 1 or not errors.endswith("\n")):
        findings.note(attack, f"{errors.count(chr(10))} lines of errors, expected 1: {errors[:80]!r}")
    if CONTROL.search(errors):
        findings.note(attack, f"control characters: {errors[:80]!r}")
    if seconds > attack.seconds * findings.slack:
        findings.note(attack, f"{seconds:.1f} s, expected at most {attack.seconds * findings.slack:.0f}")


def canaries(folder: Path) -> bool:
    """Say whether planted defects are found: a hang, a traceback, two lines, a crash."""

    def hang(_: list[str]) -> int:
        time.sleep(2 * PATIENCE)
        return 0

    def trace(_: list[str]) -> int:
        raise ValueError("planted")

    def chatter(_: list[str]) -> int:
        print("one\ntwo", file=sys.stderr)
        return 2

    def crash(_: list[str]) -> int:
        os.kill(os.getpid(), signal.SIGSEGV)
        return 0

    for planted in (hang, trace, chatter, crash):
        findings, attack = Findings(), Attack(f"planted {planted.__name__}", ())
        patience = 1.0 if planted is hang else PATIENCE
        judge(attack, *run(attack, folder, planted, patience), findings)
        if not findings.lines:
            print(f"{attack.name}: not found, so that this run proves nothing", file=sys.stderr)
            return False
    return True


def main() -> int:
    """Run the attacks and print the findings; 1 where there are any."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("only", nargs="*", help="subcommands; all by default")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="each N-th attack")
    parser.add_argument(
        "--slack", type=float, default=1.0, help="times the seconds allowed, on a busy machine"
    )
    args = parser.parse_args()
    registry.built_in()
    findings = Findings(args.slack)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "work").mkdir()
        (folder / "files").mkdir()
        if not canaries(folder):
            return 1
        for k, (command, attack) in enumerate(attacks(folder / "files")):
            if k % args.every or (args.only and command not in args.only):
                continue
            judge(attack, *run(attack, folder), findings)
    for line in findings.lines:
        print(line)
    codes = ", ".join(f"{n} with exit code {code}" for code, n in sorted(findings.codes.items()))
    print(f"{findings.runs} runs ({codes}), {len(findings.lines)} findings")
    return 1 if findings.lines or not findings.runs else 0


if __name__ == "__main__":
    sys.exit(main())
