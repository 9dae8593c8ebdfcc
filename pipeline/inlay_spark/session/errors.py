"""What Spark says when it gives up, without where in the JVM it was."""

from __future__ import annotations

import re
from typing import Final

from inlay_runtime.errors import InlayError

_MOST_LINES: Final = 12
_TRACEBACK: Final = "Traceback (most recent call last):"
_AFTERWARDS: Final = (
    "\n\nDriver stacktrace",
    "\n\nJVM stacktrace",
    "\nThis stopped SparkContext was created at:",
    "\n\tat ",
)
_OF_BRIDGE: Final = re.compile(r"An error occurred while calling \S+\n: ")
"""What py4j puts before that which the JVM says."""

_TOO_NEW_A_JAVA: Final = "getSubject is not supported"
"""What Spark's Hadoop of 4.0 says on Java 24 and newer."""

_ROOT: Final = re.compile(r"^Caused by: (?:[\w.$]+: )?(.+)$", re.MULTILINE)


class SessionError(InlayError, RuntimeError):
    """There is no session to work with; says why, and what to do."""


def is_from_spark(error: BaseException) -> bool:
    """Whether Spark, or the bridge to its JVM, has raised it."""
    return type(error).__module__.partition(".")[0] in ("pyspark", "py4j")


def cause_of(error: BaseException) -> str:
    """The lines that say what is wrong: of an exception in Python code its last ones, else the first, with what the
    JVM says last was the cause of it."""
    text = str(error).strip()
    causes: list[str] = [] if _TRACEBACK in text else _ROOT.findall(text)
    if _TRACEBACK in text:
        text = text.rpartition(_TRACEBACK)[2].lstrip("\n")
    for mark in _AFTERWARDS:
        text = text.partition(mark)[0]
    text = _OF_BRIDGE.sub("", text, count=1)
    lines = text.splitlines()
    # The frames of a traceback are indented, and what was raised is not.
    while len(lines) > 1 and (not lines[0] or lines[0].startswith(" ")):
        del lines[0]
    reason = "\n".join(lines[:_MOST_LINES]).strip()
    return f"{reason} ({causes[-1]})" if causes and causes[-1] not in reason else reason


def advise(cause: str) -> str:
    """What to do about this cause, behind a semicolon; empty where nobody knows."""
    if _TOO_NEW_A_JAVA not in cause:
        return ""
    from pyspark import __version__

    return (
        f"; Spark {__version__} does not run on this Java: let JAVA_HOME be a Java 17 or 21, "
        "or use Spark 4.2 or newer"
    )
