"""Files as rows of a table of records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from operator import attrgetter
from typing import Any, Final, NamedTuple, TypeAlias

import pyarrow as pa

from inlay.footers.designs.build import array_from
from inlay.ground.arrow_fields import Field, fields_in
from inlay.ground.arrow_rows import Array, make_batch, make_struct
from inlay.verbs.register.documents import list_documents
from inlay.verbs.register.lake_file import LakeFile
from inlay.verbs.register.partitions import parse_value
from inlay.verbs.register.record import LeafRecord
from inlay.verbs.register.schema.unite_columns import pair_columns
from inlay.verbs.register.targets.records.bound_arrays import build_array, build_bounds
from inlay.verbs.register.targets.records.boxes import build_points, has_boxes
from inlay.verbs.register.targets.records.entry_schema import (
    FIRST_FIELDS,
    LAST_FIELDS,
    StatisticsColumn,
    join_statistics_fields,
)
from inlay.verbs.register.targets.records.variant_bounds import (
    FileVariant,
    build_variant_bounds,
    count_variants,
    has_variant_bounds,
    measure_variants,
)
from inlay.verbs.register.targets.target import Request

ROWS: Final = 4096
"""Of a row group."""

COLUMNS: Final = 100
"""With statistics, of a piece: to pyarrow's writer, each is 40 KiB of memory or more."""

_DATA: Final = 0
_ADDED: Final = 1


class _FileColumn(NamedTuple):
    """What a file has for a column of the table: `leaf` is its number, None for a group, and `path` how the file calls it."""

    leaf: int | None
    path: tuple[str, ...]


_Places: TypeAlias = "Sequence[_FileColumn | None]"
"""For each column of a table; None for one that the file lacks."""


def list_row_groups(
    statistics: Sequence[StatisticsColumn], request: Request
) -> Iterator[Iterator[pa.RecordBatch]]:
    """Rows in the order of the files, at most ROWS at a time, and of each only some of the columns at a time: then 50,000 of them take little
    memory. The statistics are in several pieces, if there are many."""
    places: dict[int, _Places] = {}
    left = iter(request.files)
    while some := [*islice(left, ROWS)]:
        for file in some:
            if id(file.columns) not in places:
                places[id(file.columns)] = _find_places(statistics, request, file)
        yield _list_pieces(statistics, request, some, [places[id(file.columns)] for file in some])


def _list_pieces(
    statistics: Sequence[StatisticsColumn],
    request: Request,
    files: Sequence[LakeFile],
    places: Sequence[_Places],
) -> Iterator[pa.RecordBatch]:
    facts = build_facts(files)
    yield _make_piece(FIRST_FIELDS, facts)
    for first in range(0, len(statistics), COLUMNS):
        some = statistics[first : first + COLUMNS]
        arrays = [
            _build_column(column, request, files, [of_file[first + at] for of_file in places])
            for at, column in enumerate(some)
        ]
        own = [column.field for column in some]
        (field,) = fields = join_statistics_fields(own)
        yield _make_piece(fields, {field.name: join_statistics(own, arrays)})
    yield _make_piece(LAST_FIELDS, facts)


def join_documents(pieces: Iterable[pa.RecordBatch]) -> list[dict[str, Any]]:
    """The rows of a row group as JSON."""
    rows: list[dict[str, Any]] = []
    for piece in pieces:
        documents = list_documents(piece)
        rows = rows or [{} for _ in documents]
        for row, document in zip(rows, documents, strict=True):
            statistics = document.pop("content_stats", None)
            row.update(document)
            if statistics:
                row.setdefault("content_stats", {}).update(statistics)
    return rows


def _make_piece(fields: Sequence[Field], columns: Mapping[str, Array]) -> pa.RecordBatch:
    return make_batch([columns[field.name] for field in fields], pa.schema(fields))


def _find_places(
    statistics: Sequence[StatisticsColumn], request: Request, file: LakeFile
) -> _Places:
    pairs = pair_columns(request.columns, file.columns, by_id=request.are_by_id)

    def find(path: tuple[str, ...]) -> _FileColumn | None:
        column = pairs.get(path)
        if column is None:
            return None
        names = tuple(pairs[path[:depth]].name for depth in range(1, len(path) + 1))
        return _FileColumn(column.leaf, names)

    return [find(it.leaf.path) for it in statistics]


def _build_column(
    column: StatisticsColumn,
    request: Request,
    files: Sequence[LakeFile],
    places: Sequence[_FileColumn | None],
) -> Mapping[str, Array]:
    is_of_folders = column.leaf.path[0] in request.partition_keys and not any(places)
    build = _build_of_folders if is_of_folders else _build_of_files
    return build(column, files, places)


def build_facts(files: Sequence[LakeFile]) -> dict[str, Array]:
    """The columns of an entry beside the statistics, by name: a row for each file."""
    types = {field.name: field.type for field in (*FIRST_FIELDS, *LAST_FIELDS)}
    tracking = types["tracking"]
    assert isinstance(tracking, pa.StructType)
    status = array_from([_ADDED] * len(files), pa.int32())
    return {
        "content_type": array_from([_DATA] * len(files), pa.int32()),
        "location": array_from([file.path for file in files], pa.string()),
        "file_format": array_from(["parquet"] * len(files), pa.string()),
        "tracking": make_struct([status], fields_in(tracking)),
        "spec_id": array_from([0] * len(files), pa.int32()),
        "record_count": array_from([file.record.rows for file in files], pa.int64()),
        "file_size_in_bytes": array_from([file.record.size for file in files], pa.int64()),
        "split_offsets": array_from(
            [file.record.split_offsets for file in files], types["split_offsets"]
        ),
        "mtime": build_array([file.mtime for file in files], types["mtime"]),
        "etag": array_from([file.etag for file in files], pa.string()),
    }


def join_statistics(fields: Sequence[Field], arrays: Sequence[Mapping[str, Array]]) -> Array:
    """Those of each column as the struct that an entry has under this field, in one struct."""
    structs: list[Array] = []
    for field, own in zip(fields, arrays, strict=True):
        assert isinstance(field.type, pa.StructType)
        members = fields_in(field.type)
        structs.append(make_struct([own[member.name] for member in members], members))
    return make_struct(structs, fields)


def _build_of_files(
    column: StatisticsColumn, files: Sequence[LakeFile], places: Sequence[_FileColumn | None]
) -> dict[str, Array]:
    """A column that a file lacks is all nulls there: as many values as rows, unless it is in a list, where nobody knows."""
    pairs = [*zip(files, places, strict=True)]
    lacking = [
        file.record.rows if place is None and not column.leaf.is_repeated else None
        for file, place in pairs
    ]
    if has_variant_bounds(column.leaf):
        variants = [place and FileVariant(file.record, place.path) for file, place in pairs]
        return _build_of_variants(variants, lacking)
    leaves = [
        None if place is None or place.leaf is None else file.record.leaves[place.leaf]
        for file, place in pairs
    ]
    return build_statistics(column, leaves, lacking)


def _build_of_variants(
    variants: Sequence[FileVariant | None], lacking: Sequence[int | None]
) -> dict[str, Array]:
    counts = [
        (rows, rows) if it is None else count_variants(it)
        for it, rows in zip(variants, lacking, strict=True)
    ]
    sizes = [None if it is None else measure_variants(it) for it in variants]
    return {
        "lower_bound": build_variant_bounds(variants, is_lower=True),
        "upper_bound": build_variant_bounds(variants, is_lower=False),
        "value_count": array_from([values for values, _ in counts], pa.int64()),
        "null_value_count": array_from([nulls for _, nulls in counts], pa.int64()),
        "avg_value_size_in_bytes": array_from(sizes, pa.int32()),
    }


def build_statistics(
    column: StatisticsColumn, leaves: Sequence[LeafRecord | None], lacking: Sequence[int | None]
) -> dict[str, Array]:
    """By name. `lacking` has the rows of the files that lack the column, whose values are all null; None for others."""
    lacking_nans = [None if rows is None else 0 for rows in lacking]
    arrays: dict[str, Array] = {
        "value_count": _count(leaves, "values", lacking),
        "null_value_count": _count(leaves, "nulls", lacking),
        "nan_value_count": _count(leaves, "nans", lacking_nans),
        "avg_value_size_in_bytes": array_from([*map(_measure, leaves)], pa.int32()),
    }
    if column.bound_type is not None:
        arrays["lower_bound"] = build_bounds(leaves, column.bound_type, is_lower=True)
        arrays["upper_bound"] = build_bounds(leaves, column.bound_type, is_lower=False)
        arrays["tight_bounds"] = array_from(
            [None if leaf is None else leaf.is_tight for leaf in leaves], pa.bool_()
        )
    elif has_boxes(column.leaf):
        lower, upper = column.fields[:2]
        arrays[lower.name] = build_points(leaves, column.leaf, lower, is_lower=True)
        arrays[upper.name] = build_points(leaves, column.leaf, upper, is_lower=False)
    return arrays


def _build_of_folders(
    column: StatisticsColumn, files: Sequence[LakeFile], _places: object
) -> dict[str, Array]:
    """All rows of a file have the value that its folder says: Iceberg V4 keeps values of partitions so."""
    assert column.bound_type is not None  # whole numbers, days or text
    values = [parse_value(file.partition[column.leaf.path[0]], column.leaf.type) for file in files]
    rows = [file.record.rows for file in files]
    bounds = build_array(values, column.bound_type)
    return {
        "lower_bound": bounds,
        "upper_bound": bounds,
        "tight_bounds": array_from([None if it is None else True for it in values], pa.bool_()),
        "value_count": array_from(rows, pa.int64()),
        "null_value_count": array_from(
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
    array: Array = array_from(counts, pa.int64())
    return array


def _measure(leaf: LeafRecord | None) -> int | None:
    """Bytes of a byte array, on average, without its length; of other types the type says it."""
    if leaf is None or leaf.plain is None or leaf.values is None or leaf.nulls is None:
        return None
    filled = leaf.values - leaf.nulls
    return min(leaf.plain // filled, 2**31 - 1) if filled > 0 else None
