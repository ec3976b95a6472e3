"""Columns of other libraries by the Arrow C data interface, read without any of them."""

from __future__ import annotations

from .column import is_column, read_column
from .texts import Texts

__all__ = ["Texts", "is_column", "read_column"]
