"""Ctrl-C and SIGTERM before a command begins: both commands say one sentence, and Python none. Behind its end nothing is left to stop."""

from __future__ import annotations

import subprocess
import sys

import pytest

import inlay.__main__ as inlay_main
import inlayc.__main__ as inlayc_main
from inlay.cli import front_page
from inlay.cli.exit_codes import ExitCode
from inlay.cli.termination import Terminated


@pytest.mark.parametrize(
    ("error", "ended"),
    [
        (KeyboardInterrupt, (ExitCode.INTERRUPTED, "error: interrupted\n")),
        (Terminated, (ExitCode.TERMINATED, "error: terminated\n")),
    ],
)
def test_inlay(
    error: type[KeyboardInterrupt],
    ended: tuple[int, str],
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    def end(_arguments: object) -> bool:
        raise error

    monkeypatch.setattr(front_page, "is_answered", end)
    with pytest.raises(SystemExit) as caught:
        inlay_main.main()
    assert (caught.value.code, capfd.readouterr().err) == ended


def test_inlayc(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    def end() -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(inlayc_main, "_run", end)
    with pytest.raises(SystemExit) as caught:
        inlayc_main.main()
    assert (caught.value.code, capfd.readouterr().err) == (130, "error: interrupted\n")


def test_a_standard_error_that_is_closed_takes_nothing(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """print would write to standard output instead."""

    def end(_arguments: object) -> bool:
        sys.stderr = None
        raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stderr", sys.stderr)
    monkeypatch.setattr(front_page, "is_answered", end)
    with pytest.raises(SystemExit) as caught:
        inlay_main.main()
    assert caught.value.code == 130
    assert capfd.readouterr().out == ""


BEHIND_ALL = """
import os, sys
import inlayc.__main__ as command
import inlayc.cli.command_line as commands

class Last:
    def __del__(self, kill=os.kill, process=os.getpid()):
        kill(process, 2)

sys.last_to_go = Last()
commands.run = lambda _: 3
sys.argv = ["inlayc", "check"]
command.main()
"""


def test_what_inlayc_did_keeps_its_code_while_python_takes_itself_apart() -> None:
    done = subprocess.run([sys.executable, "-c", BEHIND_ALL], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (3, b"", b"")
