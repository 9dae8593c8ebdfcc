"""Parquet files with Variants: annotated groups as arrays of the extension type."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import cast

import pyarrow as pa

from inlay.ground.arrow_fields import fields_in
from inlay.ground.arrow_rows import column_in, replace_column
from inlay.ground.files.source import Source
from inlay.ground.schema.wanted import require_row_groups
from inlay.rows.variants.annotated_file import AnnotatedFile
from inlay.rows.variants.named_columns import name_columns
from inlay.rows.variants.opener import Opener, choose_opener
from inlay_variant.arrow.nested_types import holds_variants
from inlay_variant.arrow.registration import is_known
from inlay_variant.arrow.retyping import Rows, retype
from inlay_variant.arrow.shredding import unshred as put_together
from inlay_variant.arrow.sound_types import make_sound_type
from inlay_variant.value.limits import DEFAULT_LIMITS, VariantLimits


def read_rows(
    open_file: Opener,
    columns: Sequence[str] | None,
    row_groups: Sequence[int] | None,
) -> pa.Table:
    """The rows of a file with its Variants, which is what `inlay.read_table` gives."""

    with _opened(open_file, columns) as file:
        names, groups = wanted_of(file, columns, row_groups)
        if groups is None:
            table = file.read(columns=names)
        else:
            table = file.read_row_groups(groups, columns=names)
    return with_variants(table)


def _opened(
    open_file: Opener, columns: Sequence[str] | None
) -> AbstractContextManager[AnnotatedFile]:
    """Without extension types where a part of a group may be meant, and a type is registered, whoever's it is."""
    is_part = columns is not None and any("." in name for name in columns)
    return open_file(not (is_part and is_known()), columns)


def stream_rows(
    open_file: Opener,
    columns: Sequence[str] | None,
    row_groups: Sequence[int] | None,
    batch_size: int,
) -> pa.RecordBatchReader:
    """The same, batch by batch, as they are asked for; the file stays open until the last, or until the reader is gone."""
    parts = _schema_and_batches(open_file, columns, row_groups, batch_size)
    schema = next(parts)
    assert isinstance(schema, pa.Schema)
    return pa.RecordBatchReader.from_batches(schema, cast("Iterator[pa.RecordBatch]", parts))


def _schema_and_batches(
    open_file: Opener,
    columns: Sequence[str] | None,
    row_groups: Sequence[int] | None,
    batch_size: int,
) -> Iterator[pa.Schema | pa.RecordBatch]:
    """One generator for both, for it closes the file: when it is through, or when whoever holds it lets go."""
    with _opened(open_file, columns) as file:
        names, groups = wanted_of(file, columns, row_groups)
        yield with_variants(file.read_row_groups([], columns=names)).schema
        for batch in file.iter_batches(batch_size=batch_size, columns=names, row_groups=groups):
            yield with_variants(batch, quiet=True)


def wanted_of(
    file: AnnotatedFile, columns: Sequence[str] | None, row_groups: Sequence[int] | None
) -> tuple[list[str] | None, list[int] | None]:
    """What is asked for, as lists. Raises ValueError for what the file does not have."""
    names = None if columns is None else name_columns(file.tree, columns)
    return names, require_row_groups(row_groups, file.num_row_groups)


def with_variants(rows: Rows, *, quiet: bool = False) -> Rows:
    """What an AnnotatedFile read, with every Variant checked for the rules of Parquet.

    What may be null and must not by the specification is missing where it is null, and a group without metadata
    is a plain struct: each a VariantWarning, unless `quiet`. Raises StorageError with the column's name.
    """
    for index, field in enumerate(fields_in(rows.schema)):
        if not holds_variants(field.type):
            continue
        sound = make_sound_type(field.type, field.name, quiet=quiet)
        before = column_in(rows, index)
        column = retype(before, sound)
        if column is not before:
            rows = replace_column(rows, index, field.with_type(column.type), column)
    return rows


def read_table(
    source: Source,
    *,
    columns: Sequence[str] | None = None,
    row_groups: Sequence[int] | None = None,
    unshred: bool = False,
    tolerant: bool = False,
    limits: VariantLimits = DEFAULT_LIMITS,
) -> pa.Table:
    """`inlay.read_table`, with options for Variants.

    `unshred` puts shredded columns together. `tolerant` does as well, and reads what writers must not write and readers
    may read: values in two places (typed_value wins), fields of objects in any order.

    Raises StorageError for groups that are not Variants, and what `unshred` raises.
    """
    table = read_rows(choose_opener(source), columns, row_groups)
    if unshred or tolerant:
        table = put_together(table, tolerant=tolerant, limits=limits)
    return table
