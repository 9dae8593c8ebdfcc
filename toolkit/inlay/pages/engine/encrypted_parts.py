"""What of an encrypted file its keys open: where pages, indexes and Bloom filters lie, and which modules they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from inlay.footers.encryption.cipher import LENGTH, NONCE
from inlay.footers.encryption.file_modules import FileModules, place_of_chunk
from inlay.footers.encryption.modules import ModuleKind, ModulePlace
from inlay.ground.schema.tree import SchemaTree
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay_runtime.struct import Struct
from parquet_format.parquet import (
    BloomFilterHeader,
    ColumnChunk,
    ColumnIndex,
    EncryptionWithColumnKey,
    FileMetaData,
    OffsetIndex,
    PageHeader,
)


class SealedStruct(NamedTuple):
    """One struct in the module from `start` to `end`. Of a page or a Bloom filter, `body` is the module behind it, which ends at `stop`."""

    start: int
    end: int
    stop: int
    place: ModulePlace
    type: type[Struct]
    key: bytes
    column: str
    body: ModulePlace | None = None


class SealedPart(NamedTuple):
    """The pages of a chunk, or one index, or a Bloom filter. `place` is that of its first module."""

    start: int
    stop: int
    place: ModulePlace
    type: type[Struct]
    key: bytes
    column: str

    def list_structs(self, find_end: Callable[[int], int]) -> Iterator[SealedStruct]:
        """As far as lengths lead. `find_end` says where a module ends, by its length."""
        if self.type not in _HEADERS:
            yield SealedStruct(
                self.start, self.stop, self.stop, self.place, self.type, self.key, self.column
            )
            return
        at, place = self.start, self.place
        while at < self.stop:
            end = find_end(at)
            stop = find_end(end) if end < self.stop else 0
            if not at + LENGTH + NONCE <= end <= stop - LENGTH - NONCE <= stop <= self.stop:
                return
            body = place._replace(kind=_BODIES[place.kind])
            yield SealedStruct(at, end, stop, place, self.type, self.key, self.column, body)
            place = place._replace(kind=ModuleKind.DATA_PAGE_HEADER, page=place.page + 1)
            at = stop


_HEADERS = (PageHeader, BloomFilterHeader)
_BODIES = {
    ModuleKind.DATA_PAGE_HEADER: ModuleKind.DATA_PAGE,
    ModuleKind.DICTIONARY_PAGE_HEADER: ModuleKind.DICTIONARY_PAGE,
    ModuleKind.BLOOM_FILTER_HEADER: ModuleKind.BLOOM_FILTER_BITSET,
}


def list_sealed_parts(
    metadata: FileMetaData, modules: FileModules, find_end: Callable[[int], int], body: int
) -> list[SealedPart]:
    """In the order of the file, none over another; what a footer puts over another, or beyond `body`, is left out."""
    parts: list[SealedPart] = []
    reached = 0
    listed = sorted(_list_all(metadata, modules, find_end), key=lambda part: part.start)
    starts = [*(part.start for part in listed), body]
    for part, following in zip(listed, starts[1:], strict=True):
        # Where a footer does not say how long a filter is, its own bytes do, which anybody may have changed.
        stop = min(part.stop, following) if part.type is BloomFilterHeader else part.stop
        if reached <= part.start < stop <= body:
            parts.append(part._replace(stop=stop))
            reached = stop
    return parts


def clear_metadata(metadata: FileMetaData, modules: FileModules) -> FileMetaData:
    """The metadata of the plain file, in the same object: of what the keys open, it does not say that it was encrypted."""
    is_clear = True
    for chunk in (chunk for group in metadata.row_groups for chunk in group.columns):
        if modules.is_encrypted(chunk) and _key_of(chunk, modules) is None:
            is_clear = False
        else:
            chunk.crypto_metadata = chunk.encrypted_column_metadata = None
    if is_clear:
        metadata.encryption_algorithm = None
        metadata.footer_signing_key_metadata = None
    return metadata


def list_clear_columns(metadata: FileMetaData, modules: FileModules) -> set[str]:
    """Those that a key was given for by hand, and that are not encrypted."""
    if not modules.keys.columns:
        return set()
    return {
        path
        for group in metadata.row_groups
        for chunk in group.columns
        if chunk.meta_data is not None and not modules.is_encrypted(chunk)
        if (path := ".".join(chunk.meta_data.path_in_schema)) in modules.keys.columns
    }


def _key_of(chunk: ColumnChunk, modules: FileModules) -> bytes | None:
    """None for a chunk that stays closed."""
    if chunk.meta_data is None or chunk.file_path is not None:
        return None
    return modules.find_key(chunk)


def _list_all(
    metadata: FileMetaData, modules: FileModules, find_end: Callable[[int], int]
) -> Iterator[SealedPart]:
    names = [".".join(leaf.path) for leaf in SchemaTree(metadata.schema).leaves]
    for at, group in enumerate(metadata.row_groups):
        for column, chunk in enumerate(group.columns):
            key = _key_of(chunk, modules) if modules.is_encrypted(chunk) else None
            if key is None:
                continue
            own = chunk.crypto_metadata
            name = names[column] if column < len(names) else str(column)
            if isinstance(own, EncryptionWithColumnKey):
                name = ".".join(own.path_in_schema)
            place = place_of_chunk(ModuleKind.DATA_PAGE_HEADER, group, at, column)
            for kind, type_, start, stop in _list_extents(chunk, find_end):
                page = 0 if kind is ModuleKind.DATA_PAGE_HEADER else -1
                yield SealedPart(
                    start, stop, place._replace(kind=kind, page=page), type_, key, name
                )


def _list_extents(
    chunk: ColumnChunk, find_end: Callable[[int], int]
) -> Iterable[tuple[ModuleKind, type[Struct], int, int]]:
    meta = chunk.meta_data
    assert meta is not None
    has_dictionary = bool(meta.dictionary_page_offset)
    pages = ModuleKind.DICTIONARY_PAGE_HEADER if has_dictionary else ModuleKind.DATA_PAGE_HEADER
    yield (pages, PageHeader, *locate_pages(meta))
    for kind, type_, start, length in (
        (
            ModuleKind.COLUMN_INDEX,
            ColumnIndex,
            chunk.column_index_offset,
            chunk.column_index_length,
        ),
        (
            ModuleKind.OFFSET_INDEX,
            OffsetIndex,
            chunk.offset_index_offset,
            chunk.offset_index_length,
        ),
    ):
        if start is not None and length:
            yield kind, type_, start, start + length
    filter_ = meta.bloom_filter_offset
    if filter_ is not None:
        length = meta.bloom_filter_length
        stop = filter_ + length if length else find_end(find_end(filter_))
        yield ModuleKind.BLOOM_FILTER_HEADER, BloomFilterHeader, filter_, stop
