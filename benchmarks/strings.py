"""FSST beside what every reader has: bytes, and speed both ways."""

from __future__ import annotations

import random
import struct
import tempfile
import time
import uuid
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.kernels import time_kernels
from benchmarks.measure import measure
from inlay.encoding import choose_columns, read_table
from inlay.pages.encodings.fsst.plugin import Fsst
from inlay.pages.encodings.on_files import add_to_file
from inlay.pages.encodings.plugins import Encodings
from parquet_format.parquet import Type

ROWS: Final = 300_000
PAGE: Final = 20_000
METHOD: Final = (
    f"{ROWS:,} strings in one row group, {PAGE:,} a page; MB of pages, headers included. Speeds are MB of values in PLAIN a "
    "second, by processor time. Encode and decode: the kernels on one thread, the best of 5; encoding counts training. Reading: "
    "from a file in the page cache into an Arrow table, medians of 5 rounds in turn. All but FSST are pyarrow's, without a "
    "dictionary; DELTA_LENGTH is with zstd 9."
)
COLUMNS: Final[dict[str, dict[str, Any]]] = {
    "snappy": {"compression": "snappy"},
    "zstd 1": {"compression": "zstd", "compression_level": 1},
    "DELTA_LENGTH": {
        "compression": "zstd",
        "compression_level": 9,
        "column_encoding": {"x": "DELTA_LENGTH_BYTE_ARRAY"},
    },
}
WORDS: Final = (
    "order shipped late returned please customer package again never quality good bad price delivery was is the a and not "
    "with from support asked refund twice model small large blue green works broke after two weeks"
).split()
NAMES: Final = [
    "".join(random.Random(seed).choices("aeiourstlnmdkb", k=3 + seed % 7)).title()
    for seed in range(400)
]


def address(chance: random.Random) -> str:
    path = "/".join(chance.choices(WORDS, k=chance.randint(1, 3)))
    return f"https://www.example.com/{path}?id={chance.randrange(10_000_000)}"


def log_line(chance: random.Random) -> str:
    level = chance.choice(["INFO", "INFO", "WARN", "ERROR"])
    return f"2026-11-{chance.randint(1, 30):02} {level} worker-{chance.randrange(64)} took {chance.randrange(9_000)} ms for {chance.choice(WORDS)}"


def mail(chance: random.Random) -> str:
    return (
        f"{chance.choice(NAMES)}.{chance.choice(NAMES)}{chance.randrange(99)}@example.org".lower()
    )


DATA: Final[dict[str, Callable[[random.Random], str]]] = {
    "URLs": address,
    "log lines": log_line,
    "names": lambda chance: f"{chance.choice(NAMES)} {chance.choice(NAMES)}",
    "UUIDs": lambda chance: str(uuid.UUID(int=chance.getrandbits(128))),
    "e-mail addresses": mail,
    "comments": lambda chance: " ".join(chance.choices(WORDS, k=chance.randint(3, 14))),
}


def run() -> str:
    titles = ["strings", "PLAIN", *COLUMNS, "FSST"]
    lines = [
        "## Strings: FSST",
        "",
        METHOD,
        "",
        f"| {' | '.join(titles)} | encode | decode | reading: zstd 1 | reading: FSST |",
    ]
    lines.append("|---" + "|---:" * (len(titles) + 3) + "|")
    with tempfile.TemporaryDirectory() as folder:
        for name, draw in DATA.items():
            chance = random.Random(1)
            lines.append(_row(name, [draw(chance) for _ in range(ROWS)], Path(folder)))
    return "\n".join(lines)


def _row(name: str, strings: list[str], folder: Path) -> str:
    table = pa.table({"x": strings})
    sizes: list[int] = []
    path = folder / "x.parquet"
    for options in COLUMNS.values():
        _write(table, path, **options)
        sizes.append(pq.read_metadata(path).row_group(0).column(0).total_compressed_size)
    zstd, fsst = folder / "zstd.parquet", folder / "fsst.parquet"
    for each in (zstd, fsst):
        _write(table, each, **COLUMNS["zstd 1"])
    known = Encodings(Fsst())
    result = add_to_file(str(fsst), choose_columns(["x"], Fsst()), encodings=known)
    assert read_table(fsst, encodings=known).equals(table)
    sizes.append(result.sizes["x"].new)
    readers = {
        "zstd": partial(pq.read_table, zstd),
        "fsst": partial(read_table, fsst, encodings=known),
    }
    times = measure(readers, clock=time.process_time)
    texts = [text.encode() for text in strings]
    plain = b"".join(struct.pack("<I", len(text)) + text for text in texts)
    speeds = [f"{len(plain) / times[each].median / 1e6:,.0f}" for each in readers]
    cells = [f"{size / 1e6:.2f}" for size in (len(plain), *sizes)]
    kernels = time_kernels(Fsst(), _pages(texts), Type.BYTE_ARRAY)
    assert kernels is not None
    return f"| {' | '.join([name, *cells, *kernels, *speeds])} |"


def _pages(texts: list[bytes]) -> list[tuple[memoryview, int]]:
    parts = (texts[at : at + PAGE] for at in range(0, len(texts), PAGE))
    return [
        (memoryview(b"".join(struct.pack("<I", len(text)) + text for text in part)), len(part))
        for part in parts
    ]


def _write(table: pa.Table, path: Path, **options: Any) -> None:
    pq.write_table(
        table,
        path,
        use_dictionary=False,
        row_group_size=ROWS,
        max_rows_per_page=PAGE,
        data_page_size=1 << 30,
        **options,
    )
