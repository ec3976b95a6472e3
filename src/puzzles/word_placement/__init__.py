"""Word placement: the functions by name, the game, and an engine that scales."""

from .engine import Placed, PlacementResult, WordFilling, WordPlacement

__all__ = ["Placed", "PlacementResult", "WordFilling", "WordPlacement"]
