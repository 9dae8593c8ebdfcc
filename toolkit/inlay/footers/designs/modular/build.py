"""A modular footer from Thrift: `build_modular`. docs/next_footer.md says what is where, and why."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, TypeVar
from zlib import crc32

from inlay.footers.conversion.collector import pause_collector
from inlay.footers.designs.column_chunks import ChunksInThrift, chunks_of
from inlay.footers.designs.design import FooterContents, NotCarriedError
from inlay.footers.designs.modular.array_pages import pack_dense
from inlay.footers.designs.modular.new_modules import (
    column_index_of,
    encode_statistics,
    offset_index_of,
    placement_of,
)
from inlay.footers.designs.modular.output import NewModules, finish
from inlay.footers.designs.modular.schema_index import build_schema_index
from inlay.footers.designs.modular.statistics import is_odd, limits_of_suffixes
from inlay.footers.designs.modular.supplement import (
    KIND,
    SEAL_SIZE,
    Checksums,
    Said,
    Seal,
    pack_supplement,
)
from inlay_runtime.compact.cursor import Cursor
from inlay_runtime.errors import DecodeError, EncodeError
from parquet_format.modular import (
    ColumnIndexChunk,
    FileMetadataModule,
    ModuleKind,
    OffsetIndexChunk,
    PageIndexModule,
    RowGroupStatisticsModule,
    SchemaModule,
)
from parquet_format.parquet import ColumnMetaData, SchemaElement

INDEXED_FROM: Final = 100
"""Columns from which on a schema gets an index of its names."""

T = TypeVar("T")


@dataclass(frozen=True)
class ModularOptions:
    """How a modular footer is written."""

    suffix_limit: int | None = None
    """Bytes of a bound behind what it shares with its partner; longer ones are cut, and are no longer exact."""

    indexed_from: int = INDEXED_FROM
    has_supplement: bool = True
    """Without one there is no CRC and no way back, and the footer is what the published converter writes."""

    is_absolute: bool = False
    """Whether offsets count from the start of the file."""


@contextmanager
def _without_place() -> Generator[None]:
    """Numbers that no array holds, and chunks that are not there, as NotCarriedError."""
    try:
        yield
    except (DecodeError, EncodeError, ValueError, OverflowError, KeyError) as error:
        raise NotCarriedError(f"the modular footer has no place for it: {error}") from error


@pause_collector()
@_without_place()
def build_modular(
    contents: FooterContents,
    offset: int,
    options: ModularOptions,
    script_of: Callable[[bytes], bytes],
    sum_columns: Callable[[bytes, int, int], list[int]],
) -> bytes:
    """The footer, to be written at `offset` of the file. `script_of` gives what leads from a footer without supplement
    back to the Thrift one, and `sum_columns` the checksums of a placement of so many columns and row groups.

    Raises NotCarriedError for what the design cannot say and this project adds no word for.
    """
    metadata = contents.metadata
    has_supplement = options.has_supplement
    # Nothing but the script needs all chunks at once.
    by_column: Sequence[Sequence[ColumnMetaData]] = (
        chunks_of(metadata) if has_supplement else ChunksInThrift(contents.thrift, metadata.schema)
    )
    out = NewModules(offset if options.is_absolute else 0)
    schema = SchemaModule(schema=metadata.schema, column_orders=metadata.column_orders).encode()
    schema_crc = out.put(ModuleKind.SCHEMA, schema)
    schema_index_crc = _put_schema_index(out, metadata.schema, schema, options)
    placement = placement_of(by_column).encode()
    placement_crc = out.put(ModuleKind.PLACEMENT, placement)
    file_metadata_crc = 0
    if metadata.created_by is not None or metadata.key_value_metadata is not None:
        described = FileMetadataModule(
            created_by=metadata.created_by, key_value_metadata=metadata.key_value_metadata
        )
        file_metadata_crc = out.put(ModuleKind.FILE_METADATA, described.encode())
    said = Said.ABSENT_MEANS_EXACT
    if has_supplement:
        said = _said(by_column) | _missing_indexes(contents)
    limits = limits_of_suffixes(metadata, options.suffix_limit)
    is_exact = Said.ABSENT_MEANS_EXACT in said
    statistics = _put_statistics(out, by_column, limits, absent_means_exact=is_exact)
    offset_indexes = _put_page_indexes(
        out,
        ModuleKind.OFFSET_INDEX,
        len(by_column),
        len(metadata.row_groups),
        contents.offset_indexes,
        lambda index, _: offset_index_of(index),
    )
    column_indexes = _put_page_indexes(
        out,
        ModuleKind.COLUMN_INDEX,
        len(by_column),
        len(metadata.row_groups),
        contents.column_indexes,
        lambda index, column: column_index_of(index, suffix_limit=limits[column]),
    )
    plain = finish(out, metadata, offset)
    if not has_supplement:
        return plain
    script = script_of(plain)
    crcs = sum_columns(placement, len(by_column), len(metadata.row_groups))
    checksums = Checksums(crcs, statistics, offset_indexes, column_indexes)
    supplement = pack_supplement(script, checksums)
    out.put(KIND, supplement + bytes(SEAL_SIZE))
    del out.data[-SEAL_SIZE:]
    seal = Seal(len(script), placement_crc, schema_crc, file_metadata_crc, schema_index_crc, said)
    return finish(out, metadata, offset, seal)


def _put_schema_index(
    out: NewModules, elements: list[SchemaElement], module: bytes, options: ModularOptions
) -> int:
    if len(elements) <= options.indexed_from:
        return 0
    index = build_schema_index(elements, _element_offsets(module))
    return 0 if index is None else out.put(ModuleKind.SCHEMA_INDEX, index.encode())


def _element_offsets(module: bytes) -> list[int]:
    """Where the elements of a schema module begin."""
    cursor = Cursor(module)
    cursor.field_header(0)
    count, _ = cursor.list_header()
    offsets = list[int]()
    for _ in range(count):
        offsets.append(cursor.position)
        cursor.skip_struct()
    return offsets


def _said(by_column: Sequence[Sequence[ColumnMetaData]]) -> Said:
    """What the arrays leave open, decided for the whole footer."""
    all_said = [
        [
            (s.is_min_value_exact, s.is_max_value_exact)
            for chunk in column
            if (s := chunk.statistics)
        ]
        for column in by_column
    ]
    said = Said(0)
    if not any(column and set(column) <= {(None, None)} for column in all_said):
        said |= Said.ABSENT_MEANS_EXACT
    if any(is_odd(chunk.statistics) for column in by_column for chunk in column):
        said |= Said.ODD_STATISTICS
    return said


def _missing_indexes(contents: FooterContents) -> Said:
    for at, group in enumerate(contents.metadata.row_groups):
        for column, chunk in enumerate(group.columns):
            places = (chunk.offset_index_offset, chunk.column_index_offset)
            known = (contents.offset_indexes, contents.column_indexes)
            if any(
                place is not None and (column, at) not in indexes
                for place, indexes in zip(places, known, strict=True)
            ):
                return Said.MISSING_PAGE_INDEXES
    return Said(0)


def _put_statistics(
    out: NewModules,
    by_column: Sequence[Sequence[ColumnMetaData]],
    limits: list[int | None],
    *,
    absent_means_exact: bool,
) -> list[int]:
    """Writes the statistics of each column, if any has some; their CRCs."""
    parts = list[bytes]()
    for column, limit in zip(by_column, limits, strict=True):
        parts.append(
            encode_statistics(column, absent_means_exact=absent_means_exact, suffix_limit=limit)
        )
    if not any(parts):
        return []
    directory = RowGroupStatisticsModule(column_offsets=pack_dense(out.put_each(parts)))
    out.put(ModuleKind.ROW_GROUP_STATISTICS, directory.encode())
    return [crc32(part) for part in parts]


def _put_page_indexes(
    out: NewModules,
    kind: ModuleKind,
    columns: int,
    groups: int,
    indexes: Mapping[tuple[int, int], T],
    make: Callable[[T, int], OffsetIndexChunk | ColumnIndexChunk],
) -> list[int]:
    """Writes the index of each chunk that has one, if any has; their CRCs."""
    if not indexes:
        return []
    parts = [
        make(index, column).encode() if (index := indexes.get((column, group))) is not None else b""
        for column in range(columns)
        for group in range(groups)
    ]
    directory = PageIndexModule(chunk_offsets=pack_dense(out.put_each(parts)))
    out.put(kind, directory.encode())
    return [crc32(part) for part in parts]
