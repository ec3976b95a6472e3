"""What type checkers accept works; what they refuse is in `tests/typing/wrong_calls.py`."""

import importlib.util
from pathlib import Path


def test_accepted_calls_work(tmp_path):
    place = Path(__file__).with_name("right_calls.py")
    spec = importlib.util.spec_from_file_location("right_calls", place)
    calls = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(calls)
    calls.run(tmp_path)
