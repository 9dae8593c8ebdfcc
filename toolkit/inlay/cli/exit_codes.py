"""How the command `inlay` ends: the one table of exit codes."""

from __future__ import annotations

from enum import IntEnum
from typing import Final


class ExitCode(IntEnum):
    OK = 0
    FINDINGS = 1
    USAGE = 2
    INVALID = 3
    REFUSED = 4
    CHANGED = 5
    IO = 6
    INTERNAL = 70
    INTERRUPTED = 130
    TERMINATED = 143


MEANING: Final = {
    ExitCode.OK: "ok",
    ExitCode.FINDINGS: "findings, no file to read, or a file not checked",
    ExitCode.USAGE: "wrong usage",
    ExitCode.INVALID: "invalid or damaged input",
    ExitCode.REFUSED: "refused: unsafe, or not possible for this file",
    ExitCode.CHANGED: "the file changed in the meantime",
    ExitCode.IO: "input or output failed",
    ExitCode.INTERNAL: "a bug in inlay",
    ExitCode.INTERRUPTED: "interrupted",
    ExitCode.TERMINATED: "terminated",
}
