"""Memory that nobody holds any more."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from typing import Any


def give_back() -> None:
    """To the system, which glibc does by itself only with what lies free at the end: Arrow's schema of very many columns is as many small
    pieces, and all that follows would come on top of them. Elsewhere nothing happens."""
    arrow: Any = sys.modules.get("pyarrow")
    if arrow is not None:
        arrow.default_memory_pool().release_unused()  # which Arrow keeps for later
    trim = _find_trim()
    if trim is not None:
        trim(0)


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
