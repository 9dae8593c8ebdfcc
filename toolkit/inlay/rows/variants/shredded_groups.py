"""Columns of a file as shredded Variants, a table for each row group."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from typing import Final, NamedTuple, TypeAlias

import pyarrow as pa

from inlay.ground.arrow_fields import Field, fields_in
from inlay.ground.arrow_rows import column_in, make_batch
from inlay.ground.wording.amounts import count
from inlay.pages.engine.chunk_metadata import metadata_of
from inlay.pages.engine.errors import PlacementRefusedError
from inlay.pages.engine.passing_chunks import pass_chunks
from inlay.rows.variants.annotated_file import AnnotatedFile
from inlay.rows.variants.reading import with_variants
from inlay.rows.variants.source_column import as_plain, is_inside, is_there
from inlay_variant.arrow.nested_columns import (
    change_variant_types,
    list_paths_of,
    map_variants,
)
from inlay_variant.arrow.retyping import retype_array
from inlay_variant.arrow.shredding import shred, unshred
from inlay_variant.arrow.variant_type import VariantArray, VariantType
from inlay_variant.storage.arrow_classes import Array
from inlay_variant.storage.shape import parse_shape, storage_of
from inlay_variant.value.errors import counting_from
from parquet_format.parquet import RowGroup

ROWS: Final = 65_536
BYTES: Final = 256 << 20
"""Of a batch, at most, by what the footer says of its row group."""

Advance: TypeAlias = "Callable[[int], None]"
"""Told how many rows were done."""


class WantedColumns(NamedTuple):
    """What the columns become. `target` has those that are there in the order of the file, and then `missing`. The schemas are those
    of columns, or by paths of Variants inside of columns; `absent` are names with a dot that lead nowhere.
    """

    schemas: Mapping[str, pa.DataType]
    target: pa.Schema
    missing: list[str]
    absent: list[str]
    exact: bool
    tolerant: bool

    @classmethod
    def of(
        cls,
        schema: pa.Schema,
        schemas: Mapping[str, pa.DataType],
        *,
        exact: bool = False,
        tolerant: bool = False,
    ) -> WantedColumns:
        """For a file of this schema. A name that is not a column is a path to Variants in one. Raises SourceColumnError."""
        lacking = [
            name for name in schemas if not is_there(schema, name) and not is_inside(schema, name)
        ]
        missing = [name for name in lacking if "." not in name]
        absent = [name for name in lacking if "." in name]
        paths = schemas.keys() - set(schema.names)  # a column's own name goes first
        fields = [
            (
                describe_field(field, schemas[field.name])
                if field.name in schemas
                else _describe_inside(field, schemas, paths)
            )
            for field in fields_in(schema)
            if field.name in schemas or (paths & set(list_paths_of(field)) & schemas.keys())
        ]
        fields += [describe_field(pa.field(name, pa.null()), schemas[name]) for name in missing]
        return cls(schemas, pa.schema(fields), missing, absent, exact, tolerant)


def describe_field(field: Field, schema: pa.DataType) -> Field:
    """A column as it comes out: it may be null, and keeps its field id."""
    return field.with_type(VariantType(storage_of(parse_shape(schema)))).with_nullable(True)


def _describe_inside(field: Field, schemas: Mapping[str, pa.DataType], paths: Set[str]) -> Field:
    """A column with Variants inside as it comes out."""

    def change(type_: VariantType, path: str) -> VariantType:
        schema = schemas.get(path) if path in paths else None
        return type_ if schema is None else VariantType(storage_of(parse_shape(schema)))

    return field.with_type(change_variant_types(field.type, field.name, change))


def shred_groups(
    parquet: AnnotatedFile, row_groups: Sequence[RowGroup], wanted: WantedColumns, advance: Advance
) -> Iterator[pa.Table]:
    """`row_groups` are those of the file: pyarrow is not asked about chunks of files that may be damaged. Raises PlacementRefusedError for a row group with another number of rows than it should have."""
    done = 0
    for group, row_group in enumerate(row_groups):
        parts: list[pa.RecordBatch] = []
        for batch in _batches(parquet, group, row_group, wanted):
            with counting_from(done):
                parts.append(_shredded(batch, wanted))
            done += batch.num_rows
            advance(batch.num_rows)
        table = pa.Table.from_batches(parts, schema=wanted.target)
        if table.num_rows != row_group.num_rows:
            raise PlacementRefusedError(
                f"row group {group} should have {count(row_group.num_rows, 'row')}, and {table.num_rows:,} "
                "were read"
            )
        yield table


def _batches(
    parquet: AnnotatedFile, group: int, row_group: RowGroup, wanted: WantedColumns
) -> Iterator[pa.RecordBatch]:
    """The columns that are there; without any, as many rows of nothing as others have."""
    names = [name for name in wanted.target.names if name not in wanted.missing]
    rows = row_group.num_rows
    if not names:
        schema = pa.schema([pa.field(name, pa.null()) for name in wanted.missing[:1]])
        for first in range(0, rows, ROWS):
            nothing = pa.nulls(min(ROWS, rows - first))
            yield make_batch([nothing], schema)
        return
    described = map(metadata_of, pass_chunks(row_group))
    ours = (meta for meta in described if set(meta.path_in_schema[:1]) & set(names))
    most = BYTES * rows // max(sum(meta.total_uncompressed_size for meta in ours), 1)
    size = min(ROWS, max(most, 1))
    for batch in parquet.iter_batches(row_groups=[group], columns=names, batch_size=size):
        yield with_variants(batch)


def _shredded(batch: pa.RecordBatch, wanted: WantedColumns) -> pa.RecordBatch:
    columns: list[Array] = []
    for field in fields_in(wanted.target):
        if field.name in wanted.missing:
            column: Array = pa.nulls(batch.num_rows, pa.binary())
        else:
            column = column_in(batch, batch.schema.get_field_index(field.name))
        if field.name in wanted.schemas:
            plain = as_plain(column, tolerant=wanted.tolerant)
            columns.append(shred(plain, wanted.schemas[field.name], exact=wanted.exact))
        else:
            columns.append(_shred_inside(column, field, wanted))
    return make_batch(columns, wanted.target)


def _shred_inside(column: Array, field: Field, wanted: WantedColumns) -> Array:
    def work(variants: VariantArray, path: str) -> VariantArray:
        schema = wanted.schemas.get(path)
        if schema is None or path in wanted.target.names:
            return variants
        plain = unshred(variants, tolerant=wanted.tolerant)
        return shred(plain, schema, exact=wanted.exact)

    return retype_array(map_variants(column, field.name, work), field.type)
