"""Kills of proofs at random moments, and checkpoints that a loss of power tore or zeroed."""

from __future__ import annotations

import json
import signal
import time
from typing import Any

from unriddle import Lexicon
from unriddle.base import PuzzleError
from unriddle.puzzles.boggle.proof import prove as calls
from unriddle.puzzles.boggle.proof.certificates import ProofFile

from .bench import Bench, Child, Outcome

__all__ = ["kill_proofs", "tear_proofs"]

SHAPE, LEAST = "3x3", 30


class Proofs:
    """A proof in processes of its own, and what an undisturbed one leaves."""

    def __init__(self, bench: Bench, threads: int) -> None:
        self.bench, self.threads = bench, threads
        self.path = bench.folder / "proof"
        self.lexicon = Lexicon.load(str(bench.words))
        self._runs = 0
        self.path.unlink(missing_ok=True)
        started = time.perf_counter()
        self.answer = self.start().wait()
        self.seconds = time.perf_counter() - started
        self.known = self.certificates()
        if not self.answer.done or len(self.known) < 20:
            raise SystemExit(f"an undisturbed proof ended with {self.answer}")

    def start(self) -> Child:
        """Begin a proof, or go on with one; what is known is written all the time."""
        self._runs += 1
        return Child(
            [
                *("prove", SHAPE, "--min-score", str(LEAST), "--lexicon", str(self.bench.words)),
                *("--checkpoint", str(self.path), "--threads", str(self.threads), "--format", "json"),
            ],
            self.bench.folder / f"log{self._runs % 8}",
            _save_always,
        )

    def certificates(self) -> dict[Any, Any]:
        """Return what the certificates of the file say, by class."""
        if not self.path.exists():
            return {}
        _, made = ProofFile.opened(str(self.path), self.lexicon)
        return {each.first: each.found for each in made}

    def wrong(self, before: dict[Any, Any]) -> str | None:
        """Return what is wrong with the file after a kill: what it held before must be there yet."""
        try:
            now = self.certificates()
        except PuzzleError as error:
            return f"the file is none: {error}"
        lost = len(before.keys() - now.keys())
        if lost:
            return f"{lost} certificates are lost"
        return None if now.items() <= self.known.items() else "a certificate is wrong"

    def finish(self) -> str | None:
        """Let the proof come to its end; return what is wrong with it."""
        outcome = self.start().wait()
        if not outcome.done:
            return f"the proof that went on ended with {outcome}"
        if boards_of(outcome) != boards_of(self.answer):
            return "other boards"
        return None if self.certificates() == self.known else "other certificates"


def boards_of(outcome: Outcome) -> Any:
    """Return what a proof said it found."""
    answer = json.loads(outcome.text)
    return answer["status"], answer["complete"], answer["boards"]


def _save_always() -> None:
    calls.SAVE_EVERY, calls.SAVE_SHARE = 0.0, 0


def kill_proofs(bench: Bench, number: int, threads: int) -> list[str]:
    """Kill proofs, each again and again until it comes to its end between two kills."""
    proofs, hits = Proofs(bench, threads), 0
    wrong: list[str] = []
    while hits < number and not wrong:
        proofs.path.unlink(missing_ok=True)
        for _ in range(bench.rng.randint(1, 6)):
            before = proofs.certificates()
            child = proofs.start()
            time.sleep(bench.rng.uniform(0, 0.9 * proofs.seconds))
            child.kill()
            hits += child.wait().code == -signal.SIGKILL
            bench.met = hits
            if (found := proofs.wrong(before)) is not None:
                wrong.append(f"after {hits} kills: {found}")
                break
        if not wrong and (found := proofs.finish()) is not None:
            wrong.append(f"after {hits} kills: {found}")
    return wrong


def tear_proofs(bench: Bench, number: int, threads: int) -> list[str]:
    """Tear or zero the tail of the checkpoint of a proof: it goes on with what is whole, or is refused."""
    proofs, wrong = Proofs(bench, threads), []
    whole = proofs.path.read_bytes()
    head = whole.index(b"\n")
    for _ in range(number):
        size = bench.rng.randrange(len(whole))
        zeros = bench.rng.random() < 0.5
        proofs.path.write_bytes(whole[:size] + bytes(len(whole) - size) * zeros)
        bench.met += 1
        found = _torn(proofs, size < head)
        if found is not None:
            wrong.append(f"{'zeroed' if zeros else 'torn'} from {size} of {len(whole)}: {found}")
            if len(wrong) >= bench.most:
                break
    return wrong


def _torn(proofs: Proofs, headless: bool) -> str | None:
    """Return what is wrong with going on with a torn file."""
    if not headless:
        return proofs.finish()
    outcome = proofs.start().wait()
    return None if outcome.refused("no checkpoint") else f"without its head, the proof ended with {outcome}"
