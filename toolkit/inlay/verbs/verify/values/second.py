"""Second encodings against the first: the same values, one for one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

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
from inlay.pages.engine.dense_chunk import DensePageLevels, DenseRun
from inlay.pages.engine.dense_pages import PageDecoder
from inlay.pages.engine.dense_values import stream_dense_runs
from inlay.pages.engine.errors import ChunkError, UndecodedError
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.levels import list_levels
from inlay.pages.engine.page_bytes import UnsplitPageError
from inlay.pages.engine.page_digests import PageDigests
from inlay.verbs.verify.check import Check
from inlay.verbs.verify.subjects import PlacedLeaf
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

    def read_second(
        self, chunk: AuditedChunk, leaf: Leaf, file: Seekable, before_large: Callable[[], object]
    ) -> ChunkValues | None:
        """The values of a chunk in its second encoding; what keeps them from being read is left out with the reason. `before_large` is
        called as `stream_dense_runs` calls it."""
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
        if dual.largest_page > RUN:
            before_large()
        try:
            try:
                values = _open(dual, meta, leaf, before_large, in_pieces=True)
            except UnsplitPageError:
                values = _open(dual, meta, leaf, before_large, in_pieces=False)
        except (BothDamagedError, RefusedError, UndecodedError) as error:
            why = damage[0].what if damage else str(error)
            chunk.leave_out(f"its second encoding: {why}")
            return None
        if damage:
            chunk.leave_out(f"its second encoding: {damage[0].what}")
            return None
        return values


def _open(
    dual: DualChunk,
    meta: ColumnMetaData,
    leaf: Leaf,
    before_large: Callable[[], object],
    *,
    in_pieces: bool,
) -> ChunkValues:
    def stream() -> Iterator[DenseRun]:
        return stream_dense_runs(
            lambda at, size: dual.read(at, min(at + size, dual.size)),
            (0, dual.size),
            _describe(meta, dual.size),
            leaf,
            RUN,
            keeps_levels=True,
            in_pieces=in_pieces,
            before_large=before_large,
        )

    values = ChunkValues(stream)
    values.open([PageDigests()])
    return values


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
    digests = zip(*(each.find(PageDigests()).of_pages for each in (first, second)), strict=False)
    pages = zip(first.pages, second.pages, strict=False)
    for number, ((page, other), (own, its)) in enumerate(zip(pages, digests, strict=True)):
        if not _have_same_levels(page, other, chunk.leaf):
            return f"page {number:,} has other levels in it"
        if own != its:
            return f"page {number:,} has other values in it"
    if len(first.pages) != len(second.pages):
        return (
            f"{count(len(second.pages), 'page')}, and the first encoding has {len(first.pages):,}"
        )
    return None


def _have_same_levels(page: DensePageLevels, other: DensePageLevels, leaf: PlacedLeaf) -> bool:
    """They are written as runs in many ways."""
    if (page.entries, page.definitions, page.repetitions) != (
        other.entries,
        other.definitions,
        other.repetitions,
    ):
        return False
    kinds = (
        (page.definition_bytes, other.definition_bytes, leaf.max_definition),
        (page.repetition_bytes, other.repetition_bytes, leaf.max_repetition),
    )
    return all(
        own == its or list_levels(own, most, page.entries) == list_levels(its, most, page.entries)
        for own, its, most in kinds
    )


CHUNKS: Final[tuple[Check[AuditedChunk], ...]] = (
    Check(
        "value-second-encoding",
        "meta_data.extension",
        "a second encoding has the values of the first",
        check_second,
    ),
)
