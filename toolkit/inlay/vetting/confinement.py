"""What a child can do no longer, once it has confined itself: take more than its limits, write outside of its scratch folder,
connect to a host, outlive who started it.

Limits are those of setrlimit(2). Files and connections are held by Landlock (landlock(7)), where the kernel has it.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
from pathlib import Path
from typing import Final

MOST_WRITTEN: Final = 64 << 20
"""Bytes of one file in the scratch folder, and of what is printed."""

MOST_OPEN: Final = 512

_CREATE_RULESET: Final = 444
_ADD_RULE: Final = 445
_RESTRICT_SELF: Final = 446
_VERSION: Final = 1
_BENEATH: Final = 1
_SET_PDEATHSIG: Final = 1
_NO_NEW_PRIVS: Final = 38
_WRITES: Final = 0x0002 | sum(1 << bit for bit in range(4, 13))  # to files; make and remove entries
_REFER: Final = 1 << 13  # since version 2
_TRUNCATE: Final = 1 << 14  # since version 3
_CONNECTIONS: Final = 0x3  # bind and connect by TCP, since version 4


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("connections", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"
    _fields_ = (("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32))


def confine(scratch: Path, *, memory: int, seconds: float) -> bool:
    """Confines this process and those that it starts; whether the kernel holds it to the scratch folder, too.

    `memory` is in bytes, beyond what it has taken already.
    """
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_FSIZE, MOST_WRITTEN)
    _limit(resource.RLIMIT_NOFILE, MOST_OPEN)
    used = resource.getrusage(resource.RUSAGE_SELF)
    _limit(resource.RLIMIT_CPU, int(used.ru_utime + used.ru_stime + seconds) + 1)
    _limit(resource.RLIMIT_DATA, _status("VmData") + memory)
    return sys.platform == "linux" and _hold_to_folder(scratch)


def read_peak() -> int:
    """The most bytes that were in memory since `forget_peak`, or since the start of the process."""
    return _status("VmHWM") or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10


def forget_peak() -> None:
    """The peak is what there is now (proc_pid_clear_refs(5)); elsewhere than on Linux it stays."""
    try:
        Path("/proc/self/clear_refs").write_text("5", "ascii")
    except OSError:
        return


def die_with_parent() -> None:
    """SIGKILL follows the process that started this one; elsewhere than on Linux that has to end it itself."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SET_PDEATHSIG, signal.SIGKILL)


def _limit(which: int, most: int) -> None:
    _, hard = resource.getrlimit(which)
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(which, (most, most))


def _status(name: str) -> int:
    """A line of /proc/self/status, in bytes; 0 where there is none."""
    try:
        text = Path("/proc/self/status").read_text("ascii", "replace")
    except OSError:
        return 0
    lines = (line.split() for line in text.splitlines())
    return next((int(words[1]) << 10 for words in lines if words[:1] == [f"{name}:"]), 0)


def _hold_to_folder(folder: Path) -> bool:
    libc = ctypes.CDLL(None, use_errno=True)

    def call(number: int, *arguments: object) -> int:
        return int(libc.syscall(ctypes.c_long(number), *arguments))

    version = call(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION))
    if version < 1:
        return False
    files = _WRITES | (_REFER if version > 1 else 0) | (_TRUNCATE if version > 2 else 0)
    rules = _Ruleset(files, _CONNECTIONS if version > 3 else 0)
    size = ctypes.sizeof(rules) if version > 3 else 8
    ruleset = call(_CREATE_RULESET, ctypes.byref(rules), ctypes.c_size_t(size), ctypes.c_uint32(0))
    if ruleset < 0:
        return False
    allowed = [(folder, files), (Path(os.devnull), files & (0x0002 | _TRUNCATE))]
    descriptors = [os.open(path, os.O_PATH | os.O_CLOEXEC) for path, _ in allowed]
    try:
        for descriptor, (_, rights) in zip(descriptors, allowed, strict=True):
            beneath = _Beneath(rights, descriptor)
            call(_ADD_RULE, ruleset, _BENEATH, ctypes.byref(beneath), ctypes.c_uint32(0))
        libc.prctl(_NO_NEW_PRIVS, 1, 0, 0, 0)
        return call(_RESTRICT_SELF, ruleset, ctypes.c_uint32(0)) == 0
    finally:
        for descriptor in (*descriptors, ruleset):
            os.close(descriptor)
