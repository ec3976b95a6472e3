"""What other packages draw with, by the name under which they import it."""

from __future__ import annotations

from ...svg import Drawing

__all__ = ["Drawing"]
