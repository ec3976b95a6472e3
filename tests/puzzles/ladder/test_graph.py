import pickle
import random
import threading

import numpy as np
import pytest

from unriddle import Limits, PuzzleError, Status, WordGraph, WordLadderPuzzle
from unriddle.lexicon.arguments import of_lengths
from unriddle.puzzles.ladder.graph import english


def test_the_graph_of_the_graph_base(sgb):
    assert (len(sgb), sgb.n_edges, sgb.components().max() + 1) == (5757, 14135, 853)
    puzzle = WordLadderPuzzle("pound", "marks", sgb)
    assert puzzle.solve().status is Status.NO_SOLUTION
    assert puzzle.fail_fast()
    assert puzzle.count() == 0
    result = sgb.eccentric_pairs()
    assert result.length == 29
    assert ("amigo", "signs") in result.pairs
    assert sgb.distances("chaos")[sgb.number("order")] == 12


@pytest.mark.parametrize("insert_delete", [False, True])
def test_bounds_of_all_words_at_once_are_those_of_pairs(insert_delete):
    rng = random.Random(3)
    words = {"".join(rng.choice("abé𝒳") for _ in range(rng.randint(1, 5))) for _ in range(60)}
    graph = WordGraph(words, insert_delete=insert_delete)
    for place, target in enumerate(graph.words):
        bounds = graph.fewest_steps(place)
        for word, bound in zip(graph.words, bounds.tolist(), strict=True):
            if insert_delete or len(word) == len(target):
                lone = WordLadderPuzzle(word, target, graph)
                assert bound == lone.heuristic()


def test_threads_share_a_graph(sgb):
    pairs = [(a, b) for a in ("chaos", "nodes", "words", "black") for b in ("order", "graph", "white")]
    alone = {pair: WordLadderPuzzle(*pair, sgb).solve().length for pair in pairs}
    failures = []

    def work():
        for _ in range(20):
            failures.extend(p for p in pairs if WordLadderPuzzle(*p, sgb).solve().length != alone[p])

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_what_is_asked_of_a_list_in_another_case():
    graph = WordGraph(["cat", "cot", "Cot"])
    assert (graph.number("CAT"), graph.number("Cot"), graph.number("COT")) == (1, 0, 2)
    assert graph.distances("CAT").tolist() == [2, 0, 1]
    with pytest.raises(PuzzleError, match="'dog' is not in the list of 3 words"):
        graph.number("dog")


def test_a_copy_builds_its_own_tables():
    graph = WordGraph(["cost", "cast", "case"], insert_delete=True, costs={"cast": 2})
    assert graph.n_edges == 2 and graph.components().max() == 0
    again = pickle.loads(pickle.dumps(graph))
    assert again == graph and hash(again) == hash(graph)
    assert again.core is not graph.core
    assert np.array_equal(again.graph()[1], graph.graph()[1])
    assert again.costs() == {"cast": 2.0} and again.insert_delete


def test_the_embedded_list_is_made_once():
    graph = english(frozenset([3]))
    assert pickle.loads(pickle.dumps(graph)) is graph
    assert all(len(word) == 3 for word in graph) and graph.embedded
    assert not WordGraph(["cat"]).embedded
    assert of_lengths(["a", "", 5], [1]) == ["a", "", 5]


@pytest.mark.parametrize("limits", [Limits(nodes=1), Limits(seconds=0)])
def test_the_longest_ladder_within_limits(limits):
    graph = WordGraph(["cost", "cast", "case", "cave", "save", "cose"])
    assert graph.eccentric_pairs(limits=limits).status is Status.LIMIT
    with pytest.raises(PuzzleError, match="expected Limits"):
        graph.eccentric_pairs(limits=5)


def test_the_same_words_with_letters_put_in_and_taken_out():
    graph = WordGraph(["cat", "cot", "at"], costs={"cot": 3})
    other = graph.with_insert_delete()
    assert other.insert_delete and other.words == graph.words and other.costs() == {"cot": 3.0}
    assert graph.with_insert_delete() is other is other.with_insert_delete()
    assert pickle.loads(pickle.dumps(graph)).with_insert_delete() == other
    assert english().with_insert_delete() is english(None, True)
