"""Kills at random moments, and files that a loss of power tore or zeroed."""

from __future__ import annotations

import shutil

from .bench import Bench, half_written, tree_of

__all__ = ["kills", "tails"]


def kills(bench: Bench, number: int, threads: int) -> list[str]:
    """Kill runs, each again and again until it comes to its end between two kills."""
    wrong: list[str] = []
    hits = 0
    while hits < number and not wrong:
        out = bench.fresh("killed")
        for _ in range(bench.rng.randint(1, 4)):
            hits += bench.kill(out, threads)
            bench.met = hits
            if (found := half_written(out, bench.reference)) is not None:
                wrong.append(f"after a kill: {found}")
        if (found := bench.finish(out, threads)) is not None:
            wrong.append(f"after {hits} kills: {found}")
    return wrong


def tails(bench: Bench, number: int, threads: int) -> list[str]:
    """Tear or zero the tail of a file of a killed or a complete run, as a loss of power can."""
    wrong: list[str] = []
    complete = bench.fresh("complete")
    bench.start(complete).wait()
    for case in range(number):
        out = bench.fresh("torn")
        if case % 2:
            shutil.copytree(complete, out)
        else:
            while not tree_of(out):
                bench.kill(out, threads)
        path = bench.rng.choice([path for path in sorted(out.rglob("*")) if path.is_file()])
        data = path.read_bytes()
        size = bench.rng.randint(0, max(len(data) - 1, 0))
        zeros = bench.rng.random() < 0.5
        path.write_bytes(data[:size] + bytes(len(data) - size) * zeros)
        bench.met += 1
        if (found := bench.finish(out, threads)) is not None:
            name = path.relative_to(out)
            wrong.append(f"{name} {'zeroed' if zeros else 'torn'} from {size} of {len(data)}: {found}")
            if len(wrong) >= bench.most:
                break
    return wrong
