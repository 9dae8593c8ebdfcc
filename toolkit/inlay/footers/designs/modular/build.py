"""A modular footer from Thrift: `build_modular`. docs/next_footer.md says what is where, and why."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar
from zlib import crc32

from inlay.footers.conversion.collector import pause_collector
from inlay.footers.designs.column_chunks import ColumnsInThrift
from inlay.footers.designs.design import FooterContents, NotCarriedError
from inlay.footers.designs.index_places import says_index_places
from inlay.footers.designs.modular.array_pages import pack_dense
from inlay.footers.designs.modular.new_modules import (
    NewPlacement,
    column_index_of,
    encode_statistics,
    offset_index_of,
)
from inlay.footers.designs.modular.output import NewModules, begin_root, finish
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
    PlacementModule,
    RowGroupStatisticsModule,
    SchemaModule,
)
from parquet_format.parquet import ColumnMetaData, FileMetaData, SchemaElement

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
    by_column = ColumnsInThrift(contents.thrift, metadata.schema)
    said = Said.ABSENT_MEANS_EXACT
    if has_supplement:
        said = _exactness(by_column) | _missing_indexes(contents)
    limits = limits_of_suffixes(metadata, options.suffix_limit)
    packed = _pack_columns(by_column, limits, said)
    if has_supplement and packed.has_odd:
        said |= Said.ODD_STATISTICS
    out = NewModules(offset if options.is_absolute else 0)
    schema = SchemaModule(schema=metadata.schema, column_orders=metadata.column_orders).encode()
    schema_crc = out.put(ModuleKind.SCHEMA, schema)
    schema_index_crc = _put_schema_index(out, metadata.schema, schema, options)
    placement = packed.placement.encode()
    placement_crc = out.put(ModuleKind.PLACEMENT, placement)
    file_metadata_crc = _put_file_metadata(out, metadata)
    root, groups = begin_root(metadata), len(metadata.row_groups)
    del metadata, schema
    statistics = _put_statistics(out, packed.statistics)
    del packed
    offset_indexes = _put_page_indexes(
        out,
        ModuleKind.OFFSET_INDEX,
        len(by_column),
        groups,
        contents.offset_indexes,
        lambda index, _: offset_index_of(index),
    )
    column_indexes = _put_page_indexes(
        out,
        ModuleKind.COLUMN_INDEX,
        len(by_column),
        groups,
        contents.column_indexes,
        lambda index, column: column_index_of(index, suffix_limit=limits[column]),
    )
    plain = finish(out, root, offset)
    if not has_supplement:
        return plain
    # What is in both is held once while the script is made.
    size = len(out.data)
    out.data.clear()
    script = script_of(plain)
    out.data += memoryview(plain)[:size]
    del plain
    crcs = sum_columns(placement, len(by_column), groups)
    checksums = Checksums(crcs, statistics, offset_indexes, column_indexes)
    supplement = pack_supplement(script, checksums)
    out.put(KIND, supplement + bytes(SEAL_SIZE))
    del out.data[-SEAL_SIZE:]
    seal = Seal(len(script), placement_crc, schema_crc, file_metadata_crc, schema_index_crc, said)
    return finish(out, root, offset, seal)


def _put_file_metadata(out: NewModules, metadata: FileMetaData) -> int:
    """Who wrote the file, and the key-value pairs, if either is there; their CRC."""
    if metadata.created_by is None and metadata.key_value_metadata is None:
        return 0
    module = FileMetadataModule(
        created_by=metadata.created_by, key_value_metadata=metadata.key_value_metadata
    )
    return out.put(ModuleKind.FILE_METADATA, module.encode())


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


class _PackedColumns(NamedTuple):
    """The statistics of each column; `has_odd` is whether some say what arrays cannot say."""

    placement: PlacementModule
    statistics: list[bytes]
    has_odd: bool


def _pack_columns(
    by_column: Iterable[Sequence[ColumnMetaData]], limits: Iterable[int | None], said: Said
) -> _PackedColumns:
    """In one pass: each column is let go of before the next."""
    placement, has_odd = NewPlacement(), False
    statistics: list[bytes] = []
    is_exact = Said.ABSENT_MEANS_EXACT in said
    for column, limit in zip(by_column, limits, strict=True):
        placement.add(column)
        all_said = [chunk.statistics for chunk in column]
        has_odd = has_odd or any(map(is_odd, all_said))
        statistics.append(
            encode_statistics(all_said, absent_means_exact=is_exact, suffix_limit=limit)
        )
    return _PackedColumns(placement.pack(), statistics, has_odd)


def _exactness(by_column: Iterable[Sequence[ColumnMetaData]]) -> Said:
    """What the arrays leave open, decided for the whole footer: mostly by its first column."""
    for column in by_column:
        exact = {
            (s.is_min_value_exact, s.is_max_value_exact)
            for chunk in column
            if (s := chunk.statistics)
        }
        if exact == {(None, None)}:
            return Said(0)
    return Said.ABSENT_MEANS_EXACT


def _missing_indexes(contents: FooterContents) -> Said:
    if not says_index_places(contents.thrift):
        return Said(0)
    for at, group in enumerate(contents.metadata.row_groups):
        for column, chunk in enumerate(group.columns):
            for place, known in (
                (chunk.offset_index_offset, contents.offset_indexes),
                (chunk.column_index_offset, contents.column_indexes),
            ):
                if place is not None and (column, at) not in known:
                    return Said.MISSING_PAGE_INDEXES
    return Said(0)


def _put_statistics(out: NewModules, parts: list[bytes]) -> list[int]:
    """Writes the statistics of each column, if any has some; their CRCs."""
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
