"""All cases there are: those of `benchmarks.suites`, and those that need data, peers or minutes.

With UNRIDDLE_BENCH_QUICK=1 all are tiny. `-k` chooses by what stands in group and name.
"""

import os
from pathlib import Path

import pytest

from benchmarks.suites import load, missing

CASES = load(quick=bool(os.environ.get("UNRIDDLE_BENCH_QUICK")), cases=str(Path(__file__).parent))
LEAST: dict[str, int] = {}
for one in (case for case in CASES if not missing(case)):
    LEAST[one.group] = min(one.items, LEAST.get(one.group, one.items))


@pytest.mark.parametrize("each", CASES, ids=lambda each: each.fullname)
def bench_case(run, each):
    """Run one of them."""
    run(each, LEAST.get(each.group))
