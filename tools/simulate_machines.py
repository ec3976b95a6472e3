"""Count what machines save by telling each other the words of an enormous board, and what not telling costs.

python tools/simulate_machines.py enable2k.txt --size 10000x10000 --workers 8

The work of many machines, done one after another by this one, in the order in which they would: a machine
takes its next rows when the work of those before is done. Work is counted and not timed, in paths walked and
cells read (a cell takes about as long as a path). One machine that does all is beside machines that share the
rows and tell nothing (``--shard``), and machines that are told what is known with each span (``--cluster``).
Exit code 1 where the words differ.
"""

from __future__ import annotations

import argparse
import heapq
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from unriddle import Lexicon
from unriddle.puzzles.boggle import RandomBoard, Rules
from unriddle.puzzles.boggle.streaming.cluster import Dealt, Done, Task
from unriddle.puzzles.boggle.streaming.row_readers import A_TO_Z

Deal = Callable[[int], tuple[int, int] | None]


@dataclass
class Work:
    """What some machines did together."""

    name: str
    spans: int
    paths: int
    cells: int
    longest: int
    told: int
    """Bytes of bits that were sent."""
    words: list[int]

    @property
    def whole(self) -> int:
        """Paths and cells."""
        return self.paths + self.cells


class Machines:
    """Machines that search a board.

    Parameters
    ----------
    board : RandomBoard
    lexicon : Lexicon
    """

    def __init__(self, board: RandomBoard, lexicon: Lexicon) -> None:
        self.rows, self.cols = board.shape
        self.task = Task(board, lexicon, Rules(), False, None, False, A_TO_Z, None)
        self.marks = np.zeros(len(lexicon), dtype=bool)
        self.nothing = self.bits()

    def bits(self) -> bytes:
        """Return which words are known, a bit each."""
        return np.packbits(self.marks).tobytes()

    def one(self) -> Work:
        """Search all rows on one machine."""
        done = self.task.do((0, self.rows), self.nothing)
        cells = self.rows * self.cols
        return Work("one machine", 1, done.moves, cells, done.moves + cells, 0, sorted(done.numbers.tolist()))

    def untold(self, workers: int) -> Work:
        """Search a shard on each machine."""
        ends = [self.rows * number // workers for number in range(workers + 1)]
        spans = pairwise(ends)
        return self._work("shards", workers, lambda _: next(spans, None), tell=False)

    def told(self, workers: int) -> Work:
        """Deal the rows out in spans, each with the words that are known when it is given to a machine."""
        rows = Dealt(0, self.rows, self.cols)
        return self._work("telling", workers, rows.deal, tell=True, rows=rows)

    def _work(self, name: str, workers: int, deal: Deal, *, tell: bool, rows: Dealt | None = None) -> Work:
        self.marks[:] = False
        work = Work(name, 0, 0, 0, 0, 0, [])
        busy: list[tuple[int, int, Done]] = []  # until when, which span, what it will have found
        for now, done in self._hours(busy, workers):
            if done is not None:
                self.marks[done.numbers] = True
                if rows is not None:
                    rows.done_cells += (done.span[1] - done.span[0]) * self.cols
            span = deal(workers)
            if span is None:
                continue
            known = self.bits() if tell else self.nothing
            found, cells = self.task.do(span, known), (span[1] - span[0]) * self.cols
            work.spans += 1
            work.paths += found.moves
            work.cells += cells
            work.told += len(known) if tell else 0
            end = now + found.moves + cells
            work.longest = max(work.longest, end)
            heapq.heappush(busy, (end, work.spans, found))
        work.words = np.flatnonzero(self.marks).tolist()
        return work

    @staticmethod
    def _hours(busy: list[tuple[int, int, Done]], workers: int) -> Iterator[tuple[int, Done | None]]:
        """Yield each time when a machine has nothing to do, and what it has just found."""
        for _ in range(workers):
            yield 0, None
        while busy:
            end, _, done = heapq.heappop(busy)
            yield end, done


def main() -> int:
    """Simulate, and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("lexicon", help="a word list")
    parser.add_argument("--size", default="10000x10000", metavar="RxC", help="of the board (10000x10000)")
    parser.add_argument("--dice", default="1987", metavar="SET", help="1976, 1987, big, uniform or english")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the board (1)")
    parser.add_argument("--workers", type=int, default=8, metavar="N", help="machines (8)")
    args = parser.parse_args()
    board = RandomBoard(args.size, dice=args.dice, seed=args.seed)
    machines = Machines(board, Lexicon.load(args.lexicon))
    works = [machines.one(), machines.untold(args.workers), machines.told(args.workers)]
    print("| machines | spans | paths | paths and cells | of one's | the longest machine | bytes told |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for work in works:
        print(
            f"| {work.name} | {work.spans:,} | {work.paths:,} | {work.whole:,} "
            f"| {work.whole / works[0].whole:.2f} | {work.longest / works[0].whole:.3f} | {work.told:,} |"
        )
    same = all(work.words == works[0].words for work in works)
    print(f"{len(works[0].words):,} words" + ("" if same else ", but not the same in all"))
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
