"""What a child can do no longer, once it has confined itself: take more than its limits, write outside of its scratch folder,
connect to a host.

Limits are those of setrlimit(2). Files and connections are held by Landlock (landlock(7)), where the kernel has it.
"""

from __future__ import annotations

import ctypes
import resource
import sys
from pathlib import Path
from typing import Final

from inlay.verbs.vet.landlock import hold_to_folder

MOST_WRITTEN: Final = 64 << 20
"""Bytes of one file in the scratch folder, and of what is printed."""

MOST_OPEN: Final = 512

_SECONDS_TO_DIE: Final = 5
"""Between SIGXCPU, which says what was exceeded, and the SIGKILL that follows it; where both are due, only the latter comes."""


def confine(scratch: Path, *, memory: int, seconds: float) -> bool:
    """Confines this process and those that it starts; whether the kernel holds it to the scratch folder and off hosts, too.

    `memory` is in bytes, beyond what it has taken already.
    """
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_FSIZE, MOST_WRITTEN)
    _limit(resource.RLIMIT_NOFILE, MOST_OPEN)
    used = resource.getrusage(resource.RUSAGE_SELF)
    processor = int(used.ru_utime + used.ru_stime + seconds) + 1
    _limit(resource.RLIMIT_CPU, processor, processor + _SECONDS_TO_DIE)
    _limit(resource.RLIMIT_DATA, _status("VmData") + memory)
    return sys.platform == "linux" and hold_to_folder(scratch, ctypes.CDLL(None))


def read_peak() -> int:
    """The most bytes that were in memory since `forget_peak`, or since the start of the process."""
    return _status("VmHWM") or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10


def forget_peak() -> None:
    """The peak is what there is now (proc_pid_clear_refs(5)); elsewhere than on Linux it stays."""
    try:
        Path("/proc/self/clear_refs").write_text("5", "ascii")
    except OSError:
        return


def _limit(which: int, soft: int, hard: int | None = None) -> None:
    """`hard` is `soft` where it is not given; neither is above what holds already."""
    hard = soft if hard is None else hard
    _, held = resource.getrlimit(which)
    if held != resource.RLIM_INFINITY:
        soft, hard = min(soft, held), min(hard, held)
    resource.setrlimit(which, (soft, hard))


def _status(name: str) -> int:
    """A line of /proc/self/status, in bytes; 0 where there is none."""
    try:
        text = Path("/proc/self/status").read_text("ascii", "replace")
    except OSError:
        return 0
    lines = (line.split() for line in text.splitlines())
    return next((int(words[1]) << 10 for words in lines if words[:1] == [f"{name}:"]), 0)
