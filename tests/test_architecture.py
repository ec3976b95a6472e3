"""The rules of the house (docs/architecture.md), one test per rule."""

import ast
import functools
import importlib
import re
from collections import Counter, defaultdict
from pathlib import Path

import unriddle
from benchmarks import signature
from unriddle.core import dispatch
from unriddle.puzzles import registry

SOURCE = Path(unriddle.__file__).parent
TESTS = Path(__file__).parent
ROOT = TESTS.parent
MODULES = sorted(SOURCE.rglob("*.py"))
FOLDERS = sorted({path.parent for path in MODULES})


@functools.cache
def tree_of(path):
    return ast.parse(path.read_text(encoding="utf-8"))


def name_of(path):
    """Return the dotted name of a module below the package; "" for the package itself."""
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


NAMES = {name_of(path): path for path in MODULES}


@functools.cache
def imports_of(path):
    """Return the dotted names below the package that a module imports, anywhere in it."""
    return list(_imports_of(path))


def _imports_of(path):
    home = ["unriddle", *path.relative_to(SOURCE).with_suffix("").parts]
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.ImportFrom):
            base = home[: len(home) - node.level] if node.level else []
            module = [*base, *(node.module or "").split(".")] if node.module else base
            found = [[*module, alias.name] for alias in node.names]
        elif isinstance(node, ast.Import):
            found = [alias.name.split(".") for alias in node.names]
        else:
            continue
        for name in found:
            if name[0] == "unriddle" and len(name) > 1:
                yield ".".join(name[1:])


# A folder has at most 16 modules; below a puzzle there is one level of folders.


def test_a_folder_has_at_most_16_modules():
    for folder in set(FOLDERS) - {SOURCE}:
        assert len({path.stem for path in folder.glob("*.py")} - {"__init__"}) <= 16, folder


def test_a_puzzle_has_one_level_of_folders():
    deep = [
        path
        for path in FOLDERS
        if path.is_relative_to(SOURCE / "puzzles") and len(path.relative_to(SOURCE / "puzzles").parts) > 2
    ]
    assert deep == []


# Each folder imports only those on lower floors; no puzzle imports another.

FLOORS = [
    {"core"},
    {"hash_keys", "repr_html", "signals", "svg"},
    {"nodes"},
    {"base"},
    {"arrow", "options", "typing"},
    {"io"},
    {"console", "pdf"},
    {"answers"},
    {"lexicon", "search"},
    {"puzzles"},
    {"batch"},
    {"cli"},
    {"__main__"},
]
LEVEL = {name: level for level, floor in enumerate(FLOORS) for name in floor}


def test_a_module_imports_only_from_its_floor_or_below():
    for name in NAMES.keys() - {""}:
        here = name.split(".")[0]
        assert here in LEVEL, f"{here} is on no floor"
        for part in {found.split(".")[0] for found in imports_of(NAMES[name])} & LEVEL.keys() - {here}:
            assert LEVEL[part] < LEVEL[here], f"{name} imports {part}"


def test_puzzles_do_not_know_each_other():
    folders = {path.name for path in (SOURCE / "puzzles").iterdir() if (path / "__init__.py").exists()}
    folders -= {"framework"}
    assert len(folders) > 5
    for name, path in NAMES.items():
        here = name.split(".")
        if here[0] == "puzzles" and len(here) > 1:
            for found in (found.split(".") for found in imports_of(path)):
                if found[0] == "puzzles" and len(found) > 1 and found[1] in folders:
                    assert found[1] == here[1], f"{name} imports {'.'.join(found)}"


def test_nothing_imports_benchmarks_tests_or_tools():
    others = re.compile(r"^\s*(from|import) (benchmarks|tests|tools|reference)\b", re.MULTILINE)
    for path in MODULES:
        assert not others.search(path.read_text(encoding="utf-8")), path


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


# There is no import cycle, imports for type checking and inside functions included.


def cycles(graph):
    """Return the strongly connected components of more than one node (Tarjan)."""
    index, low, stack, found = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in graph[node] - {node}:
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            component = stack[stack.index(node) :]
            del stack[stack.index(node) :]
            if len(component) > 1:
                found.append(sorted(component))

    for node in list(graph):
        if node not in index:
            visit(node)
    return found


def test_cycles_are_found():
    graph = defaultdict(set, {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set()})
    assert cycles(graph) == [["b", "c"]]


def test_there_is_no_import_cycle():
    graph = {name: set() for name in NAMES}
    for name, path in NAMES.items():
        for found in imports_of(path):
            graph[name].add(found if found in NAMES else found.rpartition(".")[0])
        graph[name] &= NAMES.keys()
    assert cycles(graph) == []


# A function has at most 8 parameters; options travel as frozen dataclasses.


def test_a_function_has_at_most_8_parameters():
    """Keys of `**options` count: no function takes its keywords from a TypedDict."""
    for path in MODULES:
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.FunctionDef):
                taken = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
                taken += [each for each in (node.args.vararg, node.args.kwarg) if each]
                count = len(taken) - (taken[:1] != [] and taken[0].arg in ("self", "cls"))
                assert count <= 8, f"{name_of(path)}.{node.name} has {count} parameters"
                assert "Unpack[" not in ast.unparse(node.args), f"{name_of(path)}.{node.name}"


# A name means one thing.


def test_a_class_name_is_used_once():
    classes = Counter(
        node.name
        for path in MODULES
        for node in tree_of(path).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert [name for name, count in classes.items() if count > 1] == []


def test_no_public_name_is_called_like_a_module_of_its_folder():
    for folder in registry.folders():
        modules = {path.stem for path in (SOURCE / "puzzles" / folder).iterdir()}
        assert not modules & set(importlib.import_module(f"unriddle.puzzles.{folder}").__all__)


OWN_NAMES = {
    "assign.crisscross", "assign.domains", "search.graph", "search.graph_paths", "walk.word_squares",
    "assign.path_clauses", "assign.path_making", "assign.path_repair", "walk.path_count",
}  # fmt: skip
"""Kernels named for what they work on, which the field knows by that name."""


def test_a_kernel_of_one_puzzle_is_named_for_it():
    users = defaultdict(set)
    for module in signature.MODULES:
        for kernel in module.KERNELS:
            users[kernel].add(module.__name__.rpartition(".")[2])
    for kernel, puzzles in users.items():
        if len(puzzles) == 1 and kernel not in OWN_NAMES:
            assert min(puzzles) in kernel


@functools.cache
def code_of(path):
    """Return the words of the code of a module: names and strings, without docstrings and comments."""
    tree = tree_of(path)
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
    "make_doc_images.py",
    "make_screenshots.py",
    "plot_large.py",
    "readme_table.py",
    "simulate_machines.py",
}
"""Tools that take a puzzle as their example; another puzzle leaves them as they are."""


def test_a_puzzle_is_named_in_its_folder_and_few_other_places():
    """Adding a puzzle is its folder, its kernel and twin, its tests, its page; the rest asks the registry.

    Formats of other programs name the genres that are in their files.
    """
    tools = Path(__file__).parents[1] / "tools"
    others = [p for p in MODULES if p.relative_to(SOURCE).parts[0] not in ("puzzles", "core")]
    others = [p for p in others if p.relative_to(SOURCE).parts[:2] != ("io", "formats")]
    others += [p for p in MODULES if p.relative_to(SOURCE).parts[:2] == ("puzzles", "framework")]
    others += [SOURCE / "__init__.py", SOURCE / "puzzles" / "registry.py"]
    others += [path for path in sorted(tools.glob("*.py")) if path.name not in EXAMPLES]
    for spec in registry.built_in():
        kinds = {spec.name, registry.get(spec.name).__name__} if spec.puzzle else {spec.public[0]}
        naming = sorted(path.name for path in others if kinds & code_of(path))
        assert len(naming) <= 3, f"{spec.name} is named in {', '.join(naming)}"


# No folder grows unnoticed: raising a ceiling needs a reason in the commit.

CEILINGS = {
    "": 2_800,
    "batch": 4_200,
    "cli": 2_800,
    "core": 50,
    "io": 4_350,
    "lexicon": 1_900,
    "puzzles": 600,
    "puzzles/boggle": 14_000,
    "puzzles/framework": 7_150,
    "puzzles/gogen": 2_200,
    "puzzles/ladder": 2_350,
    "puzzles/numbrix": 2_450,
    "puzzles/paths": 650,
    "puzzles/peg": 3_100,
    "puzzles/placement": 5_900,
    "puzzles/river": 3_050,
    "puzzles/sliding": 3_100,
    "puzzles/sudoku": 6_450,
    "search": 2_150,
}
"""Folder -> most lines of Python in it, docstrings included."""
MOST_LINES = 68_900


def lines_of(paths):
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)


def test_each_folder_keeps_its_ceiling():
    lines = Counter()
    for path in MODULES:
        parts = path.relative_to(SOURCE).parts[:-1]
        lines["/".join(parts[:2]) if parts[:1] == ("puzzles",) else "/".join(parts[:1])] += lines_of([path])
    assert lines.keys() == CEILINGS.keys()
    assert {folder: count for folder, count in lines.items() if count > CEILINGS[folder]} == {}
    assert sum(lines.values()) <= MOST_LINES


# The words are plain.

BANNED = re.compile(
    r"\b(anew|beside|whoever|told|so many|goes on|under way|in its clothes|the affair of)\b", re.IGNORECASE
)


def prose_files():
    kinds = ("*.py", "*.pyx", "*.pxd", "*.pxi", "*.pyi", "*.h")
    yield from (path for kind in kinds for path in sorted(SOURCE.rglob(kind)))
    if (ROOT / "docs").exists():
        yield ROOT / "README.md"
        pages = sorted((ROOT / "docs").rglob("*.md"))
        yield from (path for path in pages if path.parent.name != "benchmarks")


def test_no_banned_word_occurs():
    found = []
    for path in prose_files():
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".md":  # what commands print is a quotation
            text = re.sub(r"^```.*?^```", lambda block: "\n" * block[0].count("\n"), text, flags=re.M | re.S)
        lines = enumerate(text.splitlines(), 1)
        found += [f"{path}:{number}: {line.strip()}" for number, line in lines if BANNED.search(line)]
    assert found == []


# Tests mirror folders.


def test_every_folder_has_tests():
    homes = [path for path in FOLDERS if len(list(path.glob("*.py"))) > 1 and path != SOURCE]
    missing = [
        str(path.relative_to(SOURCE))
        for path in homes
        if not list((TESTS / path.relative_to(SOURCE)).glob("test_*.py"))
    ]
    assert missing == []


def test_every_folder_of_tests_has_a_folder_of_the_package():
    for path in (TESTS / "puzzles").rglob("test_*.py"):
        assert (SOURCE / path.parent.relative_to(TESTS)).is_dir(), path


# What a search returns is used.


def test_no_outcome_of_a_search_is_dropped():
    """What `drive` returns says whether the work was done: who drops it takes a part for the whole."""
    for path in MODULES:
        for node in ast.walk(tree_of(path)):
            dropped = node.value if isinstance(node, ast.Expr) else None
            if isinstance(node, ast.Assign) and all(getattr(t, "id", "") == "_" for t in node.targets):
                dropped = node.value
            if isinstance(dropped, ast.Call):
                called = getattr(dropped.func, "id", getattr(dropped.func, "attr", ""))
                assert called not in ("drive", "_drive"), f"{path}:{node.lineno}"
