"""Two runs in one folder: at once, and one that starts while the other is killed."""

from __future__ import annotations

from .bench import Bench, Outcome, difference, half_written, tree_of

__all__ = ["pairs"]

LOSES = ("another run is at work here", "holds a run already")


def pairs(bench: Bench, number: int, threads: int) -> list[str]:
    """Start two runs a moment apart, in turn left alone and with the first one killed."""
    wrong: list[str] = []
    for case in range(number):
        out = bench.fresh("shared")
        killed, resume = bool(case % 2), bench.rng.random() < 0.7
        shares = ["--shard", "1/2"] if case % 8 == 6 else []  # twice the same: they work side by side
        first = bench.start(out, None, *shares, threads=threads, resume=resume)
        bench.sleep(0.9 if bench.rng.random() < 0.5 else 0.1)
        if killed:
            first.kill()
        second = bench.start(out, None, *shares, threads=threads, resume=resume)
        told = f"{'one killed' if killed else 'two at once'}{'' if resume else ', without --resume'}"
        outcomes = [first.wait(), second.wait()]
        bench.met += not all(outcome.done for outcome in outcomes)
        found = _judge(outcomes, killed, bool(shares)) or half_written(out, bench.reference)
        if found is None and any(outcome.done for outcome in outcomes) and not shares:
            found = difference(tree_of(out), bench.reference)
        found = found or bench.finish(out, threads)
        if found is not None:
            wrong.append(f"{told}: {found}")
            if len(wrong) >= bench.most:
                break
    return wrong


def _judge(outcomes: list[Outcome], killed: bool, shared: bool) -> str | None:
    """Return what is wrong with how two runs ended."""
    for place, outcome in enumerate(outcomes):
        if killed and not place and outcome.code < 0:
            continue
        if not outcome.done and not outcome.refused(*LOSES, *["expected --resume"] * shared):
            return f"the {('first', 'second')[place]} run ended with {outcome}"
    if not killed and not any(outcome.done for outcome in outcomes):
        return "neither run came to its end"
    return None
