"""Entries of question and answer are records that are read back; cards of datasets are YAML."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import unriddle as ur
from unriddle.base import PuzzleError
from unriddle.batch import run_batch, run_generate
from unriddle.cli import main
from unriddle.io.formats.training import dataset_card, entry_of
from unriddle.puzzles import registry

SMALL = {"sudoku": {"size": 4}, "sliding": {"shape": "3x3"}, "numbrix": {"shape": "4x4"}, "peg": {"pegs": 5}}


def entries_of(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("name", registry.factory_names())
def test_each_puzzle_is_read_back_and_its_answer_is_right(name, tmp_path, capsys):
    path = tmp_path / "qa.jsonl"
    run_generate(name, 2, path, seed=1, options=SMALL.get(name), form="jsonl-qa", threads=1)
    kind = registry.get(name)
    for place, entry in enumerate(entries_of(path)):
        about = entry["metadata"]
        assert list(entry) == ["question", "answer", "metadata"]
        assert about["verifier"] == about["source_dataset"] == name and about["source_index"] == place
        assert isinstance(about["seed"], int) and ("grade" in about) == hasattr(kind, "reasoning")
        assert kind.from_record(entry).judge(entry["answer"])
        assert entry["question"].startswith(registry.spec(name).question)
    assert main(["check", name, str(path), "--answers", "answer"]) == 0
    assert capsys.readouterr().out == "1: RIGHT\n2: RIGHT\n"


@given(st.lists(st.integers(0, 9), min_size=81, max_size=81), st.sampled_from([[], ["diagonal"]]))
def test_an_entry_is_the_puzzle_that_it_was_made_of(cells, variants):
    puzzle = ur.Sudoku.from_array(cells, variants=variants)
    rules = json.dumps(puzzle.rules())
    record = {"number": 1, "seed": 5, "puzzle": puzzle.text(), "rules": rules, "solution": "", "size": "9x9"}
    entry = json.loads(json.dumps(entry_of("sudoku", "Fill it.", record)))
    assert ur.Sudoku.from_record(entry) == puzzle
    grid = entry["question"].rpartition("\n\n")[2]
    assert len(grid.split()) == 9 and ur.Sudoku.parse(grid, **puzzle.rules()) == puzzle


def test_other_answers_than_the_stored_one_are_right_by_the_rules(tmp_path, capsys):
    run_generate("sliding", 1, tmp_path / "q.jsonl", options={"shape": "2x2"}, form="jsonl-qa", threads=1)
    (entry,) = entries_of(tmp_path / "q.jsonl")
    back = {"L": "R", "R": "L", "U": "D", "D": "U"}[entry["answer"][-1]]
    longer = entry["answer"] + back + entry["answer"][-1]
    assert ur.SlidingPuzzle.check_many([entry] * 2, [longer, back]).statuses.tolist()[0] == 0
    (tmp_path / "a.txt").write_text(f"{longer}\n")
    assert main(["check", "sliding", str(tmp_path / "q.jsonl"), str(tmp_path / "a.txt")]) == 0


def test_an_entry_of_another_puzzle_is_one_line(tmp_path, capsys):
    run_generate("sudoku", 1, tmp_path / "q.jsonl", options={"size": 4}, form="jsonl-qa", threads=1)
    assert main(["check", "numbrix", str(tmp_path / "q.jsonl"), "--answers", "answer"]) == 2
    assert capsys.readouterr().err.endswith("this record is of 'sudoku', not of numbrix\n")
    with pytest.raises(PuzzleError, match="no text under puzzle or text"):
        ur.Sudoku.from_record({"question": "?", "answer": "", "metadata": 3})


def test_batches_have_no_such_form(tmp_path):
    (tmp_path / "in.txt").write_text("." * 81)
    with pytest.raises(PuzzleError, match="format 'jsonl-qa', expected one of ndjson"):
        run_batch("sudoku", tmp_path / "in.txt", tmp_path / "out", form="jsonl-qa")
    with pytest.raises(PuzzleError, match=r"the name is of a csv file, and --format is jsonl-qa"):
        run_generate("sudoku", 1, tmp_path / "out.csv", form="jsonl-qa")


def test_repeated_puzzles_are_made_again_and_runs_continue(tmp_path):
    options = {"options": {"size": 4, "tries": 6}, "form": "jsonl-qa", "threads": 1, "part_size": 7}
    run_generate("sudoku", 30, tmp_path / "out", **options)
    parts = sorted((tmp_path / "out").glob("part-*.jsonl"))
    forms = [entry["metadata"]["form"] for part in parts for entry in entries_of(part)]
    assert len(parts) == 5 and len(set(forms)) == len(forms)
    assert run_generate("sudoku", 30, tmp_path / "out", resume=True, **options).fresh == 0


def parts_of(card):
    yaml = pytest.importorskip("yaml")
    _, head, body = card.split("---\n", 2)
    return yaml.safe_load(head), body


def card_of(path):
    return parts_of(path.read_text(encoding="utf-8"))


def test_parquet_has_a_card(tmp_path):
    run_generate("sudoku", 3, tmp_path / "made", seed=4, options={"size": 4}, form="parquet", threads=1)
    head, body = card_of(tmp_path / "made.run" / "README.md")
    assert head["tags"] == ["unriddle", "puzzles", "sudoku", "synthetic"]
    assert head["size_categories"] == ["n<1K"]
    assert head["configs"] == [{"config_name": "default", "data_files": "part-*.parquet"}]
    assert "`unriddle generate sudoku`" in body and "- seed: `4`" in body
    assert [path.suffix for path in (tmp_path / "made").iterdir()] == [".parquet"]
    (tmp_path / "in.txt").write_text("tea rat")
    one = tmp_path / "one.parquet"
    run_batch("boggle", tmp_path / "in.txt", one, options={"shape": "2x3"}, threads=1)
    head, body = card_of(tmp_path / "one.parquet.run" / "README.md")
    assert head["configs"][0]["data_files"] == "one.parquet" and "`unriddle batch boggle`" in body
    run_batch("boggle", tmp_path / "in.txt", one, options={"shape": "2x3"}, threads=1, overwrite=True)


@given(st.text(max_size=20).filter(str.isprintable), st.integers(0, 10**9))
def test_any_name_and_number_is_yaml(name, records):
    job = {"puzzle": "sudoku", "what": "score", "options": {}, "unriddle": "0"}
    assert parts_of(dataset_card(job, name, records))[0]["configs"][0]["data_files"] == name
