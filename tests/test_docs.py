"""Every fenced block of the README, of CONTRIBUTING and of docs/ is run, or is data of a kind that is known.

On a page, from top to bottom, in one empty folder:

- ``python`` with ``>>>``: run as a doctest; names live to the end of the page. Without ``>>>``: executed.
  If the first line is a comment with nothing but a file name (``# jugs.py``), it is written to that file.
- ``console``, or no word and ``$`` first: a shell session. Lines after ``$`` are run, the rest is their
  output on both streams, compared. Calls of `unriddle` are made in this process, but in blocks with `$`.
  ``$ cat FILE`` of a file that does not exist makes it, with what is shown. Commands of `NOT_RUN` are checked
  but not run (their targets, extras and files must exist), and show no output; so are those with a cluster
  elsewhere. A local one is left out where Dask is missing, and columns of files where pyarrow is.
  ``$ pip install .`` with a ``pyproject.toml`` of the page makes its entry points known.
- ``cython`` and ``toml`` begin with a comment that names their file; the first is built, the second read.
- ``text`` is a drawing or a form, named in `DRAWINGS`. Directives of Sphinx are named in `DIRECTIVES`.
- The pages in docs/benchmarks are what ``make published`` wrote: data.

Anything else fails. Before outputs are compared, times (``1.5 ms``), rates (``310,000/s``) and the seconds of
JSON are made equal, and ``…`` stands for any text.
"""

import contextlib
import doctest
import fnmatch
import functools
import importlib
import importlib.util
import io
import itertools
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import tomllib
import warnings
from pathlib import Path
from typing import NamedTuple

import pytest

import unriddle
from unriddle.cli import main, make_parser
from unriddle.cli.subcommands import subcommands

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
WRITTEN = [page for page in PAGES if page.parent.name != "benchmarks"]
"""The pages that people wrote."""
DIRECTIVES = {"{toctree}", "{include}", "{eval-rst}", "{options}"}
DRAWINGS: dict[str, list[str]] = {
    "architecture.md": [
        "src/puzzles/NAME/",
        "cli → registry → boggle/command.py (arguments to rules) → boggle/puzzle.py (parse and validate, once)",  # noqa: E501
    ],
    "benchmarking.md": ['@pytest.mark.benchmark(group="Sum the numbers below 1000")'],
}
"""Page -> first lines of its ``text`` blocks."""
NOT_RUN = (
    "make ",
    "cythonize ",
    "pip install ",
    "sbatch ",
    "dask ",
    "python -m pytest ",
    "UNRIDDLE_DATA=… python -m pytest ",
    "python -m benchmarks.report ",
    "pytest ",
    "asv ",
    "python benchmarks/",
    "UNRIDDLE_PEERS=",
)
NEEDS = {
    "howto/data_frames.md": ("pandas", "polars", "pyarrow", "duckdb", "dask.dataframe"),
    "reference/batch.md": ("pyarrow",),
    "tutorials/many_boards.md": ("pyarrow",),
    "tutorials/book.md": ("svglib",),
    "tutorials/why_astar.md": ("networkx",),
}
"""Page -> packages without which its examples are left."""
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
SEPARATOR = b"\x1e"
LONG_OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


class Block(NamedTuple):
    """A fenced block of a page."""

    line: int
    kind: str
    text: str


def blocks_of(text):
    """Return the fenced blocks of a page."""
    found, fence, start, info, kept = [], "", 0, "", []
    for number, line in enumerate(text.splitlines(), 1):
        mark = re.match(r"\s*(`{3,}|~{3,})(.*)", line)
        if fence:
            if mark and mark[1].startswith(fence) and not mark[2].strip():
                found.append(Block(start, info, "\n".join(kept) + "\n"))
                fence = ""
            else:
                kept.append(line)
        elif mark:
            fence, start, info, kept = mark[1], number, mark[2].strip(), []
    assert not fence, f"line {start}: a block without an end"
    return found


def named_file(text):
    """Return the file that the first line of a block names, if it names one."""
    first = re.fullmatch(r"# ([\w.-]+\.\w+)", text.split("\n", 1)[0])
    return first and first[1]


def commands_of(text):
    """Return the commands of a console block, each with the output shown."""
    found = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append([line[2:], []])
        else:
            assert found, f"output before any command: {line!r}"
            if line.startswith("> ") and found[-1][0].endswith("\\"):
                found[-1][0] += "\n" + line[2:]
            else:
                found[-1][1].append(line)
    return [(command, "\n".join(lines).strip("\n")) for command, lines in found]


def normalised(text):
    """Return output without what differs from run to run."""
    text = re.sub(r"\b[\d,.]+/s\b", "RATE", text)
    text = re.sub(r'"seconds": ?[-\d.e]+', '"seconds":TIME', text)
    text = re.sub(r"\b\d[\d,.]* ?(ns|µs|ms|s|min)\b", "TIME", text)
    text = re.sub(r" +(TIME|time)$", r" \1", text, flags=re.MULTILINE)  # a column as wide as its times
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")


def agrees(expected, got):
    """Say whether an output is the one shown, in which ``…`` is any text."""
    parts = [re.escape(part) for part in normalised(expected).split("…")]
    return re.fullmatch(".*".join(parts), normalised(got), re.DOTALL) is not None


def check_unrun(command):
    """Hold a command that is not run to what the project has."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    if command.startswith("make "):
        targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
        for word in command.split("#")[0].split()[1:]:
            assert word in targets or "=" in word, f"make has no target {word}"
    for extras in re.findall(r"\[([\w,-]+)\]", command.split("#")[0]) if command.startswith("pip ") else []:
        assert set(extras.split(",")) <= set(project["optional-dependencies"]), f"no extra {extras}"
    if command.startswith("unriddle "):
        make_parser().parse_args(shlex.split(command, comments=True)[1:])
    for path in re.findall(r"(?:benchmarks|tests|tools)/[\w/]+\.py", command):
        assert (ROOT / path).exists(), f"no file {path}"


def install_here():
    """Do what ``pip install .`` does for the entry points of a project: write them beside its modules."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = Path(f"{project['name']}-{project['version']}.dist-info")
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n", encoding="utf-8"
    )
    lines = []
    for group, entries in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {target}" for name, target in entries.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    importlib.invalidate_caches()


NEEDED = (("--cluster local", "distributed"), ("--column", "pyarrow"))
"""What in a command needs which package."""


def check_output(command, expected, got):
    assert agrees(expected, got), f"$ {command}\n--- shown\n{expected}\n--- is\n{got}"


def stages_of(command):
    """Return the parts of a pipeline: the arguments of a plain call of `unriddle`, or the text of another."""
    lexer = shlex.shlex(command, punctuation_chars="|")
    lexer.whitespace_split, lexer.commenters = True, ""
    words = list(itertools.takewhile(lambda word: not word.startswith("#"), lexer))
    stages = [list(part) for bar, part in itertools.groupby(words, "|".__eq__) if not bar]
    special = re.compile(r"[^\"'].*[<>;&|`*\\\n]|[<>;&|*]")
    plain = [stage[0] == "unriddle" and not any(map(special.match, stage)) for stage in stages]
    if not any(plain):
        return [command]
    texts = [" ".join(stage) for stage in stages]
    return [shlex.split(text)[1:] if own else text for text, own in zip(texts, plain, strict=True)]


def output_of(arguments, given=b""):
    """Return what a call of `unriddle` writes to both streams, in the order in which a terminal shows it."""
    with tempfile.TemporaryFile() as kept, tempfile.TemporaryFile() as entered:
        entered.write(given)
        entered.seek(0)
        ends = [os.dup(kept.fileno()) for _ in range(2)]
        with (
            pytest.MonkeyPatch.context() as patch,
            os.fdopen(os.dup(entered.fileno()), encoding="utf-8") as stdin,
            os.fdopen(ends[0], "w", encoding="utf-8", buffering=1) as stdout,
            os.fdopen(ends[1], "w", encoding="utf-8", buffering=1) as stderr,
        ):
            for name, stream in (("stdin", stdin), ("stdout", stdout), ("stderr", stderr)):
                patch.setattr(sys, name, stream)
            patch.setenv("NO_COLOR", "1")
            patch.setenv("COLUMNS", "80")
            main(arguments)
        kept.seek(0)
        return kept.read()


def shell(script, given=b""):
    """Return what a script of the shell writes to both streams."""
    if os.name != "posix":
        pytest.skip("console examples need a POSIX shell")
    scripts = Path(sys.executable).parent
    assert shutil.which("unriddle", path=str(scripts)), "the command is not installed"
    places = filter(None, [str(Path.cwd()), str(ROOT), os.environ.get("PYTHONPATH")])
    environment = {**os.environ, "NO_COLOR": "1", "COLUMNS": "80", "PYTHONPATH": os.pathsep.join(places)}
    environment["PATH"] = f"{scripts}:{os.environ['PATH']}"
    return subprocess.run(
        ["sh", "-c", script], input=given, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env=environment, check=False,
    ).stdout  # fmt: skip


def run_console(text):
    """Run the commands of a block, in one shell where one needs it, and compare their output."""
    commands = []
    for command, output in commands_of(text):
        if command == "pip install ." and Path("pyproject.toml").exists():
            install_here()
        elif command.startswith(NOT_RUN) or "--cluster tcp://" in command:
            check_unrun(command)
            assert not output, f"{command!r} is not run, so its output cannot be shown"
        elif any(mark in command and importlib.util.find_spec(name) is None for mark, name in NEEDED):
            continue
        else:
            commands.append((command, output))
            made = re.fullmatch(r"cat ([\w.-]+)", command)
            if made and not Path(made[1]).exists():
                Path(made[1]).write_text(output + "\n", encoding="utf-8")
    if not commands:
        return
    if any("$" in command for command, _ in commands) or list(Path.cwd().glob("*.dist-info")):
        script = "m() { r=$?; printf '\\036'; return $r; }\n"
        script += "\n".join(f"{command}\nm" for command, _ in commands)
        found = shell(script).split(SEPARATOR)
    else:
        found = (functools.reduce(piped, stages_of(command), b"") for command, _ in commands)
    for (command, expected), got in zip(commands, found, strict=False):
        check_output(command, expected, got.decode())


def piped(given, stage):
    return shell(stage, given) if isinstance(stage, str) else output_of(stage, given)


def run_python(block, page, names):
    """Run a block of Python, or write it to the file that it names."""
    file = named_file(block.text)
    if file:
        Path(file).write_text(block.text, encoding="utf-8")
    elif ">>> " in block.text:
        test = doctest.DocTestParser().get_doctest(block.text, names, page.name, str(page), block.line)
        out = io.StringIO()
        runner = doctest.DocTestRunner(optionflags=FLAGS)
        runner.run(test, out=out.write, clear_globs=False)
        assert runner.summarize(verbose=False).failed == 0, out.getvalue()
        names.update(test.globs)
    else:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(block.text, f"{page.name}:{block.line}", "exec"), names)


def build_cython(block, monkeypatch):
    """Build an extension module in the current folder, against the package's declarations."""
    pytest.importorskip("Cython", reason="the page has an example in Cython")
    file = named_file(block.text)
    assert file, "a block of Cython, expected a first line such as # hanoi.pyx"
    Path(file).write_text(block.text, encoding="utf-8")
    Path("unriddle").symlink_to(Path(unriddle.__file__).parent, target_is_directory=True)
    monkeypatch.setenv("CFLAGS", "-O0 -w")
    build = [sys.executable, "-m", "Cython.Build.Cythonize", "-3", "-i", "-q", file]
    done = subprocess.run(build, capture_output=True, text=True, check=False)
    Path("unriddle").unlink()
    assert done.returncode == 0, done.stdout + done.stderr


def name_of(page):
    return str(page.relative_to(ROOT)).removeprefix("docs/")


def test_there_are_pages():
    assert len(PAGES) > 20
    assert set(DRAWINGS) <= {name_of(page) for page in PAGES}


@pytest.mark.parametrize("page", WRITTEN, ids=name_of)
def test_every_block_runs_or_is_known(page, tmp_path, monkeypatch):
    for package in NEEDS.get(name_of(page), ()):
        pytest.importorskip(package, reason=f"the examples of the page need {package}")
        warnings.filterwarnings("ignore", category=DeprecationWarning)  # of what these say to each other
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(sys.modules)
    names = {"__name__": "__main__"}
    drawings = list(DRAWINGS.get(name_of(page), ()))
    try:
        for block in blocks_of(page.read_text(encoding="utf-8")):
            try:
                if block.kind == "python":
                    run_python(block, page, names)
                elif block.kind == "console" or (not block.kind and block.text.startswith("$ ")):
                    run_console(block.text)
                elif block.kind == "cython":
                    build_cython(block, monkeypatch)
                elif block.kind == "toml":
                    tomllib.loads(block.text)
                    Path(named_file(block.text)).write_text(block.text, encoding="utf-8")
                elif block.kind == "text":
                    assert block.text.split("\n", 1)[0] in drawings, "a drawing that is not named in DRAWINGS"
                    drawings.remove(block.text.split("\n", 1)[0])
                else:
                    kind, _, file = block.kind.partition(" ")
                    assert kind in DIRECTIVES, f"a block of an unknown kind: {block.kind!r}"
                    assert kind == "{options}" or (page.parent / file).exists()
            except AssertionError as reason:
                pytest.fail(f"{name_of(page)}:{block.line}: {reason}", pytrace=False)
    finally:
        for name in set(sys.modules) - before:
            if getattr(sys.modules[name], "__file__", None) and str(tmp_path) in sys.modules[name].__file__:
                del sys.modules[name]
    assert not drawings, f"named in DRAWINGS but not on the page: {drawings}"


def load_tool(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_pictures_are_current():
    pictures = load_tool("make_doc_images").pictures()
    folder = ROOT / "docs" / "images"
    assert sorted(path.stem for path in folder.glob("*.svg")) == sorted(pictures)
    for name, text in pictures.items():
        assert (folder / f"{name}.svg").read_text(encoding="utf-8") == text, (
            f"{name}.svg: run make doc-images"
        )


def test_every_picture_is_shown():
    shown = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    for path in (ROOT / "docs" / "images").iterdir():
        assert f"images/{path.name}" in shown, path.name


def test_the_house_is_the_one_of_the_tests():
    spec = importlib.util.spec_from_file_location("floors", ROOT / "tests" / "test_architecture.py")
    architecture = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(architecture)
    drawn = [set(names.split(", ")) for names, _ in load_tool("make_doc_images").FLOORS]
    assert drawn[::-1] == [floor for floor in architecture.FLOORS if floor != {"__main__"}]


def test_every_kernel_has_its_place_in_the_architecture():
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = re.findall(r"`([\w*]+)`", text)
    kernels = [path.stem for path in (Path(unriddle.__file__).parent / "core").rglob("*.pyi")]
    assert len(kernels) > 20
    assert not [name for name in kernels if not any(fnmatch.fnmatch(name, pattern) for pattern in named)]


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page):
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if not re.match(r"https?://|mailto:|#", target):
            path = os.path.normpath(page.parent / target.split("#")[0])
            path = path.replace(str(ROOT / "src"), str(Path(unriddle.__file__).parent))  # in a wheel as well
            assert Path(path).exists(), target


@pytest.mark.parametrize("page", WRITTEN, ids=name_of)
def test_no_heading_is_empty(page):
    text = re.sub(r"^```.*?^```", "code", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("<!--")]
    for line, below in zip(lines, [*lines[1:], "#"], strict=True):
        depth = len(re.match(r"#*", line)[0])
        if depth and re.match(r"#+ ", line):
            assert not re.match(rf"#{{1,{depth}}}(?!#)", below), f"nothing stands below {line!r}"
        if re.fullmatch(r"\|(:?-+:?\|)+", below):
            assert all(name.strip() for name in line.strip("|").split("|")), (
                f"no name of a column in {line!r}"
            )


def test_every_extra_on_a_page_exists():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for page in PAGES:
        for extra in re.findall(r"\bextra `+([a-z]+)`", page.read_text(encoding="utf-8")):
            assert extra in project["optional-dependencies"], f"{name_of(page)}: extra {extra}"


# The rules above, tried on what they must refuse.


@pytest.mark.parametrize(
    ("expected", "got", "same"),
    [
        ("took 1.5 ms", "took 871.2 µs", True),
        ("3 records in 0.0 s, 85/s", "3 records in 1.2 s, 1,085/s", True),
        ('{"n":1,"seconds":0.5}', '{"n":1,"seconds":1.2e-05}', True),
        ("a\n…\nd", "a\nb\nc\nd", True),
        ("a\n…\nd", "a\nb\nc\ne", False),
        ("12 words", "13 words", False),
        ("a", "a\nb", False),
    ],
)
def test_outputs_are_compared_but_for_times(expected, got, same):
    assert agrees(expected, got) is same


def test_wrong_examples_are_found(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(AssertionError, match=r"Expected:\s+3\s+Got:\s+2"):
        run_python(Block(1, "python", ">>> 1 + 1\n3\n"), Path("page.md"), {})
    with pytest.raises(AssertionError, match=r"--- shown\s+b\s+--- is\s+a"):
        run_console("$ echo a\nb\n")
    with pytest.raises(AssertionError, match="no target nonsense"):
        run_console("$ make nonsense\n")
    run_console("$ cat made.txt\nline\n$ cat made.txt made.txt\nline\nline\n$ (exit 3)\n$ echo $?\n3\n")
    with pytest.raises(AssertionError, match=r"--- shown\s+other"):
        run_console("$ cat made.txt\nother\n")


# The pages of the puzzles, and the options of the command line.

SHAPE = ["Rules", "Example", "Input", "Options", "Results"]
REFERENCE = ROOT / "docs" / "reference"


@pytest.mark.parametrize("name", sorted({row[1] for row in load_tool("puzzle_tables")._rows()}))
def test_a_puzzle_page_has_the_one_shape(name):
    text = (REFERENCE / name).read_text(encoding="utf-8")
    sections = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert [section for section in sections if section in SHAPE] == SHAPE
    assert "](../images/" in text
    assert name in (REFERENCE / "index.md").read_text(encoding="utf-8")


def test_the_options_of_every_subcommand_are_on_one_page():
    shown = [
        block.kind.split()[1]
        for page in WRITTEN
        for block in blocks_of(page.read_text(encoding="utf-8"))
        if block.kind.startswith("{options} ")
    ]
    assert sorted(shown) == sorted(subcommands())


@pytest.mark.parametrize("name", subcommands())
def test_a_table_of_options_has_what_help_has(name):
    text = tables()[name]
    for line in text.splitlines():
        assert not line.startswith("|") or len(re.findall(r"(?<!\\)\|", line)) == 3, line
    for puzzle in {"batch": "sudoku", "generate": "boggle", "check": "peg", "hint": "gogen"}.get(name), None:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            assert main([name, *filter(None, [puzzle]), "--help"]) == 0
        for option in set(LONG_OPTION.findall(out.getvalue().split("options:")[-1])) - {"--help"}:
            assert re.search(rf"`([^`]* )?{option}[ ,`]", text), option


OTHERS = {
    *("--array", "--cpus-per-task", "--requeue", "--port", "--nthreads", "--nworkers"),
    *("--benchmark-autosave", "--benchmark-compare", "--benchmark-json", "--parts"),
    *("--help", "--version", "--completion"),
}
"""Options of Slurm, Dask, the benchmarks and `unriddle` itself that the pages name."""


@functools.cache
def tables():
    return {name: load_tool("option_tables").tables(name) for name in subcommands()}


@pytest.mark.parametrize("page", sorted((ROOT / "docs").glob("[hrt]*/*.md")), ids=name_of)
def test_every_option_on_a_page_exists(page):
    named = set(LONG_OPTION.findall(page.read_text(encoding="utf-8")))
    assert named <= OTHERS | set(LONG_OPTION.findall("".join(tables().values())))


def test_files_for_clusters_are_whole():
    folder = ROOT / "docs" / "cluster"
    assert sorted(path.name for path in folder.iterdir()) == ["jobqueue.py", "kubernetes.yaml", "slurm.sh"]
    compile((folder / "jobqueue.py").read_text(encoding="utf-8"), "jobqueue.py", "exec")
    shell = (folder / "slurm.sh").read_text(encoding="utf-8")
    pods = (folder / "kubernetes.yaml").read_text(encoding="utf-8")
    for text in (shell, pods):
        command = re.search(r"unriddle batch .*?--resume", text, re.DOTALL)[0].replace("\\\n", " ")
        numbered = re.sub(r'"\$\w+/|"\$\(\(.*?\)\)/', '"1/', command)
        make_parser().parse_args(shlex.split(re.sub(r'"\$\w+"', "4", numbered))[1:])
    if os.name == "posix":
        subprocess.run(["sh", "-n", str(folder / "slurm.sh")], check=True)
    job = pytest.importorskip("yaml").safe_load(pods)
    shards = job["spec"]["completions"]
    assert job["kind"] == "Job" and f'/{shards}"' in pods
