"""No process of --jobs outlives a command that is killed, be it at work or waiting for the next file."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("words", "said"), [((), b"idle\n"), (("at-work",), b"at work\n")])
def test_its_processes_end(words: tuple[str, ...], said: bytes, tmp_path: Path) -> None:
    path = tmp_path / "file"
    with subprocess.Popen(
        [sys.executable, "-m", "tests.cli.killed_command", path, *words],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as command:
        assert command.stdout is not None
        assert command.stdout.readline() == said
        command.kill()
        assert command.stdout.read() == b""  # which the process has open, too
    assert path.exists() == bool(words)  # the file at hand is done first
