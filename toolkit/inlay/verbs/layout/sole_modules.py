"""What lies where in a modular or a page-first footer: its modules, and the structs that their directories lead to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Final, NamedTuple

from inlay.footers.designs.fetch import CountedFetch, Range
from inlay.footers.designs.in_memory import fetch_from
from inlay.footers.designs.mfp1 import SIZE as MODULAR_FRAME
from inlay.footers.designs.modular_bytes import ModularBytes
from inlay.footers.designs.modular_root import Root, read_root
from inlay.footers.designs.page_first_regions import Regions
from inlay.footers.designs.page_first_root import PageFirstRoot, read_page_first_root
from inlay.footers.designs.page_first_supplement import SEAL_SIZE as PAGE_FIRST_SEAL
from inlay.footers.designs.page_first_supplement import PackedSequence
from inlay.footers.designs.pmf1 import SIZE as PAGE_FIRST_FRAME
from inlay.footers.designs.pmf1 import read_frame
from inlay.footers.designs.ranges import Tail
from inlay.footers.designs.supplement import KIND, SEAL_SIZE
from inlay.verbs.layout.ledger import NOTHING
from inlay_runtime.errors import DecodeError
from inlay_runtime.struct import Struct
from parquet_format import modular, page_first, page_first_modules
from parquet_format.modular import ModuleKind
from parquet_format.page_first import ModuleKind as RegionKind

SCRIPT: Final = "script"
CHECKSUMS: Final = "CRCs"
NUMBERS: Final = "packed numbers"
SEAL: Final = "seal"
ROOT: Final = "root"
REGION_MAP: Final = "region map"

_MODULES: Final[dict[int, type[Struct]]] = {
    ModuleKind.SCHEMA: modular.SchemaModule,
    ModuleKind.PLACEMENT: modular.PlacementModule,
    ModuleKind.ROW_GROUP_STATISTICS: modular.RowGroupStatisticsModule,
    ModuleKind.OFFSET_INDEX: modular.PageIndexModule,
    ModuleKind.COLUMN_INDEX: modular.PageIndexModule,
    ModuleKind.FILE_METADATA: modular.FileMetadataModule,
    ModuleKind.SCHEMA_INDEX: modular.SchemaIndexModule,
}
_REGIONS: Final[dict[int, type[Struct]]] = {
    RegionKind.SCHEMA: page_first_modules.SchemaModule,
    RegionKind.PAGE_DIRECTORY: page_first.PageDirectory,
    RegionKind.COLUMN_RANGE_STATISTICS: page_first.ColumnRangeStatisticsDirectory,
    RegionKind.FILE_METADATA: page_first_modules.FileMetadataModule,
    RegionKind.SCHEMA_INDEX: page_first_modules.SchemaIndexModule,
}


class SoleModule(NamedTuple):
    """Bytes from `start` to `end` of the file; a struct of this type, or other bytes. Some are of one column, or of a chunk."""

    start: int
    end: int
    name: str
    type: type[Struct] | None = None
    row_group: int = NOTHING
    column: int = NOTHING


def list_modular_modules(data: bytes, offset: int) -> list[SoleModule]:
    """Of a modular footer with its frame, which lies at `offset`; in the order of the file, without the frame.

    Raises DecodeError where the root cannot be read. What cannot be read beside it is left out.
    """
    tail = _tail_of(data, offset)
    root = read_root(tail)
    end = offset + len(data) - MODULAR_FRAME
    return _in_order(
        [
            *_modules(root),
            *_described(tail, root),
            SoleModule(root.start, end, ROOT, modular.ModularFooter),
        ]
    )


def _modules(root: Root) -> Iterator[SoleModule]:
    for kind, (start, length) in root.modules.items():
        if kind == KIND and root.seal is not None:
            script = start + root.seal.script
            seal = start + length - SEAL_SIZE
            yield SoleModule(start, script, SCRIPT)
            yield SoleModule(script, seal, CHECKSUMS)
            yield SoleModule(seal, start + length, SEAL)
        else:
            yield SoleModule(start, start + length, ModuleKind(kind).name, _MODULES.get(kind))


def _described(tail: Tail, root: Root) -> Iterator[SoleModule]:
    """What directories lead to: statistics of columns, page indexes of chunks. CRCs of them stand in this order, too."""
    columns, groups = root.num_columns, root.num_row_groups
    before = columns
    source = ModularBytes(tail, root)
    for kind, type_, count in (
        (ModuleKind.ROW_GROUP_STATISTICS, modular.ColumnStatistics, columns),
        (ModuleKind.OFFSET_INDEX, modular.OffsetIndexChunk, columns * groups),
        (ModuleKind.COLUMN_INDEX, modular.ColumnIndexChunk, columns * groups),
    ):
        if kind not in root.modules:
            continue
        each = 1 if kind == ModuleKind.ROW_GROUP_STATISTICS else groups
        with suppress(DecodeError):
            pieces = source.described(kind, range(count), count, before)
            for at, (start, piece) in enumerate(pieces):
                group = NOTHING if kind == ModuleKind.ROW_GROUP_STATISTICS else at % each
                name = type_.__name__
                yield SoleModule(start, start + len(piece), name, type_, group, at // each)
        before += count


def list_page_first_modules(data: bytes, offset: int) -> list[SoleModule]:
    """The same of a page-first footer."""
    tail = _tail_of(data, offset)
    root = read_page_first_root(tail)
    end = offset + len(data)
    frame = read_frame(data, end)
    place, size = frame.region_map
    return _in_order(
        [
            *_regions(root),
            *_descriptors(tail, root),
            SoleModule(place, place + size, REGION_MAP, page_first.RegionMap),
            SoleModule(
                place + size, end - PAGE_FIRST_FRAME, ROOT, page_first.PageFirstModularFooter
            ),
        ]
    )


def _regions(root: PageFirstRoot) -> Iterator[SoleModule]:
    for kind, region in root.modules.items():
        if region < root.first:
            continue
        start, end = root.boundaries[region], root.boundaries[region + 1]
        if kind == KIND and root.supplement is not None:
            seal = end - PAGE_FIRST_SEAL
            script = seal - len(root.supplement.script)
            crcs = root.supplement.crcs
            numbers = start + crcs.stream.start - 1 if isinstance(crcs, PackedSequence) else script
            yield SoleModule(start, numbers, NUMBERS)
            yield SoleModule(numbers, script, CHECKSUMS)
            yield SoleModule(script, seal, SCRIPT)
            yield SoleModule(seal, end, SEAL)
        else:
            yield SoleModule(start, end, RegionKind(kind).name, _REGIONS.get(kind))


def _descriptors(tail: Tail, root: PageFirstRoot) -> Iterator[SoleModule]:
    regions = Regions(tail, root)
    columns = range(root.footer.num_columns)
    with suppress(DecodeError):
        for column, (start, piece) in regions.pages_of(columns).items():
            type_ = page_first.ColumnDataPages
            yield SoleModule(start, start + len(piece), type_.__name__, type_, column=column)
    with suppress(DecodeError):
        for column, (start, piece) in enumerate(regions.statistics_of(columns)):
            statistics = page_first.ColumnRangeStatistics
            name = statistics.__name__
            yield SoleModule(start, start + len(piece), name, statistics, column=column)


def _tail_of(data: bytes, offset: int) -> Tail:
    size = len(data)
    return Tail(CountedFetch(fetch_from(data, offset)), Range(offset, size), size)


def _in_order(parts: Iterable[SoleModule]) -> list[SoleModule]:
    """Those with bytes of their own."""
    kept: list[SoleModule] = []
    for part in sorted(parts, key=lambda part: (part.start, part.end)):
        if part.end > part.start and (not kept or part.start >= kept[-1].end):
            kept.append(part)
    return kept


MODULES_OF: Final[dict[str, Callable[[bytes, int], list[SoleModule]]]] = {
    "modular": list_modular_modules,
    "page-first": list_page_first_modules,
}
"""By the name of the layout."""
