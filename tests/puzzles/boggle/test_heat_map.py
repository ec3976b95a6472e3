"""How many paths of words use each cell, by walking each word apart."""

import numpy as np
import pytest

import unriddle as ur
from unriddle.puzzles.boggle import word_paths
from unriddle.puzzles.boggle.word_paths import count_uses


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("perslatgsineters", {}),
        ("perslatgsineters", {"topology": "rook", "wrap": True, "min_length": 4}),
        ("T E An/R . Qu/I T E", {"topology": "hex"}),
        ("t?a/ars", {"min_length": 5}),
    ],
)
def test_every_path_of_every_word(text, rules):
    board = ur.Boggle.parse(text, **rules)
    result = board.solve()
    expected, paths = np.zeros(board.rows * board.cols, np.int64), 0
    for word in result.words:
        for path in result.paths(word):
            expected[list(path)] += 1
            paths += 1
    found = count_uses(board.board, result.rules, result.lexicon)
    assert found.cells.tolist() == expected.tolist() and found.paths == paths > len(result) // 2


def test_a_large_board_is_even_where_its_letters_are():
    """The order in which words are found leaves no trace: the lower half of a board is used as the upper."""
    board = ur.Boggle.random(100, seed=1)
    result = board.solve()
    found = count_uses(board.board, result.rules, result.lexicon)
    upper, lower = found.cells[:5000].sum(), found.cells[5000:].sum()
    assert 0.9 < upper / lower < 1.1 and found.paths > 5 * len(result)


def test_too_many_paths_are_no_number(monkeypatch):
    monkeypatch.setattr(word_paths, "MOST_NODES", 10)
    monkeypatch.setattr(word_paths, "NODES_PER_CELL", 0)
    board = ur.Boggle.parse("perslatgsineters")
    result = board.solve()
    assert count_uses(board.board, result.rules, result.lexicon) is None
    view = board.view(result)
    assert list(view.uses) == [] and view.notes[0].startswith(
        "How often a cell is used counts one path per word"
    )


def test_words_that_are_not_all_are_not_counted():
    board = ur.Boggle.parse("perslatgsineters")
    part = board.solve(limits=ur.Limits(nodes=100))
    view = board.view(part)
    assert list(view.uses) == [] and ("status", "LIMIT") in view.facts


def test_words_that_are_given_count_as_they_are():
    view = ur.Boggle.parse("tea/tax").view(["tea", "at"])
    tea, at = [2, 4, 2, 2, 2, 0], [1, 0, 0, 1, 2, 0]
    assert list(view.uses) == [a + b for a, b in zip(tea, at, strict=True)]
    assert ("status", "MULTIPLE") not in ur.Boggle.parse("tea/tax").solve(["tea", "tax"]).puzzle.view().facts
