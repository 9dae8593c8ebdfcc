"""How the command ends: one test for each code that is in use."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
import pytest

import inlay.commands
from inlay.exit_codes import MEANING, ExitCode, table
from parquet_format.parquet import FileMetaData

if TYPE_CHECKING:
    from tests.toolkit.conftest import Inlay, MakeFile

ROOT = Path(__file__).parents[2]
SOURCES = os.pathsep.join(str(ROOT / folder) for folder in ("toolkit", "generated", "runtime"))
COMMAND = [sys.executable, "-m", "inlay"]


def environment() -> dict[str, str]:
    return os.environ | {"PYTHONPATH": SOURCES}


def test_every_code_has_a_meaning_and_is_in_the_help(inlay: Inlay) -> None:
    assert set(MEANING) == set(ExitCode)
    shown = inlay("--help")
    assert shown.code == 0
    assert table() in " ".join(shown.out.split())


def test_0_for_a_file_that_is_fine(
    metadata: FileMetaData, make_file: MakeFile, inlay: Inlay
) -> None:
    found = inlay("inspect", make_file(metadata.encode()))
    assert (found.code, found.err) == (0, "")


def test_0_for_the_version(inlay: Inlay) -> None:
    found = inlay("--version")
    assert found.code == 0
    assert found.out.startswith("inlay, version ")


@pytest.mark.parametrize(
    "arguments",
    [["inspect"], ["inspect", "--nonsense"], ["nonsense"], ["inspect", "a", "--format", "xml"]],
)
def test_2_for_wrong_usage(arguments: list[str], inlay: Inlay) -> None:
    found = inlay(*arguments)
    assert (found.code, found.out) == (2, "")
    assert "Usage: inlay" in found.err


def test_3_for_a_damaged_file(make_file: MakeFile, inlay: Inlay) -> None:
    found = inlay("inspect", make_file(b"\xff" * 10))
    assert (found.code, found.out) == (3, "")
    assert found.err.startswith("error: ")


def test_6_for_a_file_that_is_not_there(tmp_path: Path, inlay: Inlay) -> None:
    found = inlay("inspect", tmp_path / "none")
    assert found == (6, "", f"error: {tmp_path / 'none'}: No such file or directory\n")


def test_6_for_a_folder(tmp_path: Path, inlay: Inlay) -> None:
    assert inlay("inspect", tmp_path) == (6, "", f"error: {tmp_path}: Is a directory\n")


def test_6_quietly_when_the_reader_of_a_pipe_goes_away(
    metadata: FileMetaData, make_file: MakeFile
) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [*COMMAND, "inspect", str(make_file(metadata.encode()))],
        stdout=writer,
        stderr=subprocess.PIPE,
        env=environment(),
        check=False,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (6, b"")


def test_70_with_a_traceback_for_a_defect(
    inlay: Inlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(inlay_commands(), "inspect", (__name__, "broken", ""))
    found = inlay("inspect")
    assert (found.code, found.out) == (70, "")
    assert "ZeroDivisionError" in found.err
    assert found.err.endswith("this is a defect of inlay; please report it with the lines above\n")


@click.command()
def broken() -> None:
    """A command with a defect."""
    raise ZeroDivisionError


def inlay_commands() -> dict[str, tuple[str, str, str]]:
    return inlay.commands.BUILT_IN


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a named pipe")
def test_130_when_interrupted(tmp_path: Path) -> None:
    """Opening a pipe that nobody writes to blocks, until the signal comes."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    process = subprocess.Popen(
        [*COMMAND, "inspect", str(pipe)], stderr=subprocess.PIPE, env=environment()
    )
    try:
        wait_until_blocked_on(process.pid)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20)
    finally:
        process.kill()
    assert process.returncode == 130
    assert b"Traceback" not in err
    assert err.endswith(b"error: interrupted\n")
