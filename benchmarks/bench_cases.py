"""All cases there are: those of the package (`unriddle bench`) and of this folder (`--cases benchmarks`).

With UNRIDDLE_BENCH_QUICK=1 all are tiny. `-k` chooses by what stands in group and name.
"""

import os
from pathlib import Path

import pytest

from unriddle.report.suites import load, missing

CASES = load(quick=bool(os.environ.get("UNRIDDLE_BENCH_QUICK")), cases=str(Path(__file__).parent))
LEAST: dict[str, int] = {}
for one in (case for case in CASES if not missing(case)):
    LEAST[one.group] = min(one.items, LEAST.get(one.group, one.items))


@pytest.mark.parametrize("each", CASES, ids=lambda each: each.fullname)
def bench_case(run, each):
    """Run one of them."""
    run(each, LEAST.get(each.group))
