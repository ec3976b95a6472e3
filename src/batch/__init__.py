"""Many boards: readers, shards, part files, resume, threads."""

from __future__ import annotations

from .run import Interrupted, Progress, Summary, run_batch

__all__ = ["Interrupted", "Progress", "Summary", "run_batch"]
