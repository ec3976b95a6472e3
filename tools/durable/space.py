"""A disk that is full from the start or in the middle: bytes, files, and the size of one file."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from .bench import Bench, Outcome, difference, half_written, tree_of

__all__ = ["disk", "space"]

REASONS = ("No space left on device", "File too large")
PAGE = 4096


@contextmanager
def disk(folder: Path, size: int, files: int) -> Iterator[Path | None]:
    """Yield a small disk in memory; None where this process may not mount one."""
    place = folder / "disk"
    place.mkdir(exist_ok=True)
    options = f"size={size},nr_inodes={files}"
    command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)]
    try:
        mounted = subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        mounted = False
    try:
        yield place if mounted else None
    finally:
        if mounted:
            subprocess.run(["umount", "-l", str(place)], check=False)


def space(bench: Bench, number: int, threads: int, place: Path | None) -> list[str]:
    """Let runs meet a full disk in several ways; each must say so and can be resumed when there is room."""
    kinds: list[Callable[[Bench, Path, int], str | None]] = [_one_file]
    if place is not None:
        kinds += [_full, _filled, _no_files]
    wrong: list[str] = []
    for case in range(number):
        kind = kinds[case % len(kinds)]
        out = (bench.folder if place is None else place) / "out"
        shutil.rmtree(out, ignore_errors=True)
        found = kind(bench, out, threads) or half_written(out, bench.reference)
        for path in out.parent.glob("ballast*"):
            path.unlink()
        found = found or bench.finish(out, threads)
        if found is not None:
            wrong.append(f"{kind.__name__.strip('_').replace('_', ' ')}: {found}")
            if len(wrong) >= bench.most:
                break
    return wrong


def _judge(bench: Bench, out: Path, outcome: Outcome) -> str | None:
    """Return what is wrong with a run that met its limit, or did not need to."""
    if outcome.done:
        return difference(tree_of(out), bench.reference)
    bench.met += 1
    return None if outcome.refused(*REASONS) else f"a run on a full disk ended with {outcome}"


def _one_file(bench: Bench, out: Path, threads: int) -> str | None:
    """No file may be larger than some size."""
    most = bench.rng.randint(1024, max(map(len, bench.reference.values())))  # the line of errors has room

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))

    return _judge(bench, out, bench.start(out, threads=threads, before=limit).wait())


def _need(bench: Bench) -> int:
    """Return the bytes that a run takes on a disk of pages, a little more."""
    return sum(len(data) + PAGE for data in bench.reference.values()) * 3 // 2


def _full(bench: Bench, out: Path, threads: int) -> str | None:
    """Room for a part of the answers."""
    _ballast(out.parent, bench.rng.randint(0, _need(bench)))
    return _judge(bench, out, bench.start(out, threads=threads).wait())


def _filled(bench: Bench, out: Path, threads: int) -> str | None:
    """Fill the disk while a run writes."""
    child = bench.start(out, threads=threads)
    bench.sleep(0.8)
    _ballast(out.parent, 0)
    return _judge(bench, out, child.wait())


def _no_files(bench: Bench, out: Path, threads: int) -> str | None:
    """Bytes enough, and no more files."""
    left = bench.rng.randint(0, 2 * len(bench.reference))
    places = os.statvfs(out.parent).f_favail - left
    for number in range(places):
        (out.parent / f"ballast{number}").touch()
    return _judge(bench, out, bench.start(out, threads=threads).wait())


def _ballast(folder: Path, left: int) -> None:
    """Fill a disk but for some bytes."""
    free = os.statvfs(folder).f_bavail * os.statvfs(folder).f_bsize
    with (folder / "ballast").open("wb", buffering=0) as stream, suppress(OSError):
        for _ in range(max(free - left, 0) // PAGE):
            stream.write(bytes(PAGE))
