"""Scores of words: lists of lines WORD;SCORE, as constructors of crosswords keep them."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Collection, Mapping

from ...base import PuzzleError
from ...io.text import pluralize, printable, read_text, source_name, text_lines
from ...lexicon.arguments import joined_text
from .rules import fold

__all__ = ["Score", "finite", "scored_list", "scores_of"]

Score = Mapping[str, float] | Callable[[str], float]


def scored_list(source: str | os.PathLike[str]) -> dict[str, float]:
    """Read a word list with scores, one ``WORD;SCORE`` a line.

    Comment lines, which begin with ``#``, and lines without a word and a finite number are left out. An entry
    of several words is joined: ``ICE CREAM;60`` is ICECREAM. A warning says how many of each there are.

    Parameters
    ----------
    source : path
        A UTF-8 file, plain or gzip; ``-`` is standard input. Empty lines and spaces around a word and its
        score do not matter.

    Returns
    -------
    dict of str to float
        Word -> score, in the order of the file. Of a word that stands twice, in whatever case, the higher
        score counts; it is written as where it first stands.

    Raises
    ------
    PuzzleError
        A file that is empty or cannot be read; one in which no line has a word, a semicolon and a number.

    Warns
    -----
    UserWarning
        Lines that are left out, and entries that are joined.

    Notes
    -----
    O(bytes of the file).

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "words.txt")
    ...     _ = path.write_text("AREA;50\\nOREO;20\\narea;60\\n")
    ...     scored_list(path)
    {'AREA': 60.0, 'OREO': 20.0}
    """
    text, name = read_text(source), source_name(source)
    scores: dict[str, float] = {}
    first: dict[str, str] = {}
    comments, out, several = 0, [], []
    for number, line in text_lines(text):
        if not line.strip():
            continue
        if line.lstrip().startswith("#"):
            comments += 1
            continue
        word, _, score = line.partition(";")
        try:
            value = finite(score)
        except ValueError:
            word = ""
        parts = word.split()
        if not parts:
            out.append((number, line.strip()))
            continue
        if len(parts) > 1:
            several.append(word.strip())
        word = "".join(parts)
        word = first.setdefault(fold(word), word)
        scores[word] = max(value, scores.get(word, value))
    if out and not scores:
        wrong = f"line {printable(out[0][1][:60])!r}, expected WORD;SCORE, as on no line of the file"
        raise PuzzleError(wrong, file=name, line=out[0][0])
    said = [pluralize(comments, "comment line") + " left out"] if comments else []
    if out:
        example = f"line {out[0][0]}: {printable(out[0][1][:40])!r}"
        said.append(f"{pluralize(len(out), 'line')} without a score left out ({example})")
    if several:
        said.append(joined_text(several))
    if odd := [word for word in scores if not word.isalpha()]:
        said.append(
            f"{pluralize(len(odd), 'word')} with other characters than letters ({printable(odd[0][:40])})"
        )
    if said:
        warnings.warn(f"{name}: {'; '.join(said)}", UserWarning, stacklevel=2)
    return scores


def finite(text: str) -> float:
    """Return the number that a text is.

    Raises
    ------
    ValueError
        No number, or one that is not finite.

    Examples
    --------
    >>> finite(" 60 ")
    60.0
    """
    value = float(text)
    if not abs(value) < float("inf"):
        raise ValueError(text)
    return value


def scores_of(
    written: Mapping[str, str], score: Score | None, fixed: Collection[str] = ()
) -> dict[str, float] | None:
    """Return the scores of words, given by their upper case and as they are written; None without a score.

    Words that a mapping lacks have the lowest score in it, those of `fixed` the highest.

    Raises
    ------
    PuzzleError
        A score that is no finite number.

    Examples
    --------
    >>> scores_of({"AREA": "area", "OREO": "oreo"}, {"Area": 60, "EEL": 5})
    {'AREA': 60, 'OREO': 5}
    """
    if score is None:
        return None
    if isinstance(score, Mapping):
        folded = {fold(word): value for word, value in score.items()}
        for word, value in folded.items():
            _check(value, word)
        lowest = min(folded.values(), default=0.0)
        scores = {key: folded.get(key, lowest) for key in written}
        highest = max(folded.values(), default=0.0)
        scores |= {key: highest for key in fixed if key in scores and key not in folded}
    else:
        scores = {key: score(word) for key, word in written.items()}
    for key, value in scores.items():
        _check(value, written[key])
    return scores


def _check(value: object, word: str) -> None:
    if not isinstance(value, int | float) or not abs(value) < float("inf"):
        raise PuzzleError(f"score {value!r} of {word!r}, expected a finite number")
