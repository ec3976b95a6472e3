"""How Sphinx builds the documentation; `make docs` calls it with warnings as errors."""

from __future__ import annotations

import shutil
import sys
import tomllib
from pathlib import Path
from typing import Any

project = "unriddle"
author = "The unriddle authors"
release = version = tomllib.loads(
    Path(__file__).parent.with_name("pyproject.toml").read_text(encoding="utf-8")
)["project"]["version"]
project_copyright = "The unriddle authors, MIT licence"

extensions = [
    "myst_parser",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.viewcode",
]
# The published report is a page that needs nothing else: it is copied as it is, and links open it.
REPORT = "benchmarks/report"
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}  # the second: what autosummary writes
templates_path = ["_templates"]
root_doc = "index"
language = "en"
default_role = "code"

myst_heading_anchors = 3

# The API pages: one a class, written into docs/api/generated
autosummary_generate = True
autosummary_context = {
    "with_states": {  # what they hold, and how they go a step on, stands in a base class
        "unriddle.Gogen",
        "unriddle.GridPegSolitairePuzzle",
        "unriddle.Hidato",
        "unriddle.Numbrix",
        "unriddle.RiverPuzzle",
        "unriddle.SudokuPuzzle",
        "unriddle.WordPlacement",
    }
}
autodoc_default_options = {
    "members": True,
    "undoc-members": True,
    "show-inheritance": True,
    "member-order": "bysource",
}
autodoc_typehints_format = "short"
toc_object_entries_show_parents = "hide"
python_use_unqualified_type_names = True
python_display_short_literal_types = True
python_maximum_signature_line_length = 90
numpydoc_show_class_members = False
numpydoc_class_members_toctree = False
add_module_names = False

nitpicky = True
# No inventories are downloaded: what belongs to Python, NumPy and others is not linked. Nor are the kernels,
# and the few inner classes that a signature names.
INNER = "|".join(
    (
        r"core|repr_html|io\.grid_text",
        r"puzzles\.boggle\.(parse|solver)",
        r"puzzles\.placement\.(rules|encode)",
        r"puzzles\.\w+\.(state|player)",
        r"puzzles\.sudoku\.constraints\.clues|io\.formats\.(crosswords|dimacs)|puzzles\.boggle\.proof\.prove",
    )
)
nitpick_ignore_regex = [
    (r"py:.*", r"(?!unriddle\b).*"),
    (r"py:.*", rf"unriddle\.({INNER})\..*"),
    (r"py:.*", r"unriddle\.base\.NearNames"),
    (r"py:.*", r"unriddle\.puzzles\.(framework\.\w+|registry)\.(A|P|R|T|T_co|Search)"),
    (
        r"py:.*",
        r"unriddle\.puzzles\.(gogen\.many\.(Coded|Solved)|river\.check\.Setting|sudoku\.many\.PuzzleCells"
        r"|placement\.solver\.Compiled|sudoku\.layout\.(Fields|Added)|boggle\.surveys\.(result\.Job|count\.Tally)"
        r"|boggle\.result\.(Described|WordsFound)|placement\.result\.FilledBoard"
        r"|books\.(Figure|Page))",
    ),  # data that classes share with the modules of their folder
]

html_theme = "pydata_sphinx_theme"
html_title = "unriddle"
html_static_path = ["_static"]
html_css_files = ["unriddle.css"]
html_js_files = ["copy.js"]
html_sidebars = {page: [] for page in ("index", "gallery", "search", "genindex")}
html_show_sourcelink = False
html_copy_source = False
html_context = {"default_mode": "auto"}
html_theme_options = {
    "logo": {"text": "unriddle"},
    "navbar_center": ["navbar-nav"],
    "navbar_end": ["theme-switcher"],
    "navbar_persistent": ["search-button"],
    "header_links_before_dropdown": 5,
    "footer_start": ["copyright"],
    "footer_end": ["theme-version"],
    "show_toc_level": 2,
    "secondary_sidebar_items": ["page-toc"],
    "pygments_light_style": "a11y-light",
    "pygments_dark_style": "a11y-dark",
}


def link_report(app: Any, doctree: Any, docname: str) -> None:
    """Make of what would be a download of the report a link to it, from the page that names it."""
    from docutils import nodes
    from sphinx.addnodes import download_reference

    for found in list(doctree.findall(download_reference)):
        if found["reftarget"].endswith("report.html"):
            where = "../" * docname.count("/") + f"{REPORT}.html"
            found.replace_self(nodes.reference("", "", *found.children, refuri=where, internal=True))


def copy_report(app: Any, failure: Exception | None) -> None:
    """Put the report where the links lead."""
    if failure is None and app.builder.format == "html":
        target = Path(app.outdir) / f"{REPORT}.html"
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(Path(app.srcdir) / f"{REPORT}.html", target)


def setup(app: Any) -> None:
    """Do both while the pages are made, and put tables of options where pages ask for them."""
    from docutils import nodes
    from numpydoc import docscrape_sphinx
    from sphinx.util.docutils import SphinxDirective

    # numpydoc makes an environment for each docstring, and compiles its templates again: a sixth of the time.
    made: dict[str, Any] = {}
    environment = docscrape_sphinx.SandboxedEnvironment
    docscrape_sphinx.SandboxedEnvironment = lambda loader: made.setdefault("", environment(loader=loader))

    sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
    import option_tables

    class Options(SphinxDirective):  # type: ignore[misc]
        """Show the options of a subcommand."""

        required_arguments = 1

        def run(self) -> list[nodes.Node]:
            return self.parse_text_to_nodes(option_tables.tables(self.arguments[0]))

    app.add_directive("options", Options)
    app.connect("doctree-resolved", link_report)
    app.connect("build-finished", copy_report)
