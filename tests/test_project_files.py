"""Files of the project that no code reads: workflows, metadata of the package, the source distribution."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
RUNNERS = {
    "macos-15-intel", "macos-latest", "ubuntu-24.04-arm", "ubuntu-latest", "windows-11-arm", "windows-latest",
}  # fmt: skip
sources = pytest.mark.skipif(not WORKFLOWS, reason="a source distribution has no workflows")


@sources
@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_takes_what_it_names(path):
    text = path.read_text(encoding="utf-8")
    for action in re.findall(r"uses: (\S+)", text):
        assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", action), action
    assert text.count("actions/checkout@") == text.count("persist-credentials: false")
    assert re.search(r"^permissions:\n  contents: read\n", text, re.MULTILINE)
    named = re.findall(r"os: \[(.*)\]", text) + re.findall(r"runs-on: ([\w.-]+)", text)
    assert {name for line in named for name in line.split(", ")} <= RUNNERS


def test_metadata_names_no_address():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "urls" not in project  # none is known; an index would show what is written here
    assert "readme" in project["dynamic"]
    assert "http" not in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_the_version_is_written_once_more_in_the_citation():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_the_source_distribution_has_what_its_tests_and_readers_need():
    manifest = (ROOT / "MANIFEST.in").read_text(encoding="utf-8")
    included = set(re.findall(r"\b[A-Z_]+\.(?:md|cff)\b", manifest)) | {"README.md"}
    assert {path.name for path in ROOT.glob("*.md")} | {"CITATION.cff"} <= included
    grafted = set(re.findall(r"^graft (\S+)", manifest, re.MULTILINE))
    assert {"tests", "benchmarks", "tools", "docs"} <= grafted
