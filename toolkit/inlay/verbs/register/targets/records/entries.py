"""Files as rows of a table of records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from operator import attrgetter
from typing import Final

import pyarrow as pa

from inlay.ground.arrow_fields import field_in
from inlay.ground.arrow_rows import Array, make_batch, make_struct
from inlay.verbs.register.lake_file import LakeFile
from inlay.verbs.register.partitions import parse_value
from inlay.verbs.register.record import LeafRecord
from inlay.verbs.register.schema.table_leaves import place_leaves
from inlay.verbs.register.targets.records.bound_arrays import build_array, build_bounds
from inlay.verbs.register.targets.records.boxes import build_points, has_boxes
from inlay.verbs.register.targets.records.entry_schema import (
    EntrySchema,
    StatisticsColumn,
    fields_of,
)
from inlay.verbs.register.targets.target import Request

ROWS: Final = 4096
"""Of a batch."""

_DATA: Final = 0
_ADDED: Final = 1


def list_batches(entries: EntrySchema, request: Request) -> Iterator[pa.RecordBatch]:
    """Rows in the order of the files, at most ROWS at a time."""
    places: dict[int, list[int | None]] = {}
    leaves = [it.leaf for it in entries.statistics]
    left = iter(request.files)
    while some := [*islice(left, ROWS)]:
        for file in some:
            if id(file.columns) not in places:
                places[id(file.columns)] = place_leaves(
                    leaves, request.columns, file.columns, by_id=request.are_by_id
                )
        yield _build(entries, request, some, [places[id(file.columns)] for file in some])


def _build(
    entries: EntrySchema,
    request: Request,
    files: Sequence[LakeFile],
    places: Sequence[Sequence[int | None]],
) -> pa.RecordBatch:
    statistics: list[Array] = []
    for at, column in enumerate(entries.statistics):
        leaves = [
            None if (place := of_file[at]) is None else file.record.leaves[place]
            for file, of_file in zip(files, places, strict=True)
        ]
        key = column.leaf.path[0]
        is_of_folders = key in request.partition_keys and not any(leaves)
        build = _build_of_folders if is_of_folders else build_statistics
        statistics.append(join_statistics(column, build(column, files, leaves)))
    columns = build_entries(entries.schema, files, statistics)
    return make_batch([columns[name] for name in entries.schema.names], entries.schema)


def build_entries(
    fields: pa.Schema, files: Sequence[LakeFile], statistics: Sequence[Array]
) -> dict[str, Array]:
    """The columns of an entry, by name: a row for each file."""
    return {
        "content_type": pa.array([_DATA] * len(files), pa.int32()),
        "location": pa.array([file.path for file in files], pa.string()),
        "file_format": pa.array(["parquet"] * len(files), pa.string()),
        "tracking": make_struct(
            [pa.array([_ADDED] * len(files), pa.int32())], fields_of(fields, "tracking")
        ),
        "spec_id": pa.array([0] * len(files), pa.int32()),
        "record_count": pa.array([file.record.rows for file in files], pa.int64()),
        "file_size_in_bytes": pa.array([file.record.size for file in files], pa.int64()),
        "split_offsets": pa.array(
            [file.record.split_offsets for file in files], field_in(fields, "split_offsets").type
        ),
        "content_stats": make_struct(statistics, fields_of(fields, "content_stats")),
        "mtime": build_array([file.mtime for file in files], field_in(fields, "mtime").type),
        "etag": pa.array([file.etag for file in files], pa.string()),
    }


def join_statistics(column: StatisticsColumn, arrays: Mapping[str, Array]) -> Array:
    """Those of a column as the struct that an entry has."""
    return make_struct([arrays[field.name] for field in column.fields], column.fields)


def build_statistics(
    column: StatisticsColumn, files: Sequence[LakeFile], leaves: Sequence[LeafRecord | None]
) -> dict[str, Array]:
    """By name. A column that a file lacks is all nulls there: as many values as rows, unless it is in a list, where nobody knows."""
    lacking = [None if column.leaf.is_repeated else file.record.rows for file in files]
    lacking_nans = [None if rows is None else 0 for rows in lacking]
    arrays: dict[str, Array] = {
        "value_count": _count(leaves, "values", lacking),
        "null_value_count": _count(leaves, "nulls", lacking),
        "nan_value_count": _count(leaves, "nans", lacking_nans),
        "avg_value_size_in_bytes": pa.array([*map(_measure, leaves)], pa.int32()),
    }
    if column.bound_type is not None:
        arrays["lower_bound"] = build_bounds(leaves, column.bound_type, is_lower=True)
        arrays["upper_bound"] = build_bounds(leaves, column.bound_type, is_lower=False)
        arrays["tight_bounds"] = pa.array(
            [None if leaf is None else leaf.is_tight for leaf in leaves], pa.bool_()
        )
    elif has_boxes(column.leaf):
        lower, upper = column.fields[:2]
        arrays[lower.name] = build_points(leaves, column.leaf, lower, is_lower=True)
        arrays[upper.name] = build_points(leaves, column.leaf, upper, is_lower=False)
    return arrays


def _build_of_folders(
    column: StatisticsColumn, files: Sequence[LakeFile], _leaves: Sequence[LeafRecord | None]
) -> dict[str, Array]:
    """All rows of a file have the value that its folder says: Iceberg V4 keeps values of partitions so."""
    assert column.bound_type is not None  # whole numbers, days or text
    values = [parse_value(file.partition[column.leaf.path[0]], column.leaf.type) for file in files]
    rows = [file.record.rows for file in files]
    bounds = build_array(values, column.bound_type)
    return {
        "lower_bound": bounds,
        "upper_bound": bounds,
        "tight_bounds": pa.array([None if it is None else True for it in values], pa.bool_()),
        "value_count": pa.array(rows, pa.int64()),
        "null_value_count": pa.array(
            [row if value is None else 0 for row, value in zip(rows, values, strict=True)],
            pa.int64(),
        ),
        "avg_value_size_in_bytes": pa.nulls(len(files), pa.int32()),
    }


def _count(leaves: Sequence[LeafRecord | None], what: str, lacking: Sequence[int | None]) -> Array:
    """A count of each leaf, or what a file has that lacks the column."""
    read = attrgetter(what)
    counts = [
        other if leaf is None else read(leaf) for leaf, other in zip(leaves, lacking, strict=True)
    ]
    return pa.array(counts, pa.int64())


def _measure(leaf: LeafRecord | None) -> int | None:
    """Bytes of a byte array, on average, without its length; of other types the type says it."""
    if leaf is None or leaf.plain is None or leaf.values is None or leaf.nulls is None:
        return None
    filled = leaf.values - leaf.nulls
    return min(leaf.plain // filled, 2**31 - 1) if filled > 0 else None
