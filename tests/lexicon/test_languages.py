"""Which letters of a language are kept, and what the others become."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unriddle import Lexicon, LexiconError
from unriddle.lexicon.languages import LANGUAGES, Spelling, folded, spelling_of, what_to_fold

A_TO_Z = "abcdefghijklmnopqrstuvwxyz"


def written(text: str, **options: object) -> str:
    spelling = spelling_of(**options)  # type: ignore[arg-type]
    assert spelling is not None
    return "".join(folded(letter, spelling) or "" for letter in text)


def test_the_table_of_languages() -> None:
    assert set(LANGUAGES) == {"de", "en", "es", "fr", "it", "nl"}
    kept = {code: language.kept for code, language in LANGUAGES.items() if language.kept}
    assert kept == {"de": "äöü", "es": "ñ"}
    assert LANGUAGES["es"].alphabet == A_TO_Z + "ñ"
    assert all(language.why and language.package.startswith("w") for language in LANGUAGES.values())


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("größe", {"fold": True}, "grosse"),
        ("größe", {"language": "de"}, "grösse"),
        ("größe", {"language": "de", "fold": True}, "groesse"),
        ("größe", {"alphabet": A_TO_Z + "ß"}, "große"),
        ("café", {"language": "de"}, "cafe"),
        ("año", {"language": "es"}, "año"),
        ("pingüíno", {"language": "es"}, "pinguino"),
        ("año", {"language": "es", "fold": True}, "ano"),
        ("cœur", {"language": "fr"}, "coeur"),
        ("ægyptien", {"fold": True}, "aegyptien"),
        ("çà", {"language": "fr"}, "ca"),
        ("perché", {"language": "it"}, "perche"),
        ("ĳs", {"language": "nl"}, "ijs"),
        ("ĳs", {"alphabet": A_TO_Z + "ĳ"}, "ĳs"),
        ("reünie", {"language": "nl"}, "reunie"),
        ("ǘ", {"alphabet": "üu"}, "ü"),
        ("ǘ", {"alphabet": "u"}, "u"),
        ("øłđðþ", {"fold": True}, "olddth"),
        ("ﬁn", {"fold": True}, "fin"),
    ],
)
def test_letters_are_kept_or_folded(text: str, options: dict[str, object], expected: str) -> None:
    assert written(text, **options) == expected


def test_what_cannot_be_written() -> None:
    plain = Spelling(A_TO_Z)
    for letter in "λжא字":
        assert folded(letter, plain) is None
    assert folded("\u0301", plain) == ""
    assert folded("ß", Spelling("abc")) is None


@given(st.characters(categories=["Ll", "Lo", "Lm", "Mn"]), st.sampled_from([None, *LANGUAGES]), st.booleans())
def test_what_comes_out_is_of_the_alphabet(letter: str, language: str | None, fold: bool) -> None:
    spelling = spelling_of(fold, language) or Spelling(A_TO_Z)
    found = folded(letter, spelling)
    assert found is None or set(found) <= set(spelling.alphabet)
    base = [ch for ch in unicodedata.normalize("NFD", letter) if not unicodedata.combining(ch)]
    if base and set(base) <= set(A_TO_Z):  # an accented Latin letter can always be written
        assert found


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"language": "xx"}, "language 'xx', expected one of de, en, es, fr, it, nl"),
        ({"language": 5}, "language 5"),
        ({"fold": "yes"}, "fold='yes', expected True or False"),
        ({"fold": True, "alphabet": "abc"}, "expected one of them"),
        ({"alphabet": "ab1"}, "'1' in the alphabet is no letter"),
        ({"alphabet": "abA"}, "'a' is twice in the alphabet"),
        ({"alphabet": ""}, "alphabet of 0 letters"),
        ({"alphabet": [chr(0x4E00 + k) for k in range(64)]}, "alphabet of 64 letters, expected 1 to 63"),
        ({"alphabet": 5}, "alphabet 5, expected its letters"),
        ({"alphabet": [1]}, "expected its letters"),
    ],
)
def test_wrong_options(options: dict[str, object], message: str) -> None:
    with pytest.raises(LexiconError, match=message):
        Lexicon(["tea"], **options)  # type: ignore[arg-type]


def test_too_many_letters_are_answered_with_what_to_fold() -> None:
    accents = "àáâãäåçèéêëìíîïñòóôõöùúûüýÿāăąćĉċčďēĕėęěĝğġģĥ"
    with pytest.raises(LexiconError) as error:
        Lexicon([A_TO_Z, accents])
    said = str(error.value)
    assert (
        "71 different letters, expected at most 63; folding (fold=True, --strip-accents) writes à á â ã ä å"
        in said
    )
    assert "ç ć ĉ ċ č as c" in said and said.endswith(": 26 remain")
    assert len(Lexicon([A_TO_Z, accents], fold=True).alphabet) == 26
    assert what_to_fold("abcλ", 3).startswith("none that matter")
    assert what_to_fold(A_TO_Z + "éλ", 27).endswith("é as e, and leaves out words with λ: 26 remain")
