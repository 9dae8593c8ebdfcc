"""The record of a file by its values: every chunk is decoded, and what the footer says of them is not believed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from math import isnan
from typing import Final

from inlay.footers.footer.read import read_footer
from inlay.ground.files.source import Seekable, open_source, read_at
from inlay.ground.values.extremes import Extremes, merge_extremes
from inlay.ground.values.orders import Key, keys_of
from inlay.pages.engine.chunk_values import ChunkValues
from inlay.pages.engine.dense_chunk import DenseRun
from inlay.pages.engine.dense_values import stream_dense_runs
from inlay.pages.engine.errors import UndecodedError
from inlay.pages.engine.forward_reader import ForwardReader
from inlay.pages.engine.leaf import Leaf
from inlay.verbs.register.record import FileBound, FileRecord, LeafRecord
from inlay.verbs.verify.file_in_front import find_extent
from inlay.verbs.verify.reachable_chunks import ReachableChunks
from inlay.verbs.verify.subjects import FooterSubject, PlacedChunk
from inlay.verbs.verify.values.audited import AuditedChunk
from inlay.verbs.verify.values.looks import RUN, PageExtremes
from inlay.verbs.verify.values.second import AuditedEncodings
from parquet_format.parquet import ColumnOrder, Type

_DAMAGED: Final = "its pages do not decode"
_UNREACHED: Final = "it cannot be read"


@dataclass(slots=True)
class _Measured:
    """A leaf in the chunks that were read. `why` is the first reason for which its values are not all known."""

    key: Key | None
    extremes: list[Extremes] = field(default_factory=list[Extremes])
    nulls: int = 0
    chunks: int = 0
    why: str = ""


def measure_record(record: FileRecord) -> FileRecord:
    """The same file with the bounds and counts of its values: exact, or absent where a chunk does not decode. Columns in lists keep what
    the footer says, for no table has bounds of them; paths of Variants have nothing.

    Raises FooterError and DecodeError for a footer that cannot be read, OSError for a file that cannot be.
    """
    footer = read_footer(record.path)
    placed = FooterSubject(footer.metadata, footer.offset)
    encodings = AuditedEncodings(footer.metadata, footer.offset)
    lists = [node.max_repetition > 0 for node in placed.leaves]
    measured = [_Measured(_choose_key(leaf)) for leaf in record.leaves]
    with open_source(record.path) as file:
        for chunk in ReachableChunks(placed):
            if chunk.at < len(measured) and not lists[chunk.at]:
                _measure(file, chunk, encodings, measured[chunk.at])
    groups = len(footer.metadata.row_groups)
    leaves = (
        leaf if is_in_list else _replace(leaf, of, groups)
        for leaf, of, is_in_list in zip(record.leaves, measured, lists, strict=True)
    )
    return record._replace(leaves=tuple(leaves), paths=())


def _choose_key(leaf: LeafRecord) -> Key | None:
    """Zeros of both signs are two values to some tables. None for values without an order."""
    element = leaf.rules.element
    order = ColumnOrder.TYPE_ORDER
    if leaf.rules.is_float:
        order = ColumnOrder.IEEE_754_TOTAL_ORDER
    elif element.type == Type.INT96:
        order = ColumnOrder.INT96_TIMESTAMP_ORDER
    return next(iter(keys_of(element, order)), None)


def _measure(
    file: Seekable, chunk: PlacedChunk, encodings: AuditedEncodings, measured: _Measured
) -> None:
    measured.chunks += 1
    meta, leaf = chunk.meta, chunk.leaf
    if meta is None or leaf is None or leaf.element.type != meta.type:
        measured.why = measured.why or f"row group {chunk.group_at}: {_UNREACHED}"
        return
    extent = find_extent(meta)
    shown = Leaf(leaf.name, leaf.max_definition, leaf.max_repetition, leaf.element.type_length)
    decoder = encodings.find_decoder(meta, shown)

    def stream() -> Iterator[DenseRun]:
        reader = ForwardReader(partial(read_at, file), extent[1])
        return stream_dense_runs(reader.read, extent, meta, shown, RUN, decoder=decoder)

    values = ChunkValues(stream)
    try:
        values.open([PageExtremes(measured.key)] if measured.key is not None else [])
    except UndecodedError as reason:
        measured.why = measured.why or f"row group {chunk.group_at}: {reason}"
        return
    if not values.is_whole:
        measured.why = measured.why or f"row group {chunk.group_at}: {_DAMAGED}"
        return
    audited = AuditedChunk(chunk, meta, leaf, values)
    measured.nulls += sum(audited.definitions[:-1])
    if measured.key is not None:
        measured.extremes.append(audited.find_extremes(measured.key))


def _replace(leaf: LeafRecord, measured: _Measured, groups: int) -> LeafRecord:
    why = measured.why
    if measured.chunks < groups:
        why = why or f"a row group: {_UNREACHED}"
    if why:
        return leaf._replace(lower=None, upper=None, nulls=None, nans=None, why=why)
    ends = Extremes(None, None, 0)
    if measured.key is not None and measured.extremes:
        ends = merge_extremes(measured.extremes, measured.key)
    lower, upper = (_make_bound(leaf, raw) for raw in (ends.low, ends.high))
    nans = ends.nans if leaf.rules.is_float else None
    why = "" if lower is not None else "no value but nulls and NaNs"
    return leaf._replace(lower=lower, upper=upper, nulls=measured.nulls, nans=nans, why=why)


def _make_bound(leaf: LeafRecord, raw: bytes | None) -> FileBound | None:
    """A value that is one. In total order, NaN is the end of values that are all NaN."""
    if raw is None:
        return None
    bound = FileBound(raw, is_exact=True)
    value = leaf.decode(bound)
    return None if isinstance(value, float) and isnan(value) else bound
