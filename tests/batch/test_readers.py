"""Readers of files of columns: one file alone, and the scanner of datasets."""

import subprocess
import sys

import pytest

from unriddle.batch import datasets as readers
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


@pytest.mark.parametrize("form", ["parquet"])
def test_one_file_and_several_give_the_same_rows(tmp_path, form):
    columns = {"id": [1, 2, 3, 4], "board": ["teas", "rate", "1234", "star"], "late": ["", "1", "2", ""]}
    one = write(tmp_path / f"x.{form}", columns)
    (tmp_path / "a=1").mkdir()
    far = write(tmp_path / "a=1" / f"x.{form}", columns)
    found = []
    for file, kind in ((one, readers.ParquetRows), (far, readers.DatasetRows)):
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
