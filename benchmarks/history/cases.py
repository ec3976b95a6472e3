"""Cases of the suite as asv times them, by the names that pytest has for them.

UNRIDDLE_ASV chooses others, by an expression of pytest's -k: UNRIDDLE_ASV="sudoku and batch" asv run HEAD^!
"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from benchmarks.collect import collect

DEFAULT = (
    "score_4x4_by_kernel or solve_one_by_kernel or pruned_by_kernel or neighbours_by_kernel "
    "or large_by_kernel or solve_9x9_by_batch or solve_5x5_by_batch or fill_in_by_kernel "
    "or shortest_by_kernel "
    "or first_by_kernel or solve_by_kernel or lattice_by_kernel or graph_by_kernel"
)
CASES = collect("-k", os.environ.get("UNRIDDLE_ASV", DEFAULT))


class Suite:
    """Every chosen case; one that needs data is skipped without UNRIDDLE_DATA."""

    params = sorted(CASES)
    param_names = ("case",)
    timeout = 600

    def setup(self, name):
        """Make what is not timed."""
        try:
            self.case = CASES[name].prepare()
        except BaseException as skipped:
            raise NotImplementedError from skipped  # asv's way to skip

    def time_work(self, name):
        """Time the work of a case."""
        self.case.work()

    def track_nodes(self, name):
        """Count the nodes of a case."""
        nodes = self.case.info.get("nodes")
        return nodes(self.case.work()) if nodes else 0
