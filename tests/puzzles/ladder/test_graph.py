"""Pairs of words as a sequence."""

import itertools
import pickle
import random
import threading
import time

import numpy as np
import pytest

import unriddle as ur
from unriddle import Limits, PuzzleError, Status, WordLadderPuzzle
from unriddle.lexicon.arguments import of_lengths
from unriddle.puzzles.ladder.graph import SHOWN, LadderGraphBuilder, WordGraph, WordPairs, build, english
from unriddle.search.run_loop import Outcome


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
    with pytest.raises(PuzzleError, match="'dog' is not in the list, which has no words of that length"):
        WordGraph([]).number("dog")


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


WORDS = ["".join(word) for word in itertools.product("abcdefgh", repeat=5)]


@pytest.mark.parametrize("insert_delete", (False, True))
def test_the_same_graph_however_it_is_sliced(insert_delete):
    listed = [*WORDS[::9], *(word[1:] for word in WORDS[::50])]
    whole = WordGraph(listed, insert_delete=insert_delete)
    sliced = WordGraph(listed, insert_delete=insert_delete)
    building = LadderGraphBuilder(sliced)
    while building.run(100):
        assert sliced.tables is None
    assert [table.tolist() for table in sliced.graph()] == [table.tolist() for table in whole.graph()]


def test_limits_hold_while_the_graph_is_built():
    for limits in (Limits(seconds=0), Limits(memory=1 << 16)):
        puzzle = ur.WordLadderPuzzle("aaaaa", "hhhhh", WORDS)
        start = time.process_time()
        assert puzzle.solve(limits=limits).status is Status.LIMIT
        assert time.process_time() - start < 5
        found = puzzle.solutions(limits=limits)
        assert list(found) == [] and found.status is Status.LIMIT
        assert puzzle.count(limits=limits).status is Status.LIMIT
        assert puzzle.graph.eccentric_pairs(limits=limits).status is Status.LIMIT
        assert puzzle.graph.tables is None


def test_a_limit_of_memory_is_the_same_before_and_after():
    graph = WordGraph(WORDS)
    need = graph.bytes_of(2 * graph.n_edges)
    for memory, outcome in ((need - 1, Outcome.LIMIT), (need, Outcome.FINISHED)):
        assert build(graph, Limits(memory=memory))[0] is outcome
        assert build(WordGraph(WORDS), Limits(memory=memory))[0] is outcome


LETTERS = tuple("abcdefghijklmnopqrstuvwxyz")


def test_a_sequence_in_rising_order():
    places = np.array([(a, b) for b in range(25, 0, -1) for a in range(b)], np.int32)
    pairs = WordPairs(LETTERS, places)
    expected = sorted((LETTERS[a], LETTERS[b]) for a, b in places.tolist())
    assert list(pairs) == expected == [pairs[k] for k in range(len(pairs))]
    assert pairs[3:7] == tuple(expected[3:7]) and pairs[-2] == expected[-2]
    assert pairs == expected and pairs == tuple(expected) and pairs != expected[:-1] and pairs != 3
    assert hash(pairs) == hash(tuple(expected)) and pickle.loads(pickle.dumps(pairs)) == pairs
    assert repr(pairs).startswith(f"<WordPairs of {len(expected)}: ('a', 'b')") and len(pairs) > SHOWN


def test_those_of_a_graph():
    result = WordGraph(["cost", "cast", "case", "cave", "save"]).eccentric_pairs()
    assert result.pairs == (("cost", "save"),) and repr(result.pairs) == "(('cost', 'save'),)"
    assert ("cost", "save") in result.pairs and not WordGraph(["a"]).eccentric_pairs().pairs
