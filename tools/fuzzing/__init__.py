"""What `tools/fuzz.py` tries: families of inputs, and what must hold of each."""

import ctypes
import sys
from pathlib import Path
from typing import Any

LIBRARY = Path(sys.prefix) / "coverage.so"
"""What kernels call that count their blocks (coverage.c), where this environment has such kernels."""

if LIBRARY.exists():  # before the first kernel is imported
    ctypes.CDLL(str(LIBRARY), ctypes.RTLD_GLOBAL)


def count_kernels(atheris: Any) -> None:
    """Give libFuzzer the counters of the kernels, where they have some."""
    if LIBRARY.exists():
        core = ctypes.CDLL(str(next(Path(atheris.__file__).parent.glob("core_with_libfuzzer*.so"))))
        ctypes.CDLL(str(LIBRARY)).fuzzing_register(
            core.__sanitizer_cov_8bit_counters_init, core.__sanitizer_cov_pcs_init
        )
