"""Coverage-guided fuzzing of every public parser and every ``*_many``; `tools/fuzz.py` is its command."""

import ctypes
import sys
from pathlib import Path

LIBRARY = Path(sys.prefix) / "coverage.so"
"""What kernels call that count their blocks (coverage.c), where this environment has such kernels."""

if LIBRARY.exists():  # before the first kernel is imported
    ctypes.CDLL(str(LIBRARY), ctypes.RTLD_GLOBAL)
