"""Run work on the workers of a Dask cluster; needs extra ``cluster``."""

from __future__ import annotations

import atexit
import gc
import hashlib
import logging
import os
import pickle
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from typing import Any

from ..base import MissingExtraError, PuzzleError
from ..io.text import printable

__all__ = ["RETRIES", "Left", "SharedTasks", "completed", "connected", "on_cluster"]

RETRIES = 3
"""How often a task is tried again elsewhere."""
SECONDS_TO_CONNECT = 10
STARTS = 3
"""How often the event loop of distributed, which has 10 seconds to start a thread, is started."""
SECONDS_TO_RETURN = 60
"""How long to wait for a lost scheduler."""
SECONDS_TO_COUNT = 1.0
"""How long a number of workers holds."""
MOST_RESTARTS = 100


class Left(KeyboardInterrupt):
    """Raised in the block of `connected` to end work without waiting for it."""


class SchedulerLostError(PuzzleError):
    """The connection to a scheduler was lost; another may answer at its address."""


@contextmanager
def connected(address: str, kept: str) -> Iterator[Any]:
    """Yield a client of a cluster, and turn the loss of the cluster into one line.

    The address is ``tcp://host:port`` of a scheduler, or ``local:N`` for N processes of this machine; `kept`
    is what is not lost, for that line. A block that raises `Left` ends at once: closing would take seconds,
    workers and their work end with this process.
    """
    distributed, shown = _package(address), printable(address)[:100]
    local, client = None, None
    with _quiet_logs():
        try:
            local = _local_cluster(distributed, address, kept) if address.startswith("local:") else None
            client = _client(distributed, address if local is None else local, kept, shown)
            yield client
        except KeyboardInterrupt as end:
            # Workers end with this process, at whose end Dask would close them once more and fail.
            if local is not None:
                atexit.unregister(distributed.deploy.spec.close_clusters)
            threading.Thread(target=_close, args=(client, local), daemon=True).start()
            local, client = None, None
            if not isinstance(end, Left):
                raise
        except distributed.KilledWorker:
            lost = "workers were lost again and again on the same part"
            raise PuzzleError(f"{lost}; {kept}", file=shown) from None
        except (CancelledError, distributed.comm.CommClosedError):
            kind = SchedulerLostError if local is None else PuzzleError
            raise kind(f"the scheduler was lost; {kept}", file=shown) from None
        finally:
            _close(client, local)


def on_cluster(address: str, kept: str, work: Callable[[Any], None], left: Callable[[], int]) -> None:
    """Call `work` with a client; call it again when a scheduler was lost and another answers.

    `work` does the tasks that are left, and returns when there are none. `left` returns their number: two
    losses without progress end the work.
    """
    for restarts in range(MOST_RESTARTS + 1):
        before = left()
        try:
            with connected(address, kept) as client:
                work(client)
            return
        except SchedulerLostError:
            progress = restarts == 0 or left() < before
            if restarts == MOST_RESTARTS or not progress or not _comes_back(address):
                raise


def completed(futures: Any) -> Any:
    """Return an iterator of futures as they are done; ``next_batch(block=False)`` gives those done by now."""
    import distributed

    return distributed.as_completed(futures)  # type: ignore[no-untyped-call,unused-ignore]


class SharedTasks:
    """Call the method of an object that is pickled, on workers that get the object once each.

    It is no argument that Dask keeps: where the worker that has such an argument is lost, the scheduler may
    fail. A worker that has not got the object returns the task, which is submitted again with it.
    """

    def __init__(self, client: Any, shared: object, method: str) -> None:
        self._client, self._method, self._job = client, method, pickle.dumps(shared)
        self._digest = hashlib.sha256(self._job).hexdigest()
        self._back, self._workers, self._counted = completed([]), 1, float("-inf")
        self.out: dict[Any, tuple[Any, ...]] = {}
        """The arguments of the tasks that are not done, by the keys of their futures."""

    @property
    def workers(self) -> int:
        """Threads of all workers, at least 1."""
        now = time.monotonic()
        if now - self._counted > SECONDS_TO_COUNT:
            self._workers, self._counted = max(1, sum(self._client.nthreads().values())), now
        return self._workers

    def submit(self, *arguments: Any, job: bytes | None = None) -> None:
        """Submit a call."""
        name = self._method, arguments, self._digest, job
        future = self._client.submit(call_shared, *name, pure=False, retries=RETRIES)
        self._back.add(future)
        self.out[future.key] = arguments

    def results(self) -> list[Any]:
        """Return the results that came since the last call."""
        found = []
        for future in self._back.next_batch(block=False) if self.out else ():
            arguments, result = self.out.pop(future.key), future.result()
            future.release()
            if result is None:
                self.submit(*arguments, job=self._job)
            else:
                found += result
        return found


_shared: dict[str, Any] = {}
_lock = threading.Lock()


def call_shared(method: str, arguments: tuple[Any, ...], digest: str, job: bytes | None) -> list[Any] | None:
    """Call a method of a shared object on a worker; return its result in a list, None without the object."""
    with _lock:
        if job is not None and digest not in _shared:
            _shared.clear()
            _shared[digest] = pickle.loads(job)
        shared = _shared.get(digest)
    return None if shared is None else [getattr(shared, method)(*arguments)]


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


def _local_cluster(distributed: Any, address: str, kept: str) -> Any:
    """Return a cluster of processes of this machine."""

    def start() -> Any:
        return distributed.LocalCluster(
            n_workers=int(address.partition(":")[2]),
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            silence_logs=logging.CRITICAL,
        )

    try:
        with _quiet_children(), warnings.catch_warnings():
            # Another cluster may have the port of the dashboard, which nobody asked for.
            warnings.filterwarnings("ignore", "Port .* is already in use", UserWarning)
            return _started(start, kept, address)
    except (RuntimeError, TimeoutError) as reason:  # a worker that was killed before it was at work
        wrong = f"the workers did not start: {printable(str(reason))[:100]}; {kept}"
        raise PuzzleError(wrong, file=address) from None


def _client(distributed: Any, cluster: Any, kept: str, shown: str) -> Any:
    try:
        return _started(lambda: distributed.Client(cluster, timeout=SECONDS_TO_CONNECT), kept, shown)
    except PuzzleError:
        raise
    except (OSError, ValueError, TimeoutError):
        wrong = "no Dask scheduler answers, expected tcp://host:port or local:N"
        raise PuzzleError(wrong, file=shown) from None


def _started(start: Callable[[], Any], kept: str, shown: str) -> Any:
    """Return what `start` returns; on a busy machine an event loop may need several starts.

    What failed is collected here: a client that the collector closes in the thread of another one, which is
    being made, waits for that one, as that one waits for the thread.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        for _ in range(STARTS):
            try:
                return start()
            except Exception as error:
                failed = error
            failed.__traceback__ = failed.__context__ = failed.__cause__ = None  # they hold what was begun
            gc.collect()
            if not isinstance(failed, AssertionError):
                raise failed
    wrong = f"this machine is too busy to start a thread in {10 * STARTS} seconds; {kept}"
    raise PuzzleError(wrong, file=shown)


def _comes_back(address: str) -> bool:
    """Wait for a scheduler; return whether one answers in time."""
    end = time.monotonic() + SECONDS_TO_RETURN
    while time.monotonic() < end:
        try:
            with connected(address, ""):
                return True
        except PuzzleError:
            time.sleep(0.1)
    return False


def _close(*parts: Any) -> None:
    for part in parts:
        if part is not None:
            with suppress(Exception):
                part.close(timeout=5)


@contextmanager
def _quiet_logs() -> Iterator[None]:
    """Silence the logs of distributed, whose errors become one line."""
    names = [name for name in logging.root.manager.loggerDict if name.split(".")[0] == "distributed"]
    levels = {name: logging.getLogger(name).level for name in names}
    for name in names:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)


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
