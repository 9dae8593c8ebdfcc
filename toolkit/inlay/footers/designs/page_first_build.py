"""A page-first footer from Thrift and the pages of the file. docs/next_footer.md says what is where, and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate

from inlay.footers.designs.encoded_arrays import encode_dense, encode_sparse
from inlay.footers.designs.fetch import Range
from inlay.footers.designs.layout import FooterContents
from inlay.footers.designs.no_place import without_place
from inlay.footers.designs.packed_statistics import is_odd
from inlay.footers.designs.page_first_pages import (
    NewRegions,
    PagedColumn,
    boundaries_of,
    chunk_lists_of,
    columns_of,
    data_pages_of,
)
from inlay.footers.designs.page_first_ranges import statistics_of_ranges
from inlay.footers.designs.page_first_supplement import (
    KIND,
    SEAL_SIZE,
    PageFirstSupplement,
    pack_seal,
    pack_supplement,
)
from inlay.footers.designs.pmf1 import PageFirstFrame, pack_frame
from inlay.footers.designs.supplement import Said
from inlay_runtime.packed import encode_deltas
from parquet_format.page_first import (
    ColumnRangeStatisticsDirectory,
    ModuleDirectoryEntry,
    ModuleKind,
    PageDirectory,
    PageFirstModularFooter,
    RegionMap,
    RegionOffsetArray,
    RegionOffsetEncoding,
)
from parquet_format.page_first_modules import FileMetadataModule, SchemaModule


@without_place("the page-first footer")
def build_page_first(
    contents: FooterContents, offset: int, script_of: Callable[[bytes], bytes] | None
) -> bytes:
    """The footer, to be written at `offset` of the file. `script_of` gives what leads from a footer with an empty script
    back to the Thrift one; without it there is no supplement, as the published converter has none. Raises NotCarriedError for what the design cannot say and this project adds no word for.
    """
    if script_of is None:
        return _build(contents, offset, None)
    return _build(contents, offset, script_of(_build(contents, offset, b"")))


def _build(contents: FooterContents, offset: int, script: bytes | None) -> bytes:
    metadata = contents.metadata
    groups = [group.num_rows for group in metadata.row_groups]
    starts = [0, *accumulate(groups)]
    columns = columns_of(contents)
    regions = NewRegions(boundaries_of(columns, offset))
    modules: dict[int, int] = {}
    page_regions = [
        regions.put(data_pages_of(column, starts, regions).encode()) for column in columns
    ]
    directory = PageDirectory(column_data_page_regions=encode_dense(page_regions))
    modules[ModuleKind.PAGE_DIRECTORY] = regions.put(directory.encode())
    said = _said(columns)
    described = [statistics_of_ranges(column.chunks, starts, said) for column in columns]
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
        groups, chunk_lists_of(contents, columns, regions), left_out, regions.crcs, script, said
    )
    packed = pack_supplement(supplement)
    modules[KIND] = len(regions.boundaries) - 1
    regions.boundaries.append(regions.boundaries[-1] + len(packed) + SEAL_SIZE)
    rest = _map_and_root(contents, columns, regions, modules)
    return bytes(regions.data) + packed + pack_seal(supplement, packed, len(columns), rest) + rest


def _said(columns: Sequence[PagedColumn]) -> Said:
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


def _map_and_root(
    contents: FooterContents,
    columns: Sequence[PagedColumn],
    regions: NewRegions,
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
