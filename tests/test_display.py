"""The line that shows what is under way: rich's, a plain one, none."""

import io
import sys
from types import SimpleNamespace

import pytest

from unriddle.console import progress_line
from unriddle.display import Display, display


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def terminal(monkeypatch):
    shown = Terminal()
    monkeypatch.setattr("unriddle.display.sys", SimpleNamespace(stderr=shown))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "60")
    return shown


@pytest.fixture(params=["rich", "plain", "dumb"])
def kind(request, terminal, monkeypatch):
    if request.param == "rich":
        pytest.importorskip("rich")
    elif request.param == "plain":
        monkeypatch.setitem(sys.modules, "rich.console", None)
    else:
        monkeypatch.setenv("TERM", "dumb")
    return request.param


def test_off_a_terminal_there_is_none(monkeypatch):
    for stream in (io.StringIO(), None):
        monkeypatch.setattr("unriddle.display.sys", SimpleNamespace(stderr=stream))
        with display() as line:
            assert line is None


def test_what_is_shown(kind, terminal):
    with display() as line:
        line.show("[bold]reading, 3 MB")
        line.show("x: 5 of 10", 5, 10)
        assert "[bold]reading, 3 MB" in terminal.getvalue() and "x: 5 of 10" in terminal.getvalue()
        assert ("\u2501" in terminal.getvalue()) == (kind == "rich")
    assert terminal.getvalue().endswith("\x1b[2K" if kind == "rich" else "\r\x1b[K")


def test_a_long_text_stays_on_its_line(kind, terminal):
    with display() as line:
        line.show("long " * 100)
        line.show("long " * 100, 1, 2)
        assert "\n" not in terminal.getvalue()


def test_it_begins_anew(kind, terminal):
    line = Display()
    line.show("one")
    line.clear()
    line.clear()
    before = len(terminal.getvalue())
    line.show("two")
    line.clear()
    assert "two" in terminal.getvalue()[before:]


def test_it_ends_with_an_error(kind, terminal):
    with pytest.raises(KeyboardInterrupt), display() as line:
        line.show("one")
        raise KeyboardInterrupt
    assert kind != "rich" or terminal.getvalue().count("\x1b[?25h") == 1  # the cursor is seen again


def test_short_work_draws_nothing(kind, terminal):
    with progress_line("x") as progress:
        progress(5)
    assert terminal.getvalue() == ""
    with progress_line("x") as progress:
        progress.start = progress._shown = progress.start - 1
        progress.more = "half"
        progress(5)
    assert "x: 5 nodes, 5/s; half" in terminal.getvalue()
