"""How the command `inlay` ends: the one table of exit codes."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """What the number says to a shell; `meaning` says it to a person."""

    meaning: str

    def __new__(cls, code: int, meaning: str) -> ExitCode:
        member = int.__new__(cls, code)
        member._value_ = code
        member.meaning = meaning
        return member

    OK = 0, "ok"
    FINDINGS = 1, "findings"
    USAGE = 2, "wrong usage"
    INVALID = 3, "invalid or damaged input"
    REFUSED = 4, "refused by policy"
    CHANGED = 5, "the file changed underneath"
    IO = 6, "input or output failed"
    INTERNAL = 70, "a defect of inlay"
    INTERRUPTED = 130, "interrupted"


def table() -> str:
    """The codes in a sentence, for `--help`."""
    return ", ".join(f"{code.value} {code.meaning}" for code in ExitCode)
