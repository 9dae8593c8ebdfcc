"""What work costs, without a wall clock: a ratio of two thread times that are measured in turns.

A busy machine takes a thread's processor away, which its thread time does not count, and slows both sides of a
ratio alike. So a bound that lies far from both what is right and what is wrong holds on any machine.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from functools import cache
from typing import Final

RUNS: Final = 3
"""The least of so many counts: what else happened in a run only adds to it."""

FAR: Final = 5
"""Times what is allowed: no busy machine makes one of two threads so slow, and to try again is no use."""


DEEPER: Final = 10
"""More frames below each further run. CPython keeps frames in chunks of memory; where a loop's call is the first of a chunk,
each call asks the system for one and gives it back, which took ten times the call itself. So how deep the runner of tests
happens to stand is part of a run's time, and no part of what work costs."""


def _unit() -> int:
    return sum(number * number for number in range(20_000))


def _seconds(work: Callable[[], object]) -> float:
    """Without the collector of garbage, as `timeit` has it: in a process of thousands of tests it takes longer than most work."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        start = time.thread_time()
        work()
        return time.thread_time() - start
    finally:
        if was_enabled:
            gc.enable()


def _seconds_below(frames: int, work: Callable[[], object]) -> float:
    return _seconds_below(frames - 1, work) if frames else _seconds(work)


@cache
def _least_unit() -> float:
    """What the loop takes where nothing slows it."""
    return min(_seconds(_unit) for _ in range(10))


def costs_at_most(units: float, work: Callable[[], object]) -> bool:
    """Does `work` take no longer than `units` loops over 20,000 numbers, of about a millisecond each?

    What takes longer than they ever did is tried again beside them, for something else may have slowed it.
    """
    if _seconds(work) <= units * _least_unit():
        return True
    for run in range(1, RUNS + 1):
        seconds, loop = _seconds_below(run * DEEPER, work), min(_seconds(_unit), _seconds(_unit))
        if seconds <= units * loop or seconds > FAR * units * loop:
            return seconds <= units * loop
    return False


def takes_at_most(times: float, work: Callable[[], object], base: Callable[[], object]) -> bool:
    """Does `work` take no longer than so many times `base`?

    The least of some counts of `base` is what it takes. One count of `work` within the bound is enough, for another could
    only make its least smaller.
    """
    least = min(_seconds_below(run * DEEPER, base) for run in range(RUNS))
    return any(_seconds_below(run * DEEPER, work) <= times * least for run in range(RUNS))


def grows_at_most(
    times: float, prepare: Callable[[int], Callable[[], object]], small: int, large: int
) -> bool:
    """Does the work of size `large` take no longer than so many times that of size `small`?

    `prepare` makes what is not counted, and returns what is. Linear work grows by `large / small`, quadratic
    work by the square of it: choose sizes so far apart that a bound between the two leaves room on both sides.
    """
    first, second = prepare(small), prepare(large)
    first()  # what is made once is made here
    return takes_at_most(times, second, first)
