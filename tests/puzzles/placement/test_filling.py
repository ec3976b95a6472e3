"""Filling grids from a list; every result goes through `check`."""

import gzip
import itertools
import signal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.bench_placement import CROSSWORD
from unriddle import Lexicon, Limits, PuzzleError, Status
from unriddle.io.formats.crosswords import Crossword, Marks
from unriddle.puzzles.placement import (
    WordFilling,
    WordPlacement,
    best_fill,
    fill,
    fill_in,
    filling_faults,
    scored_list,
)
from unriddle.puzzles.placement.export import ipuz_of
from unriddle.puzzles.placement.filling import number, scores_of, theme_words


def accepted(result, grid, words):
    """Whether a filling obeys the rules of filling: words of the list, each once, givens kept."""
    board = [row.replace("#", "0").replace(".", "1") for row in grid]
    return WordPlacement(words, board, exact=False).check(result.solution)


def test_a_grid_of_fifteen_from_the_embedded_list():
    lexicon = Lexicon.load("english", level=70)
    result = fill(CROSSWORD, lexicon, seed=1)
    assert result.status is Status.SOLVED
    assert accepted(result, CROSSWORD.split(), [word for word in lexicon if len(word) <= 9])
    again = fill(CROSSWORD, lexicon, seed=1)
    assert (again.solution, again.stats.nodes) == (result.solution, result.stats.nodes)


def test_given_letters_and_their_case():
    words = ["abc", "def", "ghi", "adg", "beh", "cfi"]
    assert fill(["..C", "...", "..."], words).solution.rows == ("abc", "def", "ghi")
    assert fill("11g/111/111", words).solution.rows == ("adg", "beh", "cfi")
    assert fill(["X..", "...", "..."], words).status is Status.NO_SOLUTION
    kept = fill([[1, "B", 1], [0, 0, 0]], words)
    assert kept.solution.rows == ("abc", "###")


def test_forms_of_grids():
    words = ["AB", "AC"]
    for grid in (
        ["11", "10"],
        ["..", ".#"],
        "../.#",
        "11\n10\n",
        [[1, 1], [1, 0]],
        WordPlacement(words, ["11", "10"]),
    ):
        assert accepted(fill(grid, words), ["..", ".#"], words)
    assert fill(["..#."], ["AB"]).solution.rows == ("AB#.",), "a cell in no slot stays empty"
    assert fill(["#"], []).status is Status.SOLVED
    assert fill([".."], []).status is Status.NO_SOLUTION
    for bad in (["..", "."], ["?."], [], "", [7]):
        with pytest.raises(PuzzleError):
            fill(bad, words)


def test_words_once_or_again():
    assert fill(["..", "##", ".."], ["AB"]).status is Status.NO_SOLUTION
    assert fill(["..", "##", ".."], ["AB"], reuse=True).status is Status.SOLVED
    assert fill([".."], ["A-", "A1", "", "A"]).status is Status.NO_SOLUTION


def test_scores_are_preferred_and_a_least_score_is_kept():
    words = ["".join(letters) for letters in itertools.product("ABCD", repeat=3)]
    grid = ["...", "##.", "..."]
    assert fill(grid, words).score is None
    best = {"DAD": 9.0, "DDD": 8, "DAB": 7}
    result = fill(grid, words, score=best, reuse=True)
    assert result.score > fill(grid, words, score=dict.fromkeys(words, 7) | {"AAA": 9}).score - 1
    assert {placed.word for placed in result.solution.placed} <= set(best)
    assert accepted(fill(grid, words, score=len), grid, words)
    high = fill(grid, words, score=lambda word: word.count("A"), min_score=1)
    assert all("A" in placed.word for placed in high.solution.placed)
    with pytest.raises(PuzzleError, match="min_score needs scores; pass score="):
        fill(grid, words, min_score=1)
    for wrong in (float("nan"), float("inf"), "9", None):
        with pytest.raises(PuzzleError, match="expected a finite number"):
            fill(grid, words, score=lambda word, wrong=wrong: wrong)


def test_the_best_words_alone_are_tried_first():
    lexicon = Lexicon.load("english", level=60)
    common = set(Lexicon.load("english", level=50))
    result = fill(CROSSWORD, lexicon, score=lambda word: float(word in common), seed=0)
    assert result.status is Status.SOLVED and result.score == 1.0
    plain = fill(CROSSWORD, lexicon, seed=0)
    assert sum(placed.word in common for placed in plain.solution.placed) < len(plain.solution.placed)
    limited = fill(
        CROSSWORD, lexicon, score=lambda word: float(word in common), limits=Limits(nodes=3), seed=0
    )
    assert limited.status is Status.LIMIT and limited.stats.nodes == 3


@pytest.mark.parametrize("wrong", [4, None, 1.5, [4], [None], [[]], []])
def test_what_is_no_board_is_not_filled(wrong):
    with pytest.raises(PuzzleError, match="no board; write rows" if wrong in ([], [[]]) else "expected"):
        fill(wrong, ["AB"])


def test_limits_of_filling():
    words = ["".join(letters) for letters in itertools.product("AB", repeat=6) if letters.count("A") % 3 == 1]
    result = fill(["......"] * 6, words, limits=Limits(nodes=40))
    assert result.stats.nodes <= 40 and result.status in (Status.LIMIT, Status.SOLVED)
    assert fill(["......"] * 6, words, limits=Limits(nodes=0)).status is Status.LIMIT


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.text(".#", min_size=4, max_size=4), min_size=1, max_size=4),
    st.sets(st.text("AB", min_size=2, max_size=4), max_size=12),
    st.booleans(),
    st.integers(0, 3),
)
def test_a_filling_is_found_exactly_where_there_is_one(grid, words, reuse, seed):
    words = sorted(words)
    board = [row.replace("#", "0").replace(".", "1") for row in grid]
    result = fill(grid, words, reuse=reuse, seed=seed)
    puzzle = WordPlacement(words, board, reuse=reuse, exact=False)
    if result.status is Status.SOLVED:
        if "." not in "".join(result.solution.rows):
            assert puzzle.check(result.solution)
    else:
        assert result.status is Status.NO_SOLUTION
        assert puzzle.count(1) == 0


def runs(rows):
    """The slots of a grid of # and others: lists of (row, column), without the package."""
    lines = [[(r, c) for c in range(len(rows[0]))] for r in range(len(rows))]
    lines += [[(r, c) for r in range(len(rows))] for c in range(len(rows[0]))]
    found = []
    for line in lines:
        for is_open, run in itertools.groupby(line, key=lambda at: rows[at[0]][at[1]] != "#"):
            if is_open and len(cells := list(run)) > 1:
                found.append(cells)
    return found


def all_fillings(rows, words, theme, no_shared, reuse):
    """Every filling as a list of words, by trying all: what `theme` and `no_shared` mean."""
    slots = runs(rows)
    given = ["".join(rows[r][c] for r, c in slot) for slot in slots]
    given = [word for word in given if "." not in word]
    fixed = {*given, *theme}

    def extend(chosen, letters):
        if len(chosen) == len(slots):
            if all(chosen.count(word) == 1 for word in theme) and not any(clashes(chosen)):
                yield chosen
            return
        cells = slots[len(chosen)]
        for word in sorted({*words, *fixed}):
            if len(word) == len(cells) and all(
                letters.get(at, rows[at[0]][at[1]]) in (letter, ".")
                for at, letter in zip(cells, word, strict=True)
            ):
                yield from extend([*chosen, word], letters | dict(zip(cells, word, strict=True)))

    def clashes(chosen):
        for word in {*chosen}:
            again = reuse and word in words and (no_shared is None or len(word) < no_shared)
            yield chosen.count(word) > max(1, given.count(word)) and not again
        for one, two in itertools.combinations({*chosen} if no_shared else (), 2):
            if not {one, two} <= fixed:
                yield any(one[k : k + no_shared] in two for k in range(len(one)) if k + no_shared <= len(one))

    return extend([], {})


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.text("...#A", min_size=4, max_size=4), min_size=1, max_size=3),
    st.sets(st.text("AB", min_size=2, max_size=4), max_size=10),
    st.sets(st.text("AB", min_size=2, max_size=4), max_size=2),
    st.one_of(st.none(), st.integers(1, 4)),
    st.booleans(),
    st.booleans(),
)
def test_themes_and_shared_letters_are_as_trying_all_says(grid, words, theme, no_shared, reuse, best):
    options = {"theme": sorted(theme), "no_shared": no_shared, "reuse": reuse, "seed": 1}
    if best:
        scores = {word: 3 + len(word) + word.count("A") for word in words}
        result = best_fill(grid, scores, **options)
    else:
        result = fill(grid, sorted(words), **options)
    expected = list(all_fillings(grid, words, theme, no_shared, reuse))
    assert result.status is (Status.SOLVED if expected else Status.NO_SOLUTION)
    assert bool(result.reason) is not bool(expected)
    if expected:
        found = filling_faults(grid, result, words, theme=theme, no_shared=no_shared, reuse=reuse)
        assert found == []
    if expected and best:
        top = max(scores.values(), default=0.0)
        totals = [sum(scores.get(word, top) for word in chosen) for chosen in expected]
        assert result.optimal and result.total == max(totals)


def test_a_given_word_stands_as_it_is():
    words = ["ADG", "BEH", "CFI", "DEF", "GHI"]
    result = fill(["ABC", "...", "..."], words)
    assert result.solution.rows == ("ABC", "DEF", "GHI") and result.reason == ""
    assert fill(["ABC", "...", "..."], words, score=dict.fromkeys(words, 7) | {"GHI": 9}).total == 46
    assert fill(["ABC", "###", "ABC"], []).status is Status.SOLVED
    assert fill(["AB", "##", ".."], ["AB"]).status is Status.NO_SOLUTION
    assert fill(["AB", "##", ".."], ["AB"], reuse=True).status is Status.SOLVED
    assert fill(["AB", "##", ".."], ["AB"], reuse=True, no_shared=2).status is Status.NO_SOLUTION
    assert fill(["AX", "##", ".B"], ["AB"], min_score=3, score=len).status is Status.NO_SOLUTION


def test_only_words_of_the_list_fill_what_is_open():
    for grid, words in ((".B/.B", ["CB"]), ("XYZ/###/...", ["QQQQ"])):
        result = fill(grid, words, reuse=True)
        assert result.status is Status.NO_SOLUTION and result.reason
    scores = {"XYZ": 1, "ABC": 9}
    assert fill("XYZ/###/...", scores, reuse=True, min_score=5).solution.rows == ("XYZ", "###", "ABC")
    assert fill("XYZ/###/...", {"XYZ": 1}, reuse=True, min_score=5).status is Status.NO_SOLUTION
    faults = filling_faults("XYZ/###/...", "XYZ/###/XYZ", ["QQQQ"], reuse=True)
    assert faults == ["'XYZ' is used 2 times"]


def test_a_theme_stands_in_the_grid():
    lexicon = Lexicon.load("english", level=60)
    theme = ["Crosswordish", "qzzxqjqkv", "sevensy"][2:]
    result = fill(CROSSWORD, lexicon, theme=theme, seed=0)
    assert [placed.word for placed in result.solution.placed].count("sevensy") == 1
    assert filling_faults(CROSSWORD, result, lexicon, theme=theme) == []
    assert fill("..", ["AB"], theme=["AB"]).solution.rows == ("AB",)


@pytest.mark.parametrize(
    "grid, theme, reason",
    [
        ("...", ["AREA"], "no slot takes the theme word 'AREA'"),
        ("X..", ["ARE"], "no slot takes the theme word 'ARE'"),
        ("...", ["ARE", "EEL"], "there are 2 theme words of 3 letters for 1 slot of that length"),
        ("ARE/###/ARE", ["ARE"], "no words of the list fill the grid"),
    ],
)
def test_why_a_theme_does_not_stand(grid, theme, reason):
    result = fill(grid, ["ARE"], theme=theme)
    assert (result.status, result.reason, result.solution) == (Status.NO_SOLUTION, reason, None)


@pytest.mark.parametrize(
    "options, reason",
    [
        ({"theme": "AREA"}, "theme='AREA', expected a list of words"),
        ({"theme": 7}, "theme=7, expected a list of words"),
        ({"theme": ["A-B"]}, "expected letters only"),
        ({"theme": ["AB", "ab"]}, "theme word 'AB' is given 2 times"),
        ({"no_shared": 0}, "no_shared=0, expected a whole number from 1 up"),
        ({"no_shared": True}, "no_shared=True, expected a whole number"),
        ({"no_shared": "3"}, "expected a whole number"),
    ],
)
def test_wrong_wishes(options, reason):
    with pytest.raises(PuzzleError, match=reason):
        fill("..", ["AB"], **options)


def test_no_two_words_share_letters_on_a_grid_of_fifteen():
    lexicon = Lexicon.load("english", level=70)
    result = fill(CROSSWORD, lexicon, no_shared=3, seed=0)
    assert filling_faults(CROSSWORD, result, lexicon, no_shared=3) == []
    assert result.status is Status.SOLVED


def opened(grid):
    return [row.replace("#", "0").replace(".", "1") for row in grid]


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.text("..#", min_size=4, max_size=4), min_size=1, max_size=4),
    st.dictionaries(st.text("ABC", min_size=2, max_size=4), st.integers(-5, 60), max_size=14),
    st.booleans(),
    st.integers(0, 3),
)
def test_it_is_the_best_of_all_fillings(grid, words, reuse, seed):
    told = []
    result = best_fill(grid, words, reuse=reuse, seed=seed, improved=told.append)
    puzzle = WordPlacement(sorted(words), opened(grid), reuse=reuse, exact=False)
    totals = [sum(words[word] for word in chosen) for chosen in fillings(opened(grid), sorted(words), reuse)]
    if not totals:
        assert (
            result.status is Status.NO_SOLUTION and result.total is None and not result.optimal and not told
        )
        return
    assert result.status is Status.SOLVED and result.optimal
    assert result.total == max(totals) == sum(words[placed.word] for placed in result.solution.placed)
    assert [one.total for one in told] == sorted({one.total for one in told})
    assert told[-1].total == result.total and not any(one.optimal for one in told)
    if not reuse and "." not in "".join(result.solution.rows):
        assert puzzle.check(result.solution)


def fillings(board, words, reuse):
    """All choices of words for the runs of a board, without the package."""
    lines = [[(r, c) for c in range(len(board[0]))] for r in range(len(board))]
    lines += [[(r, c) for r in range(len(board))] for c in range(len(board[0]))]
    slots = []
    for line in lines:
        for is_open, run in itertools.groupby(line, key=lambda at: board[at[0]][at[1]] != "0"):
            if is_open and len(cells := list(run)) > 1:
                slots.append(cells)

    def extend(chosen, letters):
        if len(chosen) == len(slots):
            yield chosen
            return
        cells = slots[len(chosen)]
        for word in words:
            fits = len(word) == len(cells) and all(
                letters.get(at, letter) == letter for at, letter in zip(cells, word, strict=True)
            )
            if fits and (reuse or word not in chosen):
                yield from extend([*chosen, word], letters | dict(zip(cells, word, strict=True)))

    return extend([], {})


WORDS = {
    "".join(word): (37 * number) % 61
    for number, word in enumerate(itertools.product("ABCDE", repeat=4))
    if number % 3
}


def test_limits_keep_the_best_by_then():
    result = best_fill(["...."] * 4, WORDS, seed=1, limits=Limits(nodes=3000))
    assert result.status is Status.SOLVED and not result.optimal and result.stats.nodes == 3000
    assert result.total > fill(["...."] * 4, WORDS, seed=1, limits=Limits(nodes=3000)).total - 1
    again = best_fill(["...."] * 4, WORDS, seed=1, limits=Limits(nodes=3000))
    assert (again.solution, again.total) == (result.solution, result.total)
    none = best_fill(["...."] * 4, WORDS, limits=Limits(nodes=0))
    assert none.status is Status.LIMIT and none.solution is None and none.total is None


def test_an_interrupt_keeps_the_best_by_then():
    def interrupt(_):
        signal.raise_signal(signal.SIGINT)

    result = best_fill(["...."] * 4, WORDS, seed=1, improved=interrupt)
    assert result.interrupted and result.status is Status.SOLVED and not result.optimal
    assert result.total == sum(WORDS[placed.word] for placed in result.solution.placed)


def test_scores_are_needed():
    with pytest.raises(PuzzleError, match="best_fill needs the scores of the words; pass score="):
        best_fill([".."], ["AB"])
    assert best_fill([".."], ["AB", "CD"], score={"CD": 0.25}).total == 0.25
    assert best_fill([".."], {"AB": 1, "CD": 3}, min_score=2).solution.rows == ("CD",)
    assert best_fill(["#"], {}).status is Status.SOLVED


def test_an_interrupt_between_searches_keeps_the_best_by_then(monkeypatch):
    """Ctrl-C while the arrays of more words are made."""
    from unriddle.puzzles.placement import filling

    told, real = [], filling.FillRequest.compiled

    def compiled(*arguments):
        if told:
            raise KeyboardInterrupt
        return real(*arguments)

    monkeypatch.setattr(filling.FillRequest, "compiled", compiled)
    result = best_fill(["...."] * 4, WORDS, seed=1, improved=told.append)
    assert told and result.total == told[-1].total
    assert result.interrupted and result.status is Status.SOLVED and not result.optimal


def test_no_words_are_made_ready_once_a_limit_is_spent(monkeypatch):
    from unriddle.puzzles.placement import filling

    made, real = [], filling.FillRequest.compiled
    monkeypatch.setattr(filling.FillRequest, "compiled", lambda *given: made.append(1) or real(*given))
    result = best_fill(["...."] * 4, WORDS, seed=1, limits=Limits(nodes=3))
    assert len(made) == 1 and result.stats.nodes == 3 and not result.optimal


def test_a_theme_is_checked():
    assert theme_words(iter(["ab"])) == {"AB": "ab"}
    for wrong in ("AB", 3, [4], ["A B"], [""]):
        with pytest.raises(PuzzleError, match="expected"):
            theme_words(wrong)


def test_a_list_as_constructors_keep_it(tmp_path):
    path = tmp_path / "words.txt"
    path.write_bytes("\ufeffAREA;60\r\n\r\n oreo ; 20.5 \r\nArea;70\r\nOREO;-3\r\nété;1e1\r\n".encode())
    assert scored_list(path) == {"AREA": 70.0, "oreo": 20.5, "été": 10.0}
    packed = tmp_path / "words.txt.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert scored_list(packed) == scored_list(path)
    path.write_text("\n")
    assert scored_list(path) == {}


@pytest.mark.parametrize(
    "line", ["AREA", "AREA;", ";5", "AREA;x", "AREA;nan", "AREA;inf", "AREA;5;6", "AREA 5", "word;score"]
)
def test_a_line_without_a_score_is_left_out_and_reported(tmp_path, line):
    path = tmp_path / "words.txt"
    path.write_text(f"OREO;20\n\n{line}\n")
    with pytest.warns(UserWarning, match=rf"{path}: 1 line without a score left out \(line 3: '{line}'\)"):
        assert scored_list(path) == {"OREO": 20.0}
    path.write_text(f"# scores\n{line}\n")
    with pytest.raises(PuzzleError) as caught:
        scored_list(path)
    expected = "expected WORD;SCORE; no line of the file has that form"
    assert str(caught.value) == f"{path}:2: line {line!r}, {expected}"
    with pytest.raises(PuzzleError):
        scored_list(tmp_path / "none")


def test_comments_are_left_out_and_entries_of_several_words_joined(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("# my list\nICE CREAM;60\n #more\nice\tcream ;70\nDON'T;5\nplain\nPLAIN\n")
    with pytest.warns(UserWarning) as caught:
        assert scored_list(path) == {"ICECREAM": 70.0, "DON'T": 5.0}
    assert str(caught[0].message) == (
        f"{path}: 2 comment lines left out; 2 lines without a score left out (line 6: 'plain'); "
        "2 entries of several words joined (ICE CREAM is ICECREAM); "
        "1 word with other characters than letters (DON'T)"
    )


def test_a_list_is_words_and_scores_at_once():
    words = {"AB": 5, "CD": 7, "EF": 9}
    assert fill([".."], words, min_score=8).solution.rows == ("EF",)
    assert fill([".."], words, min_score=10).solution is None
    result = fill(["..", "##", ".."], words, min_score=6)
    assert (result.total, result.score, result.optimal) == (16, 8, False)
    assert fill([".."], words, score={"CD": 1, "AB": 0}, min_score=1).solution.rows == ("CD",)


def test_scores_of_words():
    assert scores_of({"AB": "ab"}, None) is None
    assert scores_of({"AB": "ab", "CD": "cd"}, {"ab": 4, "x": 1}) == {"AB": 4, "CD": 1}
    assert scores_of({"AB": "ab"}, len) == {"AB": 2}
    assert scores_of({"AB": "ab"}, {}) == {"AB": 0.0}
    for wrong in ({"x": "9"}, {"x": None}, {"x": float("nan")}):
        with pytest.raises(PuzzleError, match="of 'X', expected a finite number"):
            scores_of({"AB": "ab"}, wrong)
    with pytest.raises(ValueError, match="inf"):
        number("inf")


FEW = ["ABC", "ADG", "GEF", "CDF"]


@pytest.mark.parametrize(
    ("grid", "words", "reason"),
    [
        ("....", FEW, "the list has no word of 4 letters, which row 1, column 1 across needs"),
        ("#.../#.##/#.##/#.##", FEW, "the list has no word of 4 letters, which row 1, column 2 down needs"),
        ("..", [], "the list has no word of 2 letters, which row 1, column 1 across needs"),
        (
            "AB/##/..",
            ["AB"],
            "the list has no word of 2 letters but those that are given, which row 3, column 1 a",
        ),
        ("A.B/###/...", FEW, "no word of the list fits row 1, column 1 across: A.B"),
        ("...#/##.#/##X#", FEW, "no word of the list fits row 1, column 3 down: ..X"),
        ("a.z", FEW, "no word of the list fits row 1, column 1 across: A.Z"),
        (".../###/.../###/...", FEW[:2], "the list has 2 words of 3 letters for 3 slots of that length"),
        ("..#/#.#", ["AB", "CD"], "column 1 across and the words that cross it: .."),
        ("../..", ["AB", "BA", "AA", "CC"], "each slot has words, but not all slots at once"),
    ],
)
def test_the_reason_names_the_length_or_the_slot(grid, words, reason):
    result = fill(grid, words)
    assert result.status is Status.NO_SOLUTION
    assert reason in result.reason
    assert best_fill(grid, dict.fromkeys(words, 1.0)).reason == result.reason


@settings(deadline=None, max_examples=40)
@given(
    st.lists(st.text("AB", min_size=2, max_size=3), max_size=6, unique=True),
    st.lists(st.text(".#AB", min_size=3, max_size=3), min_size=1, max_size=3),
    st.booleans(),
)
def test_there_is_a_reason_for_each_grid_without_a_filling(words, grid, reuse):
    result = fill(grid, words, reuse=reuse)
    assert (result.reason == "") is (result.status is Status.SOLVED)


def words_between_bars(rows, bars, rebus):
    """Return the words of a full grid, across then down, letter by letter."""
    found = []
    for down in (False, True):
        for line in range(len(rows[0] if down else rows)):
            word, cells = "", 0
            for k in range(len(rows if down else rows[0])):
                r, c = (k, line) if down else (line, k)
                if rows[r][c] == "#" or (r, c, down) in bars:
                    found += [word] * (cells > 1)
                    word, cells = "", 0
                if rows[r][c] != "#":
                    word, cells = word + rebus.get((r, c), rows[r][c]), cells + 1
            found += [word] * (cells > 1)
    return found


@st.composite
def barred_grids(draw):
    rows, cols = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    line = st.text("...#A", min_size=cols, max_size=cols)
    grid = draw(st.lists(line, min_size=rows, max_size=rows))
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    bars = draw(st.sets(st.sampled_from([(r, c, down) for r, c in cells for down in (False, True)])))
    given = [(r, c) for r, c in cells if grid[r][c] == "A"]
    rebus = {cell: draw(st.sampled_from(["AB", "AAB"])) for cell in given if draw(st.booleans())}
    return grid, frozenset(bars), rebus


@settings(deadline=None, max_examples=150)
@given(barred_grids(), st.sets(st.text("AB", min_size=2, max_size=5), max_size=12))
def test_bars_and_cells_of_several_letters_as_every_way_tried(grid, words):
    rows, bars, rebus = grid
    text, free = "/".join(rows), "/".join(rows).count(".")
    whole, board = set(), Crossword(tuple(rows), {}, marks=Marks(bars, rebus))
    given = [word for word in words_between_bars(rows, bars, rebus) if "." not in word]
    for letters in itertools.product("AB", repeat=free):
        full = text.replace(".", "{}").format(*letters).split("/")
        used = words_between_bars(full, bars, rebus)
        left = [word for word in used if word not in given]
        if {*left} <= words and len({*left}) == len(left) and len(used) == len(left) + len(given):
            whole.add(tuple(full))
    result = fill(board, words, seed=1)
    assert (result.status is Status.SOLVED) is bool(whole)
    if whole:
        assert filling_faults(board, result, words) == []
        full = [row.replace(".", "A") for row in result.solution.rows]
        assert tuple(full) in whole and result.solution.marks.rebus == rebus
        scored = best_fill(board, dict.fromkeys(words, 1), seed=1)
        assert scored.optimal and scored.total == len(result.words) * bool(words)
    else:
        assert result.reason


def test_faults_of_bars_and_cells_of_several_letters():
    marks = Marks(frozenset({(0, 2, False)}), {(1, 0): "ING"}, frozenset())
    board = Crossword(("1111", "I111"), {}, marks=marks)
    words = ["AB", "CD", "INGXYZ", "AING", "BX", "CY", "DZ"]
    full = WordFilling(rows=("ABCD", "IXYZ"), placed=(), marks=marks)
    assert filling_faults(board, full, words) == [] == filling_faults(board, "ABCD/IXYZ", words)
    assert filling_faults(board, full, words[1:]) == ["'AB' (R1C1DH) is not in the list"]
    assert filling_faults(["1111", "I111"], full, words) == ["row 2, column 1 holds 'ING', but '' is given"]
    other = WordFilling(rows=("ABCD", "IXYZ"), placed=(), marks=marks._replace(rebus={(1, 0): "INK"}))
    assert filling_faults(board, other, words) == ["row 2, column 1 holds 'INK', but 'ING' is given"]


def test_bars_are_filled_alone():
    """What knows rows of letters alone refuses a board that is more, in a line."""
    board = Crossword(("11", "11"), {}, marks=Marks(frozenset({(0, 1, False)})))
    result = fill(board, ["AB", "CA", "DB"])
    assert result.status is Status.SOLVED and fill(result, ["AB", "CA", "DB"]).words == result.words
    for take in (lambda grid: WordPlacement(["AB"], grid), lambda grid: fill_in(mask=grid)):
        for grid in (board, result, result.solution, str(result)):
            with pytest.raises(PuzzleError, match="bars or several letters in a cell, which only"):
                take(grid)
    with pytest.raises(PuzzleError, match="a table has no bars"):
        result.columns()
    assert not WordPlacement(["AB", "CA", "DB"], ["11", "11"]).check(result)


def test_a_grid_is_read_from_a_path(tmp_path):
    text, barred = tmp_path / "grid.txt", tmp_path / "grid.ipuz"
    text.write_text("A.\n.#\n", encoding="utf-8")
    marks = Marks(frozenset({(0, 1, False)}), {}, frozenset())
    barred.write_text(ipuz_of(("ABCD", "EFGH"), None, marks), encoding="utf-8")
    assert fill(text, ["AT", "AS"]).board is not None
    assert fill(barred).marks == marks
