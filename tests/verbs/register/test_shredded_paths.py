"""A path of a Variant is known where nothing of it is outside of its own column."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.footers.footer.read import read_footer
from inlay.verbs.register.read_record import RecordMaker
from inlay.verbs.register.record import FileRecord
from parquet_format.parquet import FileMetaData, VariantType
from tests.support.footers import edit_footer

_FIELD: Final = pa.struct([("value", pa.binary()), ("typed_value", pa.int64())])
_TEXT: Final = pa.struct([("value", pa.binary()), ("typed_value", pa.string())])
_INNER: Final = pa.struct(
    [("value", pa.binary()), ("typed_value", pa.struct([("c", _FIELD)]))]
)  # b, of which c has a column
_LIST: Final = pa.struct([("value", pa.binary()), ("typed_value", pa.list_(_FIELD))])
VARIANT: Final = pa.struct(
    [
        ("metadata", pa.binary()),
        ("value", pa.binary()),
        ("typed_value", pa.struct([("a", _FIELD), ("b", _INNER), ("d", _LIST), ("t", _TEXT)])),
    ]
)
_OTHER: Final = b"\x0c\x01"  # a Variant, of another type than its column
_NULL: Final = b"\x00"

Object = dict[str, Any]


def _object(a: Any = None, c: Any = None, **values: bytes) -> Object:
    """`a` and `b.c` in columns of their own, and what lies beside them."""
    inner = {"value": values.get("of_c"), "typed_value": c}
    return {
        "metadata": b"\x01\x00\x00",
        "value": values.get("of_all"),
        "typed_value": {
            "a": {"value": values.get("of_a"), "typed_value": a},
            "b": {"value": values.get("of_b"), "typed_value": {"c": inner}},
            "d": {"value": None, "typed_value": [{"value": None, "typed_value": 1}]},
            "t": {"value": None, "typed_value": "x"},
        },
    }


class Case(NamedTuple):
    """Row groups of Variants, and the bounds of each path that is known."""

    name: str
    groups: Sequence[Sequence[Object | None]]
    expected: dict[str, tuple[Any, Any]]


CASES: Final = (
    Case("all in columns", [[_object(1, 2)], [_object(3, -4)]], {"a": (1, 3), "b.c": (-4, 2)}),
    Case("w: another type in one", [[_object(1, 2)], [_object(c=5, of_a=_OTHER)]], {"b.c": (2, 5)}),
    Case("a null of Variants", [[_object(1, 2)], [_object(c=5, of_a=_NULL)]], {"b.c": (2, 5)}),
    Case("columns further up", [[_object(1, 2)], [_object(3, 4, of_b=_OTHER, of_all=_OTHER)]], {"a": (1, 3), "b.c": (2, 4)}),
    Case("another type of c", [[_object(1, of_c=_OTHER)], [_object(3, 4)]], {"a": (1, 3)}),
    Case("no Variant at all", [[None], [_object(3, 4)]], {"a": (3, 3), "b.c": (4, 4)}),
    Case("a path of nothing", [[_object(c=1)], [_object(c=2)]], {"a": (None, None), "b.c": (1, 2)}),
)  # fmt: skip


def _record(groups: Sequence[Sequence[Object | None]], *edits: Callable[[FileMetaData], Any]) -> FileRecord:  # fmt: skip
    sink = io.BytesIO()
    schema = pa.schema([pa.field("v", VARIANT, metadata={"PARQUET:field_id": "7"})])
    with pq.ParquetWriter(sink, schema) as writer:
        for group in groups:
            writer.write_table(pa.table([pa.array(group, VARIANT)], schema=schema))

    def edit(metadata: FileMetaData) -> None:
        metadata.schema[1].logicalType = VariantType(specification_version=1)
        for one in edits:
            one(metadata)

    return RecordMaker().make(read_footer(edit_footer(sink.getvalue(), edit)), "v.parquet")


def _bounds(record: FileRecord) -> dict[str, tuple[Any, Any]]:
    return {
        ".".join(path.steps): (path.leaf.decode(path.leaf.lower), path.leaf.decode(path.leaf.upper))
        for path in record.paths
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_paths_are_known_where_nothing_of_them_is_elsewhere(case: Case) -> None:
    """Of a list, nothing is known."""
    record = _record(case.groups)
    known = _bounds(record)
    assert known.pop("t") == ("x", "x")
    assert known == case.expected
    assert {(path.variant, path.field_id) for path in record.paths} == {(("v",), 7)}


def test_a_row_group_that_does_not_count_leaves_the_path_open() -> None:
    """Nothing says then that `value` beside it is empty."""

    def forget(metadata: FileMetaData) -> None:
        for chunk in metadata.row_groups[1].columns:
            meta = chunk.meta_data
            assert meta is not None
            if meta.path_in_schema == ["v", "typed_value", "a", "value"]:
                meta.statistics = meta.size_statistics = None

    record = _record([[_object(1, 2)], [_object(3, 4)]], forget)
    assert "a" not in _bounds(record)
    assert _bounds(record)["b.c"] == (2, 4)


def test_a_group_that_is_no_variant_has_no_paths() -> None:
    def forget(metadata: FileMetaData) -> None:
        metadata.schema[1].logicalType = None

    assert _record([[_object(1, 2)]], forget).paths == ()


def test_of_two_columns_of_one_name_nothing_is_known() -> None:
    def rename(metadata: FileMetaData) -> None:
        for element in metadata.schema:
            if element.name == "t":
                element.name = "a"

    assert set(_bounds(_record([[_object(1, 2)]], rename))) == {"b.c"}
