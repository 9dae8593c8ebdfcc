"""Readers that do what no reader should, each in its own way. `inlay.vet` loads them by name, in a child process."""

from __future__ import annotations

import os
import resource
import select
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow as pa

from inlay.verbs.vet.readers import VettedReader

Read = Callable[[str], Any]


def reader_of(name: str) -> VettedReader:
    return VettedReader(("pyarrow",), f"{__name__}:{name}")


def _table(**columns: list[Any]) -> Any:
    return pa.table({name: pa.array(values) for name, values in columns.items()})


def honest() -> Read:
    return lambda _: _table(a=list(range(5000)), b=["x"] * 5000)


def wide_types() -> Read:
    """The same values in other types."""

    def read(_: str) -> Any:
        a = pa.array(range(5000), pa.uint16())
        b = pa.array([b"x"] * 5000, pa.large_binary()).dictionary_encode()
        return pa.table({"A": a, "B": b})

    return read


def one_other_value() -> Read:
    return lambda _: _table(a=[*range(4500), -1, *range(4501, 5000)], b=["x"] * 5000)


def one_row_less() -> Read:
    return lambda _: _table(a=list(range(4999)), b=["x"] * 4999)


def one_column() -> Read:
    return lambda _: _table(a=list(range(5000)))


def segfaults() -> Read:
    return lambda _: signal.raise_signal(signal.SIGSEGV)


def leaves() -> Read:
    return lambda _: os._exit(7)


def allocates() -> Read:
    return lambda _: bytearray(4 << 30)


def aborts_for_memory() -> Read:
    def read(_: str) -> Any:
        sys.stderr.write("memory allocation of 17179869184 bytes failed\n")
        sys.stderr.flush()
        os.abort()

    return read


def hangs_at_work() -> Read:
    def read(_: str) -> Any:
        while True:
            pass

    return read


def hangs_with_a_child() -> Read:
    """The child waits for ever, as its parent does. It is there before the time runs: on a busy machine a start takes any time."""
    child = subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()"])
    print(f"child {child.pid}", flush=True)

    def read(_: str) -> Any:
        signal.pause()

    return read


def spends_its_processor_time() -> Read:
    """Both limits, which says so and which kills, come earlier by the same time, and the test with them."""

    def read(_: str) -> Any:
        soft, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (1, 1 + hard - soft))
        while True:
            pass

    return read


def crashes_beside_a_fork() -> Read:
    """The fork has the pipe, too, and lives on."""

    def read(_: str) -> Any:
        if os.fork() == 0:
            signal.pause()
        signal.raise_signal(signal.SIGSEGV)

    return read


def dies_of_a_signal_without_name() -> Read:
    return lambda _: os.kill(os.getpid(), signal.SIGRTMIN + 1)


def interrupts() -> Read:
    def read(_: str) -> Any:
        raise KeyboardInterrupt

    return read


def refuses_with_half_a_pair() -> Read:
    def read(_: str) -> Any:
        raise ValueError("\ud83d is half a smile")

    return read


def answers_itself() -> Read:
    """As one that executes what the file says could."""

    def read(_: str) -> Any:
        os.write(int(sys.argv[1]), b"{}\n")
        os._exit(0)

    return read


def answers_too_much() -> Read:
    """Small objects without end, which would take many times their size."""

    def read(_: str) -> Any:
        while True:
            os.write(int(sys.argv[1]), b"[]," * 100_000)

    return read


def gives_no_table() -> Read:
    return lambda _: None


def refuses() -> Read:
    def read(path: str) -> Any:
        raise ValueError(f"{path} is \x1b[31mnot\nliked")

    return read


def writes_outside() -> Read:
    """Beside the file itself, to which the link leads."""

    def read(path: str) -> Any:
        Path("in-the-scratch-folder").write_text("may be")
        (Path(path).resolve().parent / "planted").write_text("may not be")

    return read


def overwrites_the_file() -> Read:
    return lambda path: Path(path).write_bytes(b"other bytes")


def prints_for_ever() -> Read:
    def read(_: str) -> Any:
        while True:
            os.write(1, bytes(1 << 20))

    return read


def fills_and_leaves(fill: Callable[[], object]) -> Read:
    def read(_: str) -> Any:
        fill()
        os._exit(3)

    return read


def puts_a_pipe_for_the_log() -> Read:
    def fill() -> None:
        _remove_log()
        os.mkfifo("printed")

    return fills_and_leaves(fill)


def puts_a_device_for_the_log() -> Read:
    return fills_and_leaves(lambda: _put_link_for_the_log("/dev/zero"))


def puts_a_file_for_the_log() -> Read:
    return fills_and_leaves(lambda: _put_link_for_the_log(__file__))


def _put_link_for_the_log(target: str) -> None:
    _remove_log()
    Path("printed").symlink_to(target)


def removes_the_log() -> Read:
    return fills_and_leaves(_remove_log)


def _remove_log() -> None:
    """Where it had a name."""
    Path("printed").unlink(missing_ok=True)


def removes_the_folder() -> Read:
    return fills_and_leaves(lambda: shutil.rmtree(Path.cwd(), ignore_errors=True))


def shuts_the_folder() -> Read:
    def fill() -> None:
        Path("shut/inner").mkdir(parents=True)
        Path("shut/inner/file").touch()
        for folder in ("shut/inner", "shut", "."):
            Path(folder).chmod(0)

    return fills_and_leaves(fill)


def nests_folders() -> Read:
    def fill() -> None:
        for _ in range(1200):
            Path("folder").mkdir()
            os.chdir("folder")

    return fills_and_leaves(fill)


def links_to_what_is_elsewhere() -> Read:
    def read(path: str) -> Any:
        os.symlink(Path(path).resolve().parent, "folder")
        os.symlink(Path(path).resolve(), "file")
        os._exit(3)

    return read


def lets_another_make_files() -> Read:
    """One that has left the group, until it is told to end: then a pipe beside the file has a writer."""

    def read(path: str) -> Any:
        Path("there").mkdir()
        started, start = os.pipe()
        if os.fork():
            os.read(started, 1)
            os._exit(3)
        os.setsid()
        os.write(start, b"!")
        end = os.open(Path(path).resolve().with_name("end"), os.O_RDONLY | os.O_NONBLOCK)
        while not select.select([end], [], [], 0)[0]:
            with suppress(OSError):
                Path("there", os.urandom(8).hex()).touch()
        os._exit(0)

    return read


def waits_for_an_end() -> Read:
    """Of the pipe beside the file, which it has open meanwhile."""
    return lambda path: Path(path).resolve().with_name("end").read_bytes()


def refuses_at_length() -> Read:
    def read(_: str) -> Any:
        raise ValueError("no " * (8 << 20))

    return read


def long_names() -> Read:
    """Each is cut; escaped, what is left of them would be more than an answer may be."""
    names = ["\U0001f600" * (1 << 20)] * 900
    return lambda _: SimpleNamespace(num_rows=0, num_columns=len(names), column_names=names)


def names_that_are_no_text() -> Read:
    return lambda _: SimpleNamespace(num_rows=0, num_columns=1, column_names=["a\udc80\u00e9"])


def connects() -> Read:
    return lambda _: socket.create_connection(("127.0.0.1", 9), timeout=1)
