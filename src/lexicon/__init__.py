"""Word lists: the embedded one, users' files, the compiled trie and its cache."""

from .lexicon import Lexicon
from .words import Words

__all__ = ["Lexicon", "Words"]
