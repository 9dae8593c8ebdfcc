"""A page-first footer from Thrift and the pages of the file. docs/next_footer.md says what is where, and why."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple
from zlib import crc32

from inlay.conversion.statistics import find_common_prefix
from inlay.layouts.encoded_arrays import (
    encode_dense,
    encode_sparse,
    encode_sparse_bytes,
    pack_stream,
)
from inlay.layouts.fetch import Range
from inlay.layouts.layout import FooterContents, NotCarriedError, PageFacts
from inlay.layouts.modular_modules import chunks_of, is_odd
from inlay.layouts.page_first_supplement import (
    HAS_INDEX,
    KIND,
    NOT_CARRIED,
    SEAL_SIZE,
    ChunkLists,
    PageFirstSupplement,
    pack_seal,
    pack_supplement,
)
from inlay.layouts.pmf1 import PageFirstFrame, pack_frame
from inlay.layouts.supplement import Said
from inlay_runtime.errors import DecodeError, EncodeError
from inlay_runtime.packed import encode_deltas
from parquet_format.page_first import (
    ColumnDataPages,
    ColumnRangeStatistics,
    ColumnRangeStatisticsDirectory,
    ModuleDirectoryEntry,
    ModuleKind,
    PageDirectory,
    PageFirstModularFooter,
    RegionMap,
    RegionOffsetArray,
    RegionOffsetEncoding,
)
from parquet_format.page_first_modules import EncodedArray, FileMetadataModule, SchemaModule
from parquet_format.parquet import ColumnMetaData, OffsetIndex, PageLocation


class _Regions:
    """The boundaries of regions in the order of the file, and the bytes of those that the footer adds."""

    def __init__(self, boundaries: Sequence[int]) -> None:
        self.boundaries = list(boundaries)
        self.first = len(boundaries) - 1
        self.data = bytearray()
        self.crcs: list[int] = []

    def region_at(self, offset: int, size: int) -> int:
        """The region that is all of a page. Raises NotCarriedError for pages that overlap."""
        at = bisect_left(self.boundaries, offset)
        if size <= 0 or self.boundaries[at + 1] != offset + size:
            raise NotCarriedError(f"the page at {offset} overlaps another one")
        return at

    def put(self, data: bytes) -> int:
        """Adds a region; its ordinal."""
        self.data += data
        self.crcs.append(crc32(data))
        self.boundaries.append(self.boundaries[-1] + len(data))
        return len(self.boundaries) - 2


class _Column(NamedTuple):
    chunks: Sequence[ColumnMetaData]
    pages: Sequence[Sequence[PageFacts]]


def build_page_first(
    contents: FooterContents, offset: int, script_of: Callable[[bytes], bytes] | None
) -> bytes:
    """The footer, to be written at `offset` of the file. `script_of` gives what leads from a footer with an empty script
    back to the Thrift one; without it there is no supplement, as the published converter has none. Raises NotCarriedError for what the design cannot say and this project adds no word for.
    """
    if contents.pages is None:
        raise NotCarriedError(
            "a page-first footer is made from the pages of a file, which were not looked at"
        )
    try:
        if script_of is None:
            return _build(contents, offset, None)
        return _build(contents, offset, script_of(_build(contents, offset, b"")))
    except (DecodeError, EncodeError, ValueError, OverflowError, KeyError) as error:
        raise NotCarriedError(f"the page-first footer has no place for it: {error}") from error


def _build(contents: FooterContents, offset: int, script: bytes | None) -> bytes:
    metadata, pages = contents.metadata, contents.pages or {}
    groups = [group.num_rows for group in metadata.row_groups]
    starts = [0, *accumulate(groups)]
    columns = [
        _Column(chunks, [pages[column, group] for group in range(len(groups))])
        for column, chunks in enumerate(chunks_of(metadata))
    ]
    regions = _Regions(_boundaries(columns, offset))
    modules: dict[int, int] = {}
    page_regions = [regions.put(_pages_of(column, starts, regions).encode()) for column in columns]
    directory = PageDirectory(column_data_page_regions=encode_dense(page_regions))
    modules[ModuleKind.PAGE_DIRECTORY] = regions.put(directory.encode())
    said = _said(columns)
    described = [_statistics_of(column.chunks, starts, said) for column in columns]
    with_statistics = [at for at, statistics in enumerate(described) if statistics is not None]
    if with_statistics:
        places = [regions.put(statistics.encode()) for statistics in described if statistics]
        listed = encode_sparse(len(columns), with_statistics, places)
        modules[ModuleKind.COLUMN_RANGE_STATISTICS] = regions.put(
            ColumnRangeStatisticsDirectory(column_statistics_regions=listed).encode()
        )
    if metadata.created_by is not None or metadata.key_value_metadata is not None:
        file_metadata = FileMetadataModule(
            created_by=metadata.created_by, key_value_metadata=metadata.key_value_metadata
        )
        modules[ModuleKind.FILE_METADATA] = regions.put(file_metadata.encode())
    schema = SchemaModule(schema=metadata.schema, column_orders=metadata.column_orders)
    modules[ModuleKind.SCHEMA] = regions.put(schema.encode())
    if script is None:
        return bytes(regions.data) + _map_and_root(contents, columns, regions, modules)
    left_out = [
        int(statistics is None and any(chunk.statistics is not None for chunk in column.chunks))
        for statistics, column in zip(described, columns, strict=True)
    ]
    supplement = PageFirstSupplement(
        groups, _chunk_lists(contents, columns, regions), left_out, regions.crcs, script, said
    )
    packed = pack_supplement(supplement)
    modules[KIND] = len(regions.boundaries) - 1
    regions.boundaries.append(regions.boundaries[-1] + len(packed) + SEAL_SIZE)
    rest = _map_and_root(contents, columns, regions, modules)
    return bytes(regions.data) + packed + pack_seal(supplement, packed, len(columns), rest) + rest


def _boundaries(columns: Sequence[_Column], offset: int) -> list[int]:
    boundaries = {0, offset}
    for column in columns:
        for chunk in column.pages:
            for page in chunk:
                boundaries |= {page.offset, page.offset + page.size}
    if max(boundaries) > offset or min(boundaries) < 0:
        raise NotCarriedError("a page lies behind the place of the footer")
    return sorted(boundaries)


def _pages_of(column: _Column, starts: Sequence[int], regions: _Regions) -> ColumnDataPages:
    ordinals, rows, codecs, used, values, sizes = [list[int]() for _ in range(6)]
    for start, chunk, pages in zip(starts, column.chunks, column.pages, strict=False):
        dictionary = next((page for page in pages if page.is_dictionary), None)
        for page in (page for page in pages if not page.is_dictionary):
            if page.uses_dictionary and dictionary is None:
                raise NotCarriedError(
                    f"the page at {page.offset} uses a dictionary that its chunk has not"
                )
            ordinals.append(regions.region_at(page.offset, page.size))
            rows.append(start + page.first_row)
            codecs.append(int(chunk.codec))
            used.append(
                regions.region_at(dictionary.offset, dictionary.size) + 1
                if dictionary is not None and page.uses_dictionary
                else 0
            )
            values.append(page.num_values)
            sizes.append(page.uncompressed_size)
    return ColumnDataPages(
        num_data_pages=len(ordinals),
        region_ordinals=pack_stream(ordinals),
        first_row_indexes=pack_stream(rows),
        is_fully_dictionary_encoded=bool(used) and all(used),
        codecs=encode_deltas(codecs),
        dictionary_regions=pack_stream(used),
        num_values=pack_stream(values),
        total_uncompressed_sizes=pack_stream(sizes),
    )


def _said(columns: Sequence[_Column]) -> Said:
    said = Said(0)
    statistics = [
        [chunk.statistics for chunk in column.chunks if chunk.statistics] for column in columns
    ]
    if all(
        s.is_min_value_exact and s.is_max_value_exact
        for of in statistics
        for s in of
        if s.min_value is not None
    ):
        said |= Said.ABSENT_MEANS_EXACT
    if any(is_odd(s) for of in statistics for s in of):
        said |= Said.ODD_STATISTICS
    return said


def _statistics_of(
    chunks: Sequence[ColumnMetaData], starts: Sequence[int], said: Said
) -> ColumnRangeStatistics | None:
    """The row groups as ranges of rows; None unless each of them has rows, and says something."""
    ranges = list(starts[: len(chunks)])
    all_said = [chunk.statistics for chunk in chunks]
    if not ranges or any(end <= start for start, end in pairwise(starts)):
        return None
    if any(s is None or (s.null_count, s.nan_count, s.min_value) == (None,) * 3 for s in all_said):
        return None
    there = [s for s in all_said if s is not None]
    packed = ColumnRangeStatistics(range_start_rows=encode_deltas(ranges))
    packed.null_counts = _counts([s.null_count for s in there])
    packed.nan_counts = _counts([s.nan_count for s in there])
    bounds = [
        (at, s.min_value, s.max_value)
        for at, s in enumerate(there)
        if s.min_value is not None and s.max_value is not None
    ]
    if bounds:
        positions = [at for at, _, _ in bounds]
        prefixes = [find_common_prefix(minimum, maximum) for _, minimum, maximum in bounds]
        minima = [bound[1][len(prefix) :] for bound, prefix in zip(bounds, prefixes, strict=True)]
        maxima = [bound[2][len(prefix) :] for bound, prefix in zip(bounds, prefixes, strict=True)]
        domain = len(ranges)
        packed.minmax_prefixes = encode_sparse_bytes(domain, positions, prefixes)
        packed.min_suffixes = encode_sparse_bytes(domain, positions, minima)
        packed.max_suffixes = encode_sparse_bytes(domain, positions, maxima)
        if Said.ABSENT_MEANS_EXACT not in said:
            packed.min_is_exact = _flags(domain, [s.is_min_value_exact for s in there])
            packed.max_is_exact = _flags(domain, [s.is_max_value_exact for s in there])
    return packed


def _counts(counts: Sequence[int | None]) -> EncodedArray | None:
    there = [(at, count) for at, count in enumerate(counts) if count is not None]
    if not there:
        return None
    return encode_sparse(len(counts), [at for at, _ in there], [count for _, count in there])


def _flags(domain: int, flags: Sequence[bool | None]) -> EncodedArray | None:
    return None if set(flags) == {None} else _counts([None if f is None else int(f) for f in flags])


def _chunk_lists(
    contents: FooterContents, columns: Sequence[_Column], regions: _Regions
) -> ChunkLists:
    lists = ChunkLists(*[list[int]() for _ in range(8)])
    first, dictionaries, places, compressed, uncompressed, values, codecs, indexes = vars(
        lists
    ).values()
    for at, column in enumerate(columns):
        before = 0
        for group, (chunk, pages) in enumerate(zip(column.chunks, column.pages, strict=True)):
            data = [page for page in pages if not page.is_dictionary]
            dictionary = next((page for page in pages if page.is_dictionary), None)
            counted = data if dictionary is None else [dictionary, *data]
            first.append(before)
            before += len(data)
            place = chunk.dictionary_page_offset
            if place is not None and (dictionary is None or dictionary.offset != place):
                raise NotCarriedError(f"no page lies at the dictionary offset {place}")
            has_place = dictionary is not None and place is not None
            region = regions.region_at(dictionary.offset, dictionary.size) if dictionary else 0
            dictionaries.append(2 * (region + 1) + has_place if dictionary is not None else 0)
            places.append(chunk.data_page_offset - (data[0].offset if data else 0))
            compressed.append(chunk.total_compressed_size - sum(page.size for page in counted))
            plain = sum(page.uncompressed_size for page in data)
            uncompressed.append(chunk.total_uncompressed_size - plain)
            values.append(chunk.num_values - sum(page.num_values for page in data))
            codecs.append(0 if data else int(chunk.codec) + 1)
            indexes.append(_index_state(contents, (at, group), data))
        first.append(before)
    return lists


def _index_state(
    contents: FooterContents, chunk: tuple[int, int], data: Sequence[PageFacts]
) -> int:
    column, group = chunk
    thrift = contents.metadata.row_groups[group].columns[column]
    if thrift.offset_index_offset is None and thrift.column_index_offset is None:
        return 0
    index: OffsetIndex | None = contents.offset_indexes.get(chunk)
    places = [
        PageLocation(
            offset=page.offset, compressed_page_size=page.size, first_row_index=page.first_row
        )
        for page in data
    ]
    is_same = index is not None and index.page_locations == places
    return HAS_INDEX if is_same and thrift.column_index_offset is None else NOT_CARRIED


def _map_and_root(
    contents: FooterContents,
    columns: Sequence[_Column],
    regions: _Regions,
    modules: dict[int, int],
) -> bytes:
    offsets = RegionOffsetArray(
        num_values=len(regions.boundaries),
        values=encode_deltas(regions.boundaries),
        encoding=RegionOffsetEncoding.DELTA_BINARY_PACKED,
    )
    region_map = RegionMap(region_offsets=offsets).encode()
    root = PageFirstModularFooter(
        version=contents.metadata.version,
        num_columns=len(columns),
        num_rows=contents.metadata.num_rows,
        modules=[
            ModuleDirectoryEntry(kind=ModuleKind(kind), region_ordinal=region)
            for kind, region in modules.items()
        ],
    ).encode()
    at = regions.boundaries[-1]
    frame = PageFirstFrame(Range(at, len(region_map)), Range(at + len(region_map), len(root)))
    return region_map + root + pack_frame(frame)
