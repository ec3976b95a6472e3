"""The best-scored filling, beside all fillings of small grids."""

import itertools
import signal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unriddle import Limits, PuzzleError, Status
from unriddle.puzzles.placement import WordPlacement, best_fill, fill


def opened(grid):
    return [row.replace("#", "0").replace(".", "1") for row in grid]


@settings(max_examples=80, deadline=None)
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
    with pytest.raises(PuzzleError, match="without score"):
        best_fill([".."], ["AB"])
    assert best_fill([".."], ["AB", "CD"], score={"CD": 0.25}).total == 0.25
    assert best_fill([".."], {"AB": 1, "CD": 3}, min_score=2).solution.rows == ("CD",)
    assert best_fill(["#"], {}).status is Status.SOLVED


def test_an_interrupt_between_searches_keeps_the_best_by_then(monkeypatch):
    """Ctrl-C while the arrays of more words are made."""
    from unriddle.puzzles.placement import best_filling

    told, real = [], best_filling.compiled_of

    def compiled(*arguments):
        if told:
            raise KeyboardInterrupt
        return real(*arguments)

    monkeypatch.setattr(best_filling, "compiled_of", compiled)
    result = best_fill(["...."] * 4, WORDS, seed=1, improved=told.append)
    assert told and result.total == told[-1].total
    assert result.interrupted and result.status is Status.SOLVED and not result.optimal


def test_no_words_are_made_ready_once_a_limit_is_spent(monkeypatch):
    from unriddle.puzzles.placement import best_filling

    made, real = [], best_filling.compiled_of
    monkeypatch.setattr(best_filling, "compiled_of", lambda *given: made.append(1) or real(*given))
    result = best_fill(["...."] * 4, WORDS, seed=1, limits=Limits(nodes=3))
    assert len(made) == 1 and result.stats.nodes == 3 and not result.optimal
