"""The rows of a task, with the very types that Spark expects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import tzinfo
from typing import Any, Final, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
from pyarrow.parquet import ParquetFile

from inlay.footers.footer.errors import FooterError
from inlay.ground.files.entries import FileEntry
from inlay.ground.files.store import Store
from inlay.rows.filtering.filter_tally import FilterTally
from inlay.rows.filtering.select_rows import select_rows
from inlay.rows.pruning.filter_tokens import FilterError
from inlay.rows.pruning.filters import FilterTree
from inlay.rows.pruning.for_readers import list_unpruned_groups
from inlay.tables.scan.batches import MOST_BYTES, batches_of
from inlay.tables.scan.problems import UnreadFile
from inlay_runtime.errors import InlayError
from inlay_spark.rows.conform import conform, find_same_name, require_nulls_allowed
from inlay_spark.rows.errors import UnreadableError, UnreadableRowError, unreadable
from inlay_spark.rows.file_columns import FILE_COLUMNS, make_file_column
from inlay_spark.rows.fitted_filters import fit_filters
from inlay_spark.rows.opened import OpenedRows, open_rows
from inlay_spark.rows.partition_values import read_partition_value
from inlay_spark.rows.plan import FilePart
from inlay_spark.rows.row_tally import RowTally
from inlay_spark.rows.wanted_rows import choose_rows

MOST_ROWS: Final = 65_536
"""So many at a time are converted, where they are small; `batches_of` cuts them for Spark."""

FEWEST_ROWS: Final = 256
MOST_VALUES: Final = 1 << 20


def _never(_: UnreadableError) -> bool:
    return False


def read_rows(
    store: Store,
    pieces: Iterable[FilePart],
    schema: pa.Schema,
    *,
    passes_over: Callable[[UnreadableError], bool] = _never,
    filters: Sequence[FilterTree] = (),
    only: FilterTree | None = None,
    tolerant: bool = False,
    zone: tzinfo | None = None,
    scheme: str = "",
    tally: RowTally | None = None,
) -> Iterator[pa.RecordBatch]:
    """Columns that a file lacks are null, as those that Spark adds to a table later. Row groups without a row that matches all
    of the `filters` are left out; of the others all rows are read, or those for which `only` is true, and the `tally` counts.
    `tolerant` is about Variants, in columns and in `only`: `inlay.variant.unshred` has it.
    Times in the names of partitions are those of `zone`, and the column `_file_path` has URLs of this `scheme`.

    Raises UnreadableError for a file that cannot be read, unless it `passes_over` that: then what is left of the file is
    left out. Raises FilterError for values that a column of a file is not compared with, and passes over none.
    """
    counts = RowTally() if tally is None else tally
    query = _Query(schema, filters, only, tolerant, zone, scheme, counts)
    for piece in pieces:
        try:
            for batch in _of_piece(store, piece, query):
                yield from batches_of(pa.Table.from_batches([batch]))
        except UnreadableError as error:
            if not passes_over(error):
                raise


class _Query(NamedTuple):
    schema: pa.Schema
    filters: Sequence[FilterTree]
    only: FilterTree | None
    tolerant: bool
    zone: tzinfo | None
    scheme: str
    tally: RowTally


def _of_piece(store: Store, piece: FilePart, query: _Query) -> Iterator[pa.RecordBatch]:
    entry, schema, only, tally = piece.entry, query.schema, query.only, query.tally
    partition = list(entry.partition)
    with open_rows(store, entry) as opened:
        file = opened.parquet
        wanted = {
            field.name: own_name
            for field in schema
            if find_same_name(field.name, partition) is None
            and (own_name := find_same_name(field.name, file.schema_arrow.names)) is not None
        }
        _refuse_int96_as_number(file, schema, wanted, entry)
        fixed = {
            field.name: read_partition_value(field, entry, query.zone)
            for field in schema
            if find_same_name(field.name, partition) is not None
        }
        shape = _Shape(schema, wanted, fixed, entry, query.scheme, query.tolerant)
        try:
            asked = piece.row_groups if piece.row_groups is not None else range(file.num_row_groups)
            tally.add_file(file.metadata, asked)
            groups = _choose_groups(opened, asked, schema, wanted, query.filters)
            masks: dict[int, Any] | None = None
            if only is None:
                tally.add_left(file.metadata, groups)
            else:
                masks = _choose_masks(opened, query, only, groups)
            for batch, row, mask in _masked_batches(file, groups, masks, shape):
                yield _conform_batch(batch, row, mask, shape)
        except UnreadableError:
            raise
        except FilterError as error:
            # The filter is wrong, and the file is not: nothing may pass over it.
            error.path = entry.path
            raise
        except FooterError as error:
            raise unreadable(entry, UnreadFile(entry, error.finding)) from None
        except (pa.ArrowException, OSError, InlayError) as error:
            raise UnreadableError(f"{entry.path}: {error}") from None


class _Shape(NamedTuple):
    """What a batch of a file becomes: `wanted` columns by the name in the file, and `fixed` values of partitions."""

    schema: pa.Schema
    wanted: dict[str, str]
    fixed: dict[str, Any]
    entry: FileEntry
    scheme: str
    tolerant: bool


def _choose_masks(
    opened: OpenedRows, query: _Query, only: FilterTree, groups: Sequence[int]
) -> dict[int, Any]:
    tested, tally = FilterTally(), query.tally
    tolerant = query.tolerant
    chosen = choose_rows(opened.source, opened.footer, only, groups, tested, tolerant=tolerant)
    tally.add_chosen(tested, chosen)
    return {rows.group: rows.spread() for rows in chosen}


def _masked_batches(
    file: ParquetFile, groups: Sequence[int], masks: dict[int, Any] | None, shape: _Shape
) -> Iterator[tuple[pa.RecordBatch, int, Any]]:
    """Batches with the number of their first row, and which of their rows are wanted, or None for all. Of `masks`, which are
    by row group, those without one are left out."""
    columns = sorted(set(shape.wanted.values()))
    left = groups if masks is None else [group for group in groups if group in masks]
    for run in _list_runs(left):
        row = sum(file.metadata.row_group(at).num_rows for at in range(run[0]))
        mask = None if masks is None else pa.concat_arrays([masks[group] for group in run])
        for batch in _batches(file, run, columns):
            some = None
            if mask is not None:
                some, mask = mask.slice(0, batch.num_rows), mask.slice(batch.num_rows)
            if some is None or some.true_count:
                yield batch, row, some
            row += batch.num_rows


def _conform_batch(batch: pa.RecordBatch, row: int, mask: Any, shape: _Shape) -> pa.RecordBatch:
    """The rows of the mask. Errors of rows count those of the file, of which `row` is the first here."""
    numbers: Any = None
    if mask is not None and mask.true_count < batch.num_rows:
        rows = select_rows(pa.Table.from_batches([batch]), pa.chunked_array([mask]))
        (batch,) = rows.combine_chunks().to_batches()
        numbers = pc.add(pc.indices_nonzero(mask).cast(pa.int64()), row)
    try:
        columns = [
            require_nulls_allowed(
                _column(field, batch, row if numbers is None else numbers, shape),
                field,
                f"{shape.entry.path}: column {field.name}",
            )
            for field in shape.schema
        ]
    except UnreadableRowError as error:
        place = row + error.row if numbers is None else numbers[error.row].as_py()
        raise error.at(place) from None
    return pa.RecordBatch.from_arrays(columns, schema=shape.schema)


def _batches(file: ParquetFile, groups: list[int], columns: list[str]) -> Iterator[pa.RecordBatch]:
    """Without columns, as many rows as the footer says: no page is read."""
    if columns:
        # Of several tasks on a machine, each has a core: threads of Arrow's would wait for one another.
        yield from file.iter_batches(
            batch_size=_count_rows_at_once(file, groups, columns),
            row_groups=groups,
            columns=columns,
            use_threads=False,
        )
        return
    rows = sum(file.metadata.row_group(at).num_rows for at in groups)
    for start in range(0, rows, MOST_ROWS):
        count = min(MOST_ROWS, rows - start)
        yield pa.RecordBatch.from_arrays([pa.nulls(count)], names=[""])


def _count_rows_at_once(file: ParquetFile, groups: list[int], columns: list[str]) -> int:
    """By how large they are, as far as the footer says."""
    known = [file.metadata.row_group(at) for at in groups]
    rows = max(sum(group.num_rows for group in known), 1)
    each = max(sum(group.total_byte_size for group in known) // rows, 1)
    return max(FEWEST_ROWS, min(MOST_ROWS, MOST_VALUES // len(columns), MOST_BYTES // each))


def _choose_groups(
    opened: OpenedRows,
    groups: Sequence[int],
    schema: pa.Schema,
    wanted: dict[str, str],
    filters: Sequence[FilterTree],
) -> Sequence[int]:
    """Those of them that may have rows that match."""
    own = opened.parquet.schema_arrow
    tree = fit_filters(filters, wanted, schema, own) if filters else None
    if tree is None:
        return groups
    left = list_unpruned_groups(opened.footer, tree, groups, nan_is_largest=True)
    return groups if left is None else left


def _list_runs(numbers: Sequence[int]) -> Iterator[list[int]]:
    """Row groups that follow one another, which pyarrow reads together."""
    run: list[int] = []
    for number in numbers:
        if run and number != run[-1] + 1:
            yield run
            run = []
        run.append(number)
    if run:
        yield run


def _refuse_int96_as_number(
    file: ParquetFile, schema: pa.Schema, wanted: dict[str, str], entry: FileEntry
) -> None:
    """UnreadableError, as from Spark. To pyarrow it is a time like any other."""
    described = [file.schema.column(at) for at in range(len(file.schema))]
    times = {column.path for column in described if column.physical_type == "INT96"}
    for field in schema:
        if wanted.get(field.name) in times and pa.types.is_integer(field.type):
            raise UnreadableError(
                f"{entry.path}: column {field.name} is an INT96, and {field.type} is asked for"
            )


def _column(field: pa.Field[Any], batch: pa.RecordBatch, rows: Any, shape: _Shape) -> Any:
    name = field.name
    if name in shape.fixed:
        return pa.repeat(shape.fixed[name], batch.num_rows)
    if name in shape.wanted:
        column = batch.column(batch.schema.names.index(shape.wanted[name]))
        return conform(
            column, field.type, f"{shape.entry.path}: column {name}", tolerant=shape.tolerant
        )
    if name in FILE_COLUMNS:
        return make_file_column(field, shape.entry, rows, batch.num_rows, shape.scheme)
    return pa.nulls(batch.num_rows, field.type)
