"""Word lists: the embedded one, users' files, the compiled trie and its cache."""

from .languages import LANGUAGES, Language
from .lexicon import Lexicon, Words
from .word_array import LeftOut

__all__ = ["LANGUAGES", "Language", "LeftOut", "Lexicon", "Words"]
