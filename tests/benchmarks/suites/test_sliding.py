"""Benchmark cases of sliding puzzles: what is timed is right."""

import math


def test_every_configuration_is_there_once(answers_of):
    answers = answers_of("sliding")
    for rows, cols, farthest in ((2, 2, 6), (2, 3, 21)):  # https://oeis.org/A151944
        [counts] = answers[f"sliding {rows}x{cols}, every configuration/kernel"]
        assert sum(counts) == math.factorial(rows * cols) // 2 and len(counts) - 1 == farthest


def test_a_wide_beam_finds_shortest_solutions(answers_of):
    answers = answers_of("sliding")
    assert (
        answers["sliding 2x3, a wide beam/kernel"]
        == answers["sliding 2x3, shortest/kernel, pattern databases"]
    )
