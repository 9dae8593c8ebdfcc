"""A command with --jobs that is killed: `python -m tests.cli.killed_command FILE` has done its only file, and waits; with `at-work` the file is
written once the command is gone."""

from __future__ import annotations

import sys
from multiprocessing import parent_process
from pathlib import Path

from inlay.cli.worker_processes import run_in_processes


def leave(_: str) -> None:
    """Nothing to do."""


def write_behind(path: str) -> None:
    print("at work", file=sys.__stdout__, flush=True)
    command = parent_process()
    assert command is not None
    command.join()
    Path(path).write_text("whole")


if __name__ == "__main__":
    path, *rest = sys.argv[1:]
    for _ in run_in_processes(write_behind if rest else leave, [path], 1):
        print("idle", flush=True)
        sys.stdin.read()
