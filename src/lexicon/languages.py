"""The letters of languages: which are kept as letters of the alphabet, which are folded, and into what."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from types import MappingProxyType

from ..base import LexiconError
from .normalise import A_TO_Z, MAX_LETTERS
from .normalise import fold as small

_PLAIN = {
    "ß": "ss", "æ": "ae", "œ": "oe", "ĳ": "ij", "ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ŧ": "t", "ı": "i",
    "ŋ": "ng", "þ": "th", "ð": "d", "ſ": "s", "ĸ": "k",
}  # fmt: skip
"""Letters that no accent is taken from, and how they are written without themselves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """How a language is spelled on a board."""

    name: str
    """In English."""
    kept: str = ""
    """Its letters besides a to z."""
    own: Mapping[str, str] = field(default_factory=dict)
    """How it writes those letters where they are not kept; other letters lose their accents."""
    digraphs: Mapping[str, str] = field(default_factory=dict)
    """Pairs of letters that become one where the alphabet has that one."""
    nouns: bool = False
    """Nouns have a capital, so that a capital says nothing; else it is a name's."""
    package: str
    """Debian's package of its word list."""
    why: str
    """Why these letters."""

    @property
    def alphabet(self) -> str:
        """Its letters in the order of their code points."""
        return A_TO_Z + self.kept


LANGUAGES: Mapping[str, Language] = MappingProxyType(
    {
        "de": Language(
            name="German",
            kept="äöü",
            own={"ä": "ae", "ö": "oe", "ü": "ue"},
            nouns=True,
            package="wngerman",
            why="ä ö ü have tiles and squares of their own; ß has none, as it is SS in capitals",
        ),
        "en": Language(name="English", package="wamerican", why="accents are optional"),
        "es": Language(
            name="Spanish",
            kept="ñ",
            package="wspanish",
            why="ñ is a letter with a place of its own in the alphabet; accents and ü mark stress and sound",
        ),
        "fr": Language(
            name="French", package="wfrench", why="capitals and crosswords go without accents; œ is oe, æ ae"
        ),
        "it": Language(name="Italian", package="witalian", why="accents mark the stress of the last vowel"),
        "nl": Language(
            name="Dutch",
            digraphs={"ij": "ĳ"},
            package="wdutch",
            why="ij is sorted and typed as two letters; one letter where the alphabet is given with ĳ",
        ),
    }
)
"""Code -> language, of those whose lists are read with ``language=``."""


@dataclass(frozen=True, slots=True)
class Spelling:
    """What a list is read with: the letters that are kept, and the language that says the rest."""

    alphabet: str
    """The letters of the words."""
    language: str | None = None

    @property
    def own(self) -> Mapping[str, str]:
        """Letters that the language writes otherwise where they are not kept."""
        return LANGUAGES[self.language].own if self.language else {}

    @property
    def digraphs(self) -> dict[str, str]:
        """Pairs that become one letter of this alphabet."""
        pairs = LANGUAGES[self.language].digraphs if self.language else {}
        return {pair: one for pair, one in pairs.items() if one in self.alphabet}

    @property
    def names(self) -> bool:
        """Whether a capital says that a word is a name."""
        return self.language is not None and not LANGUAGES[self.language].nouns

    @property
    def key(self) -> bytes:
        """Its key in the cache."""
        return f"spelling 1 {self.language} {self.alphabet}".encode()


def spelling_of(
    fold: bool = False, language: str | None = None, alphabet: Iterable[str] | None = None
) -> Spelling | None:
    """Return what the options of `Lexicon.load` ask for, None where they ask for nothing."""
    if not isinstance(fold, bool):
        raise LexiconError(f"fold={fold!r:.40}, expected True or False")
    if language is not None and (not isinstance(language, str) or language not in LANGUAGES):
        known = ", ".join(LANGUAGES)
        raise LexiconError(
            f"language {language!r:.40}, expected one of {known}; of others name the letters: alphabet"
        )
    if alphabet is not None:
        if fold:
            raise LexiconError("fold cannot be combined with alphabet: it keeps the letters a to z")
        return Spelling(_checked(alphabet), language)
    if fold:
        return Spelling(A_TO_Z, language)
    return None if language is None else Spelling(LANGUAGES[language].alphabet, language)


def _checked(alphabet: Iterable[str]) -> str:
    if not isinstance(alphabet, Iterable) or not all(isinstance(letter, str) for letter in alphabet):
        raise LexiconError(f"alphabet {alphabet!r:.60}, expected its letters")
    letters = sorted(small("".join(alphabet)))
    wrong = next((letter for letter in letters if not letter.isalpha()), None)
    if wrong is not None:
        raise LexiconError(f"{wrong!r} in the alphabet is no letter")
    twice = next((one for one, other in pairwise(letters) if one == other), None)
    if twice is not None:
        raise LexiconError(f"{twice!r} is twice in the alphabet, expected each letter once, in either case")
    if not 1 <= len(letters) <= MAX_LETTERS:
        raise LexiconError(f"alphabet of {len(letters)} letters, expected 1 to {MAX_LETTERS}")
    return "".join(letters)


def folded(letter: str, spelling: Spelling) -> str | None:
    """Return a small letter in the letters of an alphabet, None where it cannot be written with them."""
    if letter in spelling.alphabet:
        return letter
    if unicodedata.combining(letter):
        return ""
    parts = spelling.own.get(letter) or _PLAIN.get(letter)
    if parts is None:
        broken = unicodedata.decomposition(letter).split()
        parts = "".join(chr(int(part, 16)) for part in broken if not part.startswith("<"))
        if not parts:
            return None
    pieces = [folded(one, spelling) for part in parts for one in small(part)]
    return None if None in pieces else "".join(piece for piece in pieces if piece)


def what_to_fold(alphabet: str, most: int) -> str:
    """Return what to fold in a list that has more letters than `most`, and how many remain."""
    plain = Spelling(A_TO_Z)
    into: dict[str, list[str]] = {}
    left = []
    for letter in sorted(alphabet):
        to = folded(letter, plain)
        if to is None:
            left.append(letter)
        elif to != letter:
            into.setdefault(to, []).append(letter)
    remain = len(left) + len(set(A_TO_Z) & set(alphabet) | set("".join(into)))
    said = ", ".join(f"{' '.join(letters)} as {to}" for to, letters in into.items())
    if not said or len(left) == remain or (left and remain > most):
        return "none that matter can be folded to a to z; alphabet=… keeps the letters that it names"
    dropped = f", and leaves out words with {' '.join(left[:12])}{' …' * (len(left) > 12)}" if left else ""
    kept = len(A_TO_Z) if left else remain
    return f"folding (fold=True, --strip-accents) writes {said}{dropped}: {kept} remain"
