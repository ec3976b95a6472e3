"""Benchmarks: cases, how they are measured, and the signature of the searches."""

import sys
from pathlib import Path

TESTS = str(Path(__file__).parents[1] / "tests")
if TESTS not in sys.path:  # `reference` holds the twins, which cases compare with
    sys.path.append(TESTS)
