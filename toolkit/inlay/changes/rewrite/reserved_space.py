"""Room on the disk for a file that is about to be written."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from functools import cache
from typing import Final

_KEEP_SIZE: Final = 1
"""Of `fallocate`: the file does not become longer."""

_TOO_MUCH: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def reserve_space(file: int, size: int) -> None:
    """Has the file system set so many bytes aside, where it can. Raises OSError if it has not as many.

    So a disk that is too small is found before hours of copying, and the blocks lie together. `os.posix_fallocate` would fill the
    file with zeros where the file system cannot.
    """
    reserve = _find_fallocate()
    # Where several disks are one, or a network is between, copies may share blocks, and take no room.
    if reserve is None or size <= 0 or os.major(os.fstat(file).st_dev) == 0:
        return
    number = reserve(file, size)
    if number in _TOO_MUCH:
        raise OSError(number, os.strerror(number))


@cache
def _find_fallocate() -> Callable[[int, int], int] | None:
    """The call of Linux, which Python lacks: 0, or the number of an error."""
    if sys.platform != "linux" or sys.maxsize < 1 << 32:
        return None
    import ctypes

    try:
        call = ctypes.CDLL(None, use_errno=True).fallocate
    except (OSError, AttributeError):
        return None
    call.argtypes = (ctypes.c_int, ctypes.c_int, ctypes.c_int64, ctypes.c_int64)

    def reserve(file: int, size: int) -> int:
        return ctypes.get_errno() if call(file, _KEEP_SIZE, 0, size) else 0

    return reserve
