"""All puzzles by name: those of the folders, and what other packages bring."""

import subprocess
import sys
from types import SimpleNamespace

import pytest

import unriddle
from unriddle import PuzzleError
from unriddle.puzzles import registry
from unriddle.puzzles.framework.batch_records import SolveRecords
from unriddle.puzzles.framework.command import PuzzleCommand
from unriddle.puzzles.framework.spec import Spec

OTHER = Spec(
    name="other", home="unriddle.puzzles.numbrix", summary="of another package", puzzle="puzzle:Numbrix"
)


@pytest.fixture
def brought(monkeypatch):
    """Bring specs by entry points, in place of those that are installed."""

    def bring(**specs):
        entries = [SimpleNamespace(name=name, load=lambda spec=spec: spec) for name, spec in specs.items()]
        monkeypatch.setattr(registry, "_entry_points", lambda: entries)

    return bring


def test_a_package_with_damaged_metadata_is_left_out(tmp_path, monkeypatch):
    (tmp_path / "odd-1.0.dist-info").mkdir()
    (tmp_path / "odd-1.0.dist-info" / "entry_points.txt").write_bytes(b"\xff[unriddle.puzzles]\n")
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    registry._warn.cache_clear()
    with pytest.warns(UserWarning, match=r"odd-1\.0\.dist-info: its entry points cannot be read"):
        assert "sudoku" in registry.names()


def refused(call, name):
    with pytest.raises(PuzzleError) as error:
        call(name)
    return str(error.value)


@pytest.mark.parametrize("name", registry.names())
def test_a_name_leads_to_its_class(name):
    assert registry.get(name).__doc__
    assert registry.spec(name).name == name and registry.names() == sorted(registry.names())


def test_a_folder_may_hold_several_puzzles_or_none():
    assert "framework" not in registry.folders()
    assert [spec.name for spec in registry.built_in()] == sorted(
        spec.name for folder in registry.folders() for spec in registry.of_folder(folder)
    )
    without = {spec.name for spec in registry.built_in() if not spec.puzzle}
    assert without and not without & set(registry.names())
    for name in without:
        assert refused(registry.get, name).startswith(f"no puzzle is called {name!r}")


def test_unknown_names():
    known = ", ".join(registry.names())
    for call in (registry.spec, registry.get, registry.batch):
        assert refused(call, "x") == f"no puzzle is called 'x', expected one of {known}"
        meant = "no puzzle is called 'sudko' (did you mean sudoku?), expected one of "
        assert refused(call, "sudko") == meant + known
        assert "\n" not in refused(call, "a\nb")


def test_a_puzzle_of_another_package(brought):
    brought(other=OTHER)
    assert "other" in registry.names() and "other" in registry.batch_names()
    assert registry.spec("other") is OTHER and registry.get("other") is unriddle.Numbrix
    batch = registry.batch("other")
    assert issubclass(batch, SolveRecords) and batch.KIND is unriddle.Numbrix
    assert batch.__name__ == "OtherRecords"
    assert isinstance(registry.command(OTHER), PuzzleCommand)


def test_a_name_of_the_package_is_not_taken_over(brought):
    brought(sudoku=OTHER)
    assert registry.get("sudoku") is unriddle.SudokuPuzzle
    assert [spec.name for spec in registry.specs()].count("sudoku") == 1


def test_an_entry_point_that_names_no_spec(brought):
    brought(broken=5)
    for call in (registry.spec, registry.get):
        assert refused(call, "broken") == "the entry point 'broken' names 5, expected a Spec"
    with pytest.warns(UserWarning, match="expected a Spec; it is left out"):
        assert "broken" not in [spec.name for spec in registry.specs()]


def test_every_puzzle_has_a_batch_and_a_subcommand():
    assert set(registry.names()) == set(registry.batch_names())
    for spec in registry.built_in():
        found = registry.command(spec)
        assert callable(found.configure) and callable(found.run)


def test_public_names_say_where_they_are():
    names = registry.public_names()
    assert list(names) == sorted(names) and set(names) <= set(unriddle.__all__)
    for name, home in names.items():
        assert getattr(unriddle, name) is getattr(sys.modules[home], name)


def test_one_puzzle_imports_no_other():
    code = "import sys; from unriddle.puzzles import registry; registry.get('gogen'); print(*sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    folders = {name.split(".")[2] for name in found.stdout.split() if name.startswith("unriddle.puzzles.")}
    assert folders & set(registry.folders()) == {"gogen"}
