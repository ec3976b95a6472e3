"""Proofs: against every board of a small space and published results; threads, limits, memory, costs."""

import threading
import time

import numpy as np
import pytest

import unriddle as ur
from reference.walk.walk import walk
from unriddle.base import Limits, PuzzleError, Status
from unriddle.puzzles.boggle import Rules, best, merge_proofs, prove, score_many, verify_proof
from unriddle.puzzles.boggle.best_board.board_space import space_of
from unriddle.puzzles.boggle.proof import cost_estimate, engine, partition
from unriddle.puzzles.boggle.proof.cost_estimate import ProofProgress, Sample, Watch, estimated, time_left
from unriddle.puzzles.boggle.scoring import Scoring

WORDS = ["abc", "cab", "bad", "dab", "abba", "baba", "cabal", "add", "dad", "acdc"]


@pytest.fixture(scope="module")
def lexicon():
    return ur.Lexicon(WORDS)


@pytest.fixture(scope="module")
def many():
    """Some 190 words."""
    english = ur.Lexicon.load("english", level=35)
    return ur.Lexicon([word for word in english if len(word) <= 5 and set(word) <= set("aelnrst")])


def listed(found):
    return {tuple(board.format().split()) for board in found.boards}


@pytest.mark.parametrize(
    ("shape", "at_least", "options"),
    [
        ("2x2", 2, {}),
        ("2x2", 1, {"topology": "rook"}),
        ("1x4", 1, {}),
        ("2x3", 5, {}),
        ("2x3", 5, {"topology": "hex"}),
        ("2x3", 5, {"wrap": True}),
        ("3x2", 5, {"objective": "words"}),
        ("2x2", 99, {}),
    ],
)
def test_all_boards_are_listed(shape, at_least, options, lexicon, monkeypatch):
    few = ur.Lexicon([word for word in WORDS if set(word) <= set("abcd")])
    rules = {name: value for name, value in options.items() if name != "objective"}
    space = space_of(shape, few, Rules(**rules), options.get("objective", "score"))
    # Letters that no word has all score the same: one of them stands for all.
    codes = np.array([0, 1, 2, 3, 25], dtype=np.uint8)
    every = codes[np.indices((5,) * space.n_cells).reshape(space.n_cells, -1).T]
    good = space.canonical(every[space.scores(every) >= at_least])
    expected = {tuple(space.board(board).format().split()) for board in good}
    for threads, size in ((0, engine.TERM), (1, 1 << 18), (3, 1 << 17)):  # whole, and divided
        monkeypatch.setattr(engine, "TERM", size)
        found = prove(shape, at_least, few, threads=threads, **options)
        ours = {board for board in listed(found) if set(board) <= {"A", "B", "C", "D", "Z"}}
        assert ours == expected
        assert found.scores == sorted(found.scores, reverse=True)
        assert not found.remaining
        assert (found.status is Status.NO_SOLUTION) == (not expected)
        for board, score in list(zip(found.boards, found.scores, strict=True))[::97]:
            result = board.solve(few)
            assert score == (result.count if options.get("objective") == "words" else result.score)


def test_the_best_small_boards_of_enable_are_proven(enable):
    for shape, margin in (("2x2", 3), ("2x3", 10)):
        top = best(shape, enable, qu=True, pool=20, rounds=3).score
        found = prove(shape, top - margin, enable, qu=True)
        assert found.scores[0] == top
        assert found.status is not Status.LIMIT
        space = space_of(shape, enable, Rules(qu=True))
        codes = np.array(
            [[ord(board.tile(c)[0]) - 97 for c in range(space.n_cells)] for board in found.boards]
        )
        assert len(np.unique(space.canonical(codes.astype(np.uint8)), axis=0)) == len(found.boards)
        assert space.scores(codes.astype(np.uint8)).tolist() == found.scores


def plain_score(letters, neighbours, words):
    """Return the points of a board by the walk of the twins; q is Qu."""
    tiles = [{tuple("qu" if letter == "q" else letter)} for letter in letters]
    spelt = {letter for tile in tiles for text in tile for letter in text}
    fits = [tuple(word) for word in words if spelt.issuperset(word)]
    found, _, _ = walk(neighbours, tiles, fits)
    return sum(Scoring().points("".join(word)) for word in found)


def test_the_3x3_boards_of_500_points_are_the_42_that_others_found(enable):
    # 42 boards: the prover of danvk/hybrid-boggle lists as many.
    found = prove("3x3", 500, enable, qu=True)
    assert (len(found.boards), found.scores[0], found.scores[-1] >= 500) == (42, 545, True)
    texts = ["".join(board.tile(cell)[0] for cell in range(9)) for board in found.boards]
    assert sorted(texts[0]) == sorted("deslatper")
    # Scored again: many at a time from their text, and some by the plain walk.
    assert score_many(texts, enable, qu=True, shape=3).tolist() == found.scores
    beside = space_of("3x3", enable, Rules(qu=True)).adjacency.tolist()
    neighbours = [[cell for cell in range(9) if mask >> cell & 1] for mask in beside]
    words = list(enable)
    assert [plain_score(text, neighbours, words) for text in texts[::6]] == found.scores[::6]


def whole_paths(neighbours):
    """Return every path through all cells; of an odd number it begins on the colour of the corners."""
    found, paths = [], [(cell,) for cell in range(0, len(neighbours), 1 + len(neighbours) % 2)]
    while paths:
        path = paths.pop()
        if len(path) == len(neighbours):
            found.append(path)
        paths += [(*path, cell) for cell in neighbours[path[-1]] if cell not in path]
    return found


@pytest.mark.parametrize(("shape", "numberings"), [("3x6", None), ("4x5", None), ("5x5", 8648)])
def test_boards_of_more_than_16_cells(shape, numberings, tmp_path):
    # One word that takes up the whole board; 8648: https://oeis.org/A096969
    space = space_of(shape, ["a"], Rules(topology="rook"))
    masks = space.adjacency.tolist()
    paths = whole_paths([[c for c in range(space.n_cells) if mask >> c & 1] for mask in masks])
    assert numberings in (None, len(paths))
    word = ("abbcacabbaccbabcaabccbacb" * 2)[: space.n_cells]
    codes = np.empty((len(paths), space.n_cells), dtype=np.uint8)
    np.put_along_axis(
        codes, np.array(paths), np.array([ord(letter) - 97 for letter in word], np.uint8)[None], 1
    )
    least = Scoring().points(word)
    lexicon, path = ur.Lexicon([word, "ab"]), tmp_path / "proof"
    found = prove(shape, least, lexicon, topology="rook", checkpoint=path)
    expected = np.unique(space.canonical(codes), axis=0)
    assert listed(found) == {tuple(space.board(board).format().split()) for board in expected}
    assert set(found.scores) == {least} and not found.remaining
    again = verify_proof(path, lexicon, sample=3)
    assert (again.status, again.checked, again.wrong) == (Status.SOLVED, 3, [])
    few = prove(shape, least, lexicon, topology="rook", estimate=True, sample=2, cells=13)
    assert few.sampled and few.cells == 13


def test_a_stopped_proof_goes_on(lexicon, tmp_path, monkeypatch):
    monkeypatch.setattr(partition, "usual_depth", lambda *_: 1)
    whole = prove("2x3", 7, lexicon)
    path, steps = tmp_path / "state.json", 0
    while True:
        limits = Limits(nodes=40 + steps)
        found = prove("2x3", 7, lexicon, limits=limits, checkpoint=path, threads=1 + steps % 3)
        if found.status is not Status.LIMIT:
            break
        assert found.stats.nodes == 40 + steps
        steps += 200
        assert found.remaining
        assert listed(found) <= listed(whole)
    assert steps > 200
    assert (listed(found), found.scores) == (listed(whole), whole.scores)
    again = prove("2x3", 7, lexicon, checkpoint=path)
    assert (listed(again), again.stats.nodes) == (listed(whole), 0)

    def interrupt(nodes):
        raise KeyboardInterrupt

    stopped = prove("2x3", 7, lexicon, progress=interrupt)
    assert (stopped.status, stopped.interrupted) == (Status.LIMIT, True)


def test_checkpoints_that_do_not_fit_are_refused(lexicon, tmp_path):
    path = tmp_path / "state.json"
    prove("2x2", 2, lexicon, checkpoint=path)
    for arguments, options in ((("2x2", 3), {}), (("2x3", 2), {}), (("2x2", 2), {"qu": True, "wrap": True})):
        with pytest.raises(PuzzleError, match="another proof"):
            prove(*arguments, lexicon, checkpoint=path, **options)
    with pytest.raises(PuzzleError, match="another proof"):
        prove("2x2", 2, WORDS[1:], checkpoint=path)
    for text in (
        "",
        "{",
        "[" * 100000,
        "\x00",
        "3",
        "{}",
        path.read_text().replace('"proof":3', '"proof":2'),
    ):
        path.write_text(text)
        with pytest.raises(PuzzleError, match="is not a checkpoint"):
            prove("2x2", 2, lexicon, checkpoint=path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PuzzleError, match="is not a checkpoint"):
        prove("2x2", 2, lexicon, checkpoint=path)
    with pytest.raises(PuzzleError, match="cannot be read"):
        prove("2x2", 2, lexicon, checkpoint=tmp_path)
    with pytest.raises(PuzzleError, match="cannot be written"):
        prove("2x2", 2, lexicon, checkpoint=tmp_path / "none" / "state.json")


def test_classes_whose_certificates_are_damaged_are_done_again(many, tmp_path):
    path = tmp_path / "state.json"
    whole = prove("2x4", 82, many, checkpoint=path)
    lines = path.read_text().splitlines(keepends=True)
    assert len(lines) == 27 and len(whole.boards) > 5
    path.write_text("".join([lines[0], "x" + lines[1], lines[2].replace("bound", "bounds"), *lines[4:]])[:-9])
    again = prove("2x4", 82, many, checkpoint=path)
    assert (listed(again), again.scores) == (listed(whole), whole.scores)
    assert 0 < again.stats.nodes < whole.stats.nodes
    known = {made.first: made.found for made in whole.certificates}
    assert {made.first: made.found for made in again.certificates} == known


def test_shards_are_put_together(many, tmp_path):
    whole = prove("2x4", 82, many)
    paths, nodes = [tmp_path / f"{number}.json" for number in (1, 2, 3)], 0
    for number, path in enumerate(paths, 1):
        found = prove("2x4", 82, many, shard=(number, 3), checkpoint=path)
        assert (found.status, found.own) == (Status.LIMIT, 0)
        assert found.remaining + len(found.certificates) == 26
        nodes += found.stats.nodes
    assert nodes == whole.stats.nodes
    some = merge_proofs(paths[1:], many, checkpoint=tmp_path / "some.json")
    assert some.status is Status.LIMIT and some.remaining == 26 - len(some.certificates) > 0
    every = merge_proofs([tmp_path / "some.json", *paths], many)
    assert (listed(every), every.scores, every.status) == (listed(whole), whole.scores, whole.status)
    rest = prove("2x4", 82, many, checkpoint=tmp_path / "some.json")
    assert (listed(rest), rest.remaining) == (listed(whole), 0)
    with pytest.raises(PuzzleError, match="no files"):
        merge_proofs([], many)
    prove("2x4", 83, many, shard=(1, 3), checkpoint=tmp_path / "other.json")
    with pytest.raises(PuzzleError, match="another proof"):
        merge_proofs([paths[0], tmp_path / "other.json"], many)
    with pytest.raises(PuzzleError, match="another proof"):
        merge_proofs(paths, WORDS)


@pytest.mark.parametrize(
    "options",
    [
        {"scoring": Scoring((0, 0, 0, 1), letter_values={"a": 2, "c": 7})},
        {"scoring": Scoring((0,), letter_values={"b": 1}), "min_length": 4, "topology": "rook"},
        {"scoring": Scoring({3: 2, 5: 9}), "topology": "hex", "wrap": True},
    ],
)
def test_any_points_and_values_of_letters(options):
    few = ur.Lexicon([word for word in WORDS if set(word) <= set("abcd")])
    space = space_of("2x3", few, Rules(**options))
    every = np.indices((4,) * 6).reshape(6, -1).T.astype(np.uint8)
    scores = space.scores(every)
    least = int(np.sort(scores)[-40])
    good = space.canonical(every[scores >= least])
    expected = {tuple(space.board(board).format().split()) for board in good}
    found = prove("2x3", least, few, **options)
    assert {board for board in listed(found) if set(board) <= set("ABCD")} == expected and expected


def test_a_proof_without_a_class_is_none(many, monkeypatch):
    take = engine.Proof.__dict__["_certify"]

    def forget(self, one):
        if len(self.done) != 3:
            take(self, one)

    monkeypatch.setattr(engine.Proof, "_certify", forget)
    with pytest.raises(AssertionError, match="no certificate"):
        prove("2x4", 82, many)


@pytest.mark.parametrize(
    ("arguments", "options", "reason"),
    [
        (("4x7", 9), {}, "at most 25 cells"),
        (("2x2", 0), {}, "least="),
        (("2x2", 2.5), {}, "least="),
        (("2x2", True), {}, "least="),
        (("2x2", 1 << 28), {}, "least="),
        (("2x2", 2), {"threads": -1}, "threads"),
        (("2x2", 2), {"limits": 5}, "limits"),
        (("2x2", 2), {"scoring": Scoring((0, 0, 0, -1, 2))}, "below 0"),
        (("2x2", 2), {"topology": "star"}, "topology"),
        (("2x2", 2), {"objective": "x"}, "objective"),
        (("2x2", 2), {"shard": (3, 2)}, "shard 3/2, expected i/N"),
        (("2x2", 2), {"shard": 2}, "pair of whole numbers"),
        (("2x2", 2), {"cluster": 2}, "address as text"),
        (("2x2", 2), {"cluster": "local:1", "limits": Limits(nodes=3)}, "use one of seconds"),
        (("2x2", 2), {"sample": 0}, "sample"),
        (("2x2", 2), {"estimate": True, "limits": Limits(memory=9)}, "too little memory"),
    ],
)
def test_wrong_parameters_are_told(arguments, options, reason, lexicon):
    with pytest.raises(PuzzleError, match=reason):
        prove(*arguments, lexicon, **options)


def test_a_page_of_a_proof_says_what_its_scores_are():
    for objective, noun in ("score", "points"), ("words", "words"):
        found = ur.boggle.prove("1x3", 1, ["tea"], objective=objective)
        assert str(found) == "1 board of at least 1 (proven)" and found.objective == objective
        assert f'"puzzle","{noun}"]' in found.to_html()


def test_threads_find_the_same_boards(lexicon):
    one, three = (prove("2x3", 6, lexicon, threads=threads) for threads in (1, 3))
    assert len(one.boards) == 344
    assert (listed(one), one.scores, one.stats.nodes) == (listed(three), three.scores, three.stats.nodes)
    limits = Limits(nodes=one.stats.nodes // 2)
    stopped = [prove("2x3", 6, lexicon, threads=1, limits=limits) for _ in range(2)]
    assert len({(tuple(sorted(listed(found))), found.remaining) for found in stopped}) == 1
    assert all(found.status is Status.LIMIT and found.stats.nodes == limits.nodes for found in stopped)
    stopped = prove("2x3", 6, lexicon, threads=3, limits=limits)
    assert (stopped.status, stopped.stats.nodes) == (Status.LIMIT, limits.nodes)
    assert listed(stopped) <= listed(one)


def test_an_error_of_a_thread_is_told(lexicon, monkeypatch):
    def fail(*_):
        raise MemoryError("no room")

    monkeypatch.setattr(engine.Proof, "_tree", fail)
    with pytest.raises(MemoryError, match="no room"):
        prove("2x2", 2, lexicon, threads=2)


def test_too_little_memory_is_a_limit(lexicon, tmp_path):
    path = tmp_path / "state.json"
    found = prove("2x2", 2, lexicon, limits=Limits(memory=1000), checkpoint=path)
    assert (found.status, len(found.boards), found.remaining, found.stats.nodes) == (Status.LIMIT, 0, 1, 0)
    assert listed(prove("2x2", 2, lexicon, checkpoint=path)) == listed(prove("2x2", 2, lexicon))


def test_a_board_that_does_not_fit_by_itself_is_scored(monkeypatch):
    few = ur.Lexicon(["ab", "ba"])
    options = {"objective": "words", "min_length": 2}
    whole = prove("1x2", 1, few, **options)
    assert listed(whole) == {("A", "B")} and whole.scores == [2]
    monkeypatch.setattr(engine, "TERM", 1 << 40)  # one term has room
    found = prove("1x2", 1, few, **options)
    assert (listed(found), found.scores) == (listed(whole), whole.scores)


def test_threads_are_no_more_than_memory_has_room_for(lexicon):
    found = prove("2x2", 2, lexicon, threads=500, limits=Limits(memory=1 << 20))
    assert listed(found) == listed(prove("2x2", 2, lexicon, threads=1))


def test_more_boards_than_are_kept_are_told(lexicon, monkeypatch):
    monkeypatch.setattr(engine, "MOST_BOARDS", 100)
    monkeypatch.setattr(engine, "MOST_WAITING", 10)
    before = threading.active_count()
    with pytest.raises(PuzzleError, match="more than 100 boards"):
        prove("2x3", 1, lexicon, threads=2)
    assert threading.active_count() <= before


@pytest.mark.timed
@pytest.mark.parametrize("seconds", [0.0, 0.05, 0.4, 1.0])
def test_seconds_hold_while_terms_are_made_and_sorted(enable, seconds):
    start = time.perf_counter()
    found = prove("4x4", 3000, enable, limits=Limits(seconds=seconds), threads=2)
    assert time.perf_counter() - start < seconds + 5
    assert (found.status, found.interrupted) == (Status.LIMIT, False)
    assert found.remaining >= 26


def test_boards_found_count_as_memory(lexicon):
    found = prove("4x4", 1, lexicon, limits=Limits(memory=1 << 20), threads=1)
    assert found.status is Status.LIMIT and found.remaining
    assert 819 <= len(found.boards) < 100_000 and found.boards[:2][0].format() == found.boards[0].format()


def test_a_proof_ends_while_there_is_time_to_list_its_boards(lexicon, monkeypatch):
    monkeypatch.setattr(engine, "LISTED", 1.0)
    found = prove("4x4", 1, lexicon, limits=Limits(seconds=60), threads=1)
    assert found.status is Status.LIMIT and found.remaining and len(found.boards) > 10
    assert found.stats.seconds < 50


def test_lines_and_grids_are_those_of_the_boards(lexicon):
    boards = prove("2x3", 3, lexicon, qu=True).boards
    assert list(boards.lines()) == [board.format().replace("\n", "/") for board in boards]
    assert list(boards.grids()) == [board.board.grid("") for board in boards]


def test_the_best_3x3_board_in_its_class(enable):
    space = space_of("3x3", enable, Rules(qu=True))
    proof = engine.Proof(space, 540, threads=2)
    proof.stack = [(0,)]  # an A in the middle
    with proof.at_work():
        while proof.run():
            pass
    assert max(proof.boards()[1]) == 545
    made = proof.done[0,]
    assert (made.best, made.nodes, list(proof.done)) == (545, proof.nodes, [(0,)])
    assert 500 < proof.nodes < 50_000 and made.leaves >= len(made.boards) > 0
    assert made.bound > 545 and made.terms == proof.terms > 5_000_000
    assert proof.spent[0,] == pytest.approx(made.seconds, abs=1e-3)


class Fake(engine.Proof):
    """A proof whose classes cost what a table says."""

    def __init__(self, space, cost, division=None):
        super().__init__(space, 9, threads=1, division=division)
        self.cost = cost

    def run(self, _budget=0):
        if self.stack:
            first = self.stack.pop()
            self.spent[first] = self.cost(first)
            self.nodes += 1
        return bool(self.stack)


@pytest.mark.parametrize("power", [1.0, 0.5])
def test_the_mean_of_many_estimates_is_the_cost(many, power):
    space = space_of("3x4", many, Rules())
    cut = partition.Division(space)
    weights = {first: cut.weight(first) for first in cut.begin(())}
    cost = {first: weight**power for first, weight in weights.items()}
    whole = sum(cost.values())
    found = []
    for seed in range(60):
        proof = Fake(space, cost.__getitem__, cut)
        one = estimated(proof, Sample(20, seed), Limits())
        assert (one.status, one.classes) == (Status.SOLVED, 351) and one.sampled <= 20
        found.append((one.cpu_seconds, one.error))
    means = np.array([mean for mean, _ in found])
    assert means.mean() == pytest.approx(whole, rel=0.1)
    if power == 1:  # weights that are right leave no error
        assert means.std() == pytest.approx(0, abs=1e-9 * whole)
    else:  # errors are what they say
        assert np.mean([error for _, error in found]) == pytest.approx(means.std(), rel=0.4)
    every = estimated(Fake(space, cost.__getitem__, cut), Sample(999, 0), Limits())
    assert (every.cpu_seconds, every.error) == (pytest.approx(whole), 0.0)
    assert every.classes == every.sampled == 351


def test_an_estimate_of_a_proof(many):
    found = prove("2x4", 82, many, estimate=True, sample=5, seed=2)
    assert (found.status, found.classes, found.least) == (Status.SOLVED, 26, 82)
    assert 1 <= found.sampled <= 5 and found.cpu_seconds > 0 and found.error > 0
    every = prove("2x4", 82, many, estimate=True, sample=26)
    assert (every.error, every.sampled) == (0, 26)
    assert "of processor time, standard error 0.0 s, by 26 of 26 classes" in str(every)
    short = prove("2x4", 82, many, estimate=True, limits=Limits(nodes=1))
    assert short.status is Status.LIMIT and "not finished" in str(short)
    assert (short.cpu_seconds, short.error, short.sampled) == (None, None, 0)
    assert str(short).startswith("nothing is known yet: no class was done in ")


def test_an_estimate_of_one_class_has_no_error_yet(many):
    found = prove("2x4", 82, many, estimate=True, sample=1)
    assert found.cpu_seconds > 0 and (found.error, found.sampled) == (None, 1)
    assert "standard error not known yet, by 1 of 26 classes" in str(found)


def test_an_estimate_says_how_many_cells_its_classes_decide(many):
    found = prove("2x4", 82, many, estimate=True, sample=4, cells=3)
    assert (found.cells, found.classes, found.divided) == (3, 26, True)
    said = f"by {found.sampled} classes that decide 3 cells; the proof begins with 26"
    assert said in str(found)
    assert prove("2x4", 82, many, estimate=True, sample=4, cells=1).divided is False


def test_all_classes_with_a_limit_tell_the_rest_by_weight(many):
    space = space_of("2x4", many, Rules())
    cut = partition.Division(space)
    whole = sum(map(cut.weight, cut.begin(())))
    for nodes, exact in ((1, False), (5, False), (None, True)):
        proof = Fake(space, cut.weight, cut)
        found = estimated(proof, Sample(99, 0), Limits(nodes=nodes))
        assert found.cpu_seconds == pytest.approx(whole)
        assert found.sampled == (nodes or 26)
        assert found.error == (None if nodes == 1 else pytest.approx(0, abs=1e-9 * whole))
        assert exact == (found.sampled == 26)


def test_classes_of_more_cells_estimate_their_sum(many):
    space = space_of("2x4", many, Rules())
    deep = partition.Division(space, 2)
    cost = {first: 1.0 + sum(first) for first in deep.missing(())}
    found = []
    for seed in range(40):
        proof = Fake(space, cost.__getitem__, partition.Division(space, 1))
        one = estimated(proof, Sample(30, seed, cells=2), Limits())
        assert (one.status, one.classes) == (Status.SOLVED, 26) and 20 < one.sampled <= 30 and one.error > 0
        found.append(one.cpu_seconds)
    assert np.mean(found) == pytest.approx(sum(cost.values()), rel=0.15)


def test_the_time_left_is_a_ratio():
    done = {(letter,): 1.0 + letter for letter in range(6)}
    costs = {first: 2 * weight for first, weight in done.items()}
    assert time_left(done, costs, 10.0) == (pytest.approx(20.0), pytest.approx(0.0))
    assert time_left({(0,): 1.0}, {(0,): 1.0}, 1.0) is None
    costs[(0,)] = 5.0
    _, error = time_left(done, costs, 10.0)
    assert error > 0
    assert cost_estimate.mean_of([]) == (None, None)


def test_a_watch_tells_the_time_left(many, monkeypatch):
    monkeypatch.setattr(cost_estimate, "SHOWN_EVERY", 0.0)
    told = []
    found = prove("2x4", 82, many, threads=1, watch=told.append)
    assert found.boards and told
    space = space_of("3x3", many, Rules())
    proof = Fake(space, lambda first: proof.division.weight(first))
    watch = Watch(proof, told.append)
    told.clear()
    while proof.run():
        watch.look()
    assert told[0].seconds_left is None and told[0].left == 25
    left = [each.seconds_left for each in told[1:]]
    assert all(value >= 0 for value in left)
    rest = [each.seconds_left / each.seconds for each in told[1:]]
    assert rest == sorted(rest, reverse=True)  # costs are by weight: the share that is left goes down
    assert "s left" in str(told[-1]) and "left" not in str(ProofProgress(1, 2, 3, 4.0))
