"""How the kernels were compiled, as the machine that measures tells it."""

import re

from benchmarks.machine import built
from unriddle.core import build_info


def test_it_is_compiled_itself():
    assert build_info.__file__.endswith((".so", ".pyd"))


def test_the_compiler_has_a_name_and_a_version():
    assert re.match(r"(gcc|clang|msvc) \S*\d", build_info.COMPILER) or build_info.COMPILER == "unknown"
    assert build_info.COMPILER.strip() == build_info.COMPILER


def test_the_flags_are_options_of_one_line():
    assert "\n" not in build_info.FLAGS and '"' not in build_info.FLAGS
    if build_info.COMPILER.startswith(("gcc", "clang")):
        assert all(flag.startswith("-") for flag in build_info.FLAGS.split() if "=" not in flag)
        assert any(re.fullmatch(r"-O\w?", flag) for flag in build_info.FLAGS.split())


def test_the_report_of_a_run_names_all_three():
    info = built()
    assert type(build_info.CHECKED) is bool
    assert (info["compiler"], info["flags"], info["checked"]) == (
        build_info.COMPILER,
        build_info.FLAGS,
        build_info.CHECKED,
    )
