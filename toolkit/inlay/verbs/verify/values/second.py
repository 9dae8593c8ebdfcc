"""Second encodings against the first: the same values, one for one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pyarrow as pa

from inlay.ground.files.source import Seekable
from inlay.ground.refusals import RefusedError
from inlay.ground.wording.amounts import count
from inlay.pages.encodings.configuration import read_configured
from inlay.pages.encodings.dual_chunk import DualChunk
from inlay.pages.encodings.errors import BothDamagedError, PluginFailedError
from inlay.pages.encodings.new_encodings import NewEncodings, find_encodings
from inlay.pages.encodings.plugins import Encodings
from inlay.pages.encodings.replacement import decode_page
from inlay.pages.engine.chunk_pages import DataPage
from inlay.pages.engine.chunk_values import ChunkValues
from inlay.pages.engine.decoded_size import MOST_BYTES
from inlay.pages.engine.dense_values import (
    DensePageLevels,
    DenseRun,
    PageDecoder,
    stream_dense_runs,
)
from inlay.pages.engine.errors import ChunkError, UndecodedError
from inlay.pages.engine.forward_reader import ForwardReader
from inlay.pages.engine.leaf import Leaf
from inlay.verbs.verify.check import Check
from inlay.verbs.verify.values.audited import AuditedChunk
from inlay.verbs.verify.values.looks import RUN
from inlay_runtime.finding import Finding
from parquet_format.parquet import ColumnMetaData, CompressionCodec, Encoding, FileMetaData


class AuditedEncodings:
    """Those of one file; and the encodings that are in use here, for pages that are in one alone."""

    def __init__(self, metadata: FileMetaData, footer_at: int) -> None:
        self._known: Encodings = read_configured()
        self._there: NewEncodings = find_encodings(metadata, footer_at)

    def find_decoder(self, meta: ColumnMetaData, leaf: Leaf) -> PageDecoder | None:
        """Of pages in an encoding with a number that has a plug-in here."""
        ratified = self._known.find_ratified(meta.encodings)
        if ratified is None:
            return None
        number, plugin = ratified

        def decode(page: DataPage, present: int, at: int) -> bytes:
            try:
                return decode_page(page, present, meta.type, leaf, plugin, at)
            except (PluginFailedError, RefusedError) as error:
                raise ChunkError(f"does not decode: {error}", at) from error

        return PageDecoder(number, decode)

    def has_second(self, group_at: int, at: int) -> bool:
        """Whether a chunk has its values in a second encoding, too."""
        return (group_at, at) in self._there.known

    def read_second(self, chunk: AuditedChunk, leaf: Leaf, file: Seekable) -> ChunkValues | None:
        """The values of a chunk in its second encoding; what keeps them from being read is left out with the reason."""
        encoding = self._there.known.get((chunk.placed.group_at, chunk.placed.at))
        if encoding is None:
            return None
        meta = chunk.meta
        plugin = self._known.find(encoding.name, encoding.version, meta.type)
        if plugin is None:
            chunk.leave_out(
                f"its second encoding: {self._known.missing(encoding.name, encoding.version)}"
            )
            return None
        damage: list[Finding] = []
        dual = DualChunk(file, encoding, meta, leaf, plugin, chunk.place, damage.append)
        if dual.size > MOST_BYTES:
            chunk.leave_out(f"its second encoding has {count(dual.size, 'byte')} of values")
            return None
        try:
            values = ChunkValues(lambda: _stream(dual, meta, leaf))
            values.open([])
            if damage:
                chunk.leave_out(f"its second encoding: {damage[0].what}")
                return None
            return values
        except (BothDamagedError, RefusedError, UndecodedError) as error:
            why = damage[0].what if damage else str(error)
            chunk.leave_out(f"its second encoding: {why}")
            return None


def _stream(dual: DualChunk, meta: ColumnMetaData, leaf: Leaf) -> Iterator[DenseRun]:
    reader = ForwardReader(lambda at, size: dual.read(at, min(at + size, dual.size)), dual.size)
    plain = _describe(meta, dual.size)
    return stream_dense_runs(reader.read, (0, dual.size), plain, leaf, RUN)


def _describe(meta: ColumnMetaData, size: int) -> ColumnMetaData:
    return ColumnMetaData(
        type=meta.type,
        encodings=[Encoding.PLAIN, Encoding.RLE],
        path_in_schema=meta.path_in_schema,
        codec=CompressionCodec.UNCOMPRESSED,
        num_values=meta.num_values,
        total_uncompressed_size=size,
        total_compressed_size=size,
        data_page_offset=0,
    )


def check_second(chunk: AuditedChunk) -> str | None:
    """Bit for bit: NaNs and both zeros too."""
    second, first = chunk.second, chunk.values
    if second is None or not chunk.is_whole:
        return None
    if not second.is_whole:
        return "its pages do not decode"
    pairs = zip(_iterate_pages(first), _iterate_pages(second), strict=False)
    for number, ((page, values), (other, others)) in enumerate(pairs):
        if (page.entries, page.definitions, page.repetitions) != (
            other.entries,
            other.definitions,
            other.repetitions,
        ):
            return f"page {number:,} has other levels in it"
        if not _are_same(values, others):
            return f"page {number:,} has other values in it"
    if len(first.pages) != len(second.pages):
        return (
            f"{count(len(second.pages), 'page')}, and the first encoding has {len(first.pages):,}"
        )
    return None


def _iterate_pages(
    values: ChunkValues,
) -> Iterator[tuple[DensePageLevels, pa.ChunkedArray[Any]]]:
    for run in values.runs():
        for page in run.pages:
            yield page, run.values.slice(page.first - run.first, page.count)


def _are_same(values: pa.ChunkedArray[Any], other: pa.ChunkedArray[Any]) -> bool:
    return bool(_as_bits(values).equals(_as_bits(other)))


def _as_bits(values: Any) -> Any:
    """Numbers that are the same only where their bits are; no dictionary."""
    if pa.types.is_dictionary(values.type):
        return values.cast(values.type.value_type)
    if not pa.types.is_floating(values.type):
        return values
    bits = pa.int32() if values.type == pa.float32() else pa.int64()
    pieces: list[Any] = values.chunks
    return pa.chunked_array([piece.view(bits) for piece in pieces], bits)


CHUNKS: Final[tuple[Check[AuditedChunk], ...]] = (
    Check(
        "value-second-encoding",
        "meta_data.extension",
        "a second encoding has the values of the first",
        check_second,
    ),
)
