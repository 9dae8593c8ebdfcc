"""What hostile input costs: memory as a multiple of the input, and processor time a byte.

    python -m tests.security.factors [BYTES]     the table of SECURITY.md, on both cores
    python -m tests.security.factors --hold      fails if a byte takes longer than SECURITY.md says, by more than half

Each kind is read in a fork of its own, which has imported what it takes: a peak of memory does not go down again. Python's
objects are counted by tracemalloc in another fork, because that slows what it counts. Time is that of the thread, the least
of some runs.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import traceback
import tracemalloc
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from inlay_runtime.errors import InlayError
from inlay_runtime.text import bytes_of
from tests.runtime.hostile import peak
from tests.security.hostile_kinds import KINDS, HostileKind
from tests.security.promised_times import promised_time

SMALL: Final = 2_000
"""Bytes of the input that is read before anything is measured: it imports what the kind needs."""
RUNS: Final = 3
HELD: Final = 60_000
"""Bytes: within the 16 MiB that are free for all, so what is read is read to its end."""
ALLOWED: Final = 1.5
"""Times what is promised: how much slower than the machine of SECURITY.md another one may be."""


class Cost(NamedTuple):
    """`peak` of the process and `objects` of Python, in bytes; `seconds` of the thread."""

    size: int
    peak: int
    objects: int
    seconds: float
    outcome: str


def size_of(data: Any) -> int:
    if isinstance(data, tuple):
        return sum(size_of(part) for part in data if isinstance(part, bytes | str))
    return len(bytes_of(data)) if isinstance(data, str) else len(data)


def attempt(kind: HostileKind, data: Any) -> str:
    """What came of it. An error that is none of ours passes through: no input may have one."""
    try:
        kept = kind.read(data)
    except InlayError as error:
        return type(error).__name__
    del kept
    return "read"


def measure(kind: HostileKind, size: int, runs: int) -> Cost:
    """In this process, which is of no use afterwards."""
    small, data = kind.make(SMALL), kind.make(size)
    attempt(kind, small)
    Path("/proc/self/clear_refs").write_text("5", "ascii")
    before, start = peak(), time.thread_time()
    outcome = attempt(kind, data)
    seconds, grown = time.thread_time() - start, peak() - before
    seconds = min([seconds, *(_take_time(kind, data) for _ in range(runs - 1))])
    return Cost(size_of(data), grown, _count_objects(kind, data), seconds, outcome)


def _take_time(kind: HostileKind, data: Any) -> float:
    start = time.thread_time()
    attempt(kind, data)
    return time.thread_time() - start


def _count_objects(kind: HostileKind, data: Any) -> int:
    """The peak of what Python allocates, in a fork."""

    def count() -> int:
        tracemalloc.start()
        attempt(kind, data)
        return tracemalloc.get_traced_memory()[1]

    return int(_in_fork(count))


def _in_fork(work: Callable[[], Any]) -> Any:
    ours, theirs = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.write(theirs, json.dumps(work()).encode())
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(0)
    os.close(theirs)
    with os.fdopen(ours, "rb") as answer:
        said = answer.read()
    os.waitpid(child, 0)
    if not said:
        raise OSError("a fork came to a bad end")
    return json.loads(said)


def measure_all(size: int, runs: int, names: list[str]) -> dict[str, Cost]:
    """Of these kinds, on the core of this process."""
    costs: dict[str, Cost] = {}
    for name in names:
        costs[name] = Cost(*_in_fork(partial(measure, KINDS[name], size, runs)))
        print(name, *costs[name], file=sys.stderr, flush=True)
    return costs


def measure_core(
    size: int, *, pure: bool, names: list[str] | None = None, runs: int = 1
) -> dict[str, Cost]:
    """On one of the two cores, in a process that was started for it."""
    done = subprocess.run(
        [sys.executable, "-m", __name__ if __name__ != "__main__" else "tests.security.factors", "-", str(size), str(runs)],
        input=json.dumps(list(KINDS) if names is None else names),
        stdout=subprocess.PIPE,
        check=True,
        text=True,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "INLAY_PURE": str(int(pure))},
    )  # fmt: skip
    return {name: Cost(*cost) for name, cost in json.loads(done.stdout).items()}


def table_of(native: Mapping[str, Cost], pure: Mapping[str, Cost]) -> str:
    lines = ["| input | outcome | memory | objects | us a byte | pure: memory | objects | us a byte |", "|---|---|--:|--:|--:|--:|--:|--:|"]  # fmt: skip
    for name, cost in native.items():
        cells = [
            text
            for each in (cost, pure[name])
            for text in (
                f"{each.peak / each.size:.1f}",
                f"{each.objects / each.size:.1f}",
                f"{each.seconds / each.size * 1e6:.2f}",
            )
        ]
        lines.append(f"| {name} | {cost.outcome} | {' | '.join(cells)} |")
    return "\n".join(lines)


def complaints_of(costs: Mapping[str, Cost], *, pure: bool) -> list[str]:
    """The kinds that take longer than is promised and allowed."""
    core = "pure" if pure else "native"
    return [
        f"{name}, {core}: {taken:.2f} us a byte, where {promised:g} are promised"
        for name, cost in costs.items()
        if (taken := cost.seconds / cost.size * 1e6)
        > ALLOWED * (promised := promised_time(name, pure=pure))
    ]


def main(words: list[str]) -> int:
    if words[:1] == ["-"]:
        print(json.dumps(measure_all(int(words[1]), int(words[2]), json.load(sys.stdin))))
        return 0
    is_held = words == ["--hold"]
    size = HELD if is_held else int(words[0]) if words else 1_000_000
    native, pure = (measure_core(size, pure=is_pure, runs=RUNS) for is_pure in (False, True))
    print(table_of(native, pure))
    complaints = complaints_of(native, pure=False) + complaints_of(pure, pure=True)
    if is_held and complaints:
        print("", *complaints, sep="\n")
    return int(is_held and bool(complaints))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
