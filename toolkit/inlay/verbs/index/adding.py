"""One pass over the chunks of a file, one at a time: what is missing is worked out, and put into the metadata or among new parts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from inlay.ground.files.source import read_at
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.decoded_size import UndecodedError
from inlay.pages.engine.errors import ChunkError
from inlay.pages.engine.piece import PieceKind
from inlay.pages.engine.progress import Progress
from inlay.pages.engine.thrift_file import ThriftFile
from inlay.verbs.index.chosen_columns import choose_columns, iter_chunks
from inlay.verbs.index.indexed_file import StatementTally
from inlay.verbs.index.measured_chunk import MeasuredChunk
from inlay.verbs.index.statement import Statement
from inlay.verbs.index.statements.bounds import has_bounds
from inlay.verbs.index.trailing_parts import MOST_PARTS
from inlay.verbs.index.whole_columns import ColumnBounds
from parquet_format.parquet import ColumnChunk, ColumnOrder, FileMetaData

_IN_ORDER: Final = ("bounds", "column-index")


class Wanted(NamedTuple):
    """What is asked for. With `only_helpful`, each chunk gets what helps a reader of it."""

    statements: Sequence[Statement]
    only_helpful: bool
    columns: Sequence[str] | None
    false_positives: float


class NewPart(NamedTuple):
    """Bytes of a chunk that are to lie outside of the footer."""

    kind: PieceKind
    chunk: ColumnChunk
    data: bytes


def add_statements(
    file: ThriftFile,
    metadata: FileMetaData,
    wanted: Wanted,
    tally: StatementTally,
    progress: Progress,
) -> list[NewPart]:
    """Changes the metadata, and returns what has no place in it yet. Raises what the names of columns raise, and
    PlacementRefusedError."""
    columns = choose_columns(metadata, wanted.columns)
    declares = _may_declare_orders(metadata)
    if declares:
        leaves = choose_columns(metadata, None)
        metadata.column_orders = [ColumnOrder.TYPE_ORDER for _ in leaves]
    orders = metadata.column_orders or []
    parts: list[NewPart] = []
    room = MOST_PARTS
    gives_bounds = any(it.name == "bounds" for it in wanted.statements)
    bounds = {column.name: ColumnBounds() for column in columns}
    for column, group, chunk, meta in iter_chunks(metadata, file.footer, columns):
        measured = MeasuredChunk(
            group,
            chunk,
            meta,
            column.leaf,
            column.element,
            orders[column.at] if column.at < len(orders) else None,
            partial(read_at, file.source),
            wanted.false_positives,
            room,
        )
        had = has_bounds(meta)
        _add_to_chunk(measured, column.name, wanted, tally)
        if gives_bounds:
            lacks = not has_bounds(meta) and _may_have_values(measured)
            bounds[column.name].note(meta, had=had, lacks=lacks)
        room = measured.room
        parts += [NewPart(kind, chunk, data) for kind, data in measured.parts.items()]
        progress(locate_pages(meta)[1])
    for name, of_groups in bounds.items():
        of_groups.take_back_loose(name, tally)
    if declares and not any(it.statement in _IN_ORDER for it in tally.statements):
        metadata.column_orders = None
    return parts


def _add_to_chunk(chunk: MeasuredChunk, column: str, wanted: Wanted, tally: StatementTally) -> None:
    missing = [it for it in wanted.statements if not it.is_there(chunk.chunk, chunk.meta)]
    if chunk.meta.type != chunk.element.type:
        for statement in missing:
            tally.leave_out(statement.name, column, "it has another type than the schema says")
        return
    chunk.will_decode = any(it.reads_values(chunk) for it in missing)
    for statement in missing:
        before = chunk.room
        try:
            if statement.is_there(chunk.chunk, chunk.meta) or not statement.may_say(chunk):
                continue
            if wanted.only_helpful and not statement.helps(chunk):
                continue
            reason = statement.add(chunk)
        except UndecodedError as error:
            reason = str(error)
        except ChunkError as error:
            reason = f"{error.what}, at offset {error.offset:,} (`inlay verify --values` says more)"
        if reason:
            tally.leave_out(statement.name, column, reason)
        else:
            tally.add(statement.name, column, before - chunk.room)


def _may_have_values(chunk: MeasuredChunk) -> bool:
    """Whether not all are null, or nobody can say."""
    try:
        return chunk.value_count > 0
    except (UndecodedError, ChunkError):
        return True


def _may_declare_orders(metadata: FileMetaData) -> bool:
    """Whether the order of types can be declared of all columns: nothing in the file is said in any order."""
    if metadata.column_orders is not None:
        return False
    for group in metadata.row_groups:
        for chunk in group.columns:
            said = chunk.meta_data.statistics if chunk.meta_data is not None else None
            if chunk.column_index_offset is not None:
                return False
            if said is not None and (said.min_value is not None or said.max_value is not None):
                return False
    return True
