"""Draw a board of letter tiles and a path as SVG, and make the page of an answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...base import PuzzleError, Status
from ...io.text import printable
from ...svg import Drawing, Ink
from ..framework.html import Frame, Letters, Row, Table, View, facts_of
from .check import Verifier
from .parse import HOLE, MOST_DRAWN, LetterBoard, board_rows, tile_text
from .rules import Rules
from .word_paths import Backwards, HeatMap, count_uses

if TYPE_CHECKING:
    from .result import BoggleResult

Path = Sequence[int]
MOST_IN_PAGE, MOST_PAINTED, MOST_WORDS = 1_024, 4_000_000, 200_000
"""Cells of a board that a page draws, cells that it paints as a map; words that it lists."""
SIDE, EDGE = 40.0, 6.0
FEW_WORDS = 2_000


def path_of(board: LetterBoard, rules: Rules, answer: Any) -> Path:
    """Return the path that a picture of an answer shows: that of the longest word, or the path itself."""
    path = getattr(answer, "path", None)
    if path is not None:  # a result, which knows where its words end
        longest = max(answer.words, key=len, default=None)
        return () if longest is None else path(longest) or ()
    if answer is None or not isinstance(answer, Sequence):
        return ()
    if not isinstance(answer, str) and not all(isinstance(word, str) for word in answer):
        return answer
    longest = answer if isinstance(answer, str) else max(answer, key=len, default="")
    found = Verifier(board, rules).path_of_word(longest) if longest else ()
    if found is None:
        raise PuzzleError(f"'{printable(longest[:40])}' is not on the board")
    return found


def _centres(board: LetterBoard, rules: Rules) -> list[tuple[float, float]]:
    """Return the middle of each cell in a picture."""
    lean = SIDE / 2 if rules.topology == "hex" else 0.0
    return [
        (EDGE + (col + 0.5) * SIDE + row * lean, EDGE + (row + 0.5) * SIDE)
        for row in range(board.rows)
        for col in range(board.cols)
    ]


def draw(board: LetterBoard, rules: Rules, path: Path = ()) -> str:
    """Return the SVG text of a board with a path of cells on it."""
    rows, cells = board.rows, board.tiles.size
    if cells > MOST_DRAWN:
        raise PuzzleError(f"a picture of {cells:,} cells, expected at most {MOST_DRAWN:,}")
    for cell in path:
        if not 0 <= cell < cells:
            raise PuzzleError(f"cell {cell} of the path, expected 0 to {cells - 1}")
    width = _centres(board, rules)[-1][0] + SIDE / 2 + EDGE
    picture = Drawing(width, rows * SIDE + 2 * EDGE, f"{rows} by {board.cols} board of letters")
    picture.rect(0, 0, width, rows * SIDE + 2 * EDGE, fill=Ink.RAISED, rx=8)
    paint(picture, board, rules, path)
    return str(picture)


def paint(picture: Drawing, board: LetterBoard, rules: Rules, path: Path) -> None:
    """Draw the tiles of a board and a path on a picture."""
    middles, on_path = _centres(board, rules), set(path)
    tiles = board.letters()
    for cell, (tile, (x, y)) in enumerate(zip(tiles, middles, strict=True)):
        fill = Ink.WALL if tile == HOLE else Ink.TINT if cell in on_path else Ink.PAPER
        left, top = x - SIDE / 2 + 2, y - SIDE / 2 + 2
        picture.rect(left, top, SIDE - 4, SIDE - 4, fill=fill, stroke=Ink.LINE, rx=5)
    picture.path([middles[cell] for cell in path], Ink.ACCENT)
    for tile, middle in zip(tiles, middles, strict=True):
        if tile != HOLE:
            picture.text(*middle, tile_text(tile), {1: 20, 2: 14, 3: 14}.get(len(tile), 11))


def _paths_of(board: LetterBoard, result: BoggleResult, words: Sequence[str]) -> list[Path]:
    """Return a path of each of some words of a result, () where none is known."""
    ends = result.finding.last_cells
    if ends is None or len(words) <= FEW_WORDS:
        return [result.path(word) or () for word in words]
    finder = Backwards(board.names, result.rules)
    return [
        finder.path_to(board.tiles, word, int(end)) or ()
        for word, end in zip(words, ends[: len(words)], strict=True)
    ]


def _words_in(answer: Any) -> list[str]:
    """Return the words of an answer; none where it is a path or nothing."""
    words = [answer] if isinstance(answer, str) else answer
    plain = isinstance(words, Sequence) and all(isinstance(word, str) for word in words)
    return list(words) if plain else []


def _table(board: LetterBoard, rules: Rules, answer: Any) -> Table | None:
    """Return the words of an answer, each with a path."""
    if hasattr(answer, "finding"):
        words, scores = answer.words[:MOST_WORDS], answer.scores.tolist()
        found = zip(words, scores, _paths_of(board, answer, words), strict=False)
        rows = [
            Row(values=(word, len(word), score), cells=tuple(path))
            for word, score, path in sorted(found, key=lambda one: -len(one[0]))
        ]
        return Table(noun="words", columns=("word", "letters", "points"), rows=rows, choices=(1,), chips=1)
    if words := _words_in(answer):
        rows = [Row(values=(word, len(word)), cells=tuple(path_of(board, rules, word))) for word in words]
        rows.sort(key=lambda row: -len(str(row.values[0])))
        return Table(noun="words", columns=("word", "letters"), rows=rows, choices=(1,), chips=1)
    if not isinstance(answer, Sequence) or not answer:
        return None
    path = tuple(answer)
    row = Row(values=(board.spell(path), len(path)), cells=path)
    return Table(noun="paths", columns=("path", "cells"), rows=[row])


def _uses(board: LetterBoard, rules: Rules, answer: Any) -> HeatMap | None:
    """Count all paths of the words of an answer; None for too many, or where not all words are known."""
    if hasattr(answer, "finding"):
        whole = answer.status is not Status.LIMIT
        return count_uses(board, answer.rules, answer.lexicon) if whole else None
    words = _words_in(answer)
    if not words:
        return None
    from ...lexicon import Lexicon

    return count_uses(board, replace(rules, min_length=1), Lexicon(words))


def _notes(answer: Any, table: Table, uses: HeatMap | None) -> tuple[str, ...]:
    """Explain what the map counts, and how many words the list leaves out."""
    if uses is None:
        notes = ("How often a cell is used counts one path per word, the one that is shown.",)
    else:
        counted = f"How often a cell is used counts every path of every word, {uses.paths:,} in all"
        notes = (f"{counted}; the list shows one path of each.",)
    left = answer.count - len(table.rows) if hasattr(answer, "finding") else 0
    return (*notes, f"The first {MOST_WORDS:,} words are listed, {left:,} are not.") if left > 0 else notes


def view(board: LetterBoard, rules: Rules, answer: Any = None) -> View:
    """Return the page of an answer: of a large board a map instead of a picture."""
    rows, cols, cells = board.rows, board.cols, board.tiles.size
    if cells > MOST_PAINTED:
        raise PuzzleError(f"a page of {cells:,} cells, expected at most {MOST_PAINTED:,}")
    names = {"count": "words", "score": "points"}
    facts = [(names.get(name, name), value) for name, value in facts_of(answer) if name != "status"]
    if getattr(answer, "status", None) is Status.LIMIT:
        facts.insert(0, ("status", "LIMIT"))
    if rules.topology != "king" or rules.wrap:
        facts.append(("topology", f"{rules.topology}{', wrap' if rules.wrap else ''}"))
    table = _table(board, rules, answer)
    if table is not None and table.chips is not None and table.rows:
        facts.append(("longest", str(table.rows[0].values[0])))
    uses = None if table is None else _uses(board, rules, answer)
    shown = View(
        title=f"Boggle {rows} × {cols}",
        facts=tuple(facts),
        cols=cols,
        table=table,
        heat=table is not None,
        uses=() if uses is None else uses.cells.tolist(),
        used="" if uses is None else "paths of words",
        notes=() if table is None else _notes(answer, table, uses),
    )
    if cells > MOST_IN_PAGE:
        tiles = [name or " " for name in board.names]
        plain = all(len(tile) == 1 for tile in tiles)
        lines: list[Any] = [[tiles[number] for number in row] for row in board.tiles.tolist()]
        letters = Letters(rows=tuple("".join(line) if plain else line for line in lines))
        return replace(shown, letters=letters, heat=True)
    frame = Frame(svg=draw(board, rules), says="the board", text=board_rows(board))
    return replace(shown, frames=[frame], centres=_centres(board, rules), side=SIDE)
