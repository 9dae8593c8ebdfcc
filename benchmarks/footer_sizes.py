"""How large is a FlatBuffers footer, and its remainder, against Thrift? The tables of docs/footers.md."""

from __future__ import annotations

import io
import random
import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks import footers
from inlay.footers.conversion import encode, v0, v1
from parquet_format import footer_v0
from tests.footers.conversion.footers import corpus_footers
from tests.support.corpora import place

METHOD = (
    "Footers of pyarrow with random values, and the plain footers of parquet-testing. In bytes; in parentheses "
    "compressed as `LZ4_RAW`, footer by footer. `inlay.footers.conversion.encode` writes what repeats once, "
    "`FileMetaData.encode` does not."
)
REMAINDERS = "The edit script from the base to the original, in bytes, beside other ways to keep the original."
SIZES_HEAD = "| | Thrift | the proposal alone | v0 | v1 | v1 by `FileMetaData.encode` |"
SCRIPTS_HEAD = "| | Thrift | base | zlib of the original | **edit script** |"
DELTA = "delta_binary_packed"
ROWS = 20


def run() -> str:
    cases = {**wide_footers(), **public_footers(place() / "parquet-testing")}
    lines = ["## Sizes of footers", "", METHOD, "", SIZES_HEAD, f"|---|{'---:|' * 5}"]
    lines += [row(name, sizes(thrifts)) for name, thrifts in cases.items()]
    lines += ["", "## Remainders of v0", "", REMAINDERS, "", SCRIPTS_HEAD, f"|---|{'---:|' * 4}"]
    lines += [row(name, scripts(thrifts)) for name, thrifts in cases.items()]
    return "\n".join(lines)


def row(name: str, cells: Iterable[str]) -> str:
    return f"| {name} | {' | '.join(cells)} |"


def wide_footers() -> dict[str, list[bytes]]:
    """By columns x row groups."""
    return {
        "1,000 x 10": [random_footer(1_000, 10)],
        "1,000 x 10, page index": [random_footer(1_000, 10, has_page_index=True)],
        "10,000 x 1": [random_footer(10_000, 1)],
    }


def public_footers(folder: Path) -> dict[str, list[bytes]]:
    corpus = corpus_footers(folder)
    (delta,) = (thrift for name, thrift in corpus.items() if name.endswith(f"{DELTA}.parquet"))
    return {
        f"{DELTA} (66 x 1)": [delta],
        f"corpus, {len(corpus)} plain footers": list(corpus.values()),
    }


def random_footer(columns: int, groups: int, *, has_page_index: bool = False) -> bytes:
    """The Thrift of a file of integers, doubles and text, whose statistics do not repeat."""
    rng = random.Random(7)
    kinds = (pa.int64(), pa.float64(), pa.string(), pa.int32())
    names = [f"column_{at:05d}" for at in range(columns)]
    schema = pa.schema([(name, kinds[at % 4]) for at, name in enumerate(names)])
    sink = io.BytesIO()
    with pq.ParquetWriter(
        sink, schema, store_schema=False, write_page_index=has_page_index
    ) as writer:
        for _ in range(groups):
            cells = {name: random_values(rng, at % 4) for at, name in enumerate(names)}
            writer.write_table(pa.table(cells, schema=schema))
    return footers.footer_of(sink.getvalue())


def random_values(rng: random.Random, kind: int) -> list[int] | list[float] | list[str]:
    if kind == 1:
        return [rng.random() for _ in range(ROWS)]
    if kind == 2:
        return [f"{rng.getrandbits(48):012x}" for _ in range(ROWS)]
    return [rng.getrandbits(62 if kind == 0 else 30) for _ in range(ROWS)]


def sizes(thrifts: Sequence[bytes]) -> list[str]:
    """Of some footers together: Thrift, the proposal alone, v0, v1, and v1 without sharing."""
    alone = [encode(without_remainder(thrift)) for thrift in thrifts]
    first = [encode(v0.to_flatbuffers(thrift)) for thrift in thrifts]
    tables = [v1.to_flatbuffers(thrift) for thrift in thrifts]
    second = [encode(table) for table in tables]
    unshared = sum(len(table.encode()) for table in tables)
    return [
        with_lz4(thrifts),
        f"{total(alone):,}",
        with_lz4(first),
        with_lz4(second),
        f"{unshared:,}",
    ]


def without_remainder(thrift: bytes) -> footer_v0.FileMetaData:
    table = v0.to_flatbuffers(thrift)
    table.remainder_ = None
    return table


def scripts(thrifts: Sequence[bytes]) -> list[str]:
    """Of some footers together: Thrift, the base of v0, zlib of the original, the edit script."""
    bases = [v0.to_thrift(without_remainder(thrift)) for thrift in thrifts]
    remainders = [v0.to_flatbuffers(thrift).remainder_ or b"" for thrift in thrifts]
    packed = [zlib.compress(thrift, 9) for thrift in thrifts]
    return [
        *(f"{total(each):,}" for each in (thrifts, bases, packed)),
        f"**{total(remainders):,}**",
    ]


def with_lz4(footers_: Sequence[bytes]) -> str:
    packed = sum(len(pa.compress(data, codec="lz4_raw", asbytes=True)) for data in footers_)
    return f"{total(footers_):,} ({packed:,})"


def total(parts: Sequence[bytes]) -> int:
    return sum(map(len, parts))
