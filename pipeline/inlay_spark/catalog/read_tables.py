"""What the tables of a catalog hold, read a few columns at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pyarrow as pa
import pyarrow.parquet as pq

from inlay_spark.catalog.directory import CatalogDirectory


def read_parts(target: CatalogDirectory, table: str, columns: Sequence[str]) -> Iterator[pa.Table]:
    """These columns of one part after the other."""
    for name, part in target.manifest().parts.items():
        if part.rows.get(table):
            path = target.part(table, name)
            yield pq.read_table(path, columns=list(columns), filesystem=target.filesystem)


def count_unreached(target: CatalogDirectory) -> int:
    """Files of `problems` that could not be read for no fault of their own."""
    ids = (
        error_id
        for table in read_parts(target, "problems", ["error_id"])
        for error_id in table.column("error_id").to_pylist()
    )
    return sum(str(error_id).startswith(("io", "unexpected")) for error_id in ids)


def count_alike(
    target: CatalogDirectory, table: str, columns: Sequence[str]
) -> dict[tuple[object, ...], int]:
    """How many rows have each of the combinations of values."""
    counts: dict[tuple[object, ...], int] = {}
    for rows in read_parts(target, table, columns):
        for row in rows.group_by(list(columns)).aggregate([([], "count_all")]).to_pylist():
            key = tuple(row[name] for name in columns)
            counts[key] = counts.get(key, 0) + row["count_all"]
    return counts
