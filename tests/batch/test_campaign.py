"""The campaign of the factory: what it tries, and that it finds what is wrong."""

import importlib
import sys
from pathlib import Path

import pytest

TOOLS = Path(__file__).parents[2] / "tools"


@pytest.fixture
def campaign(monkeypatch):
    if not TOOLS.is_dir():
        pytest.skip("tools/ is not here")
    monkeypatch.syspath_prepend(str(TOOLS))
    before = set(sys.modules)
    yield importlib.import_module("factory_campaign")
    for name in set(sys.modules) - before:
        if name.partition(".")[0] in ("campaign", "durable", "factory_campaign"):
            del sys.modules[name]


def test_a_kind_is_tried_by_its_options(campaign, capfd):
    words = "-n 4 --kills 0 --sample 2 --only placement --option kind=fill-in shape=5x5"
    assert campaign.main(words.split()) == 0
    said = capfd.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in said] == ["ok   placement --kind=fill-in --size=5x5"] * 4
    assert said[0].endswith("4 puzzles twice, 0 kills met: equal bytes")
    assert said[-1].endswith("3 of 3 planted defects caught")


def test_what_is_tried(campaign):
    names = [str(variant) for variant in campaign.variants(None, ())]
    assert {"sudoku", "placement", "placement --kind=fill-in"} <= set(names)
    [one] = campaign.variants(["sudoku"], ["size=4", "--minimal"])
    assert one.arguments() == ["--size=4", "--minimal"]
    assert campaign.command(one, Path("out"), 16)[4:] == (
        ["sudoku", "-n", "16", "-o", "out", "--size=4", "--minimal", "--seed", "1", "--part-size", "2"]
    )
    with pytest.raises(SystemExit):
        campaign.main(["--option", "kind=fill-in"])
    with pytest.raises(SystemExit):
        campaign.main(["--only", "peg", "sudoku", "--option", "pegs=9"])


def test_forms_are_made_by_the_options_of_a_run(campaign):
    from unriddle.puzzles.peg import GridPegSolitairePuzzle

    many = GridPegSolitairePuzzle.generate_many(6, seed=1, threads=1, board="wiegleb", pegs=6)
    columns = {name: list(values) for name, values in many.columns().items()}
    rows = [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]
    [variant] = campaign.variants(["peg"], ["board=wiegleb", "pegs=6"])
    assert campaign.alike(variant, rows) == []
    [other] = campaign.variants(["peg"], ())
    assert len(campaign.alike(other, rows)) == 6
    assert len(campaign.alike(variant, [*rows, dict(rows[2], number=7)])) == 1
