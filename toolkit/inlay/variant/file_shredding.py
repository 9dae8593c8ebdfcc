"""A file with some of its columns as Variants, shredded as told; row group by row group.

The other columns, the order of rows and the row groups stay. What pyarrow makes of a column is what is written:
values and types, not the very pages.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias, cast

import pyarrow as pa
from pyarrow.parquet import FileMetaData, ParquetFile

from inlay.footer.source import Source
from inlay.tables import opener
from inlay.variant.arrow import Array, Field
from inlay.variant.arrow_type import VariantType, register
from inlay.variant.errors import counting_from
from inlay.variant.reading import with_variants
from inlay.variant.schema_text import schema_text
from inlay.variant.shape import schema_shape, storage_of
from inlay.variant.shredding import shred
from inlay.variant.source_column import SourceColumnError, as_plain, is_there
from inlay.variant.writing import VariantWriter

ROWS: Final = 65_536
BYTES: Final = 256 << 20
"""Of a batch, at most, by what the footer says of its row group."""

SPARK_SCHEMA: Final = b"org.apache.spark.sql.parquet.row.metadata"
"""Spark believes it before the file's own schema."""

_CODECS: Final = {"UNCOMPRESSED": "none", "LZ4_RAW": "lz4", "LZO": "zstd"}
"""Those that pyarrow has another name for, or cannot write."""

Advance: TypeAlias = "Callable[[int], None]"
"""Told how many rows were done."""


def shred_columns(
    source: Source,
    out: str | os.PathLike[str],
    schemas: Mapping[str, pa.DataType],
    *,
    exact: bool = False,
    tolerant: bool = False,
    advance: Advance = lambda _: None,
) -> tuple[int, list[str]]:
    """Writes `out`: the rows of `source`, with each of these columns as Variants shredded by its schema (`null`: not
    shredded). How many rows, and which of the columns the file lacks: they are there, last, and null.

    Every `out` has the same type for the column, whatever it was: Variants, shredded or not, or JSON text. Raises
    SourceColumnError; DamagedRowError, ShreddingError with the row in the file; StorageError; what reading raises. `out` is
    there, whole and synced, or not at all.
    """
    register()
    with opener(source, pre_buffer=False, int96="us")(True) as parquet:
        schema = parquet.schema_arrow
        missing = [name for name in schemas if not is_there(schema, name)]
        target = _target(schema, schemas)
        options = _options(parquet.metadata, schemas)
        done = 0
        with VariantWriter(out, target, **options) as writer:
            for group in range(parquet.num_row_groups):
                parts: list[pa.RecordBatch] = []
                for batch in _batches(parquet, group, tolerant):
                    with counting_from(done):
                        parts.append(_shredded(batch, target, schemas, exact, tolerant))
                    done += batch.num_rows
                    advance(batch.num_rows)
                if parts:
                    writer.write(pa.Table.from_batches(parts, schema=target))
    return done, missing


def variant_field(field: Field, schema: pa.DataType) -> Field:
    """A column as it comes out: it may be null, and keeps its field id."""
    return field.with_type(VariantType(storage_of(schema_shape(schema)))).with_nullable(True)


def _target(schema: pa.Schema, schemas: Mapping[str, pa.DataType]) -> pa.Schema:
    fields = [
        variant_field(field, schemas[field.name]) if field.name in schemas else field
        for field in schema
    ]
    for name, wanted in schemas.items():
        if name not in schema.names:
            fields.append(variant_field(pa.field(name, pa.null()), wanted))
    described = cast("dict[bytes, bytes] | None", schema.metadata)
    return pa.schema(fields, cast(Any, _described(described or {}, list(schemas))))


def _described(described: Mapping[bytes, bytes], names: list[str]) -> dict[bytes, bytes]:
    """The key-value pairs of the file; Spark's schema among them says `variant` where there is one now."""
    found = dict(described)
    text = found.pop(SPARK_SCHEMA, None)
    if text is None:
        return found
    try:
        told = json.loads(text)
        fields = {one["name"]: one for one in told["fields"]}
        for name in names:
            if name not in fields:
                told["fields"].append({"name": name, "metadata": {}})
                fields[name] = told["fields"][-1]
            fields[name].update(type="variant", nullable=True)
    except (ValueError, KeyError, TypeError):
        return found  # without it Spark reads the file's own schema
    return {**found, SPARK_SCHEMA: json.dumps(told).encode()}


def _options(metadata: FileMetaData, schemas: Mapping[str, pa.DataType]) -> dict[str, Any]:
    """What the writer is told so that the file is like the one it was made of."""
    described = [metadata.schema.column(index) for index in range(metadata.num_columns)]
    others = [one for one in described if one.path.partition(".")[0] not in schemas]
    options: dict[str, Any] = {"compression": "zstd"}
    if int96 := [one.path for one in others if one.physical_type == "INT96"]:
        # One switch for all timestamps of a file; Spark takes INT96 for instants and INT64 for what it says.
        if any(one.logical_type.type == "TIMESTAMP" for one in others) or any(
            "timestamp" in schema_text(schema) for schema in schemas.values()
        ):
            what = "is INT96 beside other timestamps, and pyarrow cannot write both into one file"
            raise SourceColumnError(int96[0], "int96", what)
        options["use_deprecated_int96_timestamps"] = True
    if metadata.num_row_groups == 0 or metadata.num_columns == 0:
        return options
    chunks = [metadata.row_group(0).column(index) for index in range(metadata.num_columns)]
    ours = (one for one in chunks if one.path_in_schema.partition(".")[0] in schemas)
    like = next(ours, chunks[0])
    options["compression"] = _CODECS.get(like.compression, like.compression.lower())
    options["write_page_index"] = any(one.has_column_index for one in chunks)
    return options


def _batches(parquet: ParquetFile, group: int, tolerant: bool) -> Iterator[pa.RecordBatch]:
    described = parquet.metadata.row_group(group)
    rows = max(described.num_rows, 1)
    size = max(described.total_byte_size, 1)
    each = min(ROWS, max(BYTES * rows // size, 1))
    for batch in parquet.iter_batches(row_groups=[group], batch_size=each):
        yield with_variants(batch, tolerant=tolerant)


def _shredded(
    batch: pa.RecordBatch,
    target: pa.Schema,
    schemas: Mapping[str, pa.DataType],
    exact: bool,
    tolerant: bool,
) -> pa.RecordBatch:
    columns: list[Any] = []
    for field in target:
        index = batch.schema.get_field_index(field.name)
        wanted = schemas.get(field.name)
        if wanted is None:
            columns.append(batch.column(index))
            continue
        column: Array = batch.column(index) if index >= 0 else pa.nulls(batch.num_rows, pa.binary())
        columns.append(shred(as_plain(column, tolerant=tolerant), wanted, exact=exact))
    return pa.RecordBatch.from_arrays(columns, schema=target)
