"""Benchmark results that look like those of a run, made from a seed."""

import hashlib
import json
import random
import statistics

import pytest

MACHINE = {
    "version": "0.1.0",
    "commit": "1f2e3d4c5b6a79881f2e3d4c5b6a79881f2e3d4c",
    "processor": "Example CPU 9000 @ 3.0 GHz",
    "cores": 8,
    "compiler": "GCC 12.2.0",
    "flags": "-O3 -fno-strict-aliasing",
    "python": "3.11.7",
    "numpy": "2.3.1",
    "simd": "avx512",
    "lexicon": {"name": "english", "words": 276_643, "digest": "0123456789abcdef"},
    "noise": {"median_ratio": 1.012, "spread": 0.011},
    "timer": "time.perf_counter",
}


def stats_of(rounds, iterations):
    """Return the statistics that pytest-benchmark writes."""
    ordered = sorted(rounds)
    low, middle, high = (
        statistics.quantiles(ordered, n=4, method="inclusive") if len(rounds) > 1 else ordered * 3
    )
    return {
        "min": ordered[0],
        "max": ordered[-1],
        "mean": statistics.fmean(rounds),
        "stddev": statistics.pstdev(rounds),
        "median": middle,
        "q1": low,
        "q3": high,
        "iqr": high - low,
        "rounds": len(rounds),
        "iterations": iterations,
        "data": list(rounds),
    }


class Results:
    """A run that is being made up: cases are added, `document` is what a file holds."""

    def __init__(self, seed=1, noise=0.01):
        self.chance, self.noise, self.benchmarks = random.Random(seed), noise, []

    def add(self, group, name, seconds, *, rounds=20, params=None, answer=None, **info):
        """Add a case whose rounds take `seconds` and a little more."""
        data = [seconds * (1 + abs(self.chance.gauss(0, self.noise))) for _ in range(rounds)]
        if answer is not None:
            info["digest"] = hashlib.sha256(repr(answer).encode()).hexdigest()[:16]
        self.benchmarks.append(
            {
                "group": group,
                "name": name,
                "fullname": f"benchmarks/bench_it.py::{name}",
                "params": params,
                "extra_info": info,
                "options": {"timer": "perf_counter"},
                "stats": stats_of(data, max(1, round((0.03 if rounds > 2 else 0.6) / seconds))),
            }
        )

    def document(self):
        return {
            "machine_info": {"node": "somewhere", "system": "Linux", "unriddle": MACHINE},
            "commit_info": {"id": MACHINE["commit"], "dirty": False},
            "datetime": "2026-11-20T12:00:00+00:00",
            "version": "5.3.1",
            "benchmarks": self.benchmarks,
        }


def full(seed=1, noise=0.01, slowed=None):
    """Return a run with every role, curves, boards of many sizes; `slowed` maps the name of a case to a
    factor."""
    made = Results(seed, noise)
    slowed = slowed or {}

    def add(group, name, seconds, **rest):
        made.add(group, name, seconds * slowed.get(name, 1), **rest)

    for letters, scale in (("dice", 2.0), ("uniform letters", 1.0)):
        group, common = f"boggle many 4x4 {letters}", {"item": "board"}
        kernel = {"items": 100_000, "nodes": int(2e7 * scale), "peak_memory": 9 << 20, "answer": letters}
        add(group, f"kernel, scores of {letters}", 0.08 * scale, role="kernel", **common, **kernel)
        add(group, f"prefix set, {letters}", 0.02 * scale, role="textbook", items=100, **common)
        add(group, f"twin, {letters}", 0.07 * scale, role="twin", items=5, nodes=1000, rounds=3, **common)
        for peer, factor in (("wordgrid 1.3.0", 4.0), ("boggler 2.0", 0.5)):
            add(
                group,
                f"{peer}, {letters}",
                0.08 * scale * factor,
                role="peer",
                peer=peer,
                items=100_000,
                answer=letters,
                **common,
            )
    for side in (2, 3, 4, 5, 6):
        boards = [random.Random(100 * side + seed) for seed in range(12)]
        words = [int(side**3.4 * chance.uniform(0.15, 1.2)) for chance in boards]
        moves = [int(8 * side**2.5 + 5 * count) for count in words]
        paths = [64, 10_305, 12_029_640, 10**10, 10**14][side - 2]
        group = f"boggle growth {side}x{side}"
        on = {
            "item": "board",
            "series": "boggle growth: with pruning",
            "x": side,
            "x_name": "side",
            "params": {"rows": side, "cols": side, "pruning": True},
            "facts": {"words": words, "moves": moves, "seeds": list(range(12))},
            "items": 12,
        }
        off = {**on, "series": "boggle growth: without pruning", "params": {**on["params"], "pruning": False}}
        add(
            group,
            f"kernel, pruned {side}",
            4e-6 * side**2.2,
            role="kernel",
            nodes=sum(moves),
            answer=words,
            **on,
        )
        add(group, f"prefix set, pruned {side}", 3e-4 * side**2.4, role="textbook", answer=words, **on)
        if side < 4:
            off |= {"items": 3, "facts": {"words": words[:3], "moves": [paths] * 3, "seeds": [0, 1, 2]}}
            add(
                group,
                f"kernel, every path {side}",
                3e-8 * paths,
                role="kernel",
                rounds=3,
                answer=words[:3],
                **off,
            )
            add(
                group,
                f"look-up, every path {side}",
                1e-6 * paths,
                role="textbook",
                rounds=1,
                answer=words[:3],
                **off,
            )
        add(
            f"{group}, all paths counted",
            f"kernel, paths {side}",
            1e-6 * 20**side,
            role="kernel",
            item="board",
            params={"rows": side, "cols": side, "pruning": False},
            facts={"moves": [paths]},
            answer=paths,
        )
    for threads in (1, 2, 4, 8):
        add(
            "boggle many, threads",
            f"kernel, {threads} threads",
            0.16 / threads**0.93,
            role="kernel",
            item="board",
            items=100_000,
            series="boggle many: by threads",
            x=threads,
            x_name="threads",
            answer="threads",
        )
    for order in (2, 3, 4, 5):
        group = f"sudoku order {order}"
        curve = {
            "item": "puzzle",
            "series": "sudoku by order",
            "x": order,
            "x_name": "order",
            "answer": order,
        }
        add(group, f"kernel {order}", 1e-6 * order**6, role="kernel", items=10, nodes=10 * order**4, **curve)
        add(
            group,
            f"twin {order}",
            1e-3 * order**6,
            role="twin",
            items=10,
            nodes=10 * order**4,
            rounds=5,
            **curve,
        )
        add(group, f"OR-Tools {order}", 5e-2 * order**3, role="peer", peer="ortools 9.14", items=10, **curve)
    for method in ("bfs", "astar", "ida"):
        for role, scale in (("kernel", 1.0), ("general", 60.0), ("twin", 90.0)):
            add(
                "sliding 3x3",
                f"bench_eight_{role}[{method}]",
                scale * 1e-3 * len(method),
                role=role,
                params={"method": method},
                item="puzzle",
                nodes=40_000 * len(method),
                answer=method,
            )
    add("old style", "bench_thing[3]", 0.5, rounds=1, params={"size": 3})
    return made.document()


@pytest.fixture
def results():
    """An empty run."""
    return Results()


@pytest.fixture
def save(tmp_path):
    """Write a document and return its path."""

    def save(document, name="results.json"):
        path = tmp_path / name
        path.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
        return str(path)

    return save


@pytest.fixture(scope="session")
def full_run():
    """The function that makes a whole run up."""
    return full
