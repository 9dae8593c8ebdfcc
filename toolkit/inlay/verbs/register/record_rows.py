"""Records as rows of Arrow, and back without a difference: so they are kept, and sent from whoever reads footers to whoever commits.

What files of one schema and writer share is the Thrift of their footer without its row groups. So a row is data alone, and whoever can put
one into a journal can say something false of a file, and no code to run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import Any, Final, NamedTuple

import pyarrow as pa

from inlay.footers.designs.build import array_from
from inlay.ground.arrow_fields import Field, fields_in
from inlay.ground.arrow_rows import (
    Array,
    child_of,
    column_in,
    items_of,
    make_batch,
    make_lists,
    make_struct,
)
from inlay.ground.schema.tree import Node
from inlay.ground.statements.column_rules import ColumnRules
from inlay.ground.wording.amounts import count
from inlay.ground.writers.created_by import writer_of
from inlay.ground.writers.distrust import needs_arrow_schema
from inlay.verbs.register.lake_file import LakeFile
from inlay.verbs.register.read_record import read_leaves
from inlay.verbs.register.record import FileBound, FileRecord, GeoRecord, LeafRecord
from inlay.verbs.register.schema.read_columns import read_columns
from inlay.verbs.register.schema.table_types import TableColumn
from inlay.verbs.register.shredded_paths import ShreddedPath, choose_known
from parquet_format.parquet import FileMetaData

_ARROW_SCHEMA: Final = "ARROW:schema"
_WHOLE: Final = pa.int64()
_TIME: Final = pa.timestamp("us", "UTC")
_PARTITION: Final = pa.map_(pa.string(), pa.string())
_AXIS: Final = pa.list_(pa.float64())


def _name_fields(types: Mapping[str, pa.DataType]) -> list[Field]:
    return [pa.field(name, type_) for name, type_ in types.items()]


_GEO: Final = pa.struct(
    _name_fields({"x": _AXIS, "y": _AXIS, "z": _AXIS, "m": _AXIS, "kinds": pa.list_(pa.int32())})
)
_LEAF: Final = pa.struct(
    _name_fields(
        {
            "values": _WHOLE,
            "compressed": _WHOLE,
            "lower": pa.binary(),
            "is_lower_exact": pa.bool_(),
            "upper": pa.binary(),
            "is_upper_exact": pa.bool_(),
            "nulls": _WHOLE,
            "nans": _WHOLE,
            "plain": _WHOLE,
            "why": pa.string(),
            "geo": _GEO,
        }
    )
)
RECORD_ROWS: Final = pa.schema(
    _name_fields(
        {
            "path": pa.string(),
            "file_size": _WHOLE,
            "mtime": _TIME,
            "etag": pa.string(),
            "partition": _PARTITION,
            "footer_size": _WHOLE,
            "num_rows": _WHOLE,
            "split_offsets": pa.list_(_WHOLE),
            "shared": pa.binary(),
            "leaves": pa.list_(_LEAF),
        }
    )
)
"""`shared` is a FileMetaData without row groups; `leaves` are in the order of its schema."""


class _Shared(NamedTuple):
    nodes: list[Node]
    rules: list[ColumnRules]
    paths: list[ShreddedPath]
    columns: tuple[TableColumn, ...]
    created_by: str


def encode_shared(metadata: FileMetaData) -> bytes:
    """Arrow's copy of the schema is kept where something is not believed because of it."""
    pairs = metadata.key_value_metadata or []
    is_asked = needs_arrow_schema(writer_of(metadata.created_by))
    copies = [pair for pair in pairs if pair.key == _ARROW_SCHEMA] if is_asked else []
    return FileMetaData(
        version=metadata.version,
        schema=metadata.schema,
        num_rows=0,
        row_groups=[],
        key_value_metadata=copies or None,
        created_by=metadata.created_by,
        column_orders=metadata.column_orders,
    ).encode()


def build_record_rows(files: Sequence[tuple[LakeFile, bytes]]) -> pa.RecordBatch:
    """Files, each with what it shares. Raises OverflowError for a count that no 64 bits hold."""
    columns: dict[str, Array] = {
        "path": array_from([file.path for file, _ in files], pa.string()),
        "file_size": array_from([file.record.size for file, _ in files], _WHOLE),
        "mtime": array_from([file.mtime for file, _ in files], _TIME),
        "etag": array_from([file.etag for file, _ in files], pa.string()),
        "partition": array_from([[*file.partition.items()] for file, _ in files], _PARTITION),
        "footer_size": array_from([file.footer_size for file, _ in files], _WHOLE),
        "num_rows": array_from([file.record.rows for file, _ in files], _WHOLE),
        "split_offsets": array_from(
            [file.record.split_offsets for file, _ in files], pa.list_(_WHOLE)
        ),
        "shared": array_from([shared for _, shared in files], pa.binary()),
        "leaves": _build_leaves([file.record.leaves for file, _ in files]),
    }
    return make_batch([columns[name] for name in RECORD_ROWS.names], RECORD_ROWS)


def _build_leaves(records: Sequence[Sequence[LeafRecord]]) -> Array:
    leaves = [leaf for some in records for leaf in some]
    offsets = [0]
    for some in records:
        offsets.append(offsets[-1] + len(some))
    values: dict[str, Sequence[Any]] = {
        "values": [leaf.values for leaf in leaves],
        "compressed": [leaf.compressed for leaf in leaves],
        "lower": [leaf.lower and leaf.lower.raw for leaf in leaves],
        "is_lower_exact": [leaf.lower and leaf.lower.is_exact for leaf in leaves],
        "upper": [leaf.upper and leaf.upper.raw for leaf in leaves],
        "is_upper_exact": [leaf.upper and leaf.upper.is_exact for leaf in leaves],
        "nulls": [leaf.nulls for leaf in leaves],
        "nans": [leaf.nans for leaf in leaves],
        "plain": [leaf.plain for leaf in leaves],
        "why": [leaf.why for leaf in leaves],
        "geo": [leaf.geo and leaf.geo._asdict() for leaf in leaves],
    }
    fields = fields_in(_LEAF)
    structs = make_struct([array_from(values[it.name], it.type) for it in fields], fields)
    return make_lists(array_from(offsets, pa.int32()), structs)


class RecordRows:
    """Reads rows. Files that share something share one object for it."""

    def __init__(self) -> None:
        self._shared: dict[bytes, _Shared] = {}

    def read(self, batch: pa.RecordBatch) -> Iterator[LakeFile]:
        """Raises ValueError (an ArrowInvalid is one), TypeError or InlayError for rows that `build_record_rows` never gives."""
        batch = batch.cast(RECORD_ROWS)
        names = [name for name in RECORD_ROWS.names if name != "leaves"]
        times = column_in(batch, "mtime").cast(_WHOLE).to_pylist()
        values = [
            times if name == "mtime" else column_in(batch, name).to_pylist() for name in names
        ]
        lists = column_in(batch, "leaves")
        assert isinstance(lists, pa.ListArray)
        leaves = _read_leaves(items_of(lists))
        starts = [int(start or 0) for start in lists.offsets.to_pylist()]
        counts = [end - start for start, end in pairwise(starts)]
        leaves = islice(leaves, starts[0], None)
        for row, number in zip(zip(*values, strict=True), counts, strict=True):
            named = dict(zip(names, row, strict=True))
            yield self._restore(named, [*islice(leaves, number)])

    def _restore(self, row: Mapping[str, Any], leaves: Sequence[tuple[Any, ...]]) -> LakeFile:
        shared = self._find_shared(row["shared"])
        if len(leaves) != len(shared.nodes):
            raise ValueError(
                f"{count(len(leaves), 'column')}, of {len(shared.nodes):,} of the schema"
            )
        records = tuple(
            LeafRecord(node.path, rules, node.element.field_id, *leaf)
            for node, rules, leaf in zip(shared.nodes, shared.rules, leaves, strict=True)
        )
        record = FileRecord(
            row["path"],
            row["file_size"],
            row["num_rows"],
            tuple(row["split_offsets"]),
            records,
            choose_known(shared.paths, records),
        )
        return LakeFile(
            row["path"],
            record,
            shared.columns,
            dict(row["partition"]),
            row["mtime"],
            row["etag"],
            shared.created_by,
            row["footer_size"],
        )

    def _find_shared(self, data: bytes) -> _Shared:
        known = self._shared.get(data)
        if known is None:
            metadata = FileMetaData.decode(data)
            columns = read_columns(metadata.schema)
            known = _Shared(*read_leaves(metadata), columns, metadata.created_by or "")
            self._shared[data] = known
        return known


def _read_leaves(structs: Array) -> Iterator[tuple[Any, ...]]:
    """What a LeafRecord has behind its field id."""
    assert isinstance(structs, pa.StructArray)
    columns = [child_of(structs, field.name).to_pylist() for field in fields_in(_LEAF)]
    for values, compressed, low, is_low, high, is_high, nulls, nans, plain, why, geo in zip(
        *columns, strict=True
    ):
        lower = None if low is None else FileBound(low, bool(is_low))
        upper = None if high is None else FileBound(high, bool(is_high))
        box = None if geo is None else _read_geo(geo)
        yield values, compressed, lower, upper, nulls, nans, plain, why, box


def _read_geo(geo: Mapping[str, Any]) -> GeoRecord:
    x, y, z, m = (None if (axis := geo[name]) is None else tuple(axis) for name in "xyzm")
    kinds = geo["kinds"]
    return GeoRecord(x, y, z, m, None if kinds is None else tuple(kinds))
