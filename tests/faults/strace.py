"""Strikes a rewrite at a system call of the real kernel, by `strace -e inject`.

The rewrite runs in a fork of this process, which stops itself before it begins, so that strace sees the calls
of the rewrite and none of Python's start.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from uuid import UUID

from inlay.changes.life_cycle.edit_extension import append_to_file
from inlay.changes.rewrite import Target
from inlay.ground.files.aside import is_aside
from inlay.verbs.recover.from_journal import recover

MARK: Final = UUID("7d5d9a3e-2c46-4b1f-9a53-6d0c2f5b8e11")
CALL: Final = re.compile(r"^(\w+)\(", re.MULTILINE)

FAILING: Final = {
    "openat",
    "newfstatat",
    "fstat",
    "lseek",
    "pread64",
    "pwrite64",
    "copy_file_range",
    "ftruncate",
    "fsync",
    "flock",
    "flistxattr",
    "fchmod",
    "fchown",
    "rename",
    "unlink",
    "readlink",
    "faccessat",
    "faccessat2",
    "access",
}
"""Calls that are made to fail; the others are Python's own, and only ever the last ones."""


@dataclass(frozen=True, slots=True)
class Point:
    """The `nth` call of this name ends as `how` says: `signal=KILL` or `error=EIO`."""

    call: str
    nth: int
    how: str

    def __str__(self) -> str:
        return f"{self.call}:{self.how}:when={self.nth}"


@dataclass(frozen=True, slots=True)
class Rewriting:
    """A file before the rewrite and after it, and how it is made."""

    path: Path
    old: bytes
    new: bytes
    in_place: bool

    def run(self) -> None:
        append_to_file(
            str(self.path), b"payload" * 100, MARK, target=Target(in_place=self.in_place)
        )


def usable(folder: Path) -> bool:
    """Whether strace is there and may attach to our children."""
    if shutil.which("strace") is None:
        return False
    code, trace = _struck(lambda: None, folder, ["-e", "trace=exit_group"])
    return code == 0 and "exit_group" in trace


def prepare(path: Path, *, in_place: bool) -> Rewriting:
    """What an undisturbed rewrite of `path` makes of it."""
    old = path.read_bytes()
    rewriting = Rewriting(path, old, b"", in_place)
    rewriting.run()
    new = path.read_bytes()
    path.write_bytes(old)
    return Rewriting(path, old, new, in_place)


def points(rewriting: Rewriting) -> list[Point]:
    """Every system call of the rewrite: killed at it, and failed with EIO and ENOSPC."""
    code, trace = _struck(rewriting.run, rewriting.path.parent, [])
    assert code == 0, trace
    rewriting.path.write_bytes(rewriting.old)
    found: list[Point] = []
    counts: Counter[str] = Counter()
    for name in CALL.findall(trace):
        counts[name] += 1
        if name not in ("exit_group", "kill"):
            found.append(Point(name, counts[name], "signal=KILL"))
        if name in FAILING:
            found += [Point(name, counts[name], f"error={error}") for error in ("EIO", "ENOSPC")]
    return found


def strike(rewriting: Rewriting, point: Point) -> str:
    """`old` or `new`, with `, recovered` if that took recovery; AssertionError if torn."""
    path = rewriting.path
    path.write_bytes(rewriting.old)
    _struck(rewriting.run, path.parent, ["-e", f"inject={point}"])
    torn = path.read_bytes() not in (rewriting.old, rewriting.new)
    assert rewriting.in_place or not torn, point
    recover(str(path))
    found = path.read_bytes()
    assert found in (rewriting.old, rewriting.new), point
    left = [name for name in os.listdir(path.parent) if name != path.name]
    assert not any(is_aside(name) or "journal" in name for name in left), (point, left)
    state = "old" if found == rewriting.old else "new"
    return f"{state}, recovered" if torn else state


def _struck(run: Callable[[], None], folder: Path, options: list[str]) -> tuple[int, str]:
    """How the child ended, and the calls that it made."""
    child = os.fork()
    if child == 0:
        _be_the_child(run)
    os.waitpid(child, os.WUNTRACED)
    trace = folder.parent / "trace"
    with subprocess.Popen(
        ["strace", "-o", str(trace), *options, "-p", str(child)],
        stderr=subprocess.PIPE,
        text=True,
    ) as strace:
        assert strace.stderr is not None
        said = strace.stderr.readline()
        os.kill(child, signal.SIGCONT if "attached" in said else signal.SIGKILL)
        _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), trace.read_text() if trace.exists() else said


def _be_the_child(run: Callable[[], None]) -> None:
    code = 1
    try:
        os.kill(os.getpid(), signal.SIGSTOP)
        run()
        code = 0
    finally:
        os._exit(code)
