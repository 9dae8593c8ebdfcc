"""`make demo`: the main job, end to end, on files that it writes itself and leaves to try.

Every step prints the command that was run, so that it can be repeated.
"""

from __future__ import annotations

import io
import shlex
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

import inlay
from parquet_format.parquet import FileMetaData

FOLDER = Path("demo")
PRICES = FOLDER / "prices.parquet"
WIDE = FOLDER / "wide.parquet"
NOTE = FOLDER / "note.txt"
PAGE = FOLDER / "wide.html"
UUID = uuid.UUID("6f0c1c55-2f5b-4a8e-9c66-0b1f6a2d9e11")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    step(1, "compile idl/parquet.thrift into typed Python, and check that it is current")
    run("inlayc generate")
    run("inlayc check")

    step(2, "write a Parquet file with pyarrow, and look at its footer")
    table = pa.table({"item": ["nut", "bolt", "cog"], "price": [0.25, 0.5, 12.0]})
    pq.write_table(table, PRICES)
    original = PRICES.read_bytes()
    run(f"inlay inspect {PRICES}")

    step(3, "attach bytes of our own to the footer: an extension in field 32767")
    NOTE.write_text("anything at all")
    run(f"inlay ext append {PRICES} {NOTE} --uuid {UUID}")
    run(f"inlay ext list {PRICES}")
    assert pq.read_table(PRICES).equals(table)
    tell("pyarrow reads the same table, and does not notice")

    step(4, "put a FlatBuffers footer into the same field")
    run(f"inlay ext strip {PRICES} --uuid {UUID}")
    run(f"inlay footer add {PRICES}")
    run(f"inlay footer show {PRICES}")
    assert pq.read_table(PRICES).equals(table)

    step(5, "take it all out again")
    run(f"inlay footer revert {PRICES}")
    assert PRICES.read_bytes() == original
    tell("the file is byte for byte what pyarrow wrote")

    step(6, "decode a large footer, here and now")
    columns = {f"column_{number:03}": range(10) for number in range(500)}
    pq.write_table(pa.table(columns), WIDE, row_group_size=1)
    compare(WIDE.read_bytes(), inlay.open(WIDE).thrift)

    step(7, "build the same footer in two designs that the field discusses, and compare")
    run(f"inlay footer compare {WIDE} --design thrift --design jump-table --design modular")

    step(8, "look at the file: who owns each of its bytes")
    run(f"inlay layout {PRICES}")
    run(f"inlay layout {WIDE} --format html -o {PAGE} --overwrite")

    print(f"\nLeft to try in {FOLDER}/: {PRICES.name}, {WIDE.name}")
    for command in (
        f"inlay inspect {WIDE}",
        f"inlay verify {WIDE} --data",
        f"inlay scan {FOLDER} --table row_groups",
    ):
        print(f"  .venv/bin/{command}")
    print(f"\nOpen it in a browser: {PAGE.resolve().as_uri()}")


def step(number: int, what: str) -> None:
    print(f"\n{number}. {what}", flush=True)


def tell(text: str) -> None:
    print(f"   {text}", flush=True)


def run(command: str) -> None:
    """Shows the command and what it prints. Raises CalledProcessError where it fails."""
    program, *arguments = shlex.split(command)
    print(f"   $ {command}", flush=True)
    done = subprocess.run(
        [sys.executable, "-m", program, *arguments], check=True, capture_output=True, text=True
    )
    for line in done.stdout.splitlines():
        tell(line)


def compare(file: bytes, footer: bytes) -> None:
    """Milliseconds of the processor, the best of seven: a clock would count what else the machine does."""
    lazy = milliseconds(lambda: FileMetaData.decode(footer))
    whole = milliseconds(lambda: FileMetaData.decode(footer, eager=True))
    theirs = milliseconds(lambda: pq.read_metadata(io.BytesIO(file)))
    tell(
        f"{len(footer):,} bytes of Thrift, 500 columns in 10 row groups; best of seven, in ms of the processor:"
    )
    tell(f"inlay, lazily {lazy:.1f}    inlay, all of it {whole:.1f}    pyarrow {theirs:.1f}")


def milliseconds(work: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(7):
        begin = time.thread_time()
        work()
        best = min(best, time.thread_time() - begin)
    return best * 1e3


if __name__ == "__main__":
    main()
