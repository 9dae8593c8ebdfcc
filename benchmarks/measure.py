"""How things are measured: contenders take turns, a collection before every sample, medians."""

from __future__ import annotations

import gc
import resource
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

Contender = Callable[[], object]


@dataclass(frozen=True)
class Timing:
    """The median of the samples, in seconds."""

    median: float
    samples: int


def measure(
    contenders: Mapping[str, Contender],
    rounds: int = 5,
    clock: Callable[[], float] = time.perf_counter,
) -> dict[str, Timing]:
    """Each contender once per round, in turn, so that a busy moment hits them all alike."""
    samples: dict[str, list[float]] = {name: [] for name in contenders}
    for contender in contenders.values():
        contender()
    for _ in range(rounds):
        for name, contender in contenders.items():
            gc.collect()
            start = clock()
            result = contender()
            samples[name].append(clock() - start)
            del result
    return {name: Timing(statistics.median(times), rounds) for name, times in samples.items()}


def time_of_children() -> float:
    """Seconds of the processor, in user and kernel mode, that ended processes took: a clock of what was waited for."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def table(title: str, method: str, timings: Mapping[str, Timing], base: str) -> str:
    """A Markdown table: milliseconds, and how many times the base's time each takes."""
    lines = [f"## {title}", "", method, "", f"| contender | ms | times {base} |", "|---|---:|---:|"]
    unit = timings[base].median
    for name, timing in timings.items():
        lines.append(f"| {name} | {timing.median * 1e3:.1f} | {timing.median / unit:.2f} |")
    return "\n".join(lines)
