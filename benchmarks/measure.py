"""How things are measured: contenders take turns, a collection before every sample, medians."""

from __future__ import annotations

import gc
import os
import resource
import statistics
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

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


def time_of_descendants() -> float:
    """The same of this process and of all that it started, ended or not: the JVM of Spark, and its workers."""
    above: dict[int, int] = {}
    ticks: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it ended meanwhile
            # The name before it may hold anything.
            fields = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
            number = int(stat.parent.name)
            above[number] = int(fields[1])
            ticks[number] = sum(map(int, fields[11:15]))
    return sum(ticks[number] for number in ticks if _is_below(number, above)) / os.sysconf(
        "SC_CLK_TCK"
    )


def _is_below(number: int, above: Mapping[int, int]) -> bool:
    while number != os.getpid() and number in above:
        number = above[number]
    return number == os.getpid()


def table(title: str, method: str, timings: Mapping[str, Timing], base: str) -> str:
    """A Markdown table: milliseconds, and how many times the base's time each takes."""
    lines = [f"## {title}", "", method, "", f"| contender | ms | times {base} |", "|---|---:|---:|"]
    unit = timings[base].median
    for name, timing in timings.items():
        lines.append(f"| {name} | {timing.median * 1e3:.1f} | {timing.median / unit:.2f} |")
    return "\n".join(lines)
