"""The table `drift`: a row for each difference of each file from the schema that most files of its table have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from itertools import pairwise
from sys import intern
from typing import Final

import pyarrow as pa

from inlay.footers.designs.build import array_from, make_scalar
from inlay.ground.arrow_functions import compute
from inlay.ground.drift.find import SchemaOfFile
from inlay.ground.drift.schema_parts import SchemaPart, SchemaParts, describe_scanned_type
from inlay.ground.drift.tables import find_drift_by_table
from inlay.ground.drift.words import rank_drift

_COLUMNS: Final[Mapping[str, pa.DataType]] = {
    "path": pa.string(),
    "folder": pa.string(),
    "rank": pa.int32(),
    "difference": pa.string(),
    "column_path": pa.string(),
    "expected": pa.string(),
    "found": pa.string(),
    "reference": pa.string(),
    "alike": pa.int64(),
}
DRIFT: Final = pa.schema(_COLUMNS)
"""`folder` is that of the table, `reference` one of the `alike` files that have its most common schema."""

NEEDED: Final = ("files", "schema")
"""The tables that it is made of."""

PART_COLUMNS: Final = ("column_path", "repetition", "physical_type", "type_length", "converted_type", "logical_type", "precision", "scale", "field_id")  # fmt: skip
"""Of the table `schema`, what `part_of` takes, in this order."""

DriftRow = tuple[str, str, int, str, str, str, str, str, int]


def build_drift(files: pa.Table, schema: pa.Table) -> pa.Table:
    """From the tables of a scan, in which the elements of a schema follow one another."""
    rows = list_drift_rows(_list_schemas(files, schema))
    columns = [*zip(*rows, strict=True)] or [()] * len(DRIFT)
    arrays = [array_from(column, type_) for column, type_ in zip(columns, DRIFT.types, strict=True)]
    return pa.Table.from_arrays(arrays, schema=DRIFT)


def list_drift_rows(files: Iterable[SchemaOfFile]) -> Iterator[DriftRow]:
    """The values of a row, in the order of `DRIFT`."""
    for folder, drift in find_drift_by_table(files):
        for group in drift.others:
            for path in group.paths:
                for kind, column, expected, actual in group.differences:
                    yield (
                        path,
                        folder,
                        rank_drift(kind),
                        kind,
                        column,
                        expected,
                        actual,
                        drift.reference,
                        drift.alike,
                    )


def part_of(
    path: str | None,
    repetition: str | None,
    physical: str | None,
    type_length: int | None,
    converted: str | None,
    logical: str | None,
    precision: int | None,
    scale: int | None,
    field_id: int | None,
) -> SchemaPart:
    """A row of the table `schema`."""
    type_ = describe_scanned_type(physical, type_length, converted, logical, precision, scale)
    return SchemaPart(path or "", type_, intern((repetition or "").lower()), field_id)


def _list_schemas(files: pa.Table, schema: pa.Table) -> Iterator[SchemaOfFile]:
    """Equal schemas are made once: a lake has many files, and few schemas. None where all are equal."""
    rows = dict(zip(files["path"].to_pylist(), files["num_rows"].to_pylist(), strict=True))
    roots = compute.indices_nonzero(compute.equal(schema["element"], make_scalar(0, pa.int32())))
    paths = schema["path"].take(roots).to_pylist()
    parts = schema.select(list(PART_COLUMNS)).combine_chunks()
    below_roots = [
        parts.slice(start + 1, end - start - 1)
        for start, end in pairwise([*roots.to_pylist(), len(schema)])
    ]
    keys = [_key_of(below) for below in below_roots]
    if len({*keys}) < 2:  # nothing differs, and a wide schema takes as much as its footer
        return
    known: dict[bytes, SchemaParts] = {}
    for path, below, key in zip(paths, below_roots, keys, strict=True):
        if key not in known:
            columns = [column.to_pylist() for column in below.columns]
            known[key] = tuple(part_of(*row) for row in zip(*columns, strict=True))
        yield SchemaOfFile(path or "", rows.get(path) or 0, known[key])


def _key_of(table: pa.Table) -> bytes:
    """The same for tables of the same values; those that are alike and have two keys are only made twice."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as stream:
        stream.write_table(table)
    return blake2b(sink.getvalue()).digest()
