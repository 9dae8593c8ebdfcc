"""Writers against writers, and readers against writers."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections import Counter
from functools import partial
from itertools import count
from multiprocessing.synchronize import Barrier, Event, Semaphore
from pathlib import Path
from uuid import UUID

from inlay.changes.life_cycle.edit_extension import append_to_file
from inlay.changes.rewrite import Change, ChangedError, edit_tail
from inlay.changes.rewrite.system import Posix
from inlay.ground.files.source import Seekable
from inlay_runtime.errors import InlayError

FIRST = UUID("7d5d9a3e-2c46-4b1f-9a53-6d0c2f5b8e11")
RACES = 500
REWRITES = 500


class Unsynced(Posix):
    """Who sees what, and when, has nothing to do with the disk."""

    def sync(self, file: int) -> None:
        pass


FAST = Unsynced()


def race(path: Path, name: bytes, start: threading.Barrier, ended: list[str]) -> None:
    def plan(source: Seekable) -> Change:
        source.seek(4)
        if source.read(100) != b"old tail":
            raise ChangedError(str(path), "the other was first")
        return Change(4, name)

    start.wait()
    try:
        edit_tail(str(path), plan, system=FAST)
        ended.append("done")
    except ChangedError:
        ended.append("conflict")


def test_of_two_writers_at_once_one_succeeds_and_the_other_gets_a_conflict(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for _ in range(RACES):
        path.write_bytes(b"bodyold tail")
        start = threading.Barrier(2)
        ended: list[str] = []
        names = (b"the first", b"the second")
        writers = [threading.Thread(target=race, args=(path, name, start, ended)) for name in names]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join()
        assert sorted(ended) == ["conflict", "done"]
        assert path.read_bytes() in (b"bodythe first", b"bodythe second")
    assert os.listdir(tmp_path) == [path.name]


def append_in_process(path: str, number: int, start: Barrier) -> None:
    start.wait()
    uuid = UUID(int=FIRST.int + (number << 64))
    try:
        append_to_file(path, b"payload", uuid)
        os._exit(0)
    except ChangedError:
        os._exit(5)
    except InlayError:
        os._exit(4)


def test_processes_that_append_at_once_never_lose_an_extension(path: Path) -> None:
    """The second to come sees the first one's extension, or is told that the file changed."""
    context = multiprocessing.get_context("fork")
    old = path.read_bytes()
    for _ in range(15):
        path.write_bytes(old)
        start = context.Barrier(4)
        writers = [
            context.Process(target=append_in_process, args=(str(path), number, start))
            for number in range(4)
        ]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join()
        codes = Counter(writer.exitcode for writer in writers)
        assert codes[0] == 1, codes
        assert set(codes) <= {0, 4, 5}
    assert os.listdir(path.parent) == [path.name]


def read_in_process(path: str, states: list[bytes], busy: Semaphore, stop: Event) -> None:
    """Says so once when it has read ten times."""
    for reads in count(1):
        with open(path, "rb") as file:
            if file.read() not in states:
                os._exit(1)
        if reads == 10:
            busy.release()
        if reads >= 10 and stop.is_set():
            os._exit(0)


def planned(change: Change, _source: object) -> Change:
    return change


def test_readers_see_the_old_file_or_the_new_one(path: Path) -> None:
    body = path.read_bytes()
    changes = [Change(len(body), name * 500) for name in (b"old", b"newer")]
    states = [body + change.end.read() for change in changes]
    path.write_bytes(states[0])
    context = multiprocessing.get_context("fork")
    stop, busy = context.Event(), context.Semaphore(0)
    readers = [
        context.Process(target=read_in_process, args=(str(path), states, busy, stop))
        for _ in range(4)
    ]
    for reader in readers:
        reader.start()
    for reader in readers:
        while reader.is_alive() and not busy.acquire(timeout=0.01):
            pass
    for at in range(1, REWRITES + 1):
        edit_tail(str(path), partial(planned, changes[at % 2]), system=FAST)
    stop.set()
    for reader in readers:
        reader.join()
    assert [reader.exitcode for reader in readers] == [0] * 4
