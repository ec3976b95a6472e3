import json
from pathlib import Path

import pytest

import unriddle
from unriddle.cli import main
from unriddle.report.signature import KERNELS, PARTS, RECORDED, part, shared, signature


@pytest.mark.parametrize("name", shared.PARTS)  # those of a puzzle are tested with it
def test_every_shared_search_is_as_recorded(name):
    assert part(name) == RECORDED[name], f"the searches of {name} have changed; if meant so, record it"


def test_every_kernel_has_a_part():
    core = Path(unriddle.__file__).parent / "core"
    paths = list(core.rglob("*.pyx")) or list(core.rglob("*.pyi"))  # an installed package holds no sources
    kernels = {".".join(path.relative_to(core).with_suffix("").parts) for path in paths}
    assert kernels - {"__init__", "build_info", "dispatch", "pool"} == set(KERNELS)  # these search nothing
    assert set(KERNELS.values()) == set(PARTS) - {"peg_winning"}
    assert list(RECORDED) == list(PARTS)


def test_command_line(capsys):
    assert main(["bench", "--signature", "--parts"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == signature(RECORDED.values()) and len(lines) == 1 + len(PARTS)
    assert main(["bench", "--signature", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["differing"] == []
    assert main(["bench", "--parts"]) == 2


def test_a_change_shows(capsys, monkeypatch):
    monkeypatch.setitem(PARTS, "topology", lambda: [1])
    assert main(["bench", "--signature"]) == 1
    assert "not as recorded: topology" in capsys.readouterr().out
