"""The contract of players: answers of any origin are judged, and a player is helped on, in every puzzle."""

import contextlib
import io
import json
import sys

import numpy as np
import pytest

from unriddle import PuzzleError, Status
from unriddle.cli import main
from unriddle.puzzles import registry
from unriddle.puzzles.framework.base import ExplainMixin, HintMixin
from unriddle.puzzles.framework.check import JUDGEMENTS, Judgement, Verdict, VerdictMany
from unriddle.puzzles.framework.steps import Difficulty, Step

NAMES = registry.names()
each = pytest.mark.parametrize("name", NAMES)
WITH_HINTS = [name for name in NAMES if "hint" not in registry.spec(name).cannot]
each_with_hints = pytest.mark.parametrize("name", WITH_HINTS)


def make(name):
    spec = registry.spec(name)
    return spec.load(spec.puzzle).parse(spec.example)


def run(*arguments, stdin=""):
    """Return exit code, standard output and error output of a command."""
    out, err = io.StringIO(), io.StringIO()
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BufferedReader(io.BytesIO(stdin.encode())), "utf-8")
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(list(arguments))
    finally:
        sys.stdin = before
    return code, out.getvalue(), err.getvalue()


def line_of(puzzle, answer):
    """Return an answer on one line, as ``unriddle batch`` writes it."""
    return puzzle.format(answer).strip("\n").replace("\n", "/")


# Judging


@each
def test_an_answer_in_any_form_is_right(name):
    puzzle = make(name)
    result = puzzle.solve()
    answer = result.solution
    for form in (result, answer, puzzle.format(answer), line_of(puzzle, answer)):
        verdict = puzzle.judge(form)
        assert verdict == Verdict(status=Judgement.RIGHT) and verdict and str(verdict) == "RIGHT", form
    assert all(puzzle.judge(one) for one in puzzle.solutions(20))


@each
def test_what_is_no_answer_is_not_right_and_says_why(name):
    puzzle = make(name)
    for nothing in (None, "", " "):
        verdict = puzzle.judge(nothing)
        assert verdict.status is Judgement.INCOMPLETE and verdict.reason == "there is no answer"
    for wrong in ("nonsense!", 5, object(), {}, {"a": 1}, [[]], [5], [None], np.zeros(3), b"x", 1.5):
        verdict = puzzle.judge(wrong)
        assert verdict.status in (Judgement.NOT_OF_THIS_PUZZLE, Judgement.WRONG, Judgement.INCOMPLETE), wrong
        assert verdict.reason and not verdict and "\n" not in str(verdict)


@each
def test_the_verdict_is_right_exactly_where_check_says_so(name):
    """Answers are harmed letter by letter, and cut at every length."""
    puzzle = make(name)
    line = line_of(puzzle, puzzle.solve().solution)
    letters = sorted(set(line))
    harmed = [line[:k] + new + line[k + 1 :] for k in range(min(len(line), 40)) for new in letters[:6]]
    harmed += [line[:k] for k in range(min(len(line), 40))]
    for text in harmed:
        verdict = puzzle.judge(text)
        try:
            found = puzzle.read_answer(text)
        except PuzzleError:
            assert verdict.status in (Judgement.NOT_OF_THIS_PUZZLE, Judgement.INCOMPLETE)
            continue
        assert bool(verdict) is puzzle.check(found), text
        assert bool(verdict) is not bool(verdict.reason)
        for place in verdict.places:
            assert isinstance(place, int) or (len(place) == 2 and all(type(n) is int for n in place))


@each
def test_an_answer_to_another_puzzle(name):
    """Nothing that is right for one puzzle breaks the judge of another."""
    for other in NAMES:
        theirs = make(other)
        verdict = make(name).judge(line_of(theirs, theirs.solve().solution))
        assert isinstance(verdict, Verdict)


@each
def test_many_are_judged_as_one_by_one(name):
    puzzle = make(name)
    line = line_of(puzzle, puzzle.solve().solution)
    answers = [line, "", "nonsense!", line[:-1], None, line]
    want = [puzzle.judge(answer) for answer in answers]
    for asked in ([puzzle] * 6, [registry.spec(name).example] * 6, puzzle, registry.spec(name).example):
        done = []
        many = type(puzzle).check_many(asked, answers, threads=2, progress=done.append)
        assert isinstance(many, VerdictMany) and list(many) == want and len(many) == 6
        assert [JUDGEMENTS[place] for place in many.statuses.tolist()] == [one.status for one in want]
        assert many.right == sum(map(bool, want)) and sum(many.counts().values()) == 6
        assert many.columns()["verdict"][0] == "RIGHT" and max(done) == 6
    assert len(type(puzzle).check_many([], [])) == 0


@each
def test_what_cannot_be_judged_is_an_error(name):
    kind, example = registry.get(name), registry.spec(name).example
    with pytest.raises(PuzzleError, match="1 answer to 2 puzzles"):
        kind.check_many([example] * 2, [""])
    for wrong in (5, None):
        with pytest.raises(PuzzleError, match="expected"):
            kind.check_many(wrong, [""])
        with pytest.raises(PuzzleError, match="expected"):
            kind.check_many(example, wrong)
    with pytest.raises(PuzzleError, match=r"^puzzles\[1\]"):
        kind.check_many([example, "\u2603 \u2603!"], ["", ""])
    with pytest.raises(PuzzleError, match=r"^puzzles\[0\]"):
        kind.check_many([5], [""])
    with pytest.raises(PuzzleError, match=r"threads=.*expected a whole number from 0 up"):
        kind.check_many([example], [""], threads=-1)
    with pytest.raises(KeyboardInterrupt):
        kind.check_many([example] * 40, ["x"] * 40, stop=lambda: True)


@each
def test_answers_are_judged_by_the_command_line(name, tmp_path):
    puzzle, example = make(name), registry.spec(name).example
    line = line_of(puzzle, puzzle.solve().solution)
    (tmp_path / "p.txt").write_text(f"{example}\n" * 3, encoding="utf-8")
    (tmp_path / "a.txt").write_text(f"{line}\n" * 3, encoding="utf-8")
    (tmp_path / "b.txt").write_text(f"{line}\n\nnonsense!\n", encoding="utf-8")
    puzzles, right, wrong = (str(tmp_path / file) for file in ("p.txt", "a.txt", "b.txt"))
    code, out, err = run("check", name, puzzles, right)
    assert (code, out) == (0, "1: RIGHT\n2: RIGHT\n3: RIGHT\n") and err.startswith(
        f"{name}: 3 answers, 3 right"
    )
    code, out, err = run("check", name, puzzles, wrong, "--format", "ndjson", "--wrong")
    found = [json.loads(row) for row in out.splitlines()]
    assert code == 1 and [row["line"] for row in found] == [2, 3] and found[0]["verdict"] == "INCOMPLETE"
    assert all(row["reason"] for row in found)
    code, out, _ = run("check", name, example, right, "--quiet")
    assert (code, out) == (0, "")
    code, out, err = run("check", name, puzzles, "-", stdin=f"{line}\n" * 2)
    assert code == 2 and err.count("\n") == 1 and "2 answers" in err
    (tmp_path / "p.txt").write_text(f"{example}\n\u2603 \u2603!\n{example}\n", encoding="utf-8")
    code, out, err = run("check", name, puzzles, right)
    assert code == 2 and err.count("\n") == 1 and f"{puzzles}:2" in err


@each
def test_what_a_batch_wrote_is_judged(name, tmp_path):
    if name == "boggle":
        pytest.skip("its batch writes words or scores, no solution")
    (tmp_path / "p.txt").write_text(f"{registry.spec(name).example}\n" * 3, encoding="utf-8")
    assert run("batch", name, str(tmp_path / "p.txt"), "-o", str(tmp_path / "out"))[0] == 0
    part = tmp_path / "out" / "part-00000000.ndjson"
    code, out, err = run("check", name, str(tmp_path / "p.txt"), str(part))
    assert code == 0 and out.count("RIGHT") == 3, err


# Helping


@each
def test_a_puzzle_has_hints_or_its_spec_says_why_not(name):
    kind = registry.get(name)
    assert issubclass(kind, HintMixin) is (name in WITH_HINTS)
    assert (hasattr(kind, "hint") and hasattr(kind, "first_mistake")) or registry.spec(name).cannot["hint"]


@each_with_hints
def test_a_hint_from_the_beginning_and_at_the_end(name):
    puzzle = make(name)
    step = puzzle.hint()
    assert isinstance(step, Step) and step.text and step.kind not in ("mistake", "contradiction", "limit")
    done = puzzle.read_state(puzzle.format(puzzle.solve().solution))
    assert puzzle.hint(done) is None and puzzle.first_mistake(done) is None


@each_with_hints
def test_a_state_of_nothing_is_an_error(name):
    for wrong in (5, object(), {}):
        with pytest.raises(PuzzleError):
            make(name).hint(wrong)
        with pytest.raises(PuzzleError):
            make(name).first_mistake(wrong)


@each
def test_a_hint_on_the_command_line(name):
    example, puzzle = registry.spec(name).example, make(name)
    if name not in WITH_HINTS:
        code, _, err = run("hint", name, example)
        assert code == 2 and registry.spec(name).cannot["hint"] in err
        return
    code, out, _ = run("hint", name, example)
    assert code == 0 and out.strip() == str(puzzle.hint())
    code, out, _ = run("hint", name, "-", "--format", "json", stdin=example)
    assert code == 0 and json.loads(out)["hint"]["kind"] == puzzle.hint().kind
    end = line_of(puzzle, puzzle.solve().solution)
    code, out, err = run("hint", name, example, end)
    assert (code, out) == (0, "nothing is left to do\n"), err
    code, _, err = run("hint", name, example, "\u2603 \u2603!")
    assert code in (1, 2)
    assert code == 1 or err.count("\n") == 1


@each
def test_a_rating_is_that_of_the_steps(name):
    puzzle = make(name)
    if not isinstance(puzzle, ExplainMixin):
        assert registry.spec(name).cannot["difficulty"]
        return
    steps, rating, places = puzzle.steps(), puzzle.rating(), list(puzzle.levels)
    assert rating == type(puzzle).parse(puzzle.text(), **puzzle.rules()).rating()
    assert rating.difficulty is puzzle.difficulty() is puzzle.levels[rating.hardest]
    assert rating.score == sum(places.index(step.kind) + 1 for step in steps)
    assert rating.hardest in {step.kind for step in steps}
    solved = puzzle.read_state(puzzle.format(puzzle.solve().solution))
    assert (solved.rating().hardest, solved.rating().score) == ("", 0)
    code, out, _ = run(name, registry.spec(name).example, "--steps", "--format", "json")
    found = json.loads(out)
    assert code == 0 and (found["hardest"], found["score"]) == (rating.hardest, rating.score)


@each
def test_status_words_are_no_judgements(name):
    """A verdict is no `Status`: what a search ended with says nothing of an answer."""
    assert not {str(one) for one in Judgement} & {str(one) for one in Status}


@pytest.mark.parametrize("name", [name for name in NAMES if issubclass(registry.get(name), ExplainMixin)])
def test_a_puzzle_of_a_wished_difficulty_is_generated(name, capsys):
    kind = registry.get(name)
    size = {"n": 4} if name == "sudoku" else {"shape": "4x4"}
    made = set()
    for wanted in Difficulty:
        with contextlib.suppress(PuzzleError):  # of 4 x 4 there is none of some difficulty
            puzzle = kind.generate(**size, seed=5, difficulty=wanted.value)
            assert puzzle.difficulty() is wanted and puzzle.solve().status.value == "UNIQUE"
            assert puzzle == kind.generate(**size, seed=5, difficulty=wanted.value)
            made.add(wanted)
    assert Difficulty.EASY in made
    with pytest.raises(PuzzleError, match="difficulty='hrad', did you mean hard"):
        kind.generate(seed=5, difficulty="hrad")
    shape = ["--size", "4x4"]
    assert main([name, "--generate", "2", "--seed", "5", "--difficulty", "easy", *shape]) == 0
    assert capsys.readouterr().out.strip()
    assert main([name, registry.spec(name).example, "--difficulty", "easy"]) == 2
    assert capsys.readouterr().err.strip().endswith("--difficulty goes with --generate")
