"""How many readers work at once, and asking so many: each in a thread, which waits for its child.

As many as there are processors, so that none of them waits for another, and as there is memory for all of their limits together, so that
the system does not end one for what another takes. Then each verdict is the one that it would have alone.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from multiprocessing import parent_process
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

Subject = TypeVar("Subject")
End = TypeVar("End")

IsWanted: TypeAlias = Callable[[], bool]
"""Whether anybody waits for the answer still."""

_MEMORY: Final = Path("/proc/meminfo")
_GROUP: Final = Path("/sys/fs/cgroup")


def count_at_once(memory: int) -> int:
    """Readers of `memory` bytes each. One in a process of a pool, for the others have readers, too; and where nobody knows how much
    memory there is."""
    if parent_process() is not None:
        return 1
    free = measure_free_memory()
    return max(min(_count_processors(), (free or 0) // memory), 1)


def _count_processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def measure_free_memory() -> int | None:
    """Bytes that can be had without taking them from others: of the system, and of the group of processes that this one is in. None where
    that cannot be told."""
    free: int | None = None
    with suppress(OSError, ValueError, IndexError):
        lines = _MEMORY.read_text("ascii").splitlines()
        said = next((line for line in lines if line.startswith("MemAvailable:")), "")
        free = int(said.split()[1]) << 10
    if free is None:
        return None
    with suppress(OSError, ValueError):  # without a limit, a word stands there
        most = int((_GROUP / "memory.max").read_text("ascii"))
        free = min(free, max(most - int((_GROUP / "memory.current").read_text("ascii")), 0))
    return free


def ask_at_once(
    subjects: Mapping[str, Subject],
    ask: Callable[[Subject, IsWanted], End],
    number: int,
    watch: Callable[[str], object],
) -> dict[str, End]:
    """What `ask` gives for each, in the order of `subjects`, so many at a time; `watch` is told each name first.

    What one of them raises is raised when the others have ended, which are not wanted any more then.
    """
    is_over = threading.Event()
    waiting = list(subjects.items())
    at_work: dict[str, Future[End]] = {}
    with ThreadPoolExecutor(number, "vet") as threads:
        try:
            while waiting or not all(future.done() for future in at_work.values()):
                busy: list[Future[End]] = []
                for future in at_work.values():
                    if future.done():
                        future.result()  # or what it raises
                    else:
                        busy.append(future)
                if waiting and len(busy) < number:
                    name, subject = waiting.pop(0)
                    watch(name)
                    at_work[name] = threads.submit(ask, subject, lambda: not is_over.is_set())
                else:
                    wait(busy, return_when=FIRST_COMPLETED)
            return {name: future.result() for name, future in at_work.items()}
        finally:
            is_over.set()
