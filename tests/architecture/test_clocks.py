"""No test reads a clock: on a busy machine it fails, and on a fast one it cannot."""

from __future__ import annotations

import ast
import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
CLOCKS = {"time", "monotonic", "perf_counter", "process_time", "thread_time"}
READS = CLOCKS | {f"{name}_ns" for name in CLOCKS} | {"sleep"}


def clocks_of(source: str) -> list[str]:
    """The functions of `time` that are named in `source`, with their lines."""
    if not re.search(r"\b(?:import|from)\b.*\btime\b", source):
        return []
    found: list[str] = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(value=ast.Name(id="time"), attr=name) if name in READS:
                found.append(f"{node.lineno}: time.{name}")
            case ast.ImportFrom(module="time"):
                found += [
                    f"{node.lineno}: {name.name}" for name in node.names if name.name in READS
                ]
            case _:
                pass
    return found


def test_no_test_reads_a_clock() -> None:
    paths = sorted(TESTS.rglob("test_*.py"))
    assert len(paths) > 300
    read = {path: clocks_of(path.read_text(encoding="utf-8")) for path in paths}
    assert {str(path): clocks for path, clocks in read.items() if clocks} == {}


def test_a_clock_is_found() -> None:
    assert clocks_of("import time\nstart = time.monotonic()") == ["2: time.monotonic"]
    assert clocks_of("from time import sleep, gmtime") == ["1: sleep"]
