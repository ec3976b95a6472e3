"""What is said of answers to word ladders, and the next word."""

import itertools
import json
import pickle
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.search import graph_paths as paths
from reference.search.ladder import neighbours
from unriddle import LadderResult, Limits, PuzzleError, SearchStats, Status, WordGraph, WordLadderPuzzle
from unriddle.puzzles.framework import result_sequence
from unriddle.puzzles.ladder.draw import ladder_svg
from unriddle.search import find_path
from unriddle.svg import Ink

METHODS = ("dfs", "bfs", "bidirectional", "astar", "ida")
CAST = {"cost", "cast", "case", "cave", "save", "cose", "core"}


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
    assert (result.status, result.length, int(puzzle.count())) == (Status.SOLVED, length, count)
    assert puzzle.check(result.path)
    ladders = list(puzzle.solutions())
    assert len(set(ladders)) == count
    assert ladders == sorted(ladders)
    assert all(puzzle.check(ladder) and len(ladder) == length + 1 for ladder in ladders)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_on_both_engines(method):
    puzzle = WordLadderPuzzle("cost", "save", CAST)
    compiled, plain = puzzle.solve(method=method), find_path(puzzle, method)
    assert compiled.status is plain.status is Status.SOLVED
    assert compiled.path == tuple(step.from_word for step in plain.path)
    assert compiled.stats.nodes == plain.stats.nodes
    assert puzzle.check(compiled.path)
    if method != "dfs":
        assert compiled.length == 4


@settings(deadline=None, max_examples=40)
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
    places = [[words.index(word) for word in sorted(end)] for end in (sources, targets)]
    cost, ladders = paths.best_paths(lists, *places, prices)
    result = puzzle.solve()
    assert (result.status is Status.SOLVED) == bool(ladders) == (not puzzle.fail_fast())
    assert puzzle.count() == len(ladders)
    assert list(puzzle.solutions()) == [tuple(words[v] for v in ladder) for ladder in ladders]
    if ladders:
        assert result.cost == cost
        assert puzzle.check(result.path)
    for method in METHODS:
        other = puzzle.solve(method=method)
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
    assert (result.path, result.cost, int(puzzle.count())) == (("aa", "ba", "bb"), 2, 1)
    assert puzzle.solve(method="astar").cost == 2


@pytest.mark.parametrize(
    ("ends", "reason"),
    [
        (("cost", "xqzzv"), "'xqzzv' is not in the list of"),
        (("save", ["cost", "xqzz"]), "'xqzz' is not in the list"),
        (("cat", "cost"), "'cat' has 3 letters and 'cost' 4"),
    ],
)
def test_the_embedded_list_is_asked_before_a_graph_is_made(monkeypatch, ends, reason):
    monkeypatch.setattr("unriddle.puzzles.ladder.puzzle.english", None)
    with pytest.raises(PuzzleError, match=reason):
        WordLadderPuzzle(*ends)


HIT = ["hot", "dot", "dog", "lot", "log", "cog"]


def test_the_first_word_need_not_be_listed():
    puzzle = WordLadderPuzzle("hit", "cog", HIT)
    best = [("hit", "hot", "dot", "dog", "cog"), ("hit", "hot", "lot", "log", "cog")]
    assert list(puzzle.solutions()) == best and puzzle.count() == 2 and puzzle.solve().path in best
    assert all(puzzle.check(puzzle.solve(method=method)) for method in METHODS)
    assert find_path(puzzle).path[-1].from_word == "cog"
    assert not puzzle.check(("hit", "hot", "hit", "hot", "dot", "dog", "cog"))
    assert WordLadderPuzzle("HIT", "COG", HIT) == puzzle == WordLadderPuzzle.from_dict(puzzle.to_dict())
    assert pickle.loads(pickle.dumps(puzzle)).solve().path in best
    assert [step.from_word for step in puzzle.replay(best[0])] == list(best[0])
    assert puzzle.hint().value == "hot" and puzzle.hint("hit hot").value in ("dot", "lot")
    assert puzzle.judge(best[1]).status == "RIGHT" and puzzle.judge("hit dot").status == "WRONG"
    assert WordLadderPuzzle("hxx", "cog", HIT).solve().status is Status.NO_SOLUTION
    with pytest.raises(PuzzleError, match="'hit' is not in the list"):
        WordLadderPuzzle("cog", "hit", HIT)


def test_ladders_from_first_words_in_and_out_of_the_list_are_in_alphabetical_order():
    some = WordLadderPuzzle(["bab", "bba"], "aaa", ["aaa", "aab", "aba", "abb", "bba", "bbb"])
    assert list(some.solutions()) == [("bab", "aab", "aaa"), ("bba", "aba", "aaa")]


@settings(deadline=None, max_examples=40)
@given(
    st.sets(st.text("abc", min_size=1, max_size=3), min_size=1, max_size=12),
    st.lists(st.text("abcd", min_size=1, max_size=3), min_size=1, max_size=3, unique=True),
    st.booleans(),
    st.booleans(),
)
def test_a_first_word_outside_the_list_is_as_if_it_were_in_it(words, starts, insert_delete, priced):
    target = min(words)
    costs = {word: len(word) + 1 for word in words} if priced else None
    if not insert_delete and len(target) not in map(len, starts):
        return
    puzzle = WordLadderPuzzle(starts, target, words, insert_delete=insert_delete, costs=costs)
    listed = WordLadderPuzzle(starts, target, {*words, *starts}, insert_delete=insert_delete, costs=costs)
    best = [path for path in listed.solutions() if words.issuperset(path[1:])]
    assert sorted(puzzle.solutions()) == sorted(best) and puzzle.count() == len(best)
    assert puzzle.solve().cost == listed.solve().cost and puzzle.fail_fast() == (not best)
    for method in METHODS:
        found = puzzle.solve(method=method)
        assert puzzle.check(found) if best else found.status is Status.NO_SOLUTION


def test_insert_and_delete():
    words = ["cat", "at", "a", "cart", "cut"]
    assert WordLadderPuzzle("cart", "a", words, insert_delete=True).solve().path == ("cart", "cat", "at", "a")
    assert (
        WordLadderPuzzle("abcd", "bcda", ["abcd", "bcd", "bcda"], insert_delete=True)
        .solve(method="astar")
        .length
        == 2
    )


def test_wrong_input_is_one_clear_line():
    for make, reason in (
        (lambda: WordLadderPuzzle("cost", "nope", CAST), "'nope' is not in the list"),
        (lambda: WordLadderPuzzle("cost", "", CAST), "'' is not in the list"),
        (lambda: WordLadderPuzzle("", "cost", CAST), "the first word is empty"),
        (lambda: WordLadderPuzzle("cat", "cost", {"cat", "cost"}), "'cat' has 3 letters and 'cost' 4"),
        (lambda: WordLadderPuzzle([], "cost", CAST), "no first word"),
        (lambda: WordLadderPuzzle("cost", [], CAST), "no last word"),
        (lambda: WordLadderPuzzle(7, "cost", CAST), "7, expected one or more words"),
        (lambda: WordLadderPuzzle(["cost", 7], "save", CAST), "7, expected a word"),
        (lambda: WordLadderPuzzle("cost", "save", 7), "words is 7, expected a collection"),
        (lambda: WordLadderPuzzle("cost", "save", CAST, insert_delete=2), "expected True or False"),
        (
            lambda: WordLadderPuzzle("cost", "save", CAST, costs=[1]),
            "expected a number for each",
        ),
        (lambda: WordLadderPuzzle("cost", "save", CAST, costs={"cost": True}), "cost True of 'cost'"),
        (lambda: WordLadderPuzzle("cost", "save", "cost"), "collection of words"),
        (lambda: WordLadderPuzzle("cost", "save", WordGraph(CAST), costs={"cost": 2}), "WordGraph"),
        (lambda: WordGraph("cost"), "collection of words"),
        (lambda: WordGraph([1]), "1 in the word list"),
        (lambda: WordGraph([""]), "'' in the word list"),
        (lambda: WordGraph(CAST, costs={"cost": 0}), "cost 0 of 'cost'"),
        (lambda: WordGraph(CAST, costs={"cost": float("nan")}), "cost nan"),
        (lambda: WordLadderPuzzle.parse("cost", CAST), "1 word, expected two"),
        (lambda: WordLadderPuzzle("cost", "save", CAST).solve(method="best"), "method='best'"),
        (lambda: WordLadderPuzzle.random(["a", "bb"]), "one step apart"),
    ):
        with pytest.raises(PuzzleError, match=reason):
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


def test_puzzles_compare_by_configuration():
    a, b = (WordLadderPuzzle("cost", "save", CAST) for _ in range(2))
    assert a == b
    assert hash(a) == hash(b)
    assert a != WordLadderPuzzle("cast", "save", CAST)
    assert a != WordLadderPuzzle("cost", "save", CAST - {"core"})
    assert a.extensions()[0] == WordLadderPuzzle("cast", "save", CAST)
    assert WordLadderPuzzle.random(CAST, seed=3) == WordLadderPuzzle.random(CAST, seed=3)


def test_the_embedded_list_is_the_default():
    puzzle = WordLadderPuzzle("cost", "save")
    assert puzzle.graph is WordLadderPuzzle.parse("case -> cave").graph
    assert puzzle.rules() == {} and len(puzzle.graph) > 1000
    assert {len(word) for word in puzzle.graph} == {4}
    assert puzzle.solve().length == 4
    shorter = WordLadderPuzzle("cost", "at", insert_delete=True)
    assert {len(word) for word in shorter.graph} > {2, 3, 4}
    assert shorter.rules() == {"insert_delete": True}
    assert shorter.solve().length == WordLadderPuzzle("at", "cost", insert_delete=True).solve().length
    dear = WordLadderPuzzle("cost", "save", costs={"cave": 9})
    assert dear.rules() == {"costs": {"cave": 9.0}}
    assert dear.solve().cost > 4


@pytest.mark.parametrize(
    "given", [{}, {"words": sorted(CAST)}, {"insert_delete": True}, {"costs": {"cast": 2}}]
)
def test_json_and_pickle(given):
    puzzle = WordLadderPuzzle("cost", ["save", "cave"], **given)
    puzzle.solve()  # the graph is built
    again = WordLadderPuzzle.from_dict(json.loads(json.dumps(puzzle.to_dict())))
    copied = pickle.loads(pickle.dumps(puzzle))
    assert again == copied == puzzle
    assert again.to_dict() == copied.to_dict() == puzzle.to_dict()
    for twin in (again, copied):
        assert list(twin.solutions()) == list(puzzle.solutions())
    if set(given) <= {"insert_delete"}:
        assert copied.graph is puzzle.graph and len(pickle.dumps(puzzle)) < 1000


def test_another_case_is_looked_up_in_lower_case():
    puzzle = WordLadderPuzzle("COST", ["Save", "CAVE"], CAST)
    assert (puzzle.from_word, puzzle.to_word) == ("cost", {"save", "cave"})
    assert puzzle == WordLadderPuzzle("cost", ["save", "cave"], CAST)
    both = WordLadderPuzzle("At", "to", ["At", "at", "ao", "to", "At"])
    assert both.from_word == "At"
    assert not both.check(("at", "ao", "to"))


def test_answers():
    puzzle = WordLadderPuzzle("cost", "save", CAST)
    answers = list(puzzle.solutions())
    assert puzzle.solve().solution in answers
    assert puzzle.format(answers[0]) == "cost -> cast -> case -> cave -> save" == str(puzzle.solve())
    states = puzzle.replay(answers[0])
    assert [state.from_word for state in states] == list(answers[0])
    assert states[-1].is_solved() and all(b in a.extensions() for a, b in itertools.pairwise(states))
    for wrong in (("cost", "save"), "cost", None, 5, [1, 2]):
        with pytest.raises(PuzzleError, match="expected a ladder"):
            puzzle.replay(wrong)
        assert puzzle.check(wrong) is False


def test_counts_and_lists_know_how_they_ended():
    puzzle = WordLadderPuzzle("cost", "save", CAST)
    count = puzzle.count()
    assert (count.status, count.complete, int(count)) == (
        Status.MULTIPLE,
        True,
        len(list(puzzle.solutions())),
    )
    one = puzzle.count(1)
    assert (one.status, one.complete, int(one)) == (Status.SOLVED, False, 1)
    short = puzzle.count(limits=Limits(nodes=1))
    assert (short.status, short.stats.nodes) == (Status.LIMIT, 1)
    none = WordLadderPuzzle("cost", "dogs", [*CAST, "dogs"])
    assert none.count() == 0 and none.count().status is none.solve().status is Status.NO_SOLUTION
    assert list(none.solutions()) == [] and none.solve().solution is None


def test_costs_too_large_for_the_engine():
    puzzle = WordLadderPuzzle("cost", "save", CAST, costs={"cast": 1 << 30, "cose": 1 << 30})
    assert puzzle.solve().cost == (1 << 30) + 3
    with pytest.raises(PuzzleError, match=r"costs of 2.1.*less than 2\*\*30"):
        puzzle.solve(method="astar")


WORDS = ["cost", "cast", "case", "cave", "save", "lone"]
PUZZLE = WordLadderPuzzle("cost", "save", WORDS)


@pytest.mark.parametrize(
    "answer, said, places",
    [
        ("cost -> cast -> case -> cave -> save", "RIGHT", ()),
        ("COST,cast,case,cave,save", "RIGHT", ()),
        ("cost cast case", "INCOMPLETE: save is not reached", ()),
        ("cost cast save", "WRONG: word 3, save, is not one step from cast", (2,)),
        ("cost coxt", "WRONG: word 2, coxt, is not in the list", (1,)),
        ("cast case cave save", "WRONG: word 1, cast, is not a first word of the puzzle", (0,)),
        (5, "NOT_OF_THIS_PUZZLE: 5, expected words", ()),
    ],
)
def test_judged_answers(answer, said, places):
    verdict = PUZZLE.judge(answer)
    assert (str(verdict), verdict.places) == (said, places)


def test_the_next_word():
    assert str(PUZZLE.hint()) == "word: cast: the first of 4 words to the goal, and no path is shorter"
    assert PUZZLE.hint("cost cast").value == "case" == PUZZLE.hint(PUZZLE.read_state("cast")).value
    assert PUZZLE.hint(PUZZLE.read_state("save")) is None
    assert PUZZLE.hint(PUZZLE.read_state("lone")).kind == "mistake"
    assert PUZZLE.hint(PUZZLE.read_state("cost coxt")).kind == "mistake"
    assert WordLadderPuzzle("lone", "save", WORDS).hint().kind == "contradiction"
    with pytest.raises(PuzzleError, match="expected one of the same puzzle"):
        PUZZLE.hint(WordLadderPuzzle("cost", "cave", WORDS))


def test_a_cheapest_ladder_may_be_a_longer_one():
    priced = WordLadderPuzzle("cost", "save", WORDS, costs={"cast": 2})
    assert priced.hint().text == "cast: the first of 4 words to the goal"


def test_limits_hold_for_each_way(sgb):
    for ends in (("amigo", "signs"), (["amigo", "chaos"], "signs")):
        puzzle = WordLadderPuzzle(*ends, sgb)
        for method in (None, "bfs", "bidirectional", "astar"):
            whole = puzzle.solve(method=method)
            for nodes in (0, 1, whole.stats.nodes - 1):
                result = puzzle.solve(method=method, limits=Limits(nodes=nodes))
                assert (result.status, result.stats.nodes, result.path) == (Status.LIMIT, nodes, ())
            same = puzzle.solve(method=method, limits=Limits(nodes=whole.stats.nodes))
            assert same.path == whole.path
        assert puzzle.solve(method="bfs", limits=Limits(memory=1000)).status is Status.LIMIT


@pytest.mark.parametrize("method", [None, "dfs", "bfs", "bidirectional", "astar", "ida"])
def test_ctrl_c(sgb, method):
    def interrupt(_):
        raise KeyboardInterrupt

    result = WordLadderPuzzle("amigo", "signs", sgb).solve(method=method, progress=interrupt)
    assert (result.status, result.interrupted, result.solution) == (Status.LIMIT, True, None)


def test_several_words_at_the_ends(sgb):
    puzzle = WordLadderPuzzle(["chaos", "amigo"], ["order", "signs"], sgb)
    best = puzzle.solve()
    for method in ("bfs", "bidirectional", "astar"):
        other = puzzle.solve(method=method)
        assert other.length == best.length == 12 and puzzle.check(other)
    shared = WordLadderPuzzle(["chaos", "order"], ["order", "signs"], sgb)
    for method in (None, "dfs", "bfs", "bidirectional", "astar", "ida"):
        assert shared.solve(method=method).path == ("order",)


def test_a_ladder_and_none():
    result = WordLadderPuzzle("cat", "cog", ["cat", "cot", "cog"]).solve()
    assert (result.solution, result.length, result.cost) == (("cat", "cot", "cog"), 2, 2)
    assert str(result) == "cat -> cot -> cog"
    none = LadderResult(status=Status.NO_SOLUTION, stats=SearchStats())
    assert (none.solution, none.length, str(none)) == (None, 0, "NO_SOLUTION")
    assert none._repr_svg_().startswith("<svg")


def test_drawing_marks_what_changed():
    svg = WordLadderPuzzle("cost", "save", CAST).solve()._repr_svg_()
    assert svg.count(Ink.TINT) == 4
    assert WordLadderPuzzle("<&", "<&", ["<&"]).solve()._repr_svg_().count("&lt;")


def test_the_puzzle_its_answer_and_nothing():
    puzzle = WordLadderPuzzle("cost", "save", CAST)
    assert puzzle.to_svg().count("<rect") == 8
    assert puzzle.to_svg(puzzle.solve()) == puzzle.solve()._repr_svg_()
    assert "no ladder" in ladder_svg(())


def test_a_page_shows_rung_by_rung():
    puzzle = WordLadderPuzzle("cat", "dog", ["cat", "cot", "cog", "dog"])
    shown = puzzle.view(puzzle.solve())
    assert [frame.says for frame in shown.frames] == [
        "the start, cat",
        "cat becomes cot",
        "cot becomes cog",
        "cog becomes dog",
    ]
    assert [frame.svg.count(">?</text>") for frame in shown.frames] == [6, 3, 0, 0]
    assert puzzle.solve().to_html() == puzzle.to_html(puzzle.solve())


def test_many_ladders_are_those_of_each():
    graph = WordGraph(
        ["cost", "cast", "case", "cose", "cove", "cave", "save", "tree", "at", "to", "tt", "ao"]
    )
    words = list(graph)
    pairs = [(a, b) for a in words for b in words if len(a) == len(b)]
    puzzles = [WordLadderPuzzle(*pair, graph) for pair in pairs] * 9
    seen = []
    for threads, progress in ((1, None), (2, seen.append)):
        many = WordLadderPuzzle.solve_many(puzzles, threads=threads, progress=progress)
        assert len(many) == len(puzzles) and isinstance(many[3:5], list)
        for puzzle, result, found in zip(puzzles, map(WordLadderPuzzle.solve, puzzles), many, strict=True):
            assert (found.status, found.path, found.cost) == (result.status, result.path, result.cost)
            assert replace(found.stats, seconds=0) == replace(result.stats, seconds=0)
            assert found.puzzle is puzzle and not found.interrupted
    assert seen[-1] == len(puzzles)
    assert many.statuses.tolist() == [result_sequence.STATUSES.index(result.status) for result in many]
    assert many.pair(-1) == (puzzles[-1], many.results[-1])


def test_other_puzzles_among_many_are_solved_one_by_one():
    graph = WordGraph(["cost", "cast", "case", "save", "cave"])
    priced = WordGraph(list(graph), costs={"case": 3})
    puzzles = [
        WordLadderPuzzle("cost", "save", graph),
        WordLadderPuzzle("cost", "save", priced),
        WordLadderPuzzle("cosy", "save", graph),
        WordLadderPuzzle(["cost", "cave"], "save", graph),
    ]
    for some in (puzzles, puzzles[:2], puzzles[2:], puzzles[3:], [], puzzles[:1]):
        found = [result.path for result in WordLadderPuzzle.solve_many(some)]
        assert found == [puzzle.solve().path for puzzle in some]
    limited = WordLadderPuzzle.solve_many(puzzles[:1], limits=Limits(nodes=0))
    assert limited[0].status is Status.LIMIT


def test_many_ladders_are_stopped():
    def stop(done):
        raise KeyboardInterrupt

    puzzle = WordLadderPuzzle("cat", "dog", ["cat", "cot", "cog", "dog"])
    with pytest.raises(KeyboardInterrupt):
        WordLadderPuzzle.solve_many([puzzle] * 5, progress=stop)
