"""A process that fuzzes one family after the other and notes what it finds, whatever becomes of it."""

from __future__ import annotations

import ctypes
import hashlib
import json
import mmap
import random
import shutil
import struct
import sys
import time
import traceback
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import LIBRARY
from .family import Family
from .oracle import Finding, place_of, timed

__all__ = ["Job", "Ledger", "families", "guided", "judge", "slug", "work"]

ROOM = 1 << 16
NASTY = (b"\0", b"\x1b[2J", b"\xff", "\u202e".encode(), b"99999999999", b"-1")


def slug(name: str) -> str:
    """Return the name of a family as that of a file."""
    return name.replace(" ", "_")


@dataclass
class Job:
    """What a process has to do."""

    families: list[str]
    seconds: float
    """For each family."""
    runs: int
    """Most inputs of each family; 0 is no bound."""
    folder: Path
    blind: bool
    patience: float = 1.0
    """Most seconds of processor time of an input."""
    seed: int = 1
    first: int = 0
    """The family to begin with."""


class Ledger:
    """How many inputs each family of a job had, and the last one: in a file that survives the process."""

    HEAD = struct.Struct("<QQ")
    COUNTS = 1 << 10

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab") as stream:
            stream.truncate(ROOM)
        with path.open("r+b") as stream:
            self.room = mmap.mmap(stream.fileno(), ROOM)
        self.counts = memoryview(self.room)[16 : 16 + 8 * self.COUNTS].cast("Q")

    def note(self, family: int, data: bytes) -> None:
        """Note an input before it is tried."""
        begin = 16 + 8 * self.COUNTS
        data = data[: ROOM - begin]
        self.HEAD.pack_into(self.room, 0, family, len(data))
        self.room[begin : begin + len(data)] = data
        self.counts[family] += 1

    def last(self) -> tuple[int, bytes]:
        """Return the family of the last input, and that input."""
        begin = 16 + 8 * self.COUNTS
        family, size = self.HEAD.unpack_from(self.room, 0)
        return family, self.room[begin : begin + size]


def families() -> dict[str, Callable[[], Family]]:
    """Return how each family is made, by name; the registry says which puzzles there are."""
    from unriddle.puzzles import registry

    from . import others, puzzles

    found: dict[str, Callable[[], Family]] = {}
    for name in registry.names():
        found[f"{name} text"] = lambda name=name: puzzles.TextFamily(name)  # type: ignore[misc]
        found[f"{name} many"] = lambda name=name: puzzles.ManyFamily(name)  # type: ignore[misc]
    for kind in (others.LexiconFamily, others.ArgumentFamily, others.SourceFamily):
        found[kind.name] = kind
    return found


def judge(family: Family, data: bytes, seconds: float) -> BaseException | None:
    """Return what an input shows to be wrong, None where all holds."""
    unseen: list[Any] = []
    sys.unraisablehook = unseen.append
    try:
        timed(family.run, data, seconds)
        if unseen:
            raise Finding(f"an error that nobody sees: {unseen[0].exc_value!r:.80}")
    except (KeyboardInterrupt, SystemExit) as error:
        return Finding(f"{type(error).__name__} out of a call")
    except BaseException as error:
        return error
    return None


class Notes:
    """Findings as files: one of each cause, the shortest."""

    def __init__(self, folder: Path, family: str) -> None:
        self.folder, self.family = folder, family
        folder.mkdir(parents=True, exist_ok=True)

    def add(self, data: bytes, error: BaseException | str) -> Path:
        """Write down a finding."""
        cause = error if isinstance(error, str) else place_of(error)
        name = f"{slug(self.family)}-{hashlib.sha256(cause.encode()).hexdigest()[:8]}"
        path = self.folder / f"{name}.bin"
        if path.exists() and path.stat().st_size <= len(data):
            return path
        path.write_bytes(data)
        shown = error if isinstance(error, str) else "".join(traceback.format_exception(error))
        command = f"python tools/fuzz.py --replay {path.relative_to(self.folder.parent.parent.parent)}"
        text = f"{self.family}: {cause}\n{command}\n{data!r}\n\n{shown}\n"
        (self.folder / f"{name}.txt").write_text(text, encoding="utf-8", errors="backslashreplace")
        return path


def work(job: Job, made: dict[str, Callable[[], Family]]) -> None:
    """Fuzz the families of a job in turn."""
    warnings.simplefilter("ignore")
    ledger = Ledger(job.folder / "ledger" / slug(job.families[0]))
    known = json.loads((job.folder / "texts.json").read_text(encoding="utf-8"))
    for number in range(job.first, len(job.families)):
        name = job.families[number]
        family, notes = made[name](), Notes(job.folder / "findings", name)

        def one(data: bytes, number: int = number, family: Family = family, notes: Notes = notes) -> None:
            ledger.note(number, data)
            error = judge(family, data, job.patience)
            if error is not None:
                notes.add(data, error)

        if job.blind:
            blind(one, family, known, job)
        else:
            guided(one, family, known, job)


def blind(one: Callable[[bytes], None], family: Family, known: Sequence[str], job: Job) -> None:
    """Try seeds, then seeds that were changed, without looking at what they reach."""
    seeds = list(family.seeds(known))
    rng = random.Random(f"{family.name} {job.seed}")
    end, tried = time.monotonic() + job.seconds, 0
    rng.shuffle(seeds)
    while time.monotonic() < end and (not job.runs or tried < job.runs):
        data = seeds[tried] if tried < len(seeds) else _changed(rng, seeds)
        one(data[: family.longest])
        tried += 1


def _changed(rng: random.Random, seeds: Sequence[bytes]) -> bytes:
    data = bytearray(rng.choice(seeds))
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        place = rng.randrange(len(data) + 1)
        kind = rng.randrange(6)
        if kind == 0:
            data.insert(place, rng.randrange(256))
        elif kind == 1 and data:
            del data[place % len(data)]
        elif kind == 2 and data:
            data[place % len(data)] = rng.randrange(256)
        elif kind == 3:
            other = rng.choice(seeds)
            begin = rng.randrange(len(other) + 1)
            data[place:place] = other[begin : begin + rng.randrange(1, 20)]
        elif kind == 4:
            data[place:place] = data[place : place + rng.randrange(1, 20)] * rng.randrange(1, 4)
        else:
            data[place:place] = rng.choice(
                (b"\0", b"\x1b[2J", b"\xff", "\u202e".encode(), b"99999999999", b"-1")
            )
    return bytes(data)


def guided(one: Callable[[bytes], None], family: Family, known: Sequence[str], job: Job) -> None:
    """Let libFuzzer choose the inputs by what they reach; it ends the process."""
    import atheris

    corpus, seeds = job.folder / "corpus" / slug(family.name), job.folder / "seeds" / slug(family.name)
    shutil.rmtree(seeds, ignore_errors=True)
    for folder in (corpus, seeds):
        folder.mkdir(parents=True, exist_ok=True)
    for data in family.seeds(known):
        (seeds / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)
    options = {
        "max_len": family.longest,
        "max_total_time": max(1, round(job.seconds)),
        "rss_limit_mb": 4096,
        "timeout": 600,
        "print_final_stats": 1,
        "artifact_prefix": f"{job.folder}/ledger/",
    }
    if job.runs:
        options["runs"] = job.runs
    arguments = [
        sys.argv[0],
        *(f"-{name}={value}" for name, value in options.items()),
        str(corpus),
        str(seeds),
    ]
    atheris.Setup(arguments, one)
    count_kernels(atheris)
    atheris.Fuzz()


def instrumented() -> None:
    """Let all of the package that is imported from now on count what is run."""
    import atheris

    atheris.instrument_imports(
        include=["unriddle"]
    ).__enter__()  # for good: puzzles import their parts lazily


def count_kernels(atheris: Any) -> bool:
    """Give libFuzzer the counters of the kernels; say whether there are any."""
    if not LIBRARY.exists():
        return False
    ours = ctypes.CDLL(str(LIBRARY))
    core = ctypes.CDLL(str(next(Path(atheris.__file__).parent.glob("core_with_libfuzzer*.so"))))
    ours.fuzzing_register(core.__sanitizer_cov_8bit_counters_init, core.__sanitizer_cov_pcs_init)
    return True


def job_of(text: str) -> Job:
    """Return the job that `json.dumps` wrote."""
    values = json.loads(text)
    return Job(**{**values, "folder": Path(values["folder"])})
