"""Random Variants, and what is the same in them after another engine had them in its hands.

`python -m tests.variant.exchange [ROWS]` exchanges 100,000 with DuckDB, and as many of its structs; the suite takes samples.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pyarrow as pa

from inlay.variant import (
    PrimitiveType,
    Scalar,
    Variant,
    VariantArray,
    from_pairs,
    read_table,
    write_table,
)
from inlay_variant.arrow.variant_type import wrap
from inlay_variant.value.encode import write_variant
from inlay_variant.value.nodes import Node
from inlay_variant.value.primitives import DECIMAL_PRECISION, SIZES, encode_decimal
from tests.variant.duckdb_structs import list_differences
from tests.variant.meaning import meaning

T = PrimitiveType
DUCKDB_CANNOT_WRITE: Final = {T.TIMESTAMP_NANOS}
"""Read as TIMESTAMP_NANOS_TZ; 'Can't convert VARIANT of type' when it is to be written."""

SPARK_DOES_NOT_KNOW: Final = {T.TIME_NTZ, T.TIMESTAMP_NANOS, T.TIMESTAMP_NTZ_NANOS}
"""UNKNOWN_PRIMITIVE_TYPE_IN_VARIANT, in Spark 4.3."""

NAMES: Final = ["a", "b", "c", "é", "x y", "long" * 20]
SCHEMA: Final = pa.struct(
    [
        ("a", pa.int64()),
        ("b", pa.struct([("a", pa.string()), ("c", pa.decimal128(18, 4))])),
        ("c", pa.list_(pa.float64())),
        ("é", pa.timestamp("us", "UTC")),
    ]
)


class Made:
    """Random values of all primitive types but some, as trees."""

    def __init__(self, seed: int, without: set[PrimitiveType]) -> None:
        self.draw = random.Random(seed)
        self.types = [type_ for type_ in PrimitiveType if type_ not in without]

    def node(self, depth: int = 0) -> Node:
        kind = self.draw.random()
        if depth > 2 or kind < 0.35:
            return self.scalar(self.draw.choice(self.types))
        count = self.draw.randrange(5)
        if kind < 0.85:
            return {self.draw.choice(NAMES): self.node(depth + 1) for _ in range(count)}
        return [self.node(depth + 1) for _ in range(count)]

    def scalar(self, type_: PrimitiveType) -> Scalar:
        draw = self.draw
        if type_ in DECIMAL_PRECISION:
            digits = DECIMAL_PRECISION[type_]
            unscaled = draw.randrange(-(10**digits) + 1, 10**digits) // 10 ** draw.randrange(digits)
            return Scalar(type_, encode_decimal(type_, unscaled, draw.randrange(digits)))
        if type_ == T.STRING:
            return Scalar(
                type_, "".join(draw.choices('abé€😀"\\\n', k=draw.randrange(70))).encode()
            )
        if type_ == T.BINARY:
            return Scalar(type_, draw.randbytes(draw.randrange(70)))
        if type_ == T.DATE:
            return Scalar(
                type_, draw.randrange(-100_000, 100_000).to_bytes(4, "little", signed=True)
            )
        if type_ == T.TIME_NTZ:
            return Scalar(type_, draw.randrange(86_400_000_000).to_bytes(8, "little"))
        if T.TIMESTAMP <= type_ <= T.TIMESTAMP_NTZ or (
            type_ >= T.TIMESTAMP_NANOS and type_ != T.UUID
        ):
            return Scalar(type_, draw.randrange(-(2**52), 2**52).to_bytes(8, "little", signed=True))
        return Scalar(type_, draw.randbytes(SIZES[type_]))


def variants(rows: int, seed: int, without: set[PrimitiveType]) -> VariantArray:
    """So many random Variants; one in fifty rows is null."""
    made = Made(seed, without)
    return from_pairs(
        None if made.draw.random() < 0.02 else Variant(*write_variant(made.node()))
        for _ in range(rows)
    )


def differences(sent: VariantArray, back: VariantArray) -> Iterator[str]:
    """Rows whose meaning differs; a Variant null at the top and a null row count as one."""
    for row, (one, other) in enumerate(zip(sent.variants(), back.variants(), strict=True)):
        left = None if one is None else meaning(one.node())
        right = None if other is None else meaning(other.node())
        null = meaning(Scalar(T.NULL))
        if left != right and {str(left), str(right)} != {"None", str(null)}:
            yield f"row {row}: {left} came back as {right}"


def column(file: Path) -> VariantArray:
    """The column `v` of a file, in the order of `n`."""
    table = read_table(file, unshred=True).sort_by("n")
    chunks: list[Any] = table.column("v").chunks
    return wrap(pa.concat_arrays([chunk.storage for chunk in chunks]))


def through_duckdb(rows: int, folder: Path, seed: int) -> list[str]:
    """Written by us, shredded and not; read and written again by DuckDB; read by us."""
    import duckdb

    array = variants(rows, seed, DUCKDB_CANNOT_WRITE)
    table = pa.table({"n": list(range(rows)), "v": array})
    found: list[str] = []
    choices: dict[str, Any] = {"plain": None, "shredded": {"v": SCHEMA}, "auto": "auto"}
    for name, schema in choices.items():
        ours, theirs = folder / f"{name}.parquet", folder / f"{name}-back.parquet"
        write_table(table, ours, shred=schema)
        with duckdb.connect() as connection:
            connection.execute("SET enable_progress_bar = false")
            connection.execute(f"COPY (FROM '{ours}') TO '{theirs}' (FORMAT parquet)")
        found += [f"{name}: {one}" for one in differences(array, column(theirs))]
    return found


def structs_of_duckdb(rows: int, folder: Path, seed: int) -> list[str]:
    """Structs, lists, maps and nulls that DuckDB cast to VARIANT, and did not sort; read by us as DuckDB reads them."""
    differing, disordered = list_differences(rows, folder, seed)
    print(f"{disordered:,} rows of DuckDB were not in order")
    return differing


def main(rows: int) -> int:
    """Prints what differs, and how many rows were exchanged."""
    exchanges: dict[str, Callable[[int, Path, int], list[str]]] = {
        "DuckDB": through_duckdb,
        "DuckDB's structs": structs_of_duckdb,
    }
    failed = 0
    for engine, exchange in exchanges.items():
        with tempfile.TemporaryDirectory() as folder:
            found = exchange(rows, Path(folder), 1)
        for line in found[:20]:
            print(line)
        print(f"{engine}: {rows:,} rows in three forms, {len(found)} different")
        failed += len(found)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000))
