"""Readers of files of columns: one file alone, and the scanner of datasets."""

import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from unriddle.batch import readers
from unriddle.batch.sources import open_source

pa = pytest.importorskip("pyarrow")
for part in ("csv", "parquet"):
    pytest.importorskip(f"pyarrow.{part}")


def write(path, columns):
    """Write columns to a file whose ending says its form."""
    whole = pa.table(columns)
    module = pa.parquet if path.suffix == ".parquet" else pa.csv
    getattr(module, "write_table" if path.suffix == ".parquet" else "write_csv")(whole, path)
    return str(path)


@given(
    st.lists(st.sampled_from(["teas", "rate", "a,b", " ", '"x"', '"a\nb"', "", "\r", "é"]), max_size=12),
    st.sampled_from(["\n", "\r\n", "\n\n"]),
    st.booleans(),
    st.sampled_from([3, 64]),
)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_rows_of_csv_are_counted_as_they_are_read(tmp_path, lines, end, ended, block):
    file = tmp_path / "x.csv"
    file.write_bytes((end.join(["a", *lines]) + end * ended).encode())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(readers, "BUFFER", block)
        count = readers._lines_in(str(file))
    parse = pa.csv.ParseOptions(newlines_in_values=True)
    try:
        rows = pa.csv.read_csv(file, parse_options=parse).num_rows
    except pa.ArrowInvalid:
        return
    assert count is None or count == rows
    assert count is not None or any(mark in "".join([*lines, end]) for mark in '"\r')


@pytest.mark.parametrize("form", ["parquet", "csv"])
def test_one_file_and_several_give_the_same_rows(tmp_path, form):
    columns = {"id": [1, 2, 3, 4], "board": ["teas", "rate", "1234", "star"], "late": ["", "1", "2", ""]}
    one = write(tmp_path / f"x.{form}", columns)
    (tmp_path / "a=1").mkdir()
    far = write(tmp_path / "a=1" / f"x.{form}", columns)
    found = []
    for file, kind in ((one, (readers.ParquetRows, readers.CsvRows)), (far, readers.DatasetRows)):
        source = open_source(file, 3, column="board", keep=["late", "id"])
        assert isinstance(source._reader, kind)
        spans = source.scan().spans
        tables = [data for _, data in source.parts(spans)] + [source.read(span) for span in spans[::-1]]
        found.append([(table.schema.names, table.schema.types, table.to_pylist()) for table in tables])
    assert found[0] == found[1] and found[0][0][0] == ["board", "late", "id"]


def test_pandas_is_not_imported_for_one_file(tmp_path):
    for form in ("parquet", "csv"):
        file = write(tmp_path / f"x.{form}", {"board": ["teas"]})
        command = ["batch", "boggle", file, "--column", "board", "-o", str(tmp_path / form), "--format", form]
        code = (
            f"import sys; from unriddle.cli import main; main({command!r}); sys.exit('pandas' in sys.modules)"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
