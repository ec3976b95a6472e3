"""Many puzzles: made, or read and solved; readers, shards, part files, resume, threads."""

from __future__ import annotations

from .generate import run_generate
from .run import Interrupted, Progress, Summary, run_batch

__all__ = ["Interrupted", "Progress", "Summary", "run_batch", "run_generate"]
