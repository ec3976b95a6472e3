"""A process that runs benchmark cases on request: one side of a comparison. Talks JSON, one line each way.

Requests: ``{"do": "prepare", "case": …, "quick": …, "cases": …}``, answered by the seconds of one run, the
digests of its answers and what is wrong with them; ``{"do": "run", "iterations": n}``, answered by the
seconds of a call. What goes wrong is answered by ``{"error": …}``.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from collections.abc import Callable
from typing import Any

from ..suites import Case, digest, load
from .bench import WrongAnswerError, answers_of

__all__ = ["LocalSide", "main"]


class LocalSide:
    """Prepares and runs cases in this process.

    Examples
    --------
    >>> side = LocalSide()
    >>> side.prepare("river, three missionaries, bfs/kernel", quick=True)["items"]
    1
    >>> sorted(side.run(2))
    ['process', 'wall']
    """

    def __init__(self) -> None:
        self._work: Callable[[], Any] | None = None

    def prepare(self, fullname: str, quick: bool, cases: str | None = None) -> dict[str, Any]:
        """Prepare a case, of the package or of a folder `cases`, and run it once."""
        group = fullname.rpartition("/")[0]
        for case in load([group], quick=quick, cases=cases):
            if case.fullname == fullname:
                return self.prepare_case(case)
        raise LookupError(f"no case {fullname}")

    def prepare_case(self, case: Case) -> dict[str, Any]:
        """Prepare a case and run it once; return its seconds, items, and a digest of each answer.

        Answers that are not what is known of them are told as ``wrong``.
        """
        self._work = None
        gc.collect()
        work = case.prepare()
        process, wall = time.process_time(), time.perf_counter()
        found = work()
        seconds = {"wall": time.perf_counter() - wall, "process": time.process_time() - process}
        self._work = work
        told = {"items": case.items, "threads": case.threads, **seconds}
        try:
            return {"answers": [digest(answer) for answer in answers_of(case, found)], **told}
        except WrongAnswerError as error:
            return {"answers": [], "wrong": str(error), **told}

    def run(self, iterations: int) -> dict[str, float]:
        """Run the case so many times; return the seconds of a call.

        Of many calls the first is not timed: the other side ran meanwhile, and filled the caches.
        """
        work = self._work
        if work is None:
            raise LookupError("no case is prepared")
        repeat = range(iterations)
        gc.disable()
        if iterations > 1:
            work()
        process, wall = time.process_time(), time.perf_counter()
        for _ in repeat:
            work()
        seconds = {"wall": time.perf_counter() - wall, "process": time.process_time() - process}
        gc.enable()
        return {key: value / iterations for key, value in seconds.items()}

    def close(self) -> None:
        """Let the case go."""
        self._work = None


def main() -> int:
    """Answer requests from standard input until it ends."""
    side = LocalSide()
    for line in sys.stdin:
        try:
            request = json.loads(line)
            if request["do"] == "prepare":
                answer = side.prepare(request["case"], request["quick"], request.get("cases"))
            else:
                answer = side.run(request["iterations"])
        except KeyboardInterrupt:
            return 130
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
    return 0
