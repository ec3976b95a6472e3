"""From a Parquet file of boards with ids through pandas, polars, DuckDB and Dask, and back."""

import json
import subprocess
import sys

import numpy as np
import pytest

import unriddle as ur
from unriddle.batch import run_batch
from unriddle.cli import main

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")
ds = pytest.importorskip("pyarrow.dataset")
pd = pytest.importorskip("pandas")
pl = pytest.importorskip("polars")
duckdb = pytest.importorskip("duckdb")
dd = pytest.importorskip("dask.dataframe")

pytestmark = pytest.mark.filterwarnings("default")  # of the libraries, not ours


@pytest.fixture(scope="module")
def case(tmp_path_factory):
    """A file of boards with ids and players, some of them spoilt, and the scores that it must give."""
    folder = tmp_path_factory.mktemp("frames")
    rng = np.random.default_rng(5)
    boards = ["".join(map(chr, row)) for row in rng.integers(97, 123, (500, 16)).tolist()]
    spoilt = {7, 100, 499}
    given = ["1" * 16 if k in spoilt else board for k, board in enumerate(boards)]
    ids = rng.permutation(500) + 10_000
    players = [f"player {k % 7}" for k in range(500)]
    table = pa.table({"id": ids, "player": players, "board": given})
    pq.write_table(table, folder / "boards.parquet", row_group_size=200)
    lexicon = ur.Lexicon.load("english", level=60)
    good = [k for k in range(500) if k not in spoilt]
    scores = ur.boggle.score_many([boards[k] for k in good], lexicon, shape=4).tolist()
    expected = {int(ids[k]): (k + 1, players[k], score) for k, score in zip(good, scores, strict=True)}
    return folder, lexicon, expected


@pytest.fixture(scope="module")
def out(case):
    """The folder that a batch made of it."""
    folder, lexicon, _ = case
    summary = run_batch(
        "boggle",
        folder / "boards.parquet",
        folder / "out",
        form="parquet",
        column="board",
        keep=("id", "player"),
        lexicon=lexicon,
        part_size=64,
    )
    assert (summary.answered, summary.rejected, summary.complete) == (497, 3, True)
    return folder / "out"


def by_id(frame):
    """Return the rows of a pandas frame as {id: (line, player, score)}."""
    columns = (frame[name].tolist() for name in ("id", "line", "player", "score"))
    return {row[0]: tuple(row[1:]) for row in zip(*columns, strict=True)}


READERS = {
    "pandas": pd.read_parquet,
    "polars": lambda path: pl.read_parquet(path).to_pandas(),
    "polars, lazy": lambda path: pl.scan_parquet(path).collect().to_pandas(),
    "pyarrow": lambda path: ds.dataset(path).to_table().to_pandas(),
    "DuckDB": lambda path: duckdb.sql(f"SELECT * FROM read_parquet('{path}/*.parquet')").df(),
    "Dask": lambda path: dd.read_parquet(path).compute(scheduler="synchronous"),
}


@pytest.mark.parametrize("reader", READERS)
def test_the_folder_is_read_as_it_stands(case, out, reader):
    assert by_id(READERS[reader](str(out))) == case[2]


def test_the_folder_says_what_the_run_was(case, out):
    assert all(path.suffix == ".parquet" for path in out.iterdir())
    said = json.loads(pq.read_schema(out / "part-00000000.parquet").metadata[b"unriddle"])
    assert (
        said["lexicon"] == case[1].digest
        and said["puzzle"] == "boggle"
        and said["options"]["min-length"] == 3
    )
    beside = out.with_name("out.run")
    manifest = json.loads((beside / "_manifest.json").read_text())
    assert manifest["job"]["keep"] == ["id", "player"] and manifest["status"] == "complete"
    assert [json.loads(line)["line"] for line in (beside / "_rejects.ndjson").read_text().splitlines()] == [
        8,
        101,
        500,
    ]


def test_every_form_carries_the_columns(case, tmp_path):
    folder, lexicon, expected = case
    source = str(folder / "boards.parquet")
    options = {"column": "board", "lexicon": lexicon, "part_size": 200}
    frames = {}
    for form, keep in (("ndjson", "id,player"), ("csv", "id,player"), ("npy", "id")):
        run_batch("boggle", source, tmp_path / form, form=form, keep=keep.split(","), **options)
    frames["ndjson"] = pd.concat(
        pd.read_json(path, lines=True) for path in sorted((tmp_path / "ndjson").glob("part-*"))
    )
    frames["csv"] = pd.concat(map(pd.read_csv, sorted((tmp_path / "csv").glob("part-*"))))
    assert by_id(frames["ndjson"]) == by_id(frames["csv"]) == expected
    rows = np.concatenate([np.load(path) for path in sorted((tmp_path / "npy").glob("part-*"))])
    assert {int(row["id"]): (int(row["line"]), int(row["score"])) for row in rows} == {
        key: (line, score) for key, (line, _, score) in expected.items()
    }


def good(frame):
    return frame[~frame["board"].str.startswith("1")]


def pandas_way(path, lexicon):
    frame = good(pd.read_parquet(path))
    return frame.assign(score=ur.boggle.score_many(frame["board"], lexicon, shape=4))


def polars_way(path, lexicon):
    def scores(boards):
        return pl.Series(ur.boggle.score_many(boards, lexicon, shape=4))

    frame = pl.scan_parquet(path).filter(~pl.col("board").str.starts_with("1"))
    scored = frame.with_columns(pl.col("board").map_batches(scores, return_dtype=pl.Int32).alias("score"))
    return scored.collect().to_pandas()


def duckdb_way(path, lexicon):
    def scores(boards):
        return pa.array(ur.boggle.score_many(boards, lexicon, shape=4))

    with duckdb.connect() as base:
        base.create_function("boggle", scores, ["VARCHAR"], "INTEGER", type="arrow")
        return base.sql(f"SELECT *, boggle(board) AS score FROM '{path}' WHERE board NOT LIKE '1%'").df()


def dask_way(path, lexicon):
    def scored(frame):
        return frame.assign(score=ur.boggle.score_many(frame["board"], lexicon, shape=4))

    frame = dd.read_parquet(path, split_row_groups=True)
    frame = frame[~frame["board"].str.startswith("1")]
    meta = frame._meta.assign(score=np.int32())
    return frame.map_partitions(scored, meta=meta).compute(scheduler="threads")


@pytest.mark.parametrize("way", [pandas_way, polars_way, duckdb_way, dask_way])
def test_through_a_library_and_back(case, out, tmp_path, way):
    """Scored inside a library, written by it, and read back: the same as the batch, joined by id."""
    folder, lexicon, expected = case
    frame = way(str(folder / "boards.parquet"), lexicon)
    assert {row.id: (row.player, row.score) for row in frame.itertuples()} == {
        key: rest[1:] for key, rest in expected.items()
    }
    frame.to_parquet(tmp_path / "scored.parquet")
    joined = pd.read_parquet(out).merge(
        pd.read_parquet(tmp_path / "scored.parquet"), on="id", suffixes=("", "_too")
    )
    assert len(joined) == len(expected) and (joined["score"] == joined["score_too"]).all()
    # What a library wrote is an input as well, by its column of boards.
    again = run_batch(
        "boggle",
        tmp_path / "scored.parquet",
        tmp_path / "out",
        lexicon=lexicon,
        column="board",
        keep=("id",),
        form="parquet",
    )
    assert again.rejected == 0
    back = pl.read_parquet(tmp_path / "out")
    assert dict(zip(back["id"].to_list(), back["score"].to_list(), strict=True)) == {
        key: score for key, (_, _, score) in expected.items()
    }


def test_columns_of_codes(case):
    """Boards as lists of letter codes, of any library."""
    lexicon, rng = case[1], np.random.default_rng(1)
    codes = rng.integers(0, 26, (50, 16), dtype=np.uint8)
    expected = ur.boggle.score_many(codes, lexicon).tolist()
    rows = codes.tolist()
    for column in (
        pl.Series(rows),
        pl.Series(codes),
        pd.Series(rows),
        pd.Series(rows, dtype=pd.ArrowDtype(pa.list_(pa.uint8()))),
        pa.array(rows),
        pa.chunked_array([rows[:20], rows[20:]]),
        pa.FixedSizeListArray.from_arrays(pa.array(codes.reshape(-1)), 16),
        iter(codes),
    ):
        assert ur.boggle.score_many(column, lexicon).tolist() == expected
        assert ur.boggle.solve_many(codes, lexicon).scores.tolist() == expected


def test_many_boards_from_a_generator_are_taken_in_pieces(case):
    lexicon = ur.Lexicon(["tea", "eat"])
    alive, most = 0, 0

    class Text(str):
        def __init__(self, _):
            nonlocal alive, most
            alive += 1
            most = max(most, alive)

        def __del__(self):
            nonlocal alive
            alive -= 1

    scores = ur.boggle.score_many((Text("tea.") for _ in range(1 << 18)), lexicon, shape=2)
    assert scores.size == 1 << 18 and scores.min() == scores.max() == 2
    assert most <= 3 << 16  # a piece at a time, and some slack


def test_a_lexicon_from_a_column():
    words = ["Tea", "eat", "don't", "tea"]
    expected = ur.Lexicon(words)
    for column in (
        pl.Series(words),
        pd.Series(words),
        pa.array(words),
        pa.chunked_array([words[:1], words[1:]]),
    ):
        found = ur.Lexicon(column)
        assert found == expected and (found.skipped, found.duplicates) == (1, 1)
    with pytest.raises(ur.LexiconError, match="no value"):
        ur.Lexicon(pl.Series(["tea", None]))


def test_the_command_line(case, tmp_path, capsys):
    folder, _, expected = case
    command = [
        "batch",
        "boggle",
        str(folder / "boards.parquet"),
        "-o",
        str(tmp_path / "out"),
        "--level",
        "60",
    ]
    command += ["--column", "board", "--format", "parquet", "--threads", "1"]
    assert main([*command, "--keep", "id,player"]) == 1  # some are rejected
    assert f"see {tmp_path}/out.run/_rejects.ndjson" in capsys.readouterr().err
    assert by_id(pd.read_parquet(tmp_path / "out")) == expected
    assert main([*command, "--keep", "id", "--resume"]) == 2
    assert "holds a run with keep ['id', 'player'], not ['id']" in capsys.readouterr().err
    assert main([*command[:4], str(tmp_path / "x"), "--column", "board", "--keep", "score"]) == 2
    assert "column 'score' does not exist" in capsys.readouterr().err


def test_nothing_of_this_is_imported_without_need():
    code = "import sys, unriddle as ur; ur.boggle.score_many(['teas'], ['tea']); "
    code += "print(sorted({'pandas', 'polars', 'pyarrow', 'duckdb', 'dask'} & set(sys.modules)))"
    found = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=True
    )
    assert found.stdout == "[]\n"
