"""Where a page-first footer begins in its file. The frame does not say it."""

from __future__ import annotations

from struct import unpack

from inlay.footers.designs.encoded_arrays import locate_encoded
from inlay.footers.designs.fetch import Range
from inlay.footers.designs.page_first_root import PageFirstRoot, read_page_first_root
from inlay.footers.designs.ranges import Placed, Tail
from inlay_runtime.errors import InvalidValueError
from inlay_runtime.packed import expand, read_small_fields
from parquet_format.page_first import ModuleKind

_DIRECTORIES = (ModuleKind.PAGE_DIRECTORY, ModuleKind.COLUMN_RANGE_STATISTICS)


def find_begin(tail: Tail) -> int:
    """The offset of its first region, from the tail of the whole file. Raises DecodeError for what breaks a rule.

    With our region, there is a CRC for each one of the footer. Without it, the footer is what its root names, and what the
    directories lead to: everything else are pages.
    """
    root = read_page_first_root(tail)
    if root.supplement is not None:
        return root.boundaries[root.first]
    regions = [*root.modules.values()]
    for kind in _DIRECTORIES:
        if kind in root.modules:
            regions += _listed(tail, root, root.modules[kind])
    first = min(regions, default=0)
    if not 0 <= first < len(root.boundaries) - 1:
        raise InvalidValueError(f"a directory leads to region {first}", root.place)
    return root.boundaries[first]


def _listed(tail: Tail, root: PageFirstRoot, directory: int) -> list[int]:
    """The regions that a directory names, one for each column that has one."""
    start, end = root.boundaries[directory : directory + 2]
    (module,) = tail.read([Range(start, end - start)])
    columns = root.footer.num_columns
    with Placed(start, "directory"):
        located = locate_encoded(module, read_small_fields(module, 0, len(module)), 1, columns)
        if located is None:
            return []
        expanded = expand(module, located, [(0, columns)], 8)
    bits = int.from_bytes(expanded.validity or b"", "little")
    regions = unpack(f"<{columns}q", expanded.values)
    return [
        region for at, region in enumerate(regions) if expanded.validity is None or bits >> at & 1
    ]
