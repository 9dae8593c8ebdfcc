"""The regions of a page-first footer: modules and descriptors, fetched and checked by their CRCs."""

from __future__ import annotations

from collections.abc import Sequence
from struct import unpack

from inlay.footers.designs.encoded_arrays import locate_encoded
from inlay.footers.designs.fetch import Range
from inlay.footers.designs.page_first_root import PageFirstRoot
from inlay.footers.designs.page_first_supplement import take_numbers
from inlay.footers.designs.ranges import Placed, Tail
from inlay.footers.designs.supplement import check_crc
from inlay_runtime.errors import InvalidValueError, MissingFieldError
from inlay_runtime.packed import Expanded, expand, read_small_fields
from parquet_format.page_first import ModuleKind

Region = tuple[int, bytes | memoryview]
"""Where it lies in the file, and its bytes."""


class Regions:
    """Every read raises DecodeError for bytes that break a rule."""

    def __init__(self, tail: Tail, root: PageFirstRoot) -> None:
        self._tail = tail
        self._root = root

    def has(self, kind: ModuleKind) -> bool:
        return kind in self._root.modules

    def module(self, kind: ModuleKind) -> Region:
        if not self.has(kind):
            raise MissingFieldError(f"the module {kind.name} is missing", self._root.place, "root")
        return self.read([self._root.modules[kind]])[0]

    def read(self, regions: Sequence[int]) -> list[Region]:
        """Regions in one step. Raises InvalidValueError for one that is not of the footer."""
        boundaries, first = self._root.boundaries, self._root.first
        behind = len(boundaries) - 1
        for region in regions:
            if not first <= region < behind:
                raise InvalidValueError(f"region {region} is none of the footer", self._root.place)
        places = [Range(boundaries[at], boundaries[at + 1] - boundaries[at]) for at in regions]
        pieces = self._tail.read(places)
        if self._root.supplement is not None:
            crcs = take_numbers(self._root.supplement.crcs, [at - first for at in regions])
            for region, place, piece, crc in zip(regions, places, pieces, crcs, strict=True):
                check_crc(piece, crc, place.offset, f"region {region}")
        return [(place.offset, piece) for place, piece in zip(places, pieces, strict=True)]

    def pages_of(self, columns: Sequence[int]) -> dict[int, Region]:
        """What describes the pages of each column: all of it comes in one step."""
        wanted = sorted(set(columns))
        listed = self._listed(ModuleKind.PAGE_DIRECTORY, wanted, "page directory")
        if listed.null_count:
            raise MissingFieldError("columns without pages", self._root.place, "page directory")
        regions = unpack(f"<{len(wanted)}q", listed.values)
        return dict(zip(wanted, self.read(regions), strict=True))

    def statistics_of(self, columns: Sequence[int]) -> list[Region]:
        """The descriptor of each column; empty for one without statistics."""
        if not self.has(ModuleKind.COLUMN_RANGE_STATISTICS) or not len(columns):
            return [(0, b"")] * len(columns)
        listed = self._listed(ModuleKind.COLUMN_RANGE_STATISTICS, columns, "statistics directory")
        regions = unpack(f"<{len(columns)}q", listed.values)
        bits = int.from_bytes(listed.validity or b"", "little")
        there = [listed.validity is None or bits >> at & 1 for at in range(len(columns))]
        pieces = iter(
            self.read([at for at, is_there in zip(regions, there, strict=True) if is_there])
        )
        return [next(pieces) if is_there else (0, b"") for is_there in there]

    def _listed(self, kind: ModuleKind, columns: Sequence[int], what: str) -> Expanded:
        """The region of each column, from a directory."""
        place, module = self.module(kind)
        with Placed(place, what):
            fields = read_small_fields(module, 0, len(module))
            located = locate_encoded(module, fields, 1, self._root.footer.num_columns)
            if located is None:
                raise MissingFieldError("the directory is empty", 0)
            return expand(module, located, [(column, 1) for column in columns], 8)
