"""The suites of the package (`unriddle bench`), each case in its group; with UNRIDDLE_BENCH_QUICK=1 tiny."""

import os

import pytest

from unriddle.report.suites import load

CASES = load(quick=bool(os.environ.get("UNRIDDLE_BENCH_QUICK")))
LEAST = {}
for one in CASES:
    LEAST[one.group] = min(one.items, LEAST.get(one.group, one.items))


@pytest.mark.parametrize("each", CASES, ids=lambda each: each.fullname)
def bench_case(run, each):
    run(each, common=LEAST[each.group], seconds=0.3)
