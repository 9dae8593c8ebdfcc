"""What the bytes of a design are for: each component is what the footer loses when it is built without it.

So every design is taken apart in the same way, and none has to say which of its bytes mean what.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from inlay.footers.conversion.group_by_group import edit_groups
from inlay.footers.designs.design import FooterContents, FooterDesign, NotCarriedError
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


class SmallerFooters:
    """A Thrift footer without some of its components. Each is made once, whatever designs are taken apart by it."""

    def __init__(self, thrift: bytes) -> None:
        self._known: dict[tuple[str, ...], bytes] = {(): thrift}

    def without(self, names: tuple[str, ...]) -> bytes:
        """The last of them is taken out of what is left without the others."""
        if names not in self._known:
            metadata = FileMetaData.decode(self.without(names[:-1]))
            _REMOVALS[names[-1]](metadata)
            self._known[names] = metadata.encode()
        return self._known[names]


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
    rest = contents
    for name in _REMOVALS:
        thrift = smaller.without((*removed, name))
        if thrift == rest.thrift:  # there is none of it, and nothing else to build
            components[name] = 0
            removed = (*removed, name)
            continue
        if name == "page indexes":
            rest = replace(rest, offset_indexes={}, column_indexes={})
        without = replace(rest, thrift=thrift)
        built = _size_of(design, without, offset)
        if (
            built is None or built > left
        ):  # it takes paths from the schema, and keeps those that differ
            components[name] = 0
            continue
        components[name] = left - built
        left, removed, rest = built, (*removed, name), without
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
