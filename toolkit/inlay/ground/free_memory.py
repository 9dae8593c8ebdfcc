"""Memory that nobody holds any more."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Final

_MMAP_THRESHOLD: Final = -3
"""`M_MMAP_THRESHOLD` of malloc.h."""

_LARGE: Final = 1 << 20
"""Bytes."""


def give_back() -> None:
    """To the system, which glibc does by itself only with what lies free at the end: Arrow's schema of very many columns is as many small
    pieces, and all that follows would come on top of them. Elsewhere nothing happens."""
    trim = _find_trim()
    if trim is not None:
        trim(0)


def keep_large_pieces_apart() -> None:
    """From small ones, for as long as the process lives: glibc would put pieces of up to 32 MiB between those that stay, once one of that
    size was let go of, and then what is free goes to nobody. For commands: it is about the whole process."""
    import ctypes

    with suppress(AttributeError, OSError, TypeError):  # another C library, another system
        ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, _LARGE)


@cache
def _find_trim() -> Callable[[int], int] | None:
    import ctypes

    try:
        call = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # another C library, another system
        return None
    call.argtypes = (ctypes.c_size_t,)

    def trim(padding: int) -> int:
        return int(call(padding))

    return trim
