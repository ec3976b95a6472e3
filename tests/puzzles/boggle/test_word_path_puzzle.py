"""Tracing a word as a step-by-step puzzle."""

import unriddle as ur


def test_a_trace_is_a_puzzle():
    board = ur.Boggle.parse("t e/a Qu")
    step = board.trace("equate")
    assert not step.is_solved()
    assert [s.path for s in step.extensions()] == [(1,)]
    solved = board.trace("tea").extensions()[0].extensions()[0].extensions()[0]
    assert solved.is_solved() and solved.path == (0, 1, 2) and str(solved) == "tea: 0 1 2"
    assert solved.extensions() == []
