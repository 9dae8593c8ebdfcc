"""What a page-first footer begins with: its root, the map of all regions, and the supplement with what vouches for them."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from inlay.footers.designs.fetch import Range
from inlay.footers.designs.page_first_supplement import (
    KIND,
    MAGIC,
    PageFirstSupplement,
    read_supplement,
)
from inlay.footers.designs.pmf1 import SIZE, read_frame
from inlay.footers.designs.ranges import Placed, Tail
from inlay_runtime.errors import InvalidValueError, MissingFieldError
from inlay_runtime.packed import decode_deltas, is_rising, read_small_fields
from parquet_format.page_first import PageFirstModularFooter, RegionOffsetEncoding

_REGIONS_A_BYTE = 64
"""Regions for which a byte of the map may stand."""


@dataclass(frozen=True)
class PageFirstRoot:
    """The root and where the region map lies; the boundaries of regions, of which `first` is the first one of the footer;
    the region of each kind of module."""

    footer: PageFirstModularFooter
    place: int
    boundaries: memoryview[int]
    first: int
    modules: dict[int, int]
    supplement: PageFirstSupplement | None


def read_page_first_root(tail: Tail) -> PageFirstRoot:
    """The root at the end of a footer. Raises DecodeError for what breaks a rule."""
    begin, length = tail.footer
    end = begin + length
    frame = read_frame(tail.data, end)
    place = frame.region_map.offset
    if place - len(MAGIC) < begin:
        raise InvalidValueError(f"the region map lies at {place}, and the footer at {begin}", end)
    before, rest = tail.read([Range(place - len(MAGIC), len(MAGIC)), Range(place, end - place)])
    size = frame.region_map.length
    with Placed(place, "region map"):
        boundaries = _boundaries(rest[:size])
    with Placed(frame.root.offset, "root"):
        data = rest[size:-SIZE]
        read_small_fields(data, 0, len(data))
        root = PageFirstModularFooter.decode(bytes(data))
        modules = _modules(root, len(boundaries) - 1)
    first = bisect_left(boundaries, begin)
    if boundaries[-1] != place or boundaries[first] != max(begin, boundaries[0]):
        what = f"regions end at {boundaries[-1]}, and the map begins at {place}"
        raise InvalidValueError(what, place, "region map")
    if min(root.num_columns, root.num_rows) < 0:
        raise InvalidValueError("a count is negative", frame.root.offset, "root")
    if root.num_columns > _REGIONS_A_BYTE * length:
        what = f"{root.num_columns} columns in {length} bytes"
        raise InvalidValueError(what, frame.root.offset, "root")
    supplement = None
    if (KIND in modules) != (bytes(before) == MAGIC):
        what = "the directory and the bytes before the region map differ about a seal"
        raise InvalidValueError(what, place)
    if KIND in modules:
        supplement = _supplement(tail, boundaries, modules[KIND], rest, root)
    if supplement is not None:
        # Who opens all of the file does not know where the footer begins; it has as many regions as CRCs.
        first = modules[KIND] - len(supplement.crcs)
        if first < 0 or boundaries[first] < begin:
            raise InvalidValueError(f"{len(supplement.crcs)} CRCs of regions", place, "supplement")
    return PageFirstRoot(root, place, boundaries, first, modules, supplement)


def _boundaries(data: bytes | memoryview) -> memoryview[int]:
    fields = read_small_fields(data, 0, len(data)).get(1)
    if not isinstance(fields, dict):
        raise MissingFieldError("the offsets of regions are missing", 0)
    count, place, encoding = fields.get(1), fields.get(2), fields.get(3)
    if not isinstance(count, int) or not isinstance(place, tuple):
        raise MissingFieldError("the offsets of regions are missing", 0)
    if encoding != RegionOffsetEncoding.DELTA_BINARY_PACKED:
        raise InvalidValueError(f"encoding {encoding} of region offsets", 0)
    if not 2 <= count <= _REGIONS_A_BYTE * len(data):
        raise InvalidValueError(f"{count} boundaries of regions in {len(data)} bytes", 0)
    offsets = decode_deltas(data, *place, count)
    if not is_rising(offsets):
        raise InvalidValueError("the boundaries of regions do not rise", 0)
    return memoryview(offsets).cast("q")


def _modules(root: PageFirstModularFooter, regions: int) -> dict[int, int]:
    modules = {int(entry.kind): entry.region_ordinal for entry in root.modules}
    if len(modules) != len(root.modules):
        raise InvalidValueError("a kind of module comes twice", 0)
    for kind, region in modules.items():
        if not 0 <= region < regions:
            raise InvalidValueError(f"module {kind} is in region {region} of {regions}", 0)
    return modules


def _supplement(
    tail: Tail,
    boundaries: memoryview[int],
    region: int,
    rest: bytes | memoryview,
    root: PageFirstModularFooter,
) -> PageFirstSupplement:
    start, stop = boundaries[region], boundaries[region + 1]
    (data,) = tail.read([Range(start, stop - start)])
    with Placed(start, "supplement"):
        supplement = read_supplement(data, rest)
        if len(supplement.left_out) != root.num_columns or stop != boundaries[-1]:
            raise InvalidValueError("it is of another number of columns, or not the last region", 0)
    return supplement
