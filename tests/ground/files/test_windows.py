"""What Windows lacks is needed only for changing files: everything else works without it, and a change says so."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.cli.test_exit_codes import environment

LACKING = """
import os, sys

for name in (
    "O_CLOEXEC O_DIRECTORY O_NOFOLLOW O_NONBLOCK chown copy_file_range fchmod fchown fork getegid geteuid getgid "
    "getgroups getpgid getuid getxattr lchown listxattr major mkfifo posix_fadvise posix_fallocate pread preadv pwrite "
    "pwritev register_at_fork removexattr sched_getaffinity setxattr statvfs"
).split():
    if hasattr(os, name):
        delattr(os, name)
for name in ("fcntl", "grp", "pwd", "resource", "termios", "tty"):
    sys.modules[name] = None
"""
READING = """
import inlay

path = sys.argv[1]
footer = inlay.open(path)
assert footer.metadata.encode() == footer.thrift
assert inlay.read_metadata(path).num_rows == footer.num_rows
assert inlay.read_table(path).num_rows == footer.num_rows
assert sum(batch.num_rows for batch in inlay.scan_footers([path])) == 1
assert inlay.verify(path) is not None
"""
COMMAND = """
from inlay.__main__ import run

sys.exit(run(sys.argv[2:] + [sys.argv[1]]))
"""
READERS = (
    ["inspect"],
    ["verify"],
    ["scan"],
    ["ext", "list"],
    ["footer", "show"],
    ["encoding", "show"],
)
WRITERS = (["seal"], ["footer", "add"], ["encoding", "add", "--auto"], ["recover"])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "small.parquet"
    pq.write_table(pa.table({"id": [1, 2, 3]}), path)
    return path


def run_without(what: str, path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", LACKING + what, str(path), *arguments],
        capture_output=True,
        text=True,
        check=False,
        env=environment(),
    )


def test_reading_from_python(path: Path) -> None:
    done = run_without(READING, path)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("command", READERS, ids=" ".join)
def test_commands_that_read(path: Path, command: list[str]) -> None:
    done = run_without(COMMAND, path, *command)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("command", WRITERS, ids=" ".join)
def test_commands_that_write_say_that_they_cannot(path: Path, command: list[str]) -> None:
    before = path.read_bytes()
    done = run_without(COMMAND, path, *command)
    assert done.returncode == 6, done.stderr
    (line,) = done.stderr.splitlines()
    assert line.endswith(
        "inlay changes files on Linux and macOS only: here it only reads; on Windows, use WSL"
    )
    assert path.read_bytes() == before
    assert [other.name for other in path.parent.iterdir()] == [path.name]
