"""Tables with Variants to Parquet files: written by pyarrow as plain structs, then annotated."""

from __future__ import annotations

import os
from collections.abc import Mapping, Set
from contextlib import suppress
from typing import IO, Any, Literal, TypeAlias, cast

import pyarrow as pa
import pyarrow.parquet as pq

from inlay.files.whole_or_nothing import WholeOrNothing
from inlay.footer import Footer, read_footer
from inlay.footer.trailer import tail_of
from inlay.rewrite.new_file import NewFile
from inlay.variants.annotation import annotate
from inlay_variant.arrow.inference import infer_schema
from inlay_variant.arrow.nested_types import holds_variants, replace_variants
from inlay_variant.arrow.shredding import shred, unshred
from inlay_variant.arrow.variant_type import VariantArray, VariantType, as_variants
from inlay_variant.storage.arrow_classes import Array, ChunkedArray, Field, fields_of
from inlay_variant.storage.normalize_storage import normalize_storage
from inlay_variant.storage.shape import METADATA, VALUE, Group, parse_shape, storage_of
from inlay_variant.value.errors import StorageError, counting_from

Shredding: TypeAlias = "Literal['auto'] | Mapping[str, pa.DataType] | None"
"""How columns are shredded: not at all, by what is in them, or each by its own schema."""


def write_table(
    table: pa.Table,
    where: str | os.PathLike[str],
    *,
    shred: Shredding = None,
    exact: bool = False,
    **options: Any,
) -> None:
    """Writes a table whose Variants become annotated groups, shredded as asked for or as they are.

    `options` are those of `VariantWriter`. The file appears under its name when all of it is written. Raises what
    that and `inlay.variant.shred` raise, and OSError.
    """
    schemas = schemas_for(table, shred)
    with VariantWriter(where, table.schema, schemas=schemas, exact=exact, **options) as writer:
        first = 0
        if table.num_rows == 0:
            writer.write(table)
        for batch in table.to_batches(max_chunksize=options.get("row_group_size", 122_880)):
            with counting_from(first):
                writer.write(pa.Table.from_batches([batch]))
            first += batch.num_rows


def schemas_for(table: pa.Table, shredding: Shredding) -> Mapping[str, pa.DataType]:
    """The schema for each column that is to be shredded; `auto` looks into the table."""
    if shredding is None:
        return {}
    if shredding == "auto":
        inferred = {
            field.name: infer_schema(table.column(index)).type
            for index, field in enumerate(table.schema)
            if isinstance(field.type, VariantType)
        }
        return {name: type_ for name, type_ in inferred.items() if not pa.types.is_null(type_)}
    for name in shredding:
        if not isinstance(table.schema.field(name).type, VariantType):
            raise StorageError(name, "is no Variant, and cannot be shredded")
    return shredding


class StoredFile:
    """Writes tables of one schema into an open file, as the plain structs that pyarrow can write. That they are
    Variants is for now only in the footer that `finish` returns.
    """

    def __init__(
        self,
        file: IO[bytes],
        schema: pa.Schema,
        *,
        schemas: Mapping[str, pa.DataType] | None = None,
        exact: bool = False,
        **options: Any,
    ) -> None:
        self._file = file
        self._schemas = dict(schemas or {})
        self._exact = exact
        options.pop("row_group_size", None)
        # So that a decimal4 is an INT32, as VariantShredding.md has it.
        options.setdefault("store_decimal_as_integer", True)
        described: Any = schema.metadata
        self._schema = pa.schema([self._typed(field) for field in schema], described)
        self._stored = pa.schema([_stored_field(field) for field in self._schema], described)
        self._writer = pq.ParquetWriter(file, self._stored, **options)

    def write(self, table: pa.Table) -> None:
        """One row group of rows. Raises what `shred` raises; the file is then of no use any more."""
        columns = [
            self._column(table.column(index), field) for index, field in enumerate(self._schema)
        ]
        stored = pa.Table.from_arrays(columns, schema=self._stored)
        self._writer.write_table(stored, row_group_size=max(table.num_rows, 1))

    def finish(self) -> Footer:
        """The footer that should be at the place of the one that is there."""
        self._writer.close()
        footer = read_footer(self._file)
        assert footer.metadata is not None
        annotate(footer.metadata, self._schema)
        return footer

    def close(self) -> None:
        """Whether it is finished or not; pyarrow would do it later, into a file that is closed."""
        with suppress(Exception):
            self._writer.close()

    def _typed(self, field: Field) -> Field:
        """A column's type as it is written: shredded where it is to be, in canonical storage."""
        if not isinstance(field.type, VariantType):
            return field
        schema = self._schemas.get(field.name)
        group = field.type.shape if schema is None else parse_shape(schema)
        return field.with_type(VariantType(storage_of(group)))

    def _column(self, column: ChunkedArray, field: Field) -> ChunkedArray:
        if not isinstance(field.type, VariantType):
            return (
                column.cast(replace_variants(field.type)) if holds_variants(field.type) else column
            )
        chunks: list[Array] = []
        first = 0
        for chunk in column.chunks:
            with counting_from(first):
                chunks.append(self._chunk(as_variants(chunk), field.name, field.type.shape))
            first += len(chunk)
        stored: ChunkedArray = cast(Any, pa.chunked_array)(chunks, _stored_field(field).type)
        return stored

    def _chunk(self, array: VariantArray, name: str, group: Group) -> Array:
        schema = self._schemas.get(name)
        if schema is not None:
            array = shred(unshred(array), schema, exact=self._exact)
        storage = normalize_storage(array.storage, group)
        return storage if group.is_shredded else _required(storage)


class VariantWriter(WholeOrNothing):
    """Writes tables of one schema into a file, one after the other.

    The columns in `schemas` are shredded by them. The file is there, complete and synced, when the writer is
    closed; if anything fails it never is.
    """

    def __init__(
        self,
        where: str | os.PathLike[str],
        schema: pa.Schema,
        *,
        schemas: Mapping[str, pa.DataType] | None = None,
        exact: bool = False,
        overwrite: bool = True,
        allow: Set[str] = frozenset(),
        **options: Any,
    ) -> None:
        """Raises RefusedError for a file that is there, without `overwrite`, and in the folder of a table, unless `allow` has
        `table`: its manifest would not know of the file. `options` are those of `pyarrow.parquet.ParquetWriter`.
        """
        self._new = NewFile(where, overwrite=overwrite, allow=allow)
        try:
            self._stored = StoredFile(
                self._new.file, schema, schemas=schemas, exact=exact, **options
            )
        except BaseException:
            self._new.abandon()
            raise

    def write(self, table: pa.Table) -> None:
        """One row group of rows. Raises what `shred` raises; the writer is then of no use any more."""
        self._stored.write(table)

    def close(self) -> None:
        footer = self._stored.finish()
        assert footer.metadata is not None
        file = self._new.file
        file.seek(footer.offset)
        file.write(tail_of(footer.metadata.encode(), footer.magic))
        file.truncate()
        self._new.close()

    def abandon(self) -> None:
        self._stored.close()
        self._new.abandon()


def _stored_field(field: Field) -> Field:
    type_ = field.type
    if isinstance(type_, VariantType) and not type_.is_shredded:
        return field.with_type(_unshredded())
    return field.with_type(replace_variants(type_))


def _unshredded() -> pa.DataType:
    """'value' is required where there is no typed_value."""
    return pa.struct([pa.field(name, pa.binary(), nullable=False) for name in (METADATA, VALUE)])


def _required(storage: pa.StructArray) -> Array:
    """A missing value becomes a Variant null, which is what it means."""
    value = storage.field(VALUE)
    if value.null_count:
        value = value.fill_null(b"\0")
    mask = storage.is_null() if storage.null_count else None
    fields = fields_of(_unshredded())
    return pa.StructArray.from_arrays([storage.field(METADATA), value], fields=fields, mask=mask)
