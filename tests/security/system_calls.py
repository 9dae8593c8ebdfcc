"""What a program asks of the kernel, as strace tells it: also what C++ opens, of which Python reports nothing."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

CALLS: Final = (
    "openat,open,creat,connect,sendto,execve,execveat,unlink,unlinkat,rename,renameat,renameat2,mkdir,mkdirat,rmdir,truncate,"
    "ftruncate,symlink,symlinkat,link,linkat,chmod,fchmodat"
)  # fmt: skip
WRITES: Final = ("O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC", "O_APPEND")
_CALL: Final = re.compile(r"^(?:\d+ +)?(\w+)\((.*)\) += (\S+)", re.MULTILINE)
_TEXT: Final = re.compile(r'"((?:[^"\\]|\\.)*)"')


class SystemCall(NamedTuple):
    """`said` has all arguments as strace prints them, `path` the first that is text; `failed` ones changed nothing."""

    name: str
    path: str
    said: str
    failed: bool

    @property
    def writes(self) -> bool:
        return any(flag in self.said for flag in WRITES)


def may_trace(folder: Path) -> bool:
    """Whether strace may look at a child here: some containers forbid it."""
    trace = folder / "may"
    command = ["strace", "-o", str(trace), "-e", "trace=execve", "true"]
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


def run_traced(
    words: Sequence[str], trace: Path, *, folder: Path, path: Sequence[str]
) -> list[SystemCall]:
    """Of Python with these arguments, its threads and its children."""
    command = ["strace", "-f", "-qq", "-s", "4096", "-o", str(trace), "-e", f"trace={CALLS}", "-e", "signal=none"]  # fmt: skip
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path), "NO_COLOR": "1"}
    subprocess.run(
        [*command, sys.executable, *words],
        cwd=folder,
        env=environment,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return list(_read(trace.read_text(encoding="utf-8", errors="surrogateescape")))


def _read(text: str) -> Iterator[SystemCall]:
    """Calls that were interrupted by another thread are put together again."""
    begun: dict[str, str] = {}
    for line in text.splitlines():
        process, _, call = line.partition(" ")
        call = call.strip()
        if call.endswith("<unfinished ...>"):
            begun[process] = call.removesuffix("<unfinished ...>")
            continue
        if resumed := re.match(r"<\.\.\. \w+ resumed>", call):
            call = begun.pop(process, "") + call[resumed.end() :]
        if match := _CALL.match(call):
            first = _TEXT.search(match[2])
            yield SystemCall(match[1], first[1] if first else "", match[2], match[3] == "-1")
