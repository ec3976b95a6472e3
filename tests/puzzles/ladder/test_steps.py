"""What a step may be: another letter, a letter in or out, another order; and ladders by way of link words."""

import pickle
from collections import Counter, deque
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import unriddle as ur
from unriddle.base import Limits, PuzzleError, Status
from unriddle.cli import main
from unriddle.puzzles.ladder import WordGraph

lists = st.lists(st.text("abc", min_size=1, max_size=4), min_size=2, max_size=25, unique=True)


def hamming(a, b):
    return len(a) == len(b) and sum(x != y for x, y in zip(a, b, strict=True)) == 1


def levenshtein(a, b):
    short, long = sorted((a, b), key=len)
    return len(short) + 1 == len(long) and any(long[:k] + long[k + 1 :] == short for k in range(len(long)))


def anagram(a, b):
    return a != b and Counter(a) == Counter(b)


def fewest(words, start, end, step):
    """Return the fewest steps between two words by breadth-first search; None where there is no ladder."""
    known, queue = {start: 0}, deque([start])
    while queue:
        word = queue.popleft()
        if word == end:
            return known[word]
        for other in words:
            if other not in known and step(word, other):
                known[other] = known[word] + 1
                queue.append(other)
    return None


@pytest.mark.parametrize(("insert_delete", "anagrams"), [*product((False, True), repeat=2)])
@given(words=lists)
def test_ladders_by_every_kind_of_step(insert_delete, anagrams, words):
    def step(a, b):
        return hamming(a, b) or (insert_delete and levenshtein(a, b)) or (anagrams and anagram(a, b))

    graph = WordGraph(words, insert_delete=insert_delete, anagrams=anagrams)
    indptr, indices = graph.graph()
    for v, word in enumerate(graph.words):
        near = [other for other in graph.words if step(word, other)]
        assert [graph.words[w] for w in indices[indptr[v] : indptr[v + 1]]] == near
        assert [graph.words[w] for w in graph.near(word)] == near
    if len(words[0]) == len(words[1]) or insert_delete:
        puzzle = ur.WordLadder(words[0], words[1], graph)
        wanted = fewest(words, words[0], words[1], step)
        for method in (None, "astar", "bfs"):
            result = puzzle.solve(method=method)
            assert (result.length if result.status is Status.SOLVED else None) == wanted
            assert wanted is None or puzzle.check(result)
        assert (puzzle.count() > 0) == (wanted is not None)


def test_a_graph_with_anagrams_is_kept_and_compared():
    words = ["stare", "tears", "store"]
    graph = WordGraph(words, anagrams=True)
    assert graph != WordGraph(words) and pickle.loads(pickle.dumps(graph)) == graph
    puzzle = ur.WordLadder("tears", "store", words, anagrams=True)
    assert ur.WordLadder.from_dict(puzzle.to_dict()) == puzzle
    assert puzzle.solve().path == ("tears", "stare", "store")
    assert puzzle.graph.with_insert_delete().anagrams
    assert ur.WordLadder("rates", "store", words, anagrams=True).solve().length == 2
    with pytest.raises(PuzzleError, match="anagrams are said where the WordGraph is made"):
        ur.WordLadder("tears", "store", WordGraph(words), anagrams=True)


@given(words=lists, data=st.data())
def test_a_ladder_by_way_of_a_link_is_best_in_both_parts(words, data):
    words = [word for word in words if len(word) == len(words[0])]
    link = data.draw(st.sampled_from(words))
    puzzle = ur.WordLadder(words[0], words[-1], words)
    parts = [fewest(words, a, b, hamming) for a, b in pairwise((words[0], link, words[-1]))]
    result = puzzle.through(link)
    if None in parts:
        assert result.status is Status.NO_SOLUTION and result.path == ()
    else:
        assert result.length == sum(parts) and link in result.path
        assert puzzle.check(result)


def test_link_words_of_a_command(tmp_path, capsys):
    words = tmp_path / "words.txt"
    words.write_text("cost\ncast\ncase\ncose\ncove\ncave\nsave\ntree\n")
    base = ["ladder", "cost", "save", "--lexicon", str(words)]
    assert main([*base, "--through", "cove,cast"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("cost -> cose -> cove -> ") and said[0].endswith("cast -> case -> cave -> save")
    assert main([*base, "--through", "tree"]) == 1
    assert main([*base, "--through", "none"]) == 2
    assert "'none' is not in the list" in capsys.readouterr().err
    assert main([*base, "--through", "cove", "--method", "bfs"]) == 2
    assert capsys.readouterr().err == "--through cannot be combined with --method\n"
    with pytest.raises(PuzzleError, match="no link word"):
        ur.WordLadder("cost", "save").through()
    limited = ur.WordLadder("cost", "save").through("cove", limits=Limits(nodes=1))
    assert limited.status is Status.LIMIT and limited.path == ()
