"""What `inlay variant` does with Parquet files, row group by row group."""

from __future__ import annotations

import os
from collections.abc import Iterator

import click
import pyarrow as pa

from inlay.commands.printing import show_line
from inlay.commands.variant_progress import progress
from inlay.rewrite.errors import RefusedError
from inlay.tables import iter_batches, opener
from inlay.variant.arrow_type import VariantArray, VariantType, register
from inlay.variant.getting import variant_get
from inlay.variant.inference import SAMPLE, Inferred, infer_from_nodes
from inlay.variant.nodes import Node
from inlay.variant.path import parse_path
from inlay.variant.reading import with_variants
from inlay.variant.shredding import unshred
from inlay.variant.value import to_json
from inlay.variant.writing import VariantWriter

_ROWS = 65_536
_PLACES = 16
"""From how many places of a file a sample is taken."""


def variant_column(file: str, wanted: str | None) -> str:
    """The name of the column. Raises UsageError where it is not clear or not there."""
    register()
    with opener(file)(True) as parquet:
        schema = parquet.schema_arrow
    names = [field.name for field in schema if isinstance(field.type, VariantType)]
    if wanted is None and len(names) == 1:
        return names[0]
    if wanted is not None and wanted in names:
        return wanted
    there = f"it has {', '.join(names)}" if names else "it has none"
    what = "choose one with --column" if wanted is None else f"{wanted!r} is no Variant column"
    raise click.UsageError(f"{file}: {what}; {there}")


def lines_of(
    file: str, column: str | None, path: str, rows: int | None, *, tolerant: bool
) -> Iterator[str]:
    """JSON lines of up to so many rows; `null` for a row without a value."""
    steps = parse_path(path)
    name = variant_column(file, column)
    left = rows
    for batch in _batches(file, name, tolerant=tolerant, size=min(rows or _ROWS, _ROWS)):
        array = batch.column(0)
        assert isinstance(array, VariantArray)
        if left is not None:
            array = array.slice(0, left)
            left -= len(array)
        plain = unshred(array, tolerant=tolerant)
        found = variant_get(plain, path) if steps else plain
        assert isinstance(found, VariantArray)
        for one in found.variants():
            yield "null" if one is None else to_json(one)
        if left == 0:
            return


def inferred_from(file: str, name: str) -> Inferred:
    """What a sample from all over the file looks like."""
    register()
    with opener(file)(True) as parquet:
        groups = parquet.num_row_groups
    chosen = sorted({groups * place // _PLACES for place in range(_PLACES)}) if groups else []
    each = -(-SAMPLE // max(len(chosen), 1))
    nodes: list[Node | None] = []
    for group in chosen:
        for batch in iter_batches(file, columns=[name], row_groups=[group], batch_size=each):
            array = batch.column(0)
            assert isinstance(array, VariantArray)
            nodes += [None if one is None else one.node() for one in array.variants()]
            break
    return infer_from_nodes(nodes)


def rewrite(
    file: str,
    out: str,
    column: str | None,
    *,
    shred: bool,
    exact: bool,
    overwrite: bool,
    tolerant: bool,
) -> None:
    """Writes `out`, with the Variants of `file` shredded or put together."""
    refuse_existing(out, overwrite=overwrite)
    name = variant_column(file, column)
    schemas: dict[str, pa.DataType] = {}
    if shred:
        inferred = inferred_from(file, name)
        if not inferred.worth_it:
            raise RefusedError(
                "schema", "no column is worth it: see `inlay variant schema`", path=file
            )
        schemas[name] = inferred.type
    with opener(file)(True) as parquet:
        schema, rows = parquet.schema_arrow, parquet.metadata.num_rows
    index = schema.get_field_index(name)
    target = schema.set(index, schema.field(index).with_type(VariantType()))
    with (
        VariantWriter(out, target, schemas=schemas, exact=exact) as writer,
        progress("rows", rows) as advance,
    ):
        for batch in _batches(file, None, tolerant=tolerant, size=_ROWS):
            array = batch.column(index)
            assert isinstance(array, VariantArray)
            plain = unshred(array, tolerant=tolerant)
            table = pa.Table.from_batches([batch])
            writer.write(table.set_column(index, name, pa.chunked_array([plain])))
            advance(batch.num_rows)
    show_line(f"{out}: {rows:,} rows, {name} {'shredded' if shred else 'put together'}")


def _batches(file: str, name: str | None, *, tolerant: bool, size: int) -> Iterator[pa.RecordBatch]:
    columns = None if name is None else [name]
    if not tolerant:
        yield from iter_batches(file, columns=columns, batch_size=size)
        return
    register()
    with opener(file)(True) as parquet:
        for batch in parquet.iter_batches(batch_size=size, columns=columns):
            yield with_variants(batch, tolerant=True)


def refuse_existing(out: str, *, overwrite: bool) -> None:
    if not overwrite and os.path.exists(out):
        raise RefusedError("exists", "there is such a file already", "--overwrite", out)
