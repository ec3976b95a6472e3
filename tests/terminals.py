"""A command in a real pseudo-terminal: what is typed, and what is shown."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time

ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]")


class Terminal:
    """A command in a pseudo-terminal of its own session, so that Ctrl-C comes from the terminal."""

    TAKE = (
        "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
        "os.execv(sys.executable, [sys.executable, '-m', 'unriddle', *sys.argv[1:]])"
    )

    def __init__(self, *arguments, cwd, **environment):
        self.master, slave = pty.openpty()
        variables = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM")}
        self.process = subprocess.Popen(
            [sys.executable, "-c", self.TAKE, *map(str, arguments)],
            stdin=slave, stdout=slave, stderr=slave, cwd=cwd, start_new_session=True,
            env={**variables, "TERM": "xterm", **environment},
        )  # fmt: skip
        os.close(slave)
        self.raw = ""
        self.read_to = 0

    def expect(self, text):
        """Read until the text has been shown after what was read so far; return what came before it."""
        end = time.monotonic() + 30
        while True:
            shown = self.shown
            at = shown.find(text, self.read_to)
            if at >= 0:
                before = shown[self.read_to : at]
                self.read_to = at + len(text)
                return before
            assert time.monotonic() < end, f"{text!r} is not shown in {shown[self.read_to :]!r}"
            self.read()

    @property
    def shown(self):
        return ANSI.sub("", self.raw).replace("\r\n", "\n")

    def read(self):
        ready, _, _ = select.select([self.master], [], [], 1)
        if not ready:
            return True
        try:
            data = os.read(self.master, 65536)
        except OSError:  # the other end is closed
            return False
        self.raw += data.decode("utf-8", "replace")
        return bool(data)

    def enter(self, line):
        os.write(self.master, line.encode() + b"\n")

    def resize(self, columns, lines):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def settle(self):
        """Wait until `input` edits the line itself: a control key typed while it sets up may be lost."""
        end = time.monotonic() + 5
        while termios.tcgetattr(self.master)[3] & termios.ICANON and time.monotonic() < end:
            time.sleep(0.01)

    def end(self):
        end = time.monotonic() + 30
        while self.read() and self.process.poll() is None:
            if time.monotonic() > end:
                self.process.kill()
                raise AssertionError(f"the command does not end: {self.shown[-500:]!r}")
        code = self.process.wait(timeout=30)
        os.close(self.master)
        return code
