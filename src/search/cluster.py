"""Work spread over the workers of a Dask cluster; needs extra ``cluster``."""

from __future__ import annotations

import asyncio
import atexit
import logging
import os
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from typing import Any

from ..base import MissingExtraError, PuzzleError
from ..io.text import printable

__all__ = ["RETRIES", "Left", "completed", "connected", "on_cluster"]

RETRIES = 3
"""How often a task is tried again elsewhere."""
SECONDS_TO_CONNECT = 10
SECONDS_TO_RETURN = 60
"""How long a scheduler that was lost may take to be there again."""
MOST_RESTARTS = 100


class Left(KeyboardInterrupt):
    """Raised in the block of `connected` where work is left: it is ended, and not waited for."""


@contextmanager
def connected(address: str, kept: str) -> Iterator[Any]:
    """Yield a client of a cluster, and turn the loss of the cluster into one line.

    A block that raises `Left` ends at once: closing would take seconds, workers and their work end with this
    process.

    Parameters
    ----------
    address : str
        ``tcp://host:port`` of a scheduler, or ``local:N`` for N processes of this machine.
    kept : str
        What is not lost, for that line.

    Raises
    ------
    MissingExtraError
        distributed is not installed.
    PuzzleError
        No scheduler at the address; one that was lost; workers that did not start, or were lost again and
        again.
    """
    try:
        with _quiet_logs(), _session(_package(address), address, kept) as client:
            yield client
    except Left:
        pass
    except _Lost as lost:
        raise PuzzleError(f"{lost}; {kept}", file=printable(address)[:100]) from None


def on_cluster(address: str, kept: str, work: Callable[[Any], None], left: Callable[[], int]) -> None:
    """Call `work` with a client; once more where a scheduler was lost and is there again.

    Parameters
    ----------
    address, kept : str
        As for `connected`.
    work : callable
        Does what is left, and returns when nothing is.
    left : callable
        Tasks that are left: a scheduler that is lost before one of them is done does not get a third chance.

    Raises
    ------
    MissingExtraError, PuzzleError
        As for `connected`.
    """
    distributed, again = _package(address), 0
    with _quiet_logs():
        while True:
            before = left()
            try:
                with _session(distributed, address, kept) as client:
                    work(client)
                return
            except _Lost as lost:
                # A scheduler that comes back knows nothing: what is left is given to it anew.
                fresh = again == 0 or left() < before
                if not lost.may_return or not fresh or not _comes_back(distributed, address):
                    raise PuzzleError(f"{lost}; {kept}", file=printable(address)[:100]) from None
            again += 1
            if again > MOST_RESTARTS:
                lost_again = "the scheduler was lost again and again"
                raise PuzzleError(f"{lost_again}; {kept}", file=printable(address)[:100])


def completed(futures: Any) -> Any:
    """Return an iterator of futures as they are done; ``next_batch(block=False)`` gives those done by now."""
    import distributed

    return distributed.as_completed(futures)  # type: ignore[no-untyped-call,unused-ignore]


class _Lost(Exception):
    """What became of the cluster."""

    def __init__(self, what: str, *, may_return: bool = False) -> None:
        super().__init__(what)
        self.may_return = may_return


def _package(address: str) -> Any:
    """Return the module distributed, of an address that is one."""
    kind, _, count = address.partition(":")
    wrong = not count.isascii() or not count.isdigit() or not 1 <= int(count[:5]) <= 1024
    if kind == "local" and wrong:
        raise PuzzleError(f"cluster {address!r:.60}, expected local:N with N from 1 to 1024")
    try:
        import distributed
    except ImportError:
        raise MissingExtraError("Clusters", "distributed", "cluster") from None
    return distributed


@contextmanager
def _session(distributed: Any, address: str, kept: str) -> Iterator[Any]:
    """Yield a client, and close all at the end; `_Lost` where the cluster was."""
    local, client = None, None
    loop = _Loop() if address.startswith("local:") else None
    try:
        local, client = _connect(distributed, address, kept, loop)
        yield client
    except KeyboardInterrupt:
        # Closing takes seconds: workers and their work end with this process. At its end Dask would close
        # once more, beside this thread, and fail in many lines.
        if local is not None:
            atexit.unregister(distributed.deploy.spec.close_clusters)
        threading.Thread(target=_close, args=(client, local, loop), daemon=True).start()
        raise
    except BaseException as error:
        _close(client, local, loop)
        if isinstance(error, distributed.KilledWorker):
            raise _Lost("workers were lost again and again on the same part") from None
        if isinstance(error, (CancelledError, distributed.comm.CommClosedError)):
            raise _Lost("the scheduler was lost", may_return=local is None) from None
        raise
    _close(client, local, loop)


class _Loop:
    """An event loop in a thread of its own.

    Dask would make one as well, and fail with an assertion where a busy machine takes 10 seconds to start the
    thread.
    """

    def __init__(self) -> None:
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True, name="loop")
        self._thread.start()
        self._ready.wait()

    async def _run(self) -> None:
        from tornado.ioloop import IOLoop

        self.ioloop, self._end = IOLoop.current(), asyncio.Event()
        self._ready.set()
        await self._end.wait()

    def close(self, timeout: float) -> None:
        """End the loop, and wait for that."""
        self.ioloop.add_callback(self._end.set)
        self._thread.join(timeout)


def _comes_back(distributed: Any, address: str) -> bool:
    """Wait for a scheduler; say whether one answers in time."""
    end = time.monotonic() + SECONDS_TO_RETURN
    while time.monotonic() < end:
        try:
            client = distributed.Client(address, timeout=SECONDS_TO_CONNECT)
        except (OSError, ValueError, TimeoutError, AssertionError):  # the last: a loop that started late
            time.sleep(0.1)
        else:
            _close(client)
            return True
    return False


@contextmanager
def _quiet_logs() -> Iterator[None]:
    """Keep what becomes one line from being told in many as well."""
    names = [name for name in logging.root.manager.loggerDict if name.split(".")[0] == "distributed"]
    levels = {name: logging.getLogger(name).level for name in names}
    for name in names:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)


def _close(*parts: Any) -> None:
    for part in parts:
        if part is not None:
            with suppress(Exception):
                part.close(timeout=5)


def _connect(distributed: Any, address: str, kept: str, loop: _Loop | None) -> tuple[Any, Any]:
    """Return the local cluster, where one was asked for, and a client."""
    count = address.partition(":")[2]
    if loop is not None:
        try:
            with _quiet_children(), warnings.catch_warnings():
                # A second cluster beside this one has the port that nobody asked for.
                warnings.filterwarnings("ignore", "Port .* is already in use", UserWarning)
                local = distributed.LocalCluster(
                    n_workers=int(count),
                    threads_per_worker=1,
                    processes=True,
                    dashboard_address=None,
                    silence_logs=logging.CRITICAL,
                    loop=loop.ioloop,
                )
            return local, distributed.Client(local)
        except (RuntimeError, TimeoutError) as reason:  # a worker that was killed before it was at work
            wrong = f"the workers did not start: {printable(str(reason))[:100]}; {kept}"
            raise PuzzleError(wrong, file=address) from None
    try:
        return None, distributed.Client(address, timeout=SECONDS_TO_CONNECT)
    except AssertionError:  # see `_Loop`; a client that fails needs its own loop to the end
        wrong = f"this machine is too busy to start a thread in 10 seconds; {kept}"
        raise PuzzleError(wrong, file=printable(address)[:100]) from None
    except (OSError, ValueError, TimeoutError):
        wrong = "no Dask scheduler answers, expected tcp://host:port or local:N"
        raise PuzzleError(wrong, file=printable(address)[:100]) from None


@contextmanager
def _quiet_children() -> Iterator[None]:
    """Keep Python's tracker of resources from reporting that Ctrl-C ended the process that made them."""
    kept = os.environ.get("PYTHONWARNINGS")
    mute = "ignore:resource_tracker:UserWarning"
    os.environ["PYTHONWARNINGS"] = f"{kept},{mute}" if kept else mute
    try:
        yield
    finally:
        if kept is None:
            del os.environ["PYTHONWARNINGS"]
        else:
            os.environ["PYTHONWARNINGS"] = kept
