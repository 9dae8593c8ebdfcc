"""An index as it is read: a hint from the file, of which every number is checked before it is used."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from inlay.footers.index.names import SlotLayout, find_candidates, slots_of
from inlay.footers.index.offsets import SCHEMA
from inlay.footers.index.packed import PackedNumbers
from inlay.ground.wording import amounts
from inlay_runtime.core import load_native
from inlay_runtime.errors import InvalidValueError
from inlay_runtime.struct import Buffer
from parquet_format.jump_table import FileMetadataFooterIndex, SchemaLayout

_compiled = load_native("inlay.footers.index.native_index")


class FooterPart(NamedTuple):
    """Bytes of a FileMetaData, counted from its first one."""

    start: int
    end: int


class IndexView:
    """`size` is the length of the FileMetaData that the index is of; no part reaches beyond it.

    Every method raises InvalidValueError, with the field of the index, for numbers that cannot be true.
    """

    def __init__(self, content: Buffer, size: int) -> None:
        self.index = FileMetadataFooterIndex.decode(content)
        self._size = size
        index = self.index
        columns, groups = index.num_leaf_columns, index.num_row_groups
        if columns < 0 or groups < 0:
            raise _lie(
                "num_leaf_columns",
                f"{amounts.count(columns, 'column')} and {amounts.count(groups, 'row group')}",
            )
        self.num_columns = columns
        self.num_row_groups = groups
        self.chunk_offsets = PackedNumbers(
            index.column_chunk_offsets, groups * (columns + 1), "column_chunk_offsets"
        )

    def chunks_of(self, column: int) -> list[tuple[int, int]]:
        """Where the chunk of a column begins and ends in each row group; those of a later row group lie behind."""
        if _compiled is not None:
            chunks = self.chunk_offsets
            parts: list[tuple[int, int]] | None = _compiled.find_parts(
                chunks.data,
                chunks.width,
                column,
                self.num_columns + 1,
                self.num_row_groups,
                self._size,
            )
            if parts is not None:
                return parts
        return self.chunks_of_pure(column)

    def chunks_of_pure(self, column: int) -> list[tuple[int, int]]:
        """The specification."""
        starts = self.chunk_offsets.pairs(column, self.num_columns + 1, self.num_row_groups)
        last = 0
        for group, (start, end) in enumerate(starts):
            if not last <= start < end <= self._size:
                what = f"chunk {column} of row group {group} is said to lie from {start} to {end}"
                raise _lie("column_chunk_offsets", f"{what}, behind {last} and up to {self._size}")
            last = end
        return starts

    def field(self, field_id: int) -> FooterPart | None:
        """A field of FileMetaData with its header, up to where the next one begins; None for one that is not listed."""
        return self._fields.get(field_id)

    @property
    def num_elements(self) -> int:
        return self._layout.num_schema_elements

    def element(self, ordinal: int) -> FooterPart:
        """An element of the schema, up to where the next one begins."""
        if not 0 <= ordinal < self.num_elements:
            raise _lie("schema_layout", f"element {ordinal} of {self.num_elements}")
        schema = self.field(SCHEMA)
        if schema is None:
            raise _lie("field_offsets", "the schema is not listed")
        offsets = self._elements
        start = offsets[ordinal]
        end = offsets[ordinal + 1] if ordinal + 1 < offsets.count else schema.end
        if not schema.start < start < end <= schema.end:
            what = f"element {ordinal} is said to lie from {start} to {end}, and the schema from "
            raise _lie("schema_layout.offsets", f"{what}{schema.start} to {schema.end}")
        return FooterPart(start, end)

    def path_of(self, column: int) -> Sequence[int]:
        """The elements that name a column, from below the root to the leaf."""
        if self.is_flat:
            return (column + 1,)
        parents, leaves, _ = self._tree
        path = [leaves[column]]
        while (above := parents[path[-1]]) > 0:
            path.append(above)
        return path[::-1]

    def column_of(self, ordinal: int) -> int | None:
        """The column of an element; None for a group."""
        if self.is_flat:
            return ordinal - 1 if 0 < ordinal < self.num_elements else None
        return self._tree[2].get(ordinal)

    @cached_property
    def is_flat(self) -> bool:
        """Whether the index says that all elements but the root are leaves."""
        if self._layout.num_children is not None:
            return False
        if self.num_elements != self.num_columns + 1:
            what = f"{amounts.count(self.num_elements, 'element is', 'elements are')} no flat schema of {amounts.count(self.num_columns, 'column')}"
            raise _lie("schema_layout", what)
        return True

    def candidates(self, key: bytes) -> list[int] | None:
        """The elements that may have this path, its names joined by NUL bytes; None without a hash table.

        Whoever asks compares the names: two paths may have one hash.
        """
        table = self._table
        if table is None:
            return None
        ordinals = find_candidates(*table, key)
        for ordinal in ordinals:
            if not 0 < ordinal < self.num_elements:
                what = f"a slot leads to element {ordinal}, but there are {self.num_elements}"
                raise _lie("name_hash_table.table", what)
        return ordinals

    @cached_property
    def _layout(self) -> SchemaLayout:
        layout = self.index.schema_layout
        if layout is None:
            raise _lie("schema_layout", "the index does not say where the schema is")
        if layout.num_schema_elements < 1:
            raise _lie(
                "schema_layout",
                f"{amounts.count(layout.num_schema_elements, 'element')}, and no root",
            )
        return layout

    @cached_property
    def _table(self) -> tuple[bytes, SlotLayout] | None:
        table = self._layout.name_hash_table
        if table is None:
            return None
        slots = slots_of(table.table, table.num_slots, table.discriminator_bits or 0)
        return table.table, slots

    @cached_property
    def _elements(self) -> PackedNumbers:
        return PackedNumbers(self._layout.offsets, self.num_elements, "schema_layout.offsets")

    @cached_property
    def _fields(self) -> dict[int, FooterPart]:
        starts = sorted((start, id_) for id_, start in (self.index.field_offsets or {}).items())
        bounds = [*starts, (self._size, 0)]
        if bounds[0][0] < 0 or any(start >= end for (start, _), (end, _) in pairwise(bounds)):
            raise _lie(
                "field_offsets",
                f"two fields begin at one place, or outside of {amounts.count(self._size, 'byte')}",
            )
        return {id_: FooterPart(start, end) for (start, id_), (end, _) in pairwise(bounds)}

    @cached_property
    def _tree(self) -> tuple[list[int], list[int], dict[int, int]]:
        """The parent of each element, the element of each column, and the column of each such element."""
        packed = self._layout.num_children
        assert packed is not None
        children = PackedNumbers(packed, self.num_elements, "schema_layout.num_children").to_list()
        parents = [0] * len(children)
        leaves: list[int] = []
        groups: list[list[int]] = [[0, children[0]]]
        for ordinal, count in enumerate(children[1:], 1):
            while groups and not groups[-1][1]:
                groups.pop()
            if not groups:
                raise _lie("schema_layout.num_children", f"the tree ends before element {ordinal}")
            parents[ordinal] = groups[-1][0]
            groups[-1][1] -= 1
            if count:
                groups.append([ordinal, count])
            else:
                leaves.append(ordinal)
        if any(left for _, left in groups) or len(leaves) != self.num_columns:
            what = f"{amounts.count(len(leaves), 'leaf', 'leaves')} in a tree of {amounts.count(len(children), 'element')}, and {amounts.count(self.num_columns, 'column')}"
            raise _lie("schema_layout.num_children", what)
        return parents, leaves, {ordinal: column for column, ordinal in enumerate(leaves)}


def _lie(field: str, what: str) -> InvalidValueError:
    return InvalidValueError(f"the index of the footer is wrong: {what}", 0, field)
