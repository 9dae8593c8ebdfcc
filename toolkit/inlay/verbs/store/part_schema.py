"""The columns of a part: files of one schema have their statistics side by side, by the leaves of that schema.

A column of the folders is a leaf like all others, behind those of the files. A leaf whose name another one has, or the folders, has no
statistics: nothing says which of both is meant.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias, cast

import pyarrow as pa

from inlay.ground.arrow_fields import Field, field_in
from inlay.ground.schema.kept_schema import encode_schema
from inlay.ground.schema.tree import Node, SchemaTree, count_leaves
from inlay.pages.engine.leaf import levels_of
from inlay.tables.columnar.schemas import COLUMN_CHUNKS
from inlay.verbs.register.schema.read_columns import read_leaf_type
from inlay.verbs.register.schema.table_leaves import TableLeaf
from inlay.verbs.register.schema.table_types import (
    IntegerType,
    LeafType,
    SimpleType,
    TableColumn,
)
from inlay.verbs.register.targets.records.entry_schema import (
    FIRST_FIELDS,
    LAST_FIELDS,
    StatisticsColumn,
    describe_statistics,
    join_statistics_fields,
    name_leaf,
)
from inlay.verbs.store.errors import StoreError
from inlay_runtime.errors import InlayError
from parquet_format.parquet import (
    DateType,
    FieldRepetitionType,
    FileMetaData,
    SchemaElement,
    StringType,
    Type,
)

_SCHEMA: Final = b"inlay.schema"
_KEYS: Final = b"inlay.partition_keys"
_MOST_FIELD_ID: Final = 999_950
"""The last whose statistics have the ids that Iceberg sets aside for them."""

MOST_LEAVES: Final = 10_000
"""Of files that have statistics in columns. To pyarrow each leaf is 45 KiB of a part, while it is written and whenever it is opened; the
footers that a part has, too, say the same."""

CHUNKS: Final = "chunks"
FILE: Final = "file"
FOOTER: Final = "footer"
"""The end of the file as it is, from the first byte of the footer on."""

CHUNK_COLUMNS: Final = (
    "row_group",
    "column",
    "codec",
    "num_values",
    "total_compressed_size",
    "file_path",
    "data_page_offset",
    "dictionary_page_offset",
    "offset_index_offset",
    "offset_index_length",
    "column_index_offset",
    "column_index_length",
    "bloom_filter_offset",
    "bloom_filter_length",
)
"""Of the table `column_chunks`: where the bytes of each chunk and of its indexes are."""


CHUNK_FIELDS: Final[list[Field]] = [field_in(COLUMN_CHUNKS, name) for name in CHUNK_COLUMNS]


SchemaKey: TypeAlias = tuple[bytes, tuple[str, ...], tuple[str, ...]]
"""What two parts with the same columns have in common."""


@dataclass(frozen=True)
class PartSchema:
    """`data` is a footer of no row groups, with the elements of the files and one more for each of the `keys` of their folders. `doubted` are
    keys that the files have columns of, too: readers take the one or the other."""

    data: bytes
    keys: tuple[str, ...]
    doubted: tuple[str, ...] = ()

    @cached_property
    def key(self) -> SchemaKey:
        return self.data, self.keys, self.doubted

    @property
    def elements(self) -> list[SchemaElement]:
        """Decoded each time: very many take ten times their bytes."""
        return FileMetaData.decode(self.data).schema

    @cached_property
    def tree(self) -> SchemaTree:
        return SchemaTree(self.elements)

    @cached_property
    def leaves(self) -> int:
        """How many there are, those of the folders too."""
        return count_leaves(self.elements)

    @property
    def is_wide(self) -> bool:
        """Whether the files have so many leaves that only the columns of their folders have statistics."""
        return self.file_leaves > MOST_LEAVES

    @property
    def file_leaves(self) -> int:
        """How many leaves a file has."""
        return self.leaves - len(self.keys)

    @cached_property
    def names(self) -> list[str]:
        """Of the statistics of each leaf; empty where it has none. Names with a dot are in quotes, so that no two are the same."""
        paths = [node.path for node in self._described]
        if self.is_wide:
            return [*([""] * self.file_leaves), *map(name_leaf, paths)]
        times = Counter(paths)
        return [
            "" if times[path] > 1 or path[0] in self.doubted else name_leaf(path) for path in paths
        ]

    def list_field_ids(self) -> list[int | None]:
        """Those of the files; none where a leaf has none, or one that is of no use, or another leaf has the same."""
        if self.is_wide:  # none of which has statistics
            return [None] * self.file_leaves
        leaves = self.tree.leaves[: self.file_leaves]
        ids = [node.element.field_id for node in leaves]
        are_fit = all(it is not None and 0 < it <= _MOST_FIELD_ID for it in ids)
        return [*ids] if are_fit and len(set(ids)) == len(ids) else [None] * len(ids)

    def describe(self, ids: Mapping[str, int]) -> list[StatisticsColumn | None]:
        """The statistics of each leaf, by the ids of their names; 0 for a name without one."""
        others = self.leaves - len(self._described)
        own = zip(self._described, self.names[others:], strict=True)
        return [None] * others + [
            describe_statistics(name, _describe_leaf(node, name), ids.get(name, 0))
            if name
            else None
            for node, name in own
        ]

    @property
    def _described(self) -> Sequence[Node]:
        """The leaves that may have statistics, the last ones: where there is none, the tree is not built, which takes as much as a footer."""
        first = self.file_leaves if self.is_wide else 0
        return self.tree.leaves[first:] if first < self.leaves else ()

    def build_schema(self, statistics: Sequence[StatisticsColumn | None]) -> pa.Schema:
        """Of the rows of such a part."""
        own = [it.field for it in statistics if it is not None]
        chunks = pa.list_(pa.field("element", pa.struct(CHUNK_FIELDS), nullable=False))
        fields = [
            pa.field(FILE, pa.int64(), nullable=False),
            *FIRST_FIELDS,
            *join_statistics_fields(own),
            *LAST_FIELDS,
            pa.field(CHUNKS, chunks),
            pa.field(FOOTER, pa.binary(), nullable=False),
        ]
        keys = json.dumps([self.keys, self.doubted])
        return pa.schema(fields, {_SCHEMA: base64.b64encode(self.data), _KEYS: keys.encode()})


def read_part_schema(path: str, schema: pa.Schema) -> PartSchema:
    """That of a part, from the Arrow schema of its file. Raises StoreError for a file whose columns are others than it says."""
    metadata = cast("Mapping[bytes, bytes]", schema.metadata or {})
    try:
        data = base64.b64decode(metadata[_SCHEMA], validate=True)
        keys, doubted = map(_read_names, json.loads(metadata[_KEYS]))
        elements = FileMetaData.decode(data, eager=True).schema
        data = encode_schema(elements)  # and nothing else that it may say
    except (KeyError, binascii.Error, TypeError, ValueError, RecursionError, InlayError):
        raise StoreError(
            path, "no part of a store: it does not say the schema of its files"
        ) from None
    read = PartSchema(data, keys, doubted)
    if read.tree.problems or read.file_leaves < 0:
        raise StoreError(path, "no part of a store: the schema of its files is not a tree")
    if not read.build_schema(read.describe({})).equals(schema):
        raise StoreError(path, "its columns are not those of the schema of its files")
    return read


def _read_names(value: object) -> tuple[str, ...]:
    """What is not a list of names has none of the columns that the part has."""
    names = cast("list[object]", value) if isinstance(value, list) else []
    return tuple(name for name in names if isinstance(name, str))


def join_schema(elements: Sequence[SchemaElement], types: Mapping[str, LeafType]) -> PartSchema:
    """The schema of files, and of the folders that they are in. What the root is called does not matter."""
    own = _list_top_names(elements) if types else ()
    root, *others = elements
    keys = [_describe_key(key, type_) for key, type_ in types.items() if key not in own]
    root = root.replace(name="schema", num_children=(root.num_children or 0) + len(keys))
    names = tuple(key for key in types if key not in own)
    return PartSchema(
        encode_schema([root, *others, *keys]), names, tuple(key for key in types if key in own)
    )


def _list_top_names(elements: Sequence[SchemaElement]) -> set[str]:
    return {node.element.name for node in SchemaTree(elements).nodes if node.depth == 1}


def _describe_key(name: str, type_: LeafType) -> SchemaElement:
    """Whole numbers, days and text, which are what values of folders are."""
    optional = FieldRepetitionType.OPTIONAL
    match type_:
        case IntegerType():
            return SchemaElement(name=name, type=Type.INT64, repetition_type=optional)
        case SimpleType.DATE:
            return SchemaElement(
                name=name, type=Type.INT32, repetition_type=optional, logicalType=DateType()
            )
        case _:
            return SchemaElement(
                name=name, type=Type.BYTE_ARRAY, repetition_type=optional, logicalType=StringType()
            )


def _describe_leaf(node: Node, name: str) -> TableLeaf:
    definition, repetition = levels_of(node)
    type_, is_required = read_leaf_type(node.element), definition == 0
    column = TableColumn(name, type_, is_required)
    return TableLeaf((name,), column, type_, repetition > 0, is_required)
