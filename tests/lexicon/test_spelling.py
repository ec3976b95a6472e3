"""Spelling lists in the encodings and with the entries that distributions ship."""

import io
import pickle
import sys
import time
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unriddle import Lexicon, LexiconError
from unriddle.lexicon import LeftOut
from unriddle.lexicon.languages import LANGUAGES, Spelling, folded, spelling_of, what_to_fold
from unriddle.lexicon.normalise import fold
from unriddle.lexicon.spelling import REASONS, decoded

GERMAN = "Äpfel\näpfelst\nStraße\nStraßen\nfloß\nCafé\nKPÖ\nkWh\nGEZ\nPCs\nX\nlaufen\n"
DUTCH = (
    "ijs\nĳsbeer\nIJsland\nZwolle\nreünie\nauto's\nzzp-schap\nzwart geld\nH₂O\n06\nZ.K.H.\nm/s\n+er\nCD\n"
    "Ångström\n"
)
FRENCH = "cœur\ncoeur\nété\naujourd'hui\nentr’acte\nbec-d'âne\nyacht-club\ntél.\nParis\nçà\n"
SPANISH = "año\nano\npingüino\nniñez\nárbol\n"
ITALIAN = "perché\ncittà\nL'Italia\nl'acqua\nAchille\nHTML\n"


def reasons(lexicon: Lexicon) -> dict[str, tuple[str, ...]]:
    return {one.reason: one.examples for one in lexicon.left_out}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "iso8859-15", "cp1252"])
def test_files_in_each_encoding(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "list"
    for text, language, expected in [
        (GERMAN, "de", ["cafe", "floss", "laufen", "strasse", "strassen", "äpfel", "äpfelst"]),
        (SPANISH, "es", ["ano", "arbol", "año", "niñez", "pinguino"]),
        (ITALIAN, "it", ["citta", "perche"]),
    ]:
        path.write_bytes(text.encode(encoding))
        assert list(Lexicon.load(path, language=language)) == expected


@pytest.mark.parametrize("encoding", ["utf-8", "iso8859-15", "cp1252"])
def test_the_two_successors_of_latin_1(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "list"
    text = FRENCH if encoding != "iso8859-15" else FRENCH.replace("’", "'")
    path.write_bytes(text.replace("\n", "\r\n").encode(encoding))
    lexicon = Lexicon.load(path, language="fr")
    assert (list(lexicon), lexicon.duplicates, lexicon.skipped) == (["ca", "coeur", "ete"], 1, 6)
    assert {one.reason: one.count for one in lexicon.left_out} == {
        "apostrophe": 3,
        "hyphen": 1,
        "abbreviation": 1,
        "name": 1,
    }
    assert decoded("œŒŸ".encode(encoding), "") == "œŒŸ"


def test_german_capitals_are_nouns_and_those_within_abbreviations() -> None:
    lexicon = Lexicon(GERMAN.split(), language="de")
    assert reasons(lexicon) == {"abbreviation": ("KPÖ", "kWh", "GEZ", "PCs", "X")}
    assert lexicon.alphabet == "abcdefghijklmnopqrstuvwxyzäöü"
    plain = Lexicon(GERMAN.split(), language="de", fold=True)
    assert "aepfel" in plain and "strasse" in plain and plain.alphabet[-1] == "z"
    assert "apfel" in Lexicon(GERMAN.split(), fold=True)


def test_dutch_and_every_reason() -> None:
    entries = [*DUTCH.splitlines(), "λ", "a" * 255, "tee"]
    lexicon = Lexicon(entries, language="nl")
    assert list(lexicon) == ["ijs", "ijsbeer", "reunie", "tee"]
    assert reasons(lexicon) == {
        "digit": ("H₂O", "06"),
        "several words": ("zwart geld",),
        "apostrophe": ("auto's",),
        "hyphen": ("zzp-schap",),
        "sign": ("m/s", "+er"),
        "abbreviation": ("Z.K.H.", "CD"),
        "name": ("IJsland", "Zwolle", "Ångström"),
        "letter": ("λ",),
        "length": ("a" * 40,),
    }
    assert list(reasons(lexicon)) == list(REASONS)
    assert lexicon.skipped == 14 and lexicon.info.left_out["sign"] == 2
    one = Lexicon(entries, language="nl", alphabet="abcdefghijklmnopqrstuvwxyzĳ")
    assert list(one) == ["reunie", "tee", "ĳs", "ĳsbeer"]


def test_capitals_say_nothing_where_there_is_nothing_else() -> None:
    upper = [word.upper() for word in ("citta", "perché", "acqua")]
    assert list(Lexicon(upper, language="it")) == ["acqua", "citta", "perche"]
    title = [word.title() for word in ("citta", "perché", "acqua")]
    assert list(Lexicon(title, language="it")) == ["acqua", "citta", "perche"]
    assert list(Lexicon(["Rome", "citta"], fold=True)) == ["citta", "rome"]


def test_what_is_no_entry_and_what_is_composed() -> None:
    text = "# list\n\n  e\u0301te\u0301 \nbi\u0301j\u0301t\n"
    assert list(Lexicon(text.split("\n"), fold=True)) == ["bijt", "ete"]
    lexicon = Lexicon(["ﬁn", "soſſo"], fold=True)
    assert list(lexicon) == ["fin", "sosso"]
    assert Lexicon(["ß" * 200, "a"], fold=True).left_out == (LeftOut("length", 1, ()),)


def test_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "list"
    path.write_bytes(b"tea\0\n")
    with pytest.raises(LexiconError, match=r"list:1: NUL byte"):
        Lexicon.load(path, fold=True)
    path.write_bytes("tea\n".encode("utf-16"))
    with pytest.raises(LexiconError, match="UTF-16"):
        Lexicon.load(path, fold=True)
    path.write_bytes(b"a" * 5000)
    with pytest.raises(LexiconError, match="line of 5,000 bytes"):
        Lexicon.load(path, fold=True)
    path.write_bytes(b"3\naanval/Ab\nhuis/CD\n")
    with pytest.raises(LexiconError, match="'huis/CD' have affix flags, expected words with their affixes"):
        Lexicon.load(path, language="nl")
    path.write_bytes("\n\nété\nl'eau\n".encode())
    with pytest.raises(LexiconError, match=r"list:4: \"l'eau\" has an apostrophe, expected one word a line"):
        Lexicon.load(path, language="fr", strict=True)
    for text in (b"# nothing\n", b"l'eau\n"):
        path.write_bytes(text)
        with pytest.raises(LexiconError, match="no words"):
            Lexicon.load(path, language="fr")
    for options in ({"fold": True}, {"language": "nl"}, {"alphabet": "abc"}):
        with pytest.raises(LexiconError, match=r"(fold|language|alphabet)=.* applies to word files only"):
            Lexicon.load(**options)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO("été\n".encode("latin-1"))))
    assert list(Lexicon.load("-", fold=True)) == ["ete"]


def test_large_lists_come_from_the_cache_with_what_was_left_out(tmp_path: Path) -> None:
    path = tmp_path / "list"
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = [f"wo{a}{b}{c}é" for a in letters for b in letters for c in letters]
    path.write_text("\n".join([*words, "l'eau"]), encoding="utf-8")
    first = Lexicon.load(path, language="fr")
    plain = Lexicon.load(path)  # the same bytes, read otherwise
    again = Lexicon.load(path, language="fr")
    assert first == again and first.left_out == again.left_out == pickle.loads(pickle.dumps(first)).left_out
    assert "woabcé" in plain and "woabce" in first and plain.left_out == ()
    start = time.perf_counter()
    assert Lexicon.load(path, language="fr", alphabet=letters + "é") != first
    assert time.perf_counter() - start < 5


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
        ({"fold": True, "alphabet": "abc"}, "fold cannot be combined with alphabet"),
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
    folding = "folding (fold=True, --strip-accents) writes à á â ã ä å"
    assert f"71 different letters, expected at most 63; {folding}" in said
    assert "ç ć ĉ ċ č as c" in said and said.endswith(": 26 remain")
    assert len(Lexicon([A_TO_Z, accents], fold=True).alphabet) == 26
    assert what_to_fold("abcλ", 3).startswith("none that matter")
    assert what_to_fold(A_TO_Z + "éλ", 27).endswith("é as e, and leaves out words with λ: 26 remain")


def test_fold_is_one_letter_for_one_and_settles() -> None:
    for point in [
        *range(0x3000),
        *range(0xA640, 0xABC0),
        *range(0xFB00, 0x10600),
        *range(0x10600, sys.maxunicode + 1, 97),
    ]:
        ch = chr(point)
        once = fold(ch)
        assert fold(once) == once, hex(point)
        assert len(once) == len(unicodedata.normalize("NFC", ch)), hex(point)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("CAFÉ", "cafe\u0301"),
        ("ΛΌΓΟΣ", "λόγος"),
        ("STRAẞE", "straße"),
        ("ЁЖ", "е\u0308ж"),
        ("Å", "\u212b"),
        ("İ", "i"),
    ],
)
def test_fold_takes_as_the_same(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@given(st.text())
def test_a_text_is_folded_letter_by_letter_after_composition(text: str) -> None:
    folded = fold(text)
    assert fold(folded) == folded == fold(unicodedata.normalize("NFD", text))
    assert folded == unicodedata.normalize("NFC", "".join(map(fold, unicodedata.normalize("NFC", text))))


def test_final_sigma_and_dotted_i() -> None:
    assert fold("ΣΊΣΥΦΟΣ") == fold("σίσυφος") and "ς" not in fold("σίσυφος")
    assert fold("STRASSE") != fold("Straße")
