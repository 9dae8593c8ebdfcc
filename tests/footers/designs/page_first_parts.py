"""A page-first footer taken apart, and put together again with parts that lie, under CRCs that are right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from zlib import crc32

from inlay.footers.designs.in_memory import fetch_from
from inlay.footers.designs.page_first import PageFirstLayout
from inlay.footers.designs.page_first_supplement import (
    KIND,
    SEAL_SIZE,
    PageFirstSupplement,
    pack_seal,
    pack_supplement,
)
from inlay.footers.designs.pmf1 import PageFirstFrame, pack_frame, read_frame
from inlay.layouts import Range
from inlay_runtime.packed import encode_deltas
from parquet_format.page_first import (
    ModuleDirectoryEntry,
    ModuleKind,
    PageFirstModularFooter,
    RegionMap,
    RegionOffsetArray,
    RegionOffsetEncoding,
)


def opened(data: bytes, offset: int) -> PageFirstLayout:
    return PageFirstLayout.open(fetch_from(data, offset), Range(offset, len(data)))


@dataclass
class Parts:
    """`pages` are the boundaries of regions up to where the footer begins; `regions` those of the footer, but its supplement."""

    pages: list[int]
    regions: list[bytes]
    modules: dict[int, int]
    root: PageFirstModularFooter
    supplement: PageFirstSupplement | None

    def region_of(self, kind: ModuleKind) -> int:
        """The place of a module among the regions of the footer."""
        return self.modules[kind] - len(self.pages) + 1

    def with_region(self, at: int, data: bytes) -> Parts:
        return replace(self, regions=[*self.regions[:at], data, *self.regions[at + 1 :]])

    def with_module(self, kind: ModuleKind, data: bytes) -> Parts:
        return self.with_region(self.region_of(kind), data)

    def joined(self, behind: Callable[[bytes], bytes] = lambda packed: packed) -> bytes:
        """The footer; `behind` may change the supplement before it is sealed."""
        boundaries = list(self.pages)
        for region in self.regions:
            boundaries.append(boundaries[-1] + len(region))
        modules, sealed, packed = dict(self.modules), b"", b""
        supplement = self.supplement
        if supplement is not None:
            supplement = replace(supplement, crcs=[crc32(data) for data in self.regions])
            packed = behind(pack_supplement(supplement))
            modules[KIND] = len(boundaries) - 1
            boundaries.append(boundaries[-1] + len(packed) + SEAL_SIZE)
        rest = self._map_and_root(boundaries, modules)
        if supplement is not None:
            sealed = packed + pack_seal(supplement, packed, self.root.num_columns, rest)
        return b"".join(self.regions) + sealed + rest

    def _map_and_root(self, boundaries: list[int], modules: dict[int, int]) -> bytes:
        offsets = RegionOffsetArray(
            num_values=len(boundaries),
            values=encode_deltas(boundaries),
            encoding=RegionOffsetEncoding.DELTA_BINARY_PACKED,
        )
        region_map = RegionMap(region_offsets=offsets).encode()
        root = self.root.replace(
            modules=[
                ModuleDirectoryEntry(kind=ModuleKind(kind), region_ordinal=region)
                for kind, region in modules.items()
            ]
        ).encode()
        place = Range(boundaries[-1], len(region_map))
        frame = PageFirstFrame(place, Range(place.offset + place.length, len(root)))
        return region_map + root + pack_frame(frame)


def parts_of(data: bytes, offset: int) -> Parts:
    """The parts of a footer that is fine."""
    known = opened(data, offset)._root
    frame = read_frame(data, offset + len(data)).root
    root = PageFirstModularFooter.decode(data[frame.offset - offset :][: frame.length])
    modules = {kind: region for kind, region in known.modules.items() if kind != KIND}
    last = known.modules.get(KIND, len(known.boundaries) - 1)
    ends = [boundary - offset for boundary in known.boundaries]
    regions = [data[ends[at] : ends[at + 1]] for at in range(known.first, last)]
    pages = known.boundaries[: known.first + 1].tolist()
    return Parts(pages, regions, modules, root, known.supplement)
