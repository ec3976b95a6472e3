"""Benchmarks: a suite of pytest-benchmark, its report, and the signature of the searches."""

import sys
from pathlib import Path

TESTS = str(Path(__file__).parents[1] / "tests")
if TESTS not in sys.path:  # `reference` holds the definitions in plain Python
    sys.path.append(TESTS)
