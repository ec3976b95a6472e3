"""Searches of the signature: word ladders."""

from unriddle.puzzles.ladder import WordGraph, WordLadderPuzzle


def test_the_searches_are_as_recorded(as_recorded):
    numbers = as_recorded("ladder")
    nodes, words = numbers[2:4]  # after the digests of the two arrays of a graph
    letters = "".join(map(chr, numbers[4 : 4 + 5 * words]))
    path = [letters[at : at + 5] for at in range(0, len(letters), 5)]
    assert nodes >= words > 2
    assert WordLadderPuzzle(path[0], path[-1], WordGraph(path)).check(path)
