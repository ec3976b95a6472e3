"""The floors of the house: each folder knows only those below it."""

import ast
import functools
import importlib
import re
from pathlib import Path

import pytest

import unriddle
from benchmarks.puzzles import PUZZLES
from unriddle.core import dispatch
from unriddle.puzzles import registry

SOURCE = Path(unriddle.__file__).parent
FLOORS = [
    {"core"},
    {"equality", "freezing", "repr_html"},
    {"nodes"},
    {"base"},
    {"arrow", "display", "options", "typing"},
    {"io"},
    {"console"},
    {"lexicon", "search"},
    {"puzzles"},
    {"batch"},
    {"cli"},
    {"__main__"},
]
LEVEL = {name: level for level, floor in enumerate(FLOORS) for name in floor}


def part_of(path):
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports_of(path):
    """Yield the parts of the package that a module imports, with the module's name in it."""
    home = ["unriddle", *path.relative_to(SOURCE).with_suffix("").parts]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            base = home[: len(home) - node.level] if node.level else []
            module = [*base, *(node.module or "").split(".")] if node.module else base
            names = [[*module, alias.name] for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name.split(".") for alias in node.names]
        else:
            continue
        for name in names:
            if name[0] == "unriddle" and len(name) > 1:
                yield name[1:]


MODULES = [path for path in sorted(SOURCE.rglob("*.py")) if path != SOURCE / "__init__.py"]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_module_imports_only_from_its_floor_or_below(path):
    here = part_of(path)
    assert here in LEVEL, f"{here} stands on no floor"
    for name in imports_of(path):
        if name[0] in LEVEL:
            assert LEVEL[name[0]] <= LEVEL[here], f"{here} imports {'.'.join(name)}"
            if name[0] != here:
                assert LEVEL[name[0]] < LEVEL[here], f"{here} imports its neighbour {name[0]}"


def test_the_core_imports_nothing_of_the_package():
    for path in sorted((SOURCE / "core").rglob("*.py")):
        assert all(name[0] == "core" for name in imports_of(path)), path
    for path in [*(SOURCE / "core").rglob("*.pyx"), *(SOURCE / "core").rglob("*.px[di]")]:
        text = path.read_text(encoding="utf-8")
        depth = len(path.relative_to(SOURCE / "core").parts)
        assert not re.search(
            rf"^\s*(from|cimport|import)\s+(\.{{{depth + 1},}}|unriddle)", text, re.MULTILINE
        ), path


def test_kernels_set_no_directives_in_their_heads():
    for path in (SOURCE / "core").rglob("*.pyx"):
        assert not re.search(r"^#\s*cython:", path.read_text(encoding="utf-8"), re.MULTILINE), path


def test_every_kernel_has_a_stub():
    for path in (SOURCE / "core").rglob("*.pyx"):
        assert path.with_suffix(".pyi").exists(), path


def test_what_is_compiled_for_each_path_stands_beside_its_kernel():
    for path in (SOURCE / "core").rglob("*.pxi"):
        kernel, _, form = path.stem.rpartition("_")
        assert form in {"paths", *dispatch.PATHS}, f"setup.py does not see {path}"
        beside = (path.with_name(f"{kernel}.pyx"), path.with_name(f"{kernel}_paths.pxi"))
        assert all(map(Path.exists, beside)), f"setup.py does not see {path}"


TESTS = Path(__file__).parent


def does_nothing(path):
    """Say whether a module holds no function and no class: it hands on names of others, or values."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return not any(isinstance(node, (ast.FunctionDef, ast.ClassDef)) for node in ast.walk(tree))


def tested_modules():
    """Yield each module that has tests of its own, and the folder of tests that they stand in.

    The kernels, and the modules of the floors above them.
    """
    for path in sorted((SOURCE / "core").rglob("*.pyi")):
        yield path, TESTS / path.relative_to(SOURCE).parent
    homes = [SOURCE / name for name in ("batch", "cli", "io", "lexicon", "search", "puzzles")]
    homes += [path.parent for path in sorted((SOURCE / "puzzles").rglob("*/__init__.py"))]
    for home in homes:
        for path in sorted(home.glob("*.py")):
            if path.name != "__init__.py" and not does_nothing(path):
                yield path, TESTS / home.relative_to(SOURCE)


@pytest.mark.parametrize(
    "path, folder", list(tested_modules()), ids=lambda path: str(path.relative_to(path.parents[1]))
)
def test_a_module_has_a_test_file_of_its_name(path, folder):
    tests = folder / f"test_{path.stem}.py"
    assert tests.exists(), f"{path.relative_to(SOURCE)} has no {tests.relative_to(TESTS)}"
    names = [node.name for node in ast.parse(tests.read_text(encoding="utf-8")).body if hasattr(node, "name")]
    assert any(name.startswith("test_") for name in names), f"{tests.relative_to(TESTS)} tests nothing"


def test_a_test_file_of_a_puzzle_is_called_like_a_module_that_is_there():
    known = {folder / f"test_{path.stem}.py" for path, folder in tested_modules()}
    files = set((TESTS / "puzzles").rglob("test_*.py"))
    assert len(files) > 100 and sorted(map(str, files - known)) == []


def test_puzzles_do_not_know_each_other():
    home = SOURCE / "puzzles"
    folders = {path.name for path in home.iterdir() if (path / "__init__.py").exists()} - {"framework"}
    assert len(folders) > 5
    for path in sorted(home.rglob("*.py")):
        here = path.relative_to(home).parts[0]
        for name in imports_of(path):
            if name[0] == "puzzles" and len(name) > 1 and name[1] in folders:
                assert name[1] == here, f"{path.relative_to(home)} imports {'.'.join(name)}"


def test_no_public_name_is_called_like_a_module_of_its_folder():
    for folder in registry.folders():
        home = SOURCE / "puzzles" / folder
        modules = {path.stem for path in home.glob("*.py")} | {path.name for path in home.iterdir()}
        assert not modules & set(importlib.import_module(f"unriddle.puzzles.{folder}").__all__)


def test_no_outcome_of_a_search_is_dropped():
    """What `drive` returns says whether the work was done: who drops it takes a part for the whole."""
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            dropped = node.value if isinstance(node, ast.Expr) else None
            if isinstance(node, ast.Assign) and all(getattr(t, "id", "") == "_" for t in node.targets):
                dropped = node.value
            if isinstance(dropped, ast.Call):
                called = getattr(dropped.func, "id", getattr(dropped.func, "attr", ""))
                assert called not in ("drive", "_drive"), f"{path}:{node.lineno}"


@functools.cache
def code_of(path):
    """Return the words of the code of a module: names and strings, without docstrings and comments."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    prose = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    words = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            words.update(re.findall(r"[A-Za-z]+", node.value))
        elif isinstance(node, (ast.ImportFrom, ast.Import)):
            names = [alias.name for alias in node.names] + [getattr(node, "module", "") or ""]
            words.update(word for name in names for word in re.findall(r"[A-Za-z]+", name))
        elif isinstance(node, ast.Name):
            words.update(re.findall(r"[A-Za-z]+", node.id))
        elif isinstance(node, ast.Attribute):
            words.update(re.findall(r"[A-Za-z]+", node.attr))
    return words


EXAMPLES = {
    "browse.py",
    "durability.py",
    "interrupts.py",
    "main_jobs.py",
    "plot_growth.py",
    "plot_large.py",
    "simulate_machines.py",
}
"""Tools that take a puzzle as their example; another puzzle leaves them as they are."""


def test_a_puzzle_is_named_in_its_folder_and_few_other_places():
    """Adding a puzzle is its folder, its kernel and twin, its tests, its page; the rest asks the registry."""
    tools = Path(__file__).parents[1] / "tools"
    others = [p for p in MODULES if p.relative_to(SOURCE).parts[0] not in ("puzzles", "core")]
    others += [p for p in MODULES if p.relative_to(SOURCE).parts[:2] == ("puzzles", "framework")]
    others += [SOURCE / "__init__.py", SOURCE / "puzzles" / "registry.py"]
    others += [path for path in sorted(tools.glob("*.py")) if path.name not in EXAMPLES]
    for spec in registry.built_in():
        kinds = {spec.name, registry.get(spec.name).__name__} if spec.puzzle else {spec.public[0]}
        naming = sorted(path.name for path in others if kinds & code_of(path))
        assert len(naming) <= 3, f"{spec.name} is named in {', '.join(naming)}"


# Walls: what is how long

ROOT = Path(__file__).parents[1]
LONGEST_FUNCTION = 60
PYTHON = [
    path
    for home in ("src", "tools", "benchmarks", "tests/reference")
    for path in sorted((ROOT / home).rglob("*.py"))
]
KERNELS = [
    path for kind in ("*.pyx", "*.pxd", "*.pxi") for path in sorted((ROOT / "src" / "core").rglob(kind))
]
QUOTES = re.compile(r"[rbu]?(\"{3}|'{3})")
HEAD = re.compile(r"(?:cdef|cpdef|def)\s+(?!class\b)[^=]*\(")
REASON = re.compile(r"#\s*long: \S")


def code_lines(text):
    """Return the numbers of the lines, from 1, that are neither blank nor comment nor text of a docstring."""
    found, closing, prose = [], "", False
    for number, line in enumerate(map(str.strip, text.splitlines()), 1):
        opened = None if closing else QUOTES.search(line.split("#")[0])
        if closing:
            end, whole = closing in line, prose
        else:
            end, whole = True, bool(opened and opened.start() == 0)
        if opened and line.count(opened[1]) % 2:
            closing, prose, end = opened[1], whole, False
        if line and not whole and not line.startswith("#"):
            found.append(number)
        if end:
            closing = ""
    return found


def functions_of(path):
    """Yield the head of each function, what stands above it, and its lines of code.

    Kernels, which are no Python, are read by indentation.
    """
    text = path.read_text(encoding="utf-8")
    lines, code = ["", *text.splitlines()], code_lines(text)
    if path.suffix == ".py":
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                above = min([node.lineno, *(wrapped.lineno for wrapped in node.decorator_list)]) - 1
                first, last = node.body[0].lineno, node.end_lineno
                yield lines[node.lineno], lines[above], sum(first <= number <= last for number in code)
        return
    for place, number in enumerate(code):
        if not HEAD.match(lines[number].lstrip()):
            continue
        depth, body = 0, place
        while body == place or depth > 0:
            line = lines[code[body]].split("#")[0]
            depth += sum(map(line.count, "([{")) - sum(map(line.count, ")]}"))
            body += 1
        if line.rstrip().endswith(":"):  # else it is a declaration, or all on one line
            indent, end = len(lines[number]) - len(lines[number].lstrip()), body
            while end < len(code) and len(lines[code[end]]) - len(lines[code[end]].lstrip()) > indent:
                end += 1
            yield lines[number], lines[number - 1], end - body


KERNEL = """
cdef extern from *:
    '''
    int c(int a) { return 1; }
    '''
    int there(int a) nogil
cdef class Kernel:
    def __cinit__(self, int a,
                  int b):
        '''Of two
        lines.'''
        # a comment
        self.a = a

        self.b = b
    cdef inline int run(self) noexcept nogil: return 1
    cdef void stop(self)
cdef object made = there(1)
"""
MODULE = """
# long: for a test
@wraps
def outer():
    '''Of one line.'''
    # a comment
    x = '''a
    text'''
    def inner():
        return x
    return inner
"""


def test_the_length_of_functions_is_read_right(tmp_path):
    (tmp_path / "kernel.pyx").write_text(KERNEL)
    (tmp_path / "module.py").write_text(MODULE)
    kernel, module = (list(functions_of(tmp_path / name)) for name in ("kernel.pyx", "module.py"))
    assert [(head.strip(), length) for head, _, length in kernel] == [("def __cinit__(self, int a,", 2)]
    assert module == [
        ("def outer():", "# long: for a test", 5),
        ("    def inner():", "    text'''", 1),
    ]


@pytest.mark.parametrize("kind", [PYTHON, KERNELS], ids=["Python", "kernels"])
def test_no_function_is_long_without_a_reason(kind):
    """A reason is a comment ``# long: why`` above the function or on its first line."""
    if not (ROOT / "src").exists():
        pytest.skip("the source is not here: the package is installed")
    assert len(kind) > 30
    faults = []
    for path in kind:
        for head, above, length in functions_of(path):
            reason = REASON.search(head) or REASON.match(above.strip())
            if (length > LONGEST_FUNCTION) != bool(reason):
                what = "a reason for no" if reason else "no reason for"
                faults.append(f"{path.relative_to(ROOT)}: {head.strip()}: {what} {length} lines")
    assert faults == []


@pytest.mark.parametrize("name", PUZZLES)
def test_no_wrapper_is_longer_than_its_kernels(name):
    """Parsing and calling takes no more than the work that is called; what else a puzzle has stands apart."""
    wrapper = Path(importlib.import_module(f"unriddle.puzzles.{name}.puzzle").__file__)
    places = [SOURCE.joinpath("core", *kernel.split(".")) for kernel in PUZZLES[name].kernels]
    kernels = [place.with_suffix(".pyx") for place in places]
    lengths = [len(code_lines(path.read_text(encoding="utf-8"))) for path in (wrapper, *kernels)]
    assert 50 < lengths[0] <= sum(lengths[1:]), f"{wrapper}: {lengths[0]} lines, its kernels {lengths[1:]}"
