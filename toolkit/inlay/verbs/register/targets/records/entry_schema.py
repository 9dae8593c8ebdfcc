"""The columns of a table of records: those of a content entry of Iceberg V4, by their field ids, with typed statistics of each leaf.

Iceberg's table spec, "Entries in Manifests" and "Column statistics" of version 4 (apache/iceberg#16025): readers find fields by id. Ours are
`etag` and `mtime`, which tell whether a file is still the same; fields without an id are of nobody else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import pyarrow as pa

from inlay.ground.arrow_fields import Field
from inlay.verbs.register.schema.table_leaves import TableLeaf, list_leaves
from inlay.verbs.register.schema.table_types import (
    GeographyType,
    GeometryType,
    SimpleType,
    TableColumn,
)
from inlay.verbs.register.schema.unite_columns import Path
from inlay.verbs.register.targets.records.bound_arrays import choose_arrow_type
from inlay.verbs.register.targets.records.boxes import describe_point, has_boxes
from inlay.verbs.register.targets.records.variant_bounds import VARIANT_BOUND, has_variant_bounds

FIRST_OF_STATISTICS: Final = 10_000
EACH: Final = 200
"""Ids of the statistics of a column begin at 10,000 + 200 x its field id."""

CONTENT_STATS: Final = 146

_FLOATS: Final = (SimpleType.FLOAT16, SimpleType.FLOAT, SimpleType.DOUBLE)
_WITHOUT_SIZE: Final = (
    SimpleType.STRING,
    SimpleType.ENUM,
    SimpleType.JSON,
    SimpleType.BINARY,
    SimpleType.BSON,
    SimpleType.VARIANT,
)
"""Types that say nothing of the size of a value, beside those of geometries."""


class StatisticsColumn(NamedTuple):
    """What a leaf of the table has in `content_stats`, under this name. `bound_type` is None where no bounds of it have an order: then
    there are none, or boxes of geometries, or objects with the bounds of paths through a Variant."""

    name: str
    leaf: TableLeaf
    field_id: int
    bound_type: pa.DataType | None

    @property
    def fields(self) -> list[Field]:
        """Made when they are asked for: those of 50,000 columns take 150 MiB."""
        return _list_fields(self)

    @property
    def field(self) -> Field:
        number = FIRST_OF_STATISTICS + EACH * self.field_id
        return field_by_id(number, self.name, pa.struct(self.fields))


def list_statistics(
    columns: Sequence[TableColumn], *, have_ids: bool
) -> tuple[StatisticsColumn, ...]:
    """In the order of the leaves of the table. Without ids in the files, the columns are numbered from 1, those in groups behind all that
    stand above them."""
    leaves = list_leaves(columns)
    ids = _read_ids(columns) if have_ids else _number(columns)
    return tuple(describe_statistics(name_leaf(leaf.path), leaf, ids[leaf.path]) for leaf in leaves)


def list_variant_ids(statistics: Sequence[StatisticsColumn]) -> set[int]:
    """Those of the bounds that are Variants."""
    variants = [it for it in statistics if has_variant_bounds(it.leaf)]
    firsts = [FIRST_OF_STATISTICS + EACH * it.field_id for it in variants]
    return {first + end for first in firsts for end in (1, 2)}


def name_leaf(path: Path) -> str:
    """Names with a dot are in quotes, so that no two leaves have one name."""
    return ".".join(map(_quote, path))


def _quote(name: str) -> str:
    return '"' + name.replace('"', '""') + '"' if "." in name or '"' in name else name


def join_statistics_fields(fields: Sequence[Field]) -> list[Field]:
    """The column that has these, of a `StatisticsColumn` each; none without any, as Parquet has no empty groups."""
    if not fields:
        return []
    return [field_by_id(CONTENT_STATS, "content_stats", pa.struct(fields))]


def field_by_id(number: int, name: str, type_: pa.DataType, *, is_required: bool = False) -> Field:
    return pa.field(name, type_, not is_required, {"PARQUET:field_id": str(number)})


_TRACKING: Final = pa.struct([field_by_id(0, "status", pa.int32(), is_required=True)])
FIRST_FIELDS: Final[list[Field]] = [
    field_by_id(134, "content_type", pa.int32(), is_required=True),
    field_by_id(100, "location", pa.string(), is_required=True),
    field_by_id(101, "file_format", pa.string(), is_required=True),
    field_by_id(147, "tracking", _TRACKING, is_required=True),
    field_by_id(141, "spec_id", pa.int32(), is_required=True),
    field_by_id(103, "record_count", pa.int64(), is_required=True),
    field_by_id(104, "file_size_in_bytes", pa.int64(), is_required=True),
    field_by_id(
        132,
        "split_offsets",
        pa.list_(field_by_id(133, "element", pa.int64(), is_required=True)),
    ),
]
"""Those of an entry that stand before the statistics,"""

LAST_FIELDS: Final[list[Field]] = [
    pa.field("mtime", pa.timestamp("us", "UTC")),
    pa.field("etag", pa.string()),
]
"""and those behind them."""


def describe_statistics(name: str, leaf: TableLeaf, field_id: int) -> StatisticsColumn:
    """A leaf in a list or a map has counts, and no bounds."""
    bound_type = None if leaf.is_repeated else choose_arrow_type(leaf.type)
    return StatisticsColumn(name, leaf, field_id, bound_type)


def _list_fields(column: StatisticsColumn) -> list[Field]:
    leaf, bound_type = column.leaf, column.bound_type
    first = FIRST_OF_STATISTICS + EACH * column.field_id
    fields: list[Field] = []
    if bound_type is not None:
        fields += [
            field_by_id(first + 1, "lower_bound", bound_type),
            field_by_id(first + 2, "upper_bound", bound_type),
            field_by_id(first + 3, "tight_bounds", pa.bool_()),
        ]
    elif has_variant_bounds(leaf):
        fields += [
            field_by_id(first + 1, "lower_bound", VARIANT_BOUND),
            field_by_id(first + 2, "upper_bound", VARIANT_BOUND),
        ]
    elif has_boxes(leaf):
        lower, upper = (describe_point(first, is_lower=it) for it in (True, False))
        fields += [
            field_by_id(first + 1, "lower_bound", lower),
            field_by_id(first + 2, "upper_bound", upper),
        ]
    fields.append(field_by_id(first + 4, "value_count", pa.int64()))
    if not leaf.is_required:
        fields.append(field_by_id(first + 5, "null_value_count", pa.int64()))
    if leaf.type in _FLOATS:
        fields.append(field_by_id(first + 6, "nan_value_count", pa.int64()))
    if leaf.type in _WITHOUT_SIZE or isinstance(leaf.type, GeometryType | GeographyType):
        fields.append(field_by_id(first + 7, "avg_value_size_in_bytes", pa.int32()))
    return fields


def _read_ids(columns: Sequence[TableColumn], above: Path = ()) -> dict[Path, int]:
    ids: dict[Path, int] = {}
    for column in columns:
        path = (*above, column.name)
        assert column.field_id is not None
        ids[path] = column.field_id
        ids |= _read_ids(column.members, path)
    return ids


def _number(columns: Sequence[TableColumn]) -> dict[Path, int]:
    """A level after the other, as table formats number the columns of a new table."""
    ids: dict[Path, int] = {}
    level: list[tuple[Path, TableColumn]] = [((column.name,), column) for column in columns]
    while level:
        for path, _ in level:
            ids[path] = len(ids) + 1
        level = [
            ((*path, member.name), member) for path, column in level for member in column.members
        ]
    return ids
