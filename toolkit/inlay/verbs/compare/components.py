"""What the bytes of a design are for: each component is what the footer loses when it is built without it.

So every design is taken apart in the same way, and none has to say which of its bytes mean what.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from inlay.footers.conversion.group_by_group import edit_groups
from inlay.footers.designs.design import FooterContents, FooterDesign, NotCarriedError
from inlay.ground.files.source import read_at
from inlay.ground.files.spill import Spill
from inlay.ground.files.spliced import FileExtent
from parquet_format.parquet import FileMetaData, RowGroup

FRAMING: Final = "framing"
COMPONENTS: Final = (
    "key-values",
    "statistics",
    "page indexes",
    "paths",
    "placement",
    "schema",
    FRAMING,
)


_STEP: Final = 1 << 20
"""Bytes that are put aside together."""

_TOGETHER: Final = 16
"""Into a sixteenth of what others hold: a design is built meanwhile."""


class SmallerFooters(Spill):
    """A Thrift footer without some of its components. Each is made once, whatever designs are taken apart by it, and put aside, as the
    whole one is: a design is built from one of them at a time."""

    def __init__(self, thrift: bytes) -> None:
        super().__init__(_TOGETHER)
        self._known: dict[tuple[str, ...], FileExtent] = {(): self._put_aside(thrift)}

    def without(self, names: tuple[str, ...]) -> bytes:
        """The last of them is taken out of what is left without the others."""
        _, start, size = self._find(names)
        return read_at(self, start, size)

    def are_same(self, first: tuple[str, ...], second: tuple[str, ...]) -> bool:
        """Whose sizes say it where they differ: neither is then read."""
        same_size = self._find(first).length == self._find(second).length
        return same_size and self.without(first) == self.without(second)

    def _find(self, names: tuple[str, ...]) -> FileExtent:
        if names not in self._known:
            self._known[names] = self._put_aside(self._make(names))
        return self._known[names]

    def _make(self, names: tuple[str, ...]) -> bytes:
        metadata = FileMetaData.decode(self.without(names[:-1]))
        _REMOVALS[names[-1]](metadata)
        return metadata.encode()

    def _put_aside(self, thrift: bytes) -> FileExtent:
        start = self.size
        for at in range(0, len(thrift), _STEP):
            self.append(thrift[at : at + _STEP])
        return FileExtent(self, start, len(thrift))


def measure_components(
    design: type[FooterDesign],
    contents: FooterContents,
    offset: int,
    size: int,
    smaller: SmallerFooters,
) -> Mapping[str, int]:
    """Bytes by component, in the order of `COMPONENTS`; all together they are `size`. `smaller` are those of the footer in `contents`.

    What a column chunk says besides statistics and its path counts as placement, what is left in the end as framing.
    """
    components: dict[str, int] = {}
    left = size
    removed: tuple[str, ...] = ()
    for name in _REMOVALS:
        wanted = (*removed, name)
        if smaller.are_same(removed, wanted):  # there is none of it, and nothing else to build
            components[name] = 0
            removed = wanted
            continue
        if name == "page indexes":
            contents = replace(contents, offset_indexes={}, column_indexes={})
        built = _size_of(design, replace(contents, thrift=smaller.without(wanted)), offset)
        if (
            built is None or built > left
        ):  # it takes paths from the schema, and keeps those that differ
            components[name] = 0
            continue
        components[name] = left - built
        left, removed = built, wanted
    components[FRAMING] = left
    return components


def _size_of(design: type[FooterDesign], contents: FooterContents, offset: int) -> int | None:
    try:
        return len(design.build(contents, offset))
    except NotCarriedError:
        return None


def _remove_key_values(metadata: FileMetaData) -> None:
    metadata.key_value_metadata = None


def _remove_statistics(metadata: FileMetaData) -> None:
    edit_groups(metadata.row_groups, _remove_statistics_of)


def _remove_statistics_of(group: RowGroup) -> None:
    for chunk in group.columns:
        if chunk.meta_data is not None:
            chunk.meta_data.statistics = None
            chunk.meta_data.size_statistics = None
            chunk.meta_data.geospatial_statistics = None


def _remove_index_places(metadata: FileMetaData) -> None:
    edit_groups(metadata.row_groups, _remove_index_places_of)


def _remove_index_places_of(group: RowGroup) -> None:
    for chunk in group.columns:
        chunk.offset_index_offset = chunk.offset_index_length = None
        chunk.column_index_offset = chunk.column_index_length = None


def _remove_paths(metadata: FileMetaData) -> None:
    edit_groups(metadata.row_groups, _remove_paths_of)


def _remove_paths_of(group: RowGroup) -> None:
    for chunk in group.columns:
        if chunk.meta_data is not None:
            chunk.meta_data.path_in_schema = []


def _remove_row_groups(metadata: FileMetaData) -> None:
    metadata.row_groups = []


def _remove_schema(metadata: FileMetaData) -> None:
    root = metadata.schema[0].replace(num_children=0)
    metadata.schema = [root]
    metadata.column_orders = None


_REMOVALS: Final[Mapping[str, Callable[[FileMetaData], None]]] = {
    "key-values": _remove_key_values,
    "statistics": _remove_statistics,
    "page indexes": _remove_index_places,
    "paths": _remove_paths,
    "placement": _remove_row_groups,
    "schema": _remove_schema,
}
