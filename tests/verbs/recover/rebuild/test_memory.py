"""What rebuilding holds at the most: by the peak of a process of its own, which has rebuilt a small file before."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

import pyarrow as pa
import pytest

import inlay
from tests.verbs.recover.rebuild.cut_files import pages_of, write_whole

ROWS: Final = 500_000
LEAST: Final = 200 << 20
ROOM: Final = 64 << 20

_CHILD: Final = """
import re, sys
import inlay

def read_kilobytes(name):
    with open("/proc/self/status") as status:
        return int(re.search(rf"{name}:\\s+(\\d+) kB", status.read())[1])

small, large, like, output, rows = sys.argv[1:]
inlay.rebuild(small, output + ".small", like=like, row_group_size=100)
with open("/proc/self/clear_refs", "w") as refs:
    refs.write("5")  # the peak is what there is now
before = read_kilobytes("VmHWM")
rebuilt = inlay.rebuild(large, output, like=like, row_group_size=int(rows))
print(rebuilt.rows, (read_kilobytes("VmHWM") - before) * 1024)
"""
"""`ru_maxrss` would be at least that of the process that started it."""


def _draw_text(random: Random) -> Any:
    texts = [f"{random.getrandbits(128):032x}" for _ in range(ROWS)]
    return pa.table({"id": pa.array(range(ROWS), pa.int64()), "text": texts})


def _draw_numbers(random: Random) -> Any:
    return pa.table({name: [random.random() for _ in range(ROWS)] for name in "abcd"})


TABLES: Final[dict[str, Callable[[Random], Any]]] = {
    "one large chunk": _draw_text,
    "several at once": _draw_numbers,
}


@pytest.mark.needs("/proc")
@pytest.mark.parametrize("draw", TABLES.values(), ids=TABLES)
def test_it_is_the_largest_chunk_and_some_room(
    draw: Callable[[Random], Any], tmp_path: Path
) -> None:
    """Row groups with the same bytes again and again are as many row groups."""
    table = draw(Random(57))
    habits = {"use_dictionary": False, "row_group_size": ROWS}
    small, large, like, output = (tmp_path / name for name in ("small", "large", "like", "output"))
    small.write_bytes(pages_of(table.slice(0, 100), **habits))
    like.write_bytes(write_whole(table.slice(0, 100), **habits))
    pages = pages_of(table, **habits)
    groups = LEAST // len(pages) + 1
    with large.open("wb") as file:
        file.write(pages[:4])
        for _ in range(groups):
            file.write(pages[4:])
    command = [sys.executable, "-c", _CHILD, *map(str, (small, large, like, output, ROWS))]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    rows, growth = map(int, printed.split())
    assert rows == groups * ROWS
    chunks = inlay.read_metadata(output).row_groups[0].columns
    sizes = [it.meta_data.total_uncompressed_size for it in chunks if it.meta_data is not None]
    assert growth < max(sizes) + ROOM
