"""A data file of Iceberg from the record of a file: what is known of it, and nothing else.

Readers take an absent count for zero where they decide that *all* rows of a file match a filter, and a `delete` then drops the file:
so a column has bounds only if its nulls are counted, and a float only if its NaNs are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from pyiceberg.manifest import DataFile, DataFileContent, FileFormat
from pyiceberg.partitioning import PartitionSpec
from pyiceberg.schema import Schema
from pyiceberg.typedef import Record

from inlay.ground.refusals import RefusedError
from inlay.ground.wording.amounts import count
from inlay.verbs.register.lake_file import LakeFile
from inlay.verbs.register.record import FileRecord, LeafRecord
from inlay.verbs.register.schema.table_leaves import list_leaves
from inlay.verbs.register.schema.table_types import (
    NestedList,
    NestedMap,
    NestedStruct,
    SimpleType,
    TableColumn,
    TableType,
)
from inlay.verbs.register.schema.unite_columns import pair_columns
from inlay.verbs.register.targets.iceberg.bounds import (
    Convert,
    cut_bytes_above,
    cut_bytes_below,
    cut_text_above,
    cut_text_below,
    find_conversion,
    keep,
)
from inlay.verbs.register.targets.iceberg.file_names import name_in_table
from inlay.verbs.register.targets.iceberg.metrics import Metrics, read_metrics
from inlay.verbs.register.targets.iceberg.partition_values import (
    LeafSource,
    PartitionReader,
)
from inlay.verbs.register.targets.iceberg.uuid_bounds import widen_uuids

_FLOATS: Final = (SimpleType.FLOAT, SimpleType.DOUBLE)
_NO_PARTITION: Final = Record()


class _Leaf(NamedTuple):
    """A leaf of a file that is a column of the table. `lower` and `upper` are None for one whose bounds are not kept."""

    leaf: int
    field_id: int
    column: str
    counts: bool
    is_float: bool
    is_uuid: bool
    lower: Convert | None
    upper: Convert | None


class TableShape(NamedTuple):
    """What entries are made for: the columns of the table as they will be."""

    columns: tuple[TableColumn, ...]
    schema: Schema
    spec: PartitionSpec
    properties: Mapping[str, str]
    are_by_id: bool


class EntryMaker:
    """Files of a lake are alike: what a schema means for the table is worked out once."""

    def __init__(self, shape: TableShape) -> None:
        self._shape = shape
        self._by_identity: dict[int, _SchemaEntries] = {}
        self._by_schema: dict[tuple[object, ...], _SchemaEntries] = {}

    def make(self, file: LakeFile) -> DataFile:
        """Raises RefusedError for a file that is of no one partition, or whose numbers no table has room for."""
        known = self._by_identity.get(id(file.columns))
        if known is None:
            leaves = file.record.leaves
            # Decimals of one type are stored in several.
            key = (file.columns, *[leaf.rules.element.type for leaf in leaves])
            known = self._by_schema.get(key)
            if known is None:
                known = self._by_schema[key] = _SchemaEntries(self._shape, file.columns, leaves)
            self._by_identity[id(file.columns)] = known
        return known.make(file)

    def list_uncounted(self) -> dict[tuple[str, str], int]:
        """Columns that have bounds in files and none in the table, with what nobody has counted, `nulls` or `NaNs`; and the files."""
        columns: dict[tuple[str, str], int] = {}
        for entries in self._by_schema.values():
            for key, files in entries.uncounted.items():
                columns[key] = columns.get(key, 0) + files
        return columns


class _SchemaEntries:
    def __init__(
        self, shape: TableShape, columns: tuple[TableColumn, ...], records: Sequence[LeafRecord]
    ) -> None:
        self.uncounted: dict[tuple[str, str], int] = {}
        self._spec_id = shape.spec.spec_id
        paired = pair_columns(shape.columns, columns, by_id=shape.are_by_id)
        self._leaves: list[_Leaf] = []
        self._absent: list[int] = []
        sources: dict[int, LeafSource] = {}
        partitioned = {field.source_id for field in shape.spec.fields}
        for path, column, _, in_list, *_ in list_leaves(shape.columns):
            theirs = paired.get(path)
            assert column.field_id is not None
            metrics = read_metrics(shape.properties, ".".join(path))
            if theirs is None:
                if metrics.counts and not in_list and column.field_id not in partitioned:
                    self._absent.append(column.field_id)
            elif theirs.leaf is not None:
                convert = _find_conversion(records[theirs.leaf], theirs, column)
                sources[column.field_id] = LeafSource(theirs.leaf, convert)
                lower, upper = (
                    _find_ends(convert, column.type, metrics)
                    if metrics.bounds and not in_list
                    else (None, None)
                )
                self._leaves.append(
                    _Leaf(
                        theirs.leaf,
                        column.field_id,
                        ".".join(path),
                        metrics.counts,
                        column.type in _FLOATS,
                        column.type is SimpleType.UUID,
                        lower,
                        upper,
                    )
                )
        is_whole = shape.spec.is_unpartitioned()
        self._partition = None if is_whole else PartitionReader(shape.spec, shape.schema, sources)

    def make(self, file: LakeFile) -> DataFile:
        record = file.record
        _require_counts(record)
        sizes: dict[int, int] = {}
        values: dict[int, int] = dict.fromkeys(self._absent, record.rows)
        nulls: dict[int, int] = dict(values)
        nans: dict[int, int] = {}
        lowers: dict[int, bytes] = {}
        uppers: dict[int, bytes] = {}
        leaves = record.leaves
        for at, field_id, column, counts, is_float, is_uuid, lower, upper in self._leaves:
            leaf = leaves[at]
            if leaf.compressed is not None:
                sizes[field_id] = leaf.compressed
            if not counts:
                continue
            if leaf.values is not None:
                values[field_id] = leaf.values
            if leaf.nulls is None:
                self._pass_over(leaf, column, "nulls")
                continue
            nulls[field_id] = leaf.nulls
            if is_float:
                if leaf.nans is None:
                    self._pass_over(leaf, column, "NaNs")
                    continue
                nans[field_id] = leaf.nans
            low = high = None
            if lower is not None and leaf.lower is not None:
                low = leaf.lower.raw if lower is keep else lower(leaf.lower.raw)
            # NaN is larger than all numbers to many engines: they would look for it behind the bound.
            if upper is not None and leaf.upper is not None and not (is_float and leaf.nans):
                high = leaf.upper.raw if upper is keep else upper(leaf.upper.raw)
            if is_uuid:
                low, high = widen_uuids(low, high)
            if low is not None:
                lowers[field_id] = low
            if high is not None:
                uppers[field_id] = high
        partition = _NO_PARTITION if self._partition is None else self._partition.read(file)
        entry = DataFile.from_args(
            content=DataFileContent.DATA,
            file_path=name_in_table(file.path),
            file_format=FileFormat.PARQUET,
            partition=partition,
            record_count=record.rows,
            file_size_in_bytes=record.size,
            column_sizes=sizes,
            value_counts=values,
            null_value_counts=nulls,
            nan_value_counts=nans,
            lower_bounds=lowers,
            upper_bounds=uppers,
            split_offsets=_list_splits(record),
        )
        entry.spec_id = self._spec_id
        return entry

    def _pass_over(self, leaf: LeafRecord, column: str, what: str) -> None:
        if leaf.lower is not None or leaf.upper is not None:
            key = (column, what)
            self.uncounted[key] = self.uncounted.get(key, 0) + 1


def _find_conversion(leaf: LeafRecord, theirs: TableColumn, ours: TableColumn) -> Convert:
    physical = leaf.rules.element.type
    assert physical is not None
    assert not isinstance(theirs.type, NestedStruct | NestedList | NestedMap)
    return find_conversion(physical, theirs.type, ours.type)


def _find_ends(
    convert: Convert, type_: TableType, metrics: Metrics
) -> tuple[Convert | None, Convert | None]:
    """Only texts and bytes are cut: a shorter number would be another one."""
    if metrics.length is None or type_ not in (SimpleType.STRING, SimpleType.BINARY):
        return convert, convert
    if type_ is SimpleType.STRING:
        return cut_text_below(metrics.length), cut_text_above(metrics.length)
    return cut_bytes_below(metrics.length), cut_bytes_above(metrics.length)


def _require_counts(record: FileRecord) -> None:
    """`count(*)` is answered from the number of rows."""
    if record.rows < 0:
        raise RefusedError("rows", f"the footer says {count(record.rows, 'row')}", path=record.path)


def _list_splits(record: FileRecord) -> list[int] | None:
    """Where row groups begin, for engines that read a file in parts; None unless all are in the file, and none is twice."""
    offsets = record.split_offsets
    if not offsets or offsets[0] < 4 or offsets[-1] >= record.size:
        return None
    is_rising = all(low < high for low, high in pairwise(offsets))
    return list(offsets) if is_rising else None
