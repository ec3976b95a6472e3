"""Harm batch runs and proofs at random moments, and compare what a resumed run writes.

python tools/durability.py --kills 500
python tools/durability.py --kills 20 --only kills files

Kills; files that are torn, zeroed, flipped in a bit or swapped; an input that changes; two runs in one
folder; a limit on the size of files; a cluster that loses workers; kills of proofs. Each case must end with
the bytes of an undisturbed run, or with exit code 2, one line and a folder that can be resumed. No partial
file may ever have a final name. Broken variants are planted and must be caught, or the checks prove
nothing.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import io
import json
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from unriddle import Lexicon
from unriddle.base import PuzzleError
from unriddle.batch.folder import Folder
from unriddle.batch.parts import Span
from unriddle.cli import main as unriddle
from unriddle.io import checkpoints
from unriddle.io.stores import Disk
from unriddle.puzzles.boggle.proof.certificates import ProofFile

PATIENCE = 120.0  # seconds; then a run hangs
RECORDS, PART_SIZE, WORDS = 2000, 100, 1500
LETTERS = "aabcdeeeefghiiklmnnoooprrssttuvwy"
ELSEWHERE = ("another run is at work here", "holds a run already")
FULL = ("No space left on device", "File too large")
Tree = dict[str, bytes]


class Outcome(NamedTuple):
    """How a process ended: exit code, below 0 a signal, and what it printed."""

    code: int
    text: str

    @property
    def done(self) -> bool:
        """Whether it came to its end: 1 where records were rejected."""
        return self.code in (0, 1) and len(self.text.splitlines()) <= 1

    def refused(self, *reasons: str) -> bool:
        """Return whether it ended with exit code 2 and one line, with one of some texts in it."""
        one = self.code == 2 and len(self.text.splitlines()) == 1
        return one and (not reasons or any(reason in self.text for reason in reasons))


class Child:
    """The command line in a process of its own; `before` is called in it first."""

    def __init__(self, arguments: Sequence[str], log: Path, before: Callable[[], None] | None = None) -> None:
        self.log = log
        log.touch()  # it may be killed before it opens the file
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
            os._exit(code)  # no clean-up of this process

    def kill(self) -> None:
        """Kill it."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> Outcome:
        """Wait for its end."""
        end = time.monotonic() + PATIENCE
        while True:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                return Outcome(os.waitstatus_to_exitcode(status), self.log.read_text(errors="replace"))
            if time.monotonic() > end:
                self.kill()
                os.waitpid(self.pid, 0)
                return Outcome(71, f"hangs: more than {PATIENCE:.0f} s\n")
            time.sleep(0.001)


class Bench:
    """An input, what an undisturbed run writes, and how runs are started."""

    def __init__(self, folder: Path, seed: int, threads: int) -> None:
        self.folder, self.rng, self.threads, self.met = folder, random.Random(seed), threads, 0
        self.input, self.words = folder / "boards.txt", folder / "words.txt"
        self.input.write_bytes(self.records())
        self.words.write_text("\n".join(self.rng.sample(list(Lexicon.load("english", level=50)), WORDS)))
        with redirect_stderr(io.StringIO()):  # what is imported here need not be imported by each run
            unriddle(self._arguments(self.fresh("first"), self.input))
        self.seconds = PATIENCE
        for _ in range(3):  # the shortest: what kills a run comes while it is at work
            started = time.perf_counter()
            self.expected = self.clean(self.input)
            self.seconds = min(self.seconds, time.perf_counter() - started)

    def records(self) -> bytes:
        """Return new records; some are none."""
        lines = (
            f"bad {line} record" if line % 97 == 5 else "".join(self.rng.choices(LETTERS, k=16))
            for line in range(RECORDS)
        )
        return "".join(f"{line}\n" for line in lines).encode()

    def _arguments(self, out: Path, source: Path, *more: str) -> list[str]:
        return [
            *(
                "batch",
                "boggle",
                str(source),
                "-o",
                str(out),
                "--what",
                "words",
                "--lexicon",
                str(self.words),
            ),
            *("--threads", str(self.threads), "--part-size", str(PART_SIZE), *more),
        ]

    def start(self, out: Path, *more: str, source: Path | None = None, before: Any = None) -> Child:
        """Start a run, or continue one."""
        arguments = self._arguments(out, self.input if source is None else source, "--resume", *more)
        return Child(arguments, self.folder / f"log{self.rng.random()}", before)

    def clean(self, source: Path) -> Tree:
        """Return the files of a run that nothing disturbs."""
        outcome = self.start(out := self.fresh("clean"), source=source).wait()
        if not outcome.done:
            raise PuzzleError(f"an undisturbed run ended with {outcome}")
        return tree_of(out)

    def finish(self, out: Path) -> str:
        """Let a run come to its end; return what is wrong with its files."""
        outcome = self.start(out).wait()
        return differs(tree_of(out), self.expected) if outcome.done else f"resumed, it ended with {outcome}"

    def sleep(self, share: float = 1.0) -> None:
        """Wait for a random part of the time that a run takes."""
        time.sleep(self.rng.uniform(0, share * self.seconds))

    def fresh(self, name: str) -> Path:
        """Return a folder that does not exist."""
        shutil.rmtree(self.folder / name, ignore_errors=True)
        return self.folder / name


def tree_of(out: Path) -> Tree:
    """Return all files of a folder."""
    found = {}
    for path in sorted(out.rglob("*")) if out.exists() else ():
        with suppress(FileNotFoundError, IsADirectoryError):  # a run may be at work
            found[str(path.relative_to(out))] = path.read_bytes()
    return found


def differs(found: Tree, expected: Tree) -> str:
    """Return the first file that differs between two folders, "" where none does."""
    for name in sorted({*found, *expected}):
        if found.get(name) != expected.get(name):
            kind = "missing" if name not in found else "left over" if name not in expected else "different"
            return f"{name} is {kind}"
    return ""


def partial(out: Path, expected: Tree) -> str:
    """Return a file that has its final name and is not whole, "" where there is none."""
    for name, data in tree_of(out).items():
        if not name.startswith(".parts") and name != "_manifest.json" and data != expected[name]:
            return f"{name} is partial"
    return ""


# Each kind of harm yields what is wrong in each case, "" where nothing is.


def kills(bench: Bench) -> Iterator[str]:
    """Kill a run one to four times; resume it."""
    while True:
        out = bench.fresh("killed")
        for _ in range(bench.rng.randint(1, 4)):
            child = bench.start(out)
            bench.sleep(0.9)
            child.kill()
            bench.met += child.wait().code == -signal.SIGKILL
            yield partial(out, bench.expected)
        yield bench.finish(out)


def files(bench: Bench) -> Iterator[str]:
    """Tear, zero, flip or swap files of a run that is complete, or whose parts are not put together."""

    def interrupted(*_: object) -> bool:
        raise KeyboardInterrupt

    complete, unfinished = bench.fresh("complete"), bench.fresh("unfinished")
    bench.start(complete).wait()
    bench.start(unfinished, before=lambda: setattr(Folder, "finalise", interrupted)).wait()
    while True:
        shutil.copytree(bench.rng.choice((complete, unfinished)), out := bench.fresh("harmed"))
        path, other = bench.rng.sample([path for path in sorted(out.rglob("*")) if path.is_file()], 2)
        data, size = path.read_bytes(), bench.rng.randrange(path.stat().st_size or 1)
        harm = bench.rng.choice(("torn", "zeroed", "flipped", "swapped"))
        if harm == "flipped":
            changed = data[:size] + bytes([data[size] ^ 1 << bench.rng.randrange(8)]) + data[size + 1 :]
        elif harm == "swapped":
            changed = other.read_bytes()
            other.write_bytes(data)
        else:
            changed = data[:size] + bytes(len(data) - size) * (harm == "zeroed")
        path.write_bytes(changed)
        bench.met += 1
        found = bench.finish(out)
        yield found and f"{path.relative_to(out)} {harm} from {size}: {found}"


def inputs(bench: Bench) -> Iterator[str]:
    """Change the input of a run: it is refused, or its files are those of the old or of the new input."""
    changes: dict[str, Callable[[Path, bytes], Any]] = {
        "rewritten": lambda path, new: path.write_bytes(new),
        "truncated": lambda path, _: os.truncate(path, bench.rng.randrange(path.stat().st_size)),
        "appended": lambda path, new: path.write_bytes(path.read_bytes() + new),
        "replaced": lambda path, new: (
            path.with_name("other").write_bytes(new) and path.with_name("other").replace(path)
        ),
        "removed": lambda path, _: path.unlink(),
    }
    while True:
        form, (name, change) = bench.rng.choice(("txt", "txt.gz")), bench.rng.choice([*changes.items()])
        old, new = bench.records(), bench.records()
        if form == "txt.gz":
            old, new = gzip.compress(old, mtime=0), gzip.compress(new, mtime=0)
        path, out = bench.folder / f"in.{form}", bench.fresh("changed")
        path.write_bytes(old)
        expected = [bench.clean(path)]
        child = bench.start(out, source=path)
        bench.sleep()
        change(path, new)
        outcome = child.wait()
        bench.met += outcome.refused()
        if outcome.done:
            with suppress(OSError, PuzzleError):  # the input as it is now
                expected.append(bench.clean(path))
            if tree_of(out) not in expected and not _measured_between(tree_of(out), old, new):
                yield f"{form} {name}: answers of bytes that the input never had"
        elif not outcome.refused():
            yield f"{form} {name}: ended with {outcome}"
        path.write_bytes(old)
        if not bench.start(bench.fresh("changed"), source=path).wait().done:
            yield f"{form} {name}: begun again, it did not end"
        yield ""


def _measured_between(tree: Tree, old: bytes, new: bytes) -> bool:
    """Return whether a run measured its input while it changed: parts of old bytes, then of others."""
    parts = [part["input"] for part in json.loads(tree["_manifest.json"])["parts"]]
    whole = []
    for data in (old, new):
        lines = data.splitlines(keepends=True)
        some = [b"".join(lines[k : k + PART_SIZE]) for k in range(0, len(lines), PART_SIZE)]
        whole.append({hashlib.sha256(part).hexdigest() for part in some})
    return any(digest not in whole[0] for digest in parts)


def pairs(bench: Bench) -> Iterator[str]:
    """Start two runs in one folder, the first one killed in every other case."""
    killed = False
    while True:
        killed, out = not killed, bench.fresh("shared")
        first = bench.start(out)
        bench.sleep(bench.rng.choice((0.1, 0.9)))
        if killed:
            first.kill()
        second = bench.start(out)
        outcomes = [first.wait(), second.wait()]
        bench.met += not all(outcome.done for outcome in outcomes)
        odd = [each for each in outcomes if each.code >= 0 and not each.done and not each.refused(*ELSEWHERE)]
        yield f"a run ended with {odd[0]}" if odd else partial(out, bench.expected) or bench.finish(out)


def space(bench: Bench) -> Iterator[str]:
    """Let no file be larger than a random size."""
    while True:
        most = bench.rng.randint(1024, max(map(len, bench.expected.values())))

        def limit(most: int = most) -> None:
            sys.dont_write_bytecode = True  # compiled modules would be cut off as well, without an error
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))

        outcome = bench.start(out := bench.fresh("full"), before=limit).wait()
        bench.met += not outcome.done
        if not outcome.done and not outcome.refused(*FULL):
            yield f"ended with {outcome}"
        yield partial(out, bench.expected) or bench.finish(out)


def workers(bench: Bench) -> Iterator[str]:
    """Kill a worker of a Dask cluster, or the process that asked for it."""
    while True:
        out, head = bench.fresh("cluster"), bench.rng.random() < 0.25
        child, share = (
            bench.start(out, "--cluster", "local:2"),
            bench.rng.uniform(0, 0.7) * len(bench.expected),
        )
        while os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            some = [child.pid] if head else _workers_of(child.pid)
            if some and len(list(out.glob("part-*"))) > share:
                with suppress(ProcessLookupError):
                    os.kill(bench.rng.choice(some), signal.SIGKILL)
                bench.met += 1
                break
            time.sleep(0.002)
        outcome = child.wait()
        if not outcome.done and not outcome.refused() and not (head and outcome.code == -signal.SIGKILL):
            yield f"ended with {outcome}"
        yield partial(out, bench.expected) or bench.finish(out)


def _workers_of(pid: int) -> list[int]:
    """Return the worker processes that a process has started."""
    found = []
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").glob("*/children"):
            found += [int(each) for each in task.read_text().split()]
    return [each for each in found if b"spawn_main" in _command_of(each)]


def _command_of(pid: int) -> bytes:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


def proofs(bench: Bench) -> Iterator[str]:
    """Kill a proof one to six times, or tear its checkpoint; continue it."""
    path, lexicon = bench.folder / "proof", Lexicon.load(str(bench.words))

    def save_always() -> None:
        checkpoints.SAVE_EVERY, checkpoints.SAVE_SHARE = 0.0, 0

    def start() -> Child:
        arguments = ["prove", "3x3", "--min-score", "30", "--lexicon", str(bench.words)]
        arguments += ["--checkpoint", str(path), "--threads", str(bench.threads), "--format", "json"]
        return Child(arguments, bench.folder / "log", save_always)

    def certificates() -> dict[Any, Any]:
        made = ProofFile.opened(str(path), lexicon)[1] if path.exists() else ()
        return {each.first: each.found for each in made}

    def answer(outcome: Outcome) -> Any:
        found = json.loads(outcome.text)
        return found["status"], found["complete"], found["boards"], certificates()

    started = time.perf_counter()
    expected = answer(start().wait())
    seconds, whole = time.perf_counter() - started, path.read_bytes()
    while True:
        path.unlink()
        for _ in range(bench.rng.randint(1, 6)):
            before, child = certificates(), start()
            time.sleep(bench.rng.uniform(0, 0.9 * seconds))
            child.kill()
            bench.met += child.wait().code == -signal.SIGKILL
            yield "a certificate is lost" if before.keys() - certificates().keys() else ""
        yield "" if answer(start().wait()) == expected else "another answer after a kill"
        size = bench.rng.randrange(whole.index(b"\n"), len(whole))
        path.write_bytes(whole[:size] + bytes(len(whole) - size) * bench.rng.randrange(2))
        yield "" if answer(start().wait()) == expected else f"another answer, torn from {size}"


@contextmanager
def _in_place(folder: Folder, name: str) -> Iterator[Any]:
    with (Path(folder.path) / name).open("wb") as stream:
        yield stream


KINDS: dict[str, tuple[Callable[[Bench], Iterator[str]], float, Any]] = {
    "kills": (kills, 1, lambda: patch.object(Folder, "new_file", _in_place)),
    "files": (files, 3, lambda: patch.object(Folder, "holds", lambda *_: True)),
    "inputs": (inputs, 0.5, lambda: patch.object(Span, "check", lambda *_: None)),
    "pairs": (pairs, 0.5, lambda: patch.object(Disk, "lock", lambda *_, **__: None)),
    "space": (space, 0.5, lambda: patch.object(Folder, "new_file", _in_place)),
    "workers": (workers, 0.1, None),
    "proofs": (proofs, 0.5, None),
}
"""Kind of harm: its cases, how many for each kill asked for, and the broken variant that it catches."""


def main() -> int:
    """Run all checks; 0 where nothing differs and every broken variant is caught."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--kills", type=int, default=500, help="kills; the other kinds follow it (500)")
    parser.add_argument("--only", nargs="+", choices=KINDS, default=list(KINDS), metavar="KIND")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    args = parser.parse_args()
    os.environ["UNRIDDLE_CACHE"] = "off"
    failed = False
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as name:
        bench = Bench(Path(name), args.seed, args.threads)
        print(f"seed {args.seed}: {RECORDS} records, {1000 * bench.seconds:.0f} ms per run", flush=True)
        for kind in args.only:
            cases, share, plant = KINDS[kind]
            if kind == "workers" and find_spec("distributed") is None:
                print("left out: workers, distributed is not installed")
                continue
            if plant is not None:
                with plant():
                    caught = next(
                        (found for _, found in zip(range(400), cases(bench), strict=False) if found), ""
                    )
                print(f"{'ok  ' if caught else 'FAIL'} {kind}, planted: {caught or 'not caught'}", flush=True)
                failed |= not caught
            started, bench.met, number = time.perf_counter(), 0, max(2, int(share * args.kills))
            wrong = []
            for count, found in enumerate(cases(bench), 1):
                wrong += [found] if found else []
                if count >= number and (bench.met or count >= 400):  # some harm must have been done
                    break
            failed |= bool(wrong) or not bench.met
            seconds = time.perf_counter() - started
            said = f"{count} cases, {bench.met} met, {len(wrong)} differences ({seconds:.0f} s)"
            print(f"{'FAIL' if wrong or not bench.met else 'ok  '} {kind}: {said}", flush=True)
            for line in wrong[:3]:
                print(f"     {line}", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
