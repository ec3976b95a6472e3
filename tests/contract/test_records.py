"""What is made is judged by the rules that its record says, for every puzzle, option and form of files."""

import contextlib
import csv
import io
import json

import pytest

from unriddle import Limits, PuzzleError
from unriddle.cli import main
from unriddle.options import flag_of
from unriddle.puzzles import registry
from unriddle.puzzles.framework import move_puzzle
from unriddle.puzzles.framework.check import Judgement
from unriddle.puzzles.sudoku.layout import VARIANTS

NAMES = registry.factory_names()
COUNT = 3
SMALL = {
    "sudoku": {"size": "4"},
    "numbrix": {"shape": "4x5"},  # a knight has no way through a 4×4
    "hidato": {"shape": "4x5"},
    "gogen": {"shape": "4x4"},
    "sliding": {"shape": "3x3"},
    "peg": {"pegs": "5"},
    "ladder": {"letters": "4"},
    "boggle": {"shape": "3x3"},
}
"""Options that keep the puzzles of this test small."""
WIDE = {"latin": "--size 4", "nonconsecutive": "--size 6 --box 2x3"}
VALUES = {
    "sudoku": {
        "size": ["6 --box 2x3", "9"],
        "box": ["1x4", "2x2"],
        "variants": [*(f"{name} {WIDE.get(name, '--size 9')}" for name in VARIANTS), "diagonal --size 4"],
        "regions": ["random", "random --size 5", "AABBAABBCCDDCCDD"],
        "groups": ["r1c1,r2c3,r3c2,r4c4"],
        "even": ["r1c1"],
        "odd": ["r2c2"],
        "relations": ["r1c1<r1c2"],
        "cages": ["5:r1c1,r1c2", "random"],
        "arrows": ["r1c4,r1c1,r1c2"],
        "little-killers": ["5:r1c1,r2c2"],
        "thermometers": ["r1c1,r1c2"],
        "whispers": ["r1c1,r1c2"],
        "renban": ["r1c1,r1c2"],
        "palindromes": ["r1c1,r2c3"],
        "clones": ["r1c1=r2c3"],
        "sandwiches": ["5:r1"],
        "quadruples": ["1,2:r1c1-r2c2"],
        "clues": ["7"],
        "mask": ["1.1." * 4],
        "effort": ["50"],
    },
    "numbrix": {"shape": ["3x5"], "clues": ["6"]},
    "hidato": {"shape": ["3x5"], "clues": ["9"]},
    "gogen": {"shape": ["5x5"], "givens": ["9"]},
    "sliding": {"shape": ["2x4"], "scramble": ["9"], "least": ["8"]},
    "peg": {"pegs": ["4"]},
    "placement": {
        "words": ["6"],
        "shape": ["9x9 --words 6", "7x7 --kind fill-in"],
        "mask": ["...#/..../#..."],
        "blocks": ["9 --size 6x6"],
        "longest": ["6 --size 7x7"],
    },
    "ladder": {"letters": ["5"], "least": ["4"], "most": ["3"]},
    "river": {"passengers": ["4"], "capacity": ["2"], "least": ["3"]},
    "boggle": {
        "shape": ["2x5", "1x9"],
        "dice": ["english"],
        "words": ["3.."],
        "score": ["2.."],
        "longest": ["3.."],
        "contains": ["tea"],
        "forbid": ["tea"],
        "min-length": ["4"],
    },
}
"""Values of options that are neither switches nor choices."""


FORMS = ("ndjson", "csv", "parquet")
RULED = {
    "sudoku": ["--regions random --size 5"],
    "numbrix": ["--topology hex --wrap"],
    "hidato": ["--wrap"],
    "peg": ["--board triangle15"],
    "ladder": ["--insert-delete"],
    "boggle": ["--topology hex --qu --min-length 4"],
}
"""Options that say how a puzzle is read."""


def run(*arguments):
    """Return exit code, standard output and error output of a command."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(list(arguments))
    return code, out.getvalue(), err.getvalue()


def asked():
    for name in NAMES:
        yield pytest.param(name, "", id=f"{name}")
        for option in registry.factory(name).OWN:
            values = option.choices or ([""] if option.default is False else VALUES[name][option.name])
            for value in values:
                yield pytest.param(
                    name, f"{flag_of(option.name)} {value}".strip(), id=f"{name} {option.name} {value}"
                )


def made(name, options, folder, form="ndjson"):
    """Return the file of some puzzles that were made."""
    words = options.split()
    small = [
        part
        for key, value in SMALL.get(name, {}).items()
        if flag_of(key) not in words
        for part in (flag_of(key), value)
    ]
    out = folder / "out"
    arguments = ["-n", str(COUNT), "-o", str(out), "--threads", "1", "--format", form, "--tries", "200"]
    code, _, err = run("generate", name, *arguments, *small, *words)
    assert code == 0, err
    return out / f"part-00000000.{form}"


def spoiled(records):
    """Return the records, each with the answer to another of them."""
    return [
        {**row, "solution": other["solution"]}
        for row, other in zip(records, records[1:] + records[:1], strict=True)
    ]


@pytest.mark.parametrize("name, options", list(asked()))
def test_what_is_made_is_right_by_its_own_rules(name, options, tmp_path):
    file = made(name, options, tmp_path)
    code, out, err = run("check", name, str(file), "--answers", "solution")
    assert (code, out) == (0, "".join(f"{k}: RIGHT\n" for k in range(1, COUNT + 1))), err
    kind = registry.get(name)
    records = [json.loads(line) for line in file.read_text().splitlines()]
    assert kind.check_many(records).right == COUNT
    for row in records:
        puzzle = kind.from_record(row)
        assert puzzle.judge(row) and puzzle.judge(row["solution"])
    wrong = spoiled(records)
    differ = sum(row["solution"] != other["solution"] for row, other in zip(records, wrong, strict=True))
    assert kind.check_many(wrong).right == COUNT - differ


def ruled():
    for name in NAMES:
        for options in ["", *RULED.get(name, ())]:
            if "hint" not in registry.spec(name).cannot:
                yield pytest.param(name, options, id=f"{name} {options}")


@pytest.mark.parametrize("name, options", list(ruled()))
def test_a_hint_of_a_record_is_that_of_its_puzzle(name, options, tmp_path, monkeypatch):
    monkeypatch.setattr(move_puzzle, "PATIENCE", Limits(seconds=1000))  # a busy machine may be slow
    file = made(name, options, tmp_path)
    first, *_, last = file.read_text().splitlines()
    said = [f"{registry.get(name).from_record(json.loads(line)).hint()}\n" for line in (first, last)]
    assert run("hint", name, first) == run("hint", name, str(file)) == (0, said[0], "")
    assert run("hint", name, str(file), "--number", str(COUNT)) == (0, said[1], "")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_columns_say_the_rules_as_lines_of_json_do(name, form, tmp_path):
    pytest.importorskip("pyarrow")
    options = next((value for value in RULED.get(name, ()) if value), "")
    file = made(name, options, tmp_path, form)
    code, out, err = run("check", name, str(file), "--column", "puzzle", "--answers", "solution")
    assert (code, out.count("RIGHT")) == (0, COUNT), err
    if form == "csv":
        with file.open(newline="") as stream:
            rows = list(csv.DictReader(stream))
        assert registry.get(name).check_many(rows).right == COUNT
        with file.open("w", newline="") as stream:
            writer = csv.DictWriter(stream, rows[0])
            writer.writeheader()
            writer.writerows(spoiled(rows))
        code, out, err = run("check", name, str(file), "--column", "puzzle", "--answers", "solution")
        assert code == 1 and ": RIGHT" not in out
    else:
        assert run("check", name, str(file), "--answers", "solution", "--quiet")[0] == 0, (
            "the column is found"
        )


@pytest.mark.parametrize(
    "name, options, contrary, same",
    [
        ("numbrix", "--topology hex", "--topology rook", "--topology hex"),
        ("numbrix", "", "--wrap", "--topology rook"),
        ("boggle", "--topology hex", "--topology king", "--topology hex"),
        ("ladder", "--insert-delete", '--rules {"insert_delete":false}', "--insert-delete"),
        ("ladder", "", "--insert-delete", "--lexicon english"),
        ("sudoku", "--variants diagonal", "--variants windoku", "--variants diagonal"),
        ("sudoku", "--regions random --size 5", "--regions AAAAABBBBBCCCCCDDDDDEEEEE", ""),
        ("peg", "--board triangle15", '--rules {"jumps":"orthogonal"}', '--rules {"jumps":"triangular"}'),
        ("placement", "", "--allow-repeats", ""),
    ],
)
def test_rules_that_are_contrary_to_a_record_are_one_line(name, options, contrary, same, tmp_path):
    file = made(name, options, tmp_path)
    command = ["check", name, str(file), "--answers", "solution", "--quiet"]
    code, out, err = run(*command, *contrary.split())
    assert code == 2 and not out and err.count("\n") == 1
    assert f"{file}:1" in err and "the record has the rules {" in err and "which contradict" in err
    assert run(*command, *same.split())[0] == 0


def test_a_list_of_words_is_no_rule_of_a_record(tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("cost\ncast\ncase\ncave\nsave\nsaves\ncosts\n")
    file = made("ladder", f"--insert-delete --lexicon {words}", tmp_path)
    command = ["check", "ladder", str(file), "--answers", "solution", "--quiet"]
    assert run(*command, "--lexicon", str(words))[0] == 0
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    kind = registry.get("ladder")
    assert kind.check_many(rows, words=words.read_text().split()).right == COUNT
    with pytest.raises(PuzzleError, match="the record has the rules"):
        kind.check_many(rows, words=words.read_text().split(), insert_delete=False)


@pytest.mark.parametrize(
    "line, said",
    [
        ('{"puzzle":"1 .","rules":"{","solution":"1 2"}', "rules '{', expected a JSON object"),
        ('{"puzzle":"1 .","rules":[1],"solution":"1 2"}', "rules [1], expected a JSON object"),
        ('{"puzzle":"1 .","rules":{"wrong":1},"solution":"1 2"}', "unexpected keyword argument 'wrong'"),
        ('{"puzzle":"1 .","rules":{"topology":"x"},"solution":"1 2"}', "topology='x'"),
        (
            '{"puzzle":"1 .","verifier":"hidato","solution":"1 2"}',
            "this record is of 'hidato', not of numbrix",
        ),
    ],
)
def test_a_wrong_record_is_one_line(line, said, tmp_path):
    file = tmp_path / "records.ndjson"
    file.write_text('{"puzzle":"1 .","rules":"{}","solution":"1 2"}\n' + line + "\n")
    code, _, err = run("check", "numbrix", str(file), "--answers", "solution")
    assert code == 2 and f"{file}:2" in err and said in err and err.count("\n") == 1


def test_a_record_of_another_kind_is_refused():
    kind = registry.get("numbrix")
    for wrong in (5, "1 .", {}, {"puzzle": 5}):
        with pytest.raises(PuzzleError, match="expected a record"):
            kind.from_record(wrong)
    with pytest.raises(PuzzleError, match=r"^puzzles\[0\]: no answers; pass them, or records"):
        kind.check_many(["1 ."])
    verdicts = kind.check_many([{"puzzle": "1 .", "answer": "1 2"}, {"text": "1 .", "solution": "2 1"}])
    assert [verdict.status for verdict in verdicts] == [Judgement.RIGHT, Judgement.NOT_OF_THIS_PUZZLE]
    puzzle = kind.parse("1 .", wrap=True)
    assert kind.check_many([puzzle.to_dict()], ["1 2"]).right == 1


@pytest.mark.parametrize(
    "name, options, wrong, same",
    [
        ("sudoku", "--variants diagonal --size 9", "", "--variants diagonal"),
        ("sudoku", "", "--variants diagonal", ""),
        ("sudoku", "--size 6 --box 2x3", "--box 3x2", "--box 2x3"),
        ("numbrix", "--topology hex --wrap", "--topology hex", "--topology hex --wrap"),
        ("hidato", "", "--wrap", ""),
        ("boggle", "--topology rook", "", "--topology rook"),
        ("ladder", "--insert-delete", "", "--insert-delete"),
        ("gogen", "", "--revisit", ""),
    ],
)
def test_a_batch_rejects_records_of_other_rules(name, options, wrong, same, tmp_path):
    pytest.importorskip("pyarrow")
    form = FORMS[(len(options) + len(same)) % 3]
    file = made(name, options, tmp_path, form)
    batch = ["batch", name, str(file), "--column", "puzzle", "--threads", "1"]
    code, _, err = run(*batch, *wrong.split(), "-o", str(tmp_path / "wrong"))
    said = (tmp_path / "wrong/_rejects.ndjson").read_text().splitlines()
    assert code == 1 and f"{COUNT} rejected" in err and len(said) == COUNT
    assert all("the record has the rules {" in line and "which contradict" in line for line in said)
    code, _, err = run(*batch, *same.split(), "--keep", "number", "-o", str(tmp_path / "right"))
    assert code == 0, err
    lines = (tmp_path / "right/part-00000000.ndjson").read_text().splitlines()
    assert [json.loads(line)["number"] for line in lines] == list(range(1, COUNT + 1))
    if registry.factory(name).unique():
        plain = made(name, options, tmp_path / "plain")
        expected = [json.loads(line)["solution"] for line in plain.read_text().splitlines()]
        assert [json.loads(line)["solution"] for line in lines] == expected


@pytest.mark.parametrize("name", sorted(set(NAMES) & set(registry.batch_names())))
def test_a_batch_takes_what_is_made_without_options(name, tmp_path):
    pytest.importorskip("pyarrow")
    file = made(name, "", tmp_path)
    code, _, err = run("batch", name, str(file), "--column", "puzzle", "-o", str(tmp_path / "o"))
    assert code == 0, err


def test_the_column_of_tables_is_found(tmp_path):
    for form in ("ndjson", "csv"):
        (tmp_path / form).mkdir()
        file = made("numbrix", "", tmp_path / form, form)
        code, _, err = run("batch", "numbrix", str(file), "-o", str(tmp_path / form / "o"))
        assert code == 0, err
        assert run("check", "numbrix", str(file), "--answers", "solution", "--quiet")[0] == 0
        hints = [run("hint", "numbrix", str(file), *rest) for rest in ([], ["--column", "puzzle"])]
        assert hints[0] == hints[1] and hints[0][0] == 0
        for command in ("batch", "check", "hint"):
            rest = {"batch": ["-o", str(tmp_path / "p")], "check": ["--answers", "solution"], "hint": []}
            code, out, err = run(command, "numbrix", str(file), "--column", "no", *rest[command])
            assert code == 2 and not out and err.count("\n") == 1
            assert "no" in err and "number, seed, puzzle, " in err


def test_a_batch_answers_those_records_whose_rules_are_its_own(tmp_path):
    pytest.importorskip("pyarrow")
    file = tmp_path / "mixed.csv"
    rules = ["{}", '{""wrap"":true}', "", '{""topology"":""rook"",""wrap"":false}', "[1]", '{""x"":1}']
    file.write_text("puzzle,rules\n" + "".join(f'1 . 3,"{text}"\n' for text in rules))
    code, _, err = run("batch", "numbrix", str(file), "--column", "puzzle", "-o", str(tmp_path / "o"))
    assert code == 1 and "3 rejected" in err
    lines = (tmp_path / "o/part-00000000.ndjson").read_text().splitlines()
    assert [json.loads(line)["line"] for line in lines] == [1, 3, 4]
    said = [json.loads(line) for line in (tmp_path / "o/_rejects.ndjson").read_text().splitlines()]
    assert [row["line"] for row in said] == [2, 5, 6]
    assert "wrap" in said[0]["reason"] and "JSON object" in said[1]["reason"] and "'x'" in said[2]["reason"]
    rows = tmp_path / "rows.parquet"
    import pyarrow as pa
    import pyarrow.parquet as pq

    told = pa.table({"grid": [[1, 0, 3, 4] * 4] * 2, "rules": ["{}", '{"variants":["diagonal"]}']})
    pq.write_table(told, rows)
    code, _, err = run("batch", "sudoku", str(rows), "-o", str(tmp_path / "rows"))
    assert code == 1 and "1 rejected" in err
