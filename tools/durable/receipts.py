"""Receipts and the manifest: torn at every length, with a bit flipped, swapped between parts."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from .bench import Bench

__all__ = ["receipts"]

Harm = Callable[[Path], None]


def receipts(bench: Bench, number: int) -> list[str]:
    """Harm the papers of a run that is not put together, and of one that is.

    `number` lengths of one receipt (each of them, where it has no more), half as many of the manifests, as
    many flipped bits and swaps.
    """
    wrong: list[str] = []
    unfinished = bench.unfinished("unfinished")
    complete = bench.fresh("complete")
    bench.start(complete).wait()
    harms = list(_harms(bench, number, unfinished, complete))
    bench.rng.shuffle(harms)
    for origin, what, harm in harms:
        out = bench.fresh("harmed")
        shutil.copytree(origin, out)
        harm(out)
        bench.met += 1
        if (found := bench.finish(out)) is not None:
            wrong.append(f"{what}: {found}")
            if len(wrong) >= bench.most:
                break
    return wrong


def _harms(bench: Bench, number: int, unfinished: Path, complete: Path) -> Iterator[tuple[Path, str, Harm]]:
    """Yield a folder, what is done to a copy of it, and a function that does it."""
    papers = sorted(path.relative_to(unfinished) for path in (unfinished / ".parts").glob("*.json"))
    first = papers[0]
    whole = (unfinished / first).stat().st_size
    for size in bench.rng.sample(range(whole), min(number, whole)):
        yield unfinished, f"{first} torn at {size}", _torn(first, size)
    manifest = Path("_manifest.json")
    for folder, kind in ((unfinished, "running"), (complete, "complete")):
        whole = (folder / manifest).stat().st_size
        sizes = {whole - 1, *(bench.rng.randrange(whole) for _ in range(number // 4))}
        for size in sorted(sizes):
            yield folder, f"{kind} {manifest} torn at {size}", _torn(manifest, size)
    for _ in range(number):
        folder = bench.rng.choice((unfinished, complete))
        names = [*papers, manifest] if folder == unfinished else [manifest, Path("_rejects.ndjson")]
        name = bench.rng.choice(names)
        bit = bench.rng.randrange(8 * (folder / name).stat().st_size)
        yield folder, f"{name} with bit {bit} flipped", _flipped(name, bit)
    for case in range(number // 2):
        one, other = bench.rng.sample(papers, 2)
        yield unfinished, f"{one} and {other} swapped", _swapped(one, other)
        part = Path(f"part-{int(one.stem):08d}.{bench.form}") if case % 2 else None
        told = f"{other} copied to {one}{', whose part is gone' if part else ''}"
        yield unfinished, told, _copied(one, other, part)


def _torn(name: Path, size: int) -> Harm:
    def harm(out: Path) -> None:
        (out / name).write_bytes((out / name).read_bytes()[:size])

    return harm


def _flipped(name: Path, bit: int) -> Harm:
    def harm(out: Path) -> None:
        data = bytearray((out / name).read_bytes())
        data[bit // 8] ^= 1 << bit % 8
        (out / name).write_bytes(data)

    return harm


def _swapped(one: Path, other: Path) -> Harm:
    def harm(out: Path) -> None:
        data = (out / one).read_bytes()
        (out / one).write_bytes((out / other).read_bytes())
        (out / other).write_bytes(data)

    return harm


def _copied(one: Path, other: Path, gone: Path | None) -> Harm:
    def harm(out: Path) -> None:
        (out / one).write_bytes((out / other).read_bytes())
        if gone is not None:
            (out / gone).unlink()

    return harm
