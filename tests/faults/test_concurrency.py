"""Writers against writers, and readers against writers."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections import Counter
from multiprocessing.synchronize import Barrier, Event
from pathlib import Path
from uuid import UUID

from inlay.extensions.on_files import append_to_file, strip_from_file
from inlay.rewrite import Change, ChangedError, edit_tail
from inlay_runtime.errors import InlayError

FIRST = UUID("7d5d9a3e-2c46-4b1f-9a53-6d0c2f5b8e11")
RACES = 300
REWRITES = 150


def race(path: Path, body: int, name: bytes, start: threading.Barrier, ended: list[str]) -> None:
    def plan(_source: object) -> Change:
        start.wait()
        return Change(body, name)

    start.wait()
    try:
        edit_tail(str(path), plan)
        ended.append("done")
    except ChangedError:
        start.abort()
        ended.append("conflict")
    except threading.BrokenBarrierError:
        edit_tail(str(path), lambda _source: Change(body, name))
        ended.append("done")


def test_of_two_writers_at_once_one_succeeds_and_the_other_gets_a_conflict(tmp_path: Path) -> None:
    path = tmp_path / "file"
    outcomes: Counter[tuple[str, ...]] = Counter()
    for _ in range(RACES):
        path.write_bytes(b"body" + b"old tail")
        start = threading.Barrier(2)
        ended: list[str] = []
        writers = [
            threading.Thread(target=race, args=(path, 4, name, start, ended))
            for name in (b"the first", b"the second")
        ]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join()
        outcomes[tuple(sorted(ended))] += 1
        assert path.read_bytes() in (b"bodythe first", b"bodythe second")
    assert outcomes == {("conflict", "done"): RACES}


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


def read_in_process(path: str, states: list[bytes], stop: Event) -> None:
    reads = 0
    while not stop.is_set():
        with open(path, "rb") as file:
            if file.read() not in states:
                os._exit(1)
        reads += 1
    os._exit(0 if reads > 10 else 2)


def test_readers_see_the_old_file_or_the_new_one(path: Path) -> None:
    old = path.read_bytes()
    append_to_file(str(path), b"payload" * 50, FIRST)
    states = [old, path.read_bytes()]
    context = multiprocessing.get_context("fork")
    stop = context.Event()
    readers = [
        context.Process(target=read_in_process, args=(str(path), states, stop)) for _ in range(4)
    ]
    for reader in readers:
        reader.start()
    for at in range(REWRITES):
        if at % 2:
            append_to_file(str(path), b"payload" * 50, FIRST)
        else:
            strip_from_file(str(path), FIRST)
    stop.set()
    for reader in readers:
        reader.join()
    assert [reader.exitcode for reader in readers] == [0] * 4
