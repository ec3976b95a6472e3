"""Read and write the headers of ``.npy`` files in streams."""

from __future__ import annotations

from typing import Any, BinaryIO

import numpy as np

from ..base import PuzzleError
from .text import printable


def read_header(stream: Any, name: str) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    """Read a header; return the shape, whether the array is in Fortran order, and the dtype."""
    from numpy.lib import format as npy

    try:
        version = npy.read_magic(stream)
        if version == (1, 0):
            return npy.read_array_header_1_0(stream)
        if version == (2, 0):
            return npy.read_array_header_2_0(stream)
        raise ValueError(f"unsupported format version {version[0]}.{version[1]}")
    except PuzzleError:
        raise
    except Exception as reason:  # what the parsers of a damaged header raise, tokenize.TokenError too
        first = printable(str(reason).splitlines()[0][:100] if str(reason) else "no header")
        raise PuzzleError(f"damaged .npy file: {first}", file=name) from None


def write_header(stream: BinaryIO, dtype: np.dtype[Any], rows: int) -> int:
    """Write the header of an array of one axis; its size, which is returned, is the same for any `rows`."""
    from numpy.lib import format as npy

    at = stream.tell()
    fields = {"descr": npy.dtype_to_descr(dtype), "fortran_order": False, "shape": (rows,)}
    npy.write_array_header_1_0(stream, fields)
    return stream.tell() - at
