"""Processes of `--jobs` that stay for the next command: each has imported what it needs, which takes longer than a small file.

What a command is given by them is the same, for a process works on many files. Tests that look at their beginning and at their
end have processes of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.context import BaseContext
from typing import Any, Final
from unittest import mock

from inlay.cli import worker_processes

_KEPT: Final = list[ProcessPoolExecutor]()


class _Borrowed:
    """In the place of a command's own processes: its end leaves them."""

    def __init__(self, processes: int, context: BaseContext, prepare: Callable[[], None]) -> None:
        assert processes == 2
        if not _KEPT:
            _KEPT.append(ProcessPoolExecutor(processes, context, prepare))

    def submit(self, run: Callable[..., Any], *arguments: object) -> Future[Any]:
        return _KEPT[0].submit(run, *arguments)

    def shutdown(self, *, cancel_futures: bool) -> None:
        assert cancel_futures


@contextmanager
def keep_processes() -> Iterator[None]:
    """Within it, every command with `--jobs 2` uses the same two."""
    with mock.patch.object(worker_processes, "ProcessPoolExecutor", _Borrowed):
        try:
            yield
        finally:
            while _KEPT:
                _KEPT.pop().shutdown()
