"""A process that writes to one folder alone and connects to no host: Landlock (landlock(7)), which Linux has had since 5.13."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path
from typing import Any, Final

_CREATE_RULESET: Final = 444
_ADD_RULE: Final = 445
_RESTRICT_SELF: Final = 446
_VERSION: Final = 1
_BENEATH: Final = 1
_NO_NEW_PRIVS: Final = 38
_WRITES: Final = 0x0002 | sum(1 << bit for bit in range(4, 13))  # to files; make and remove entries
_REFER: Final = 1 << 13  # since version 2
_TRUNCATE: Final = 1 << 14  # since version 3
_CONNECTIONS: Final = 0x3  # bind and connect by TCP, since version 4
_WHOLE: Final = 4
"""The first version that holds all of it."""


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("connections", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"
    _fields_ = (("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32))


def hold_to_folder(folder: Path, kernel: Any) -> bool:
    """Holds this process as far as the kernel can; whether that is all of it: entries, truncation and TCP. `kernel` is the C
    library, as `ctypes` loads it."""

    def call(number: int, *arguments: object) -> int:
        return int(kernel.syscall(ctypes.c_long(number), *arguments))

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
    answers: list[int] = []
    try:
        for descriptor, (_, rights) in zip(descriptors, allowed, strict=True):
            beneath = _Beneath(rights, descriptor)
            answers.append(
                call(_ADD_RULE, ruleset, _BENEATH, ctypes.byref(beneath), ctypes.c_uint32(0))
            )
        answers.append(int(kernel.prctl(_NO_NEW_PRIVS, 1, 0, 0, 0)))
        answers.append(call(_RESTRICT_SELF, ruleset, ctypes.c_uint32(0)))
    finally:
        for descriptor in (*descriptors, ruleset):
            os.close(descriptor)
    return version >= _WHOLE and not any(answers)
