"""Tables with Variants to Parquet files: written by pyarrow as plain structs, then annotated."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from functools import partial
from typing import IO, Any, Final, Literal, NamedTuple, TypeAlias, cast

import pyarrow as pa
import pyarrow.parquet as pq

from inlay.changes.rewrite.new_file import NewFile
from inlay.footers.footer import Footer, read_footer
from inlay.footers.footer.trailer import tail_of
from inlay.ground.arrow_fields import Field, fields_in
from inlay.ground.arrow_rows import child_of, make_struct
from inlay.ground.files.whole_or_nothing import WholeOrNothing
from inlay.ground.mistakes import RequestError
from inlay.ground.wording.amounts import count
from inlay.rows.variants.annotation import annotate
from inlay.rows.variants.named_places import match_quoted
from inlay_variant.arrow.given import Given, as_table
from inlay_variant.arrow.inference import infer_schema
from inlay_variant.arrow.nested_columns import (
    change_variant_types,
    find_columns,
    list_paths_of,
    map_variants,
    pick_inside,
)
from inlay_variant.arrow.nested_types import holds_variants
from inlay_variant.arrow.retyping import retype_array
from inlay_variant.arrow.schema_text import parse_schema
from inlay_variant.arrow.shredding import shred, unshred
from inlay_variant.arrow.variant_type import VariantArray, VariantType
from inlay_variant.storage.arrow_classes import Array, ChunkedArray, fields_of
from inlay_variant.storage.arrow_values import binary
from inlay_variant.storage.normalize_storage import normalize_storage
from inlay_variant.storage.shape import METADATA, VALUE, Group, parse_shape, storage_of
from inlay_variant.value.errors import StorageError, counting_from

Schemas: TypeAlias = "Mapping[str, pa.DataType | str]"
"""By path, the types to shred by, or their text."""

Shredding: TypeAlias = "Literal['auto'] | Schemas | None"
"""How columns are shredded: not at all, by what is in them, or each by its own schema."""

DEEPEST: Final = 100
"""Levels of the schema of a file, its root included: pyarrow reads no more."""

Place: TypeAlias = "tuple[int, str]"
"""Variants in a schema: the number of the column, since names need not be unique, and the path."""


def write_table(
    table: Given,
    where: str | os.PathLike[str],
    *,
    shred: Shredding = None,
    exact: bool = False,
    tolerant: bool = False,
    **options: Any,
) -> None:
    """Writes a table, whoever's it is, whose Variants become annotated groups, shredded as asked for or as they are.

    `shred` has the schema of each column of Variants, by its name or path (`items.element`, see `docs/variant_columns.md`), as a type or as
    text. `tolerant` reads rows as `inlay.variant.unshred` has it: what is written is in order. `options` are those of `VariantWriter`. The file appears under its name when all of it is written. Raises what
    that and `inlay.variant.shred` raise, and OSError.
    """
    table = as_table(table)
    places = schemas_for(table, shred, tolerant=tolerant)
    with VariantWriter(
        where, table.schema, places=places, exact=exact, tolerant=tolerant, **options
    ) as writer:
        first = 0
        if table.num_rows == 0:
            writer.write(table)
        for batch in table.to_batches(max_chunksize=options.get("row_group_size", 122_880)):
            with counting_from(first):
                writer.write(pa.Table.from_batches([batch]))
            first += batch.num_rows


def schemas_for(
    table: pa.Table, shredding: Shredding, *, tolerant: bool = False
) -> Mapping[Place, pa.DataType]:
    """The schema for each place that is to be shredded; `auto` looks into the table."""
    if shredding is None:
        return {}
    schema = table.schema
    if shredding == "auto":
        inferred = {
            (index, path): infer_schema(
                pick_inside(table.column(index), field.name, path), tolerant=tolerant
            ).type
            for index, field in enumerate(fields_in(schema))
            for path in list_paths_of(field)
        }
        return {place: type_ for place, type_ in inferred.items() if not pa.types.is_null(type_)}
    paths = [path for field in fields_in(schema) for path in list_paths_of(field)]
    for path in shredding:
        if path not in paths and not match_quoted(schema, path):
            there = f"Variants are in {', '.join(paths)}" if paths else "there are no Variants"
            raise StorageError(path, f"is not a Variant, and cannot be shredded: {there}")
    return list_places(schema, shredding)


def list_places(schema: pa.Schema, schemas: Schemas) -> Mapping[Place, pa.DataType]:
    """The schemas by the places that their paths lead to. Raises SchemaTextError for text that is none."""
    return {
        place: parse_schema(type_) if isinstance(type_, str) else type_
        for path, type_ in schemas.items()
        for place in [(index, path) for index in find_columns(schema, path)]
        or match_quoted(schema, path)
    }


class _Form(NamedTuple):
    """How the Variants of one place are written: shredded by a schema, or as they are."""

    schema: pa.DataType | None
    group: Group


class StoredFile:
    """Writes tables of one schema into an open file, as the plain structs that pyarrow can write. That they are
    Variants is for now only in the footer that `finish` returns. RequestError for more levels than anybody could read.
    """

    def __init__(
        self,
        file: IO[bytes],
        schema: pa.Schema,
        *,
        places: Mapping[Place, pa.DataType] | None = None,
        exact: bool = False,
        tolerant: bool = False,
        **options: Any,
    ) -> None:
        self._tolerant = tolerant
        self._file = file
        self._forms: list[list[_Form]] = []
        self._exact = exact
        options.pop("row_group_size", None)
        # So that a decimal4 is an INT32, as VariantShredding.md has it.
        options.setdefault("store_decimal_as_integer", True)
        described: Any = schema.metadata
        fields = [
            self._typed(index, field, places or {}) for index, field in enumerate(fields_in(schema))
        ]
        self._schema = pa.schema(fields, described)
        self._stored = pa.schema(
            [_stored_field(field) for field in fields_in(self._schema)], described
        )
        _require_readable(self._stored)
        self._writer = pq.ParquetWriter(file, self._stored, **options)

    def write(self, table: pa.Table) -> None:
        """One row group of rows. Raises what `shred` raises; the file is then of no use any more."""
        columns = [
            self._column(table.column(index), field, self._forms[index])
            for index, field in enumerate(fields_in(self._schema))
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

    def _typed(self, index: int, field: Field, places: Mapping[Place, pa.DataType]) -> Field:
        """A column's type as it is written: shredded where it is to be, in canonical storage."""
        forms: list[_Form] = []

        def change(type_: VariantType, path: str) -> VariantType:
            schema = places.get((index, path))
            group = type_.shape if schema is None else parse_shape(schema)
            forms.append(_Form(schema, group))
            return VariantType(storage_of(group))

        self._forms.append(forms)
        return field.with_type(change_variant_types(field.type, field.name, change))

    def _column(self, column: ChunkedArray, field: Field, forms: Sequence[_Form]) -> ChunkedArray:
        if not holds_variants(field.type):
            return column
        stored = _stored_field(field).type
        chunks: list[Array] = []
        first = 0
        for chunk in column.chunks:
            # Arrays come in the order of types, and fields of one struct may have one name.
            work = partial(self._chunk, iter(forms))
            with counting_from(first):
                chunks.append(retype_array(map_variants(chunk, field.name, work), stored))
            first += len(chunk)
        return cast(ChunkedArray, cast(Any, pa.chunked_array)(chunks, stored))

    def _chunk(self, forms: Iterator[_Form], array: VariantArray, _: str) -> Array:
        schema, group = next(forms)
        if schema is not None:
            array = shred(array, schema, exact=self._exact, tolerant=self._tolerant)
        elif self._tolerant:
            sorted_rows = unshred(array, tolerant=True)
            array = shred(sorted_rows, array.type, exact=True) if group.is_shredded else sorted_rows
        storage = normalize_storage(array.storage, group)
        return storage if group.is_shredded else _required(storage)


def _require_readable(schema: pa.Schema) -> None:
    levels = 1 + max((_count_levels(field.type) for field in fields_in(schema)), default=0)
    if levels > DEEPEST:
        what = f"this schema gives the file {count(levels, 'level')}"
        raise RequestError(f"{what}, and pyarrow reads no more than {DEEPEST}")


def _count_levels(type_: pa.DataType) -> int:
    """Of the Parquet schema: a list has one more than a struct and a map, for what is repeated."""
    fields = fields_of(type_)
    is_list = fields and not pa.types.is_struct(type_) and not pa.types.is_map(type_)
    below = max((_count_levels(field.type) for field in fields), default=0)
    return below + (2 if is_list else 1)


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
        schemas: Schemas | None = None,
        places: Mapping[Place, pa.DataType] | None = None,
        exact: bool = False,
        tolerant: bool = False,
        overwrite: bool = True,
        sources: Iterable[str] = (),
        allow: Set[str] = frozenset(),
        **options: Any,
    ) -> None:
        """Raises RefusedError for a file that is there, without `overwrite`, and in the folder of a table, unless `allow` has
        `table`: its manifest would not know of the file. `options` are those of `pyarrow.parquet.ParquetWriter`.
        `places` is what `schemas_for` gives, in the stead of `schemas`. `tolerant` as of `write_table`. `sources` are files that the rows come from: it is none
        of them, and a group and others may read it only as they may read these.
        """
        if places is None:
            places = list_places(schema, schemas or {})
        self._new = NewFile(where, overwrite=overwrite, sources=sources, allow=allow)
        try:
            self._stored = StoredFile(
                self._new.file, schema, places=places, exact=exact, tolerant=tolerant, **options
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
    """With the storage in the place of every Variant."""

    def change(type_: VariantType, _: str) -> pa.DataType:
        return type_.storage_type if type_.is_shredded else _unshredded()

    return field.with_type(change_variant_types(field.type, field.name, change))


def _unshredded() -> pa.DataType:
    """'value' is required where there is no typed_value."""
    return pa.struct([pa.field(name, pa.binary(), nullable=False) for name in (METADATA, VALUE)])


def _required(storage: pa.StructArray) -> Array:
    """A missing value becomes a Variant null, which is what it means."""
    value = child_of(storage, VALUE)
    if value.null_count:
        value = value.fill_null(binary(b"\0"))
    mask = storage.is_null() if storage.null_count else None
    fields = fields_of(_unshredded())
    return make_struct([child_of(storage, METADATA), value], fields, mask)
