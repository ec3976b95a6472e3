import random
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unriddle import Limits, PuzzleError, Status, WordGraph, WordLadderPuzzle
from unriddle.core.search.reference import graph_paths as paths
from unriddle.core.search.reference.ladder import neighbours
from unriddle.search import find_path

METHODS = ("dfs", "bfs", "bidirectional", "astar", "ida")
CAST = {"cost", "cast", "case", "cave", "save", "cose", "core"}


@pytest.fixture(scope="module")
def sgb(data):
    return WordGraph(word for word in (data / "sgb_words.txt").read_text().split() if len(word) == 5)


@pytest.mark.parametrize(
    ("ends", "length", "count"),
    [
        ("chaos order", 12, 37),
        ("nodes graph", 9, 2),
        ("words graph", 7, 3),
        ("black white", 7, 9),
        ("amigo signs", 29, 3),
    ],
)
def test_known_ladders(sgb, ends, length, count):
    puzzle = WordLadderPuzzle.parse(ends, sgb)
    result = puzzle.solve()
    assert (result.status, result.length, puzzle.count()) == (Status.SOLVED, length, count)
    assert puzzle.check(result.path)
    ladders = list(puzzle.solutions())
    assert len(set(ladders)) == count
    assert ladders == sorted(ladders)
    assert all(puzzle.check(ladder) and len(ladder) == length + 1 for ladder in ladders)


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


@pytest.mark.parametrize("method", METHODS)
def test_every_method_on_both_engines(method):
    puzzle = WordLadderPuzzle("cost", "save", CAST)
    compiled, plain = puzzle.solve(method), find_path(puzzle, method)
    assert compiled.status is plain.status is Status.SOLVED
    assert compiled.path == tuple(step.from_word for step in plain.path)
    assert compiled.stats.nodes == plain.stats.nodes
    assert puzzle.check(compiled.path)
    if method != "dfs":
        assert compiled.length == 4


@given(st.sets(st.text("ab", min_size=1, max_size=4), min_size=2, max_size=14), st.booleans(), st.data())
def test_ladders_equal_the_twin(words, insert_delete, data):
    words = sorted(words)
    costs = data.draw(st.none() | st.dictionaries(st.sampled_from(words), st.integers(1, 3)))
    graph = WordGraph(words, insert_delete=insert_delete, costs=costs)
    some = st.lists(st.sampled_from(words), min_size=1, max_size=2, unique=True)
    sources, targets = data.draw(some), data.draw(some)
    try:
        puzzle = WordLadderPuzzle(sources, targets, graph)
    except PuzzleError:
        assert not insert_delete
        assert not {len(word) for word in sources} & {len(word) for word in targets}
        return
    lists = neighbours(words, insert_delete)
    prices = [[(costs or {}).get(words[w], 1) for w in row] for row in lists]
    places = [[words.index(word) for word in end] for end in (sources, targets)]
    cost, ladders = paths.best_paths(lists, *places, prices)
    result = puzzle.solve()
    assert (result.status is Status.SOLVED) == bool(ladders) == (not puzzle.fail_fast())
    assert puzzle.count() == len(ladders)
    assert list(puzzle.solutions()) == [tuple(words[v] for v in ladder) for ladder in ladders]
    if ladders:
        assert result.cost == cost
        assert puzzle.check(result.path)
    for method in METHODS:
        other = puzzle.solve(method)
        assert other.status is result.status
        assert not other.path or puzzle.check(other.path)
        if method in ("astar", "ida") and ladders:
            assert other.cost == cost


def test_equal_words_are_solved_at_once():
    result = WordLadderPuzzle("cost", "cost", CAST).solve()
    assert (result.status, result.path, result.length, result.stats.nodes) == (Status.SOLVED, ("cost",), 0, 0)
    assert WordLadderPuzzle("cost", "cost", CAST).is_solved()
    assert WordLadderPuzzle("cost", "cost", CAST).count() == 1


def test_costs_choose_another_ladder():
    words = ["aa", "ab", "ba", "bb"]
    assert WordLadderPuzzle("aa", "bb", words).count() == 2
    puzzle = WordLadderPuzzle("aa", "bb", words, costs={"ab": 2.5})
    result = puzzle.solve()
    assert (result.path, result.cost, puzzle.count()) == (("aa", "ba", "bb"), 2, 1)
    with pytest.raises(PuzzleError, match="whole numbers"):
        puzzle.solve("bfs")


def test_insert_and_delete():
    words = ["cat", "at", "a", "cart", "cut"]
    assert WordLadderPuzzle("cart", "a", words, insert_delete=True).solve().path == ("cart", "cat", "at", "a")
    assert (
        WordLadderPuzzle("abcd", "bcda", ["abcd", "bcd", "bcda"], insert_delete=True).solve("astar").length
        == 2
    )


def test_wrong_input_is_one_clear_line():
    for make, reason in (
        (lambda: WordLadderPuzzle("cost", "nope", CAST), "'nope' is not in the list"),
        (lambda: WordLadderPuzzle("cost", "", CAST), "'' is not in the list"),
        (lambda: WordLadderPuzzle("cat", "cost", {"cat", "cost"}), "'cat' has 3 letters and 'cost' 4"),
        (lambda: WordLadderPuzzle([], "cost", CAST), "no from word"),
        (lambda: WordLadderPuzzle("cost", [], CAST), "no to word"),
        (lambda: WordLadderPuzzle(7, "cost", CAST), "not iterable"),
        (lambda: WordLadderPuzzle("cost", "save", "cost"), "collection of words"),
        (lambda: WordLadderPuzzle("cost", "save", WordGraph(CAST), insert_delete=True), "WordGraph"),
        (lambda: WordGraph("cost"), "collection of words"),
        (lambda: WordGraph([1]), "1 in the word list"),
        (lambda: WordGraph([""]), "'' in the word list"),
        (lambda: WordGraph(CAST, costs={"cost": 0}), "cost 0 of 'cost'"),
        (lambda: WordGraph(CAST, costs={"cost": float("nan")}), "cost nan"),
        (lambda: WordLadderPuzzle.parse("cost", CAST), "1 words, expected two"),
        (lambda: WordLadderPuzzle("cost", "save", CAST).solve("best"), "method 'best'"),
        (lambda: WordLadderPuzzle.random(["a", "bb"]), "one step apart"),
    ):
        with pytest.raises((PuzzleError, TypeError), match=reason):
            make()


def test_check_is_strict():
    puzzle = WordLadderPuzzle("cost", "save", CAST)
    good = ["cost", "cast", "case", "cave", "save"]
    assert puzzle.check(good)
    for bad in ([], good[1:], good[:-1], good[:2] + good[3:], ["cost", "cosy", *good[1:]], ["cost", *good]):
        assert not puzzle.check(bad)


def test_limits_are_exact(sgb):
    puzzle = WordLadderPuzzle("amigo", "signs", sgb)
    whole = puzzle.solve().stats.nodes
    for nodes in (0, 1, whole - 1):
        result = puzzle.solve(limits=Limits(nodes=nodes))
        assert (result.status, result.stats.nodes, result.path) == (Status.LIMIT, nodes, ())
    assert puzzle.solve(limits=Limits(nodes=whole)).length == 29
    assert sgb.eccentric_pairs(limits=Limits(nodes=1)).status is Status.LIMIT


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


def test_puzzles_compare_by_configuration():
    a, b = (WordLadderPuzzle("cost", "save", CAST) for _ in range(2))
    assert a == b
    assert hash(a) == hash(b)
    assert a != WordLadderPuzzle("cast", "save", CAST)
    assert a != WordLadderPuzzle("cost", "save", CAST - {"core"})
    assert a.extensions()[0] == WordLadderPuzzle("cast", "save", CAST)
    assert WordLadderPuzzle.random(CAST, seed=3) == WordLadderPuzzle.random(CAST, seed=3)


def test_drawing_marks_what_changed():
    svg = WordLadderPuzzle("cost", "save", CAST).solve()._repr_svg_()
    assert svg.count("#ffe08a") == 4
    assert WordLadderPuzzle("<&", "<&", ["<&"]).solve()._repr_svg_().count("&lt;")


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
