"""How many calls some work takes: what grows with it, on any machine."""

from __future__ import annotations

import gc
from collections.abc import Callable
from cProfile import Profile


def count_calls(work: Callable[[], object]) -> int:
    """Calls of functions in Python and in C, once what is imported and made once is there."""
    work()
    return count_calls_once(work)


def count_calls_once(work: Callable[[], object]) -> int:
    """Calls of functions in Python and in C, counted by a profiler written in C.

    The collector rests meanwhile: what ends in it is not of this work. To collect before costs more than most commands do.
    """
    profiler = Profile()
    was_collecting = gc.isenabled()
    gc.disable()
    profiler.enable()
    try:
        work()
    finally:
        profiler.disable()
        if was_collecting:
            gc.enable()
    return sum(entry.callcount for entry in profiler.getstats())
