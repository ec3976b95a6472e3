"""Many puzzles: made, or read and solved; readers, shards, part files, resume, threads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .run import Interrupted, Progress, Summary, run_batch

if TYPE_CHECKING:
    from .generate import run_generate

__all__ = ["Interrupted", "Progress", "Summary", "run_batch", "run_generate"]


def __getattr__(name: str) -> Any:
    """Import what makes puzzles when it is asked for: those that are read do not wait for it."""
    if name == "run_generate":
        from .generate import run_generate

        return run_generate
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
