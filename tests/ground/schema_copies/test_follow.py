"""Copies of the schema follow a change of it: each case is read forwards and, as the change undone, backwards."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass

import pyarrow as pa
import pytest

from inlay.ground.schema_copies import SchemaChange, follow
from inlay.ground.schema_copies.keys import ARROW_SCHEMA
from parquet_format.parquet import KeyValue, SchemaElement
from tests.ground.schema_copies.schemas import metadata_of, renaming
from tests.support.calls import count_calls

OLD = pa.schema(
    [
        ("a", pa.int64()),
        ("s", pa.struct([("x", pa.int32()), ("y", pa.string())])),
        ("l", pa.list_(pa.struct([("p", pa.int32())]))),
        ("m", pa.map_(pa.string(), pa.struct([("v", pa.int32())]))),
    ]
)
NEW = pa.schema(
    [
        ("b", pa.int64()),
        ("s", pa.struct([("z", pa.int32()), ("y", pa.string())])),
        ("l", pa.list_(pa.struct([("q", pa.int32())]))),
        ("m", pa.map_(pa.string(), pa.struct([("w", pa.int32())]))),
    ]
)
FORWARDS = {"a": "b", "s.x": "z", "l.list.element.p": "q", "m.key_value.value.v": "w"}
BACKWARDS = {"b": "a", "s.z": "x", "l.list.element.q": "p", "m.key_value.value.w": "v"}


def spark(a: str, x: str, p: str, v: str) -> str:
    def field(name: str, kind: object) -> dict[str, object]:
        return {"name": name, "type": kind, "nullable": True, "metadata": {"comment": "é"}}

    def struct(*fields: dict[str, object]) -> dict[str, object]:
        return {"type": "struct", "fields": fields}

    array = {"type": "array", "elementType": struct(field(p, "integer")), "containsNull": True}
    pairs = {"type": "map", "keyType": "string", "valueType": struct(field(v, "integer"))}
    schema = struct(
        field(a, "long"),
        field("s", struct(field(x, "integer"), field("y", "string"))),
        field("l", array),
        field("m", pairs | {"valueContainsNull": True}),
    )
    return json.dumps(schema, separators=(",", ":"))


def avro(a: str, x: str, p: str, v: str) -> str:
    def record(name: str, *fields: dict[str, object]) -> dict[str, object]:
        return {"type": "record", "name": name, "fields": fields}

    items = {"type": "array", "items": record("e", {"name": p, "type": ["null", "int"]})}
    values = {"type": "map", "values": ["null", record("w", {"name": v, "type": "int"})]}
    inside = record("s", {"name": x, "type": "int"}, {"name": "y", "type": "string"})
    fields: list[dict[str, object]] = [
        {"name": a, "type": "long", "default": 1},
        {"name": "s", "type": ["null", inside]},
        {"name": "l", "type": items},
        {"name": "m", "type": values},
    ]
    return json.dumps(record("root", *fields))


def iceberg(a: str, x: str, p: str, v: str) -> str:
    def struct(*names: str) -> dict[str, object]:
        fields = [{"id": 9, "name": name, "required": False, "type": "int"} for name in names]
        return {"type": "struct", "fields": fields}

    fields = [
        {"id": 1, "name": a, "required": True, "type": "long"},
        {"id": 2, "name": "s", "required": False, "type": struct(x, "y")},
        {"id": 3, "name": "l", "type": {"type": "list", "element-id": 7, "element": struct(p)}},
        {"id": 4, "name": "m", "type": {"type": "map", "key": "string", "value": struct(v)}},
    ]
    return json.dumps({"type": "struct", "schema-id": 0, "fields": fields})


def pandas(a: str) -> str:
    columns = [{"name": name, "field_name": name, "metadata": None} for name in (a, "s", "l", "m")]
    labels = [{"name": None, "pandas_type": "unicode", "numpy_type": "object"}]
    return json.dumps(
        {"index_columns": [a], "column_indexes": labels, "columns": columns, "creator": {}}
    )


def geo(a: str, x: str) -> str:
    covering = {"bbox": {"xmin": ["s", x], "xmax": ["s", "y"]}}
    about = {"encoding": "WKB", "geometry_types": ["Point"], "bbox": [1, 2, 3, 4]}
    columns = {a: {**about, "covering": covering}}
    return json.dumps({"version": "1.1.0", "primary_column": a, "columns": columns})


@dataclass(frozen=True)
class Case:
    key: str
    old: str
    new: str


CASES = [
    Case("org.apache.spark.sql.parquet.row.metadata", spark(*"axpv"), spark(*"bzqw")),
    Case("parquet.avro.schema", avro(*"axpv"), avro(*"bzqw")),
    Case("avro.schema", avro(*"axpv"), avro(*"bzqw")),
    Case("iceberg.schema", iceberg(*"axpv"), iceberg(*"bzqw")),
    Case("pandas", pandas("a"), pandas("b")),
    Case("geo", geo("a", "x"), geo("b", "z")),
    Case("writer.model.name", "avro", "avro"),
    Case("mine", '{"a": 1}', '{"a": 1}'),
]


def followed(
    schema: list[SchemaElement], names: Mapping[str, str], pair: KeyValue
) -> tuple[list[str | None], tuple[str, ...]]:
    pairs, notes = follow([pair], renaming(schema, names))
    return [each.value for each in pairs], notes


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.key)
def test_a_copy_follows_a_rename_and_its_undoing(case: Case) -> None:
    for schema, names, before, after in [
        (OLD, FORWARDS, case.old, case.new),
        (NEW, BACKWARDS, case.new, case.old),
    ]:
        pair = KeyValue(key=case.key, value=before)
        assert followed(metadata_of(schema).schema, names, pair) == ([after], ())


def arrow_pair(schema: pa.Schema) -> KeyValue:
    return KeyValue(key=ARROW_SCHEMA, value=base64.b64encode(schema.serialize()).decode("ascii"))


def arrow_schema(pair: KeyValue) -> pa.Schema:
    return pa.ipc.read_schema(pa.py_buffer(base64.b64decode(pair.value or "")))


def test_arrows_schema_follows_with_the_pairs_inside() -> None:
    for old, names, new, inside in [
        (OLD, FORWARDS, NEW, [pandas("a"), pandas("b")]),
        (NEW, BACKWARDS, OLD, [pandas("b"), pandas("a")]),
    ]:
        pair = arrow_pair(old.with_metadata({"pandas": inside[0], "who": "é"}))
        pairs, notes = follow([pair], renaming(metadata_of(old).schema, names))
        told = arrow_schema(pairs[0])
        assert notes == ()
        assert told.equals(
            new.with_metadata({"pandas": inside[1], "who": "é"}), check_metadata=True
        )


def test_only_the_columns_that_are_kept_are_described_in_their_new_order() -> None:
    schema = metadata_of(OLD).schema
    pairs = [
        arrow_pair(OLD),
        KeyValue(key="pandas", value=pandas("a")),
        KeyValue(key="org.apache.spark.sql.parquet.row.metadata", value=spark(*"axpv")),
        KeyValue(key="geo", value=geo("a", "x")),
    ]
    kept, notes = follow(pairs, SchemaChange(schema, leaves=[3, 2]))  # l.list.element.p, s.y
    assert arrow_schema(kept[0]) == pa.schema(
        [OLD.field("l"), pa.field("s", pa.struct([("y", pa.string())]))]
    )
    document = json.loads(kept[1].value or "")
    assert [column["name"] for column in document["columns"]] == ["l", "s"]
    assert document["index_columns"] == []
    told = json.loads(kept[2].value or "")["fields"]
    assert [field["name"] for field in told] == ["l", "s"]
    assert [field["name"] for field in told[1]["type"]["fields"]] == ["y"]
    assert len(kept) == 3
    assert notes == (
        "pandas: the index has lost 'a'",
        "geo is left out: none of the columns that it described is left",
    )


def test_what_was_said_of_the_old_rows_goes_with_them() -> None:
    counted = {"kind": "range", "name": "n", "start": 0, "stop": 3, "step": 1}
    frame = json.loads(pandas("a")) | {"index_columns": [counted]}
    pairs = [
        KeyValue(key="pandas", value=json.dumps(frame)),
        KeyValue(key="geo", value=geo("a", "x")),
        KeyValue(key="hoodie_min_record_key", value="1"),
    ]
    kept, notes = follow(pairs, SchemaChange(metadata_of(OLD).schema, new_rows=True))
    assert [pair.key for pair in kept] == ["pandas", "geo"]
    assert json.loads(kept[0].value or "") == frame | {"index_columns": []}
    about = json.loads(kept[1].value or "")["columns"]["a"]
    assert "bbox" not in about
    assert about["geometry_types"] == []
    assert notes == (
        "pandas: the range that was its index counted the old rows",
        "geo: the box around 'a' was that of the old rows",
        "hoodie_min_record_key is left out: it described the rows as they were",
    )


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("pandas", "", "it was not JSON"),
        ("pandas", "\udcff", "it was not text"),
        ("geo", "[1]", "it had another shape than is known"),
        ("geo", "[" * 100_000, "it was not JSON"),
        ("ARROW:schema", "nonsense", "it was not a schema of Arrow"),
        (
            "avro.schema",
            avro(*"axpv").replace('"l"', '"k"'),
            "it described other columns than the file has",
        ),
        ("parquet.proto.descriptor", "message", "it described the columns as they were"),
    ],
)
def test_what_cannot_follow_is_left_out_and_said(key: str, value: str, reason: str) -> None:
    pair = KeyValue(key=key, value=value)
    said = followed(metadata_of(OLD).schema, FORWARDS, pair)
    assert said == ([], (f"{key} is left out: {reason}",))


def test_a_name_that_avro_does_not_have_is_a_reason() -> None:
    pair = KeyValue(key="avro.schema", value=avro(*"axpv"))
    said = followed(metadata_of(OLD).schema, {"a": "no name"}, pair)
    assert said == ([], ("avro.schema is left out: 'no name' is not a name in Avro",))


def test_pairs_that_nothing_changes_in_are_the_same_objects() -> None:
    pairs = [KeyValue(key="geo", value=geo("a", "x")), KeyValue(key="pandas"), arrow_pair(OLD)]
    schema = metadata_of(OLD).schema
    same, notes = follow(pairs, SchemaChange(schema, names={1: "a"}))
    assert all(one is other for one, other in zip(same, pairs, strict=True))
    assert notes == ()


def test_labels_that_were_numbers_are_text_after_a_rename() -> None:
    frame = json.loads(pandas("a"))
    frame["index_columns"] = []
    frame["column_indexes"] = [{"name": None, "pandas_type": "int64", "numpy_type": "int64"}]
    pair = KeyValue(key="pandas", value=json.dumps(frame))
    pairs, notes = follow([pair], renaming(metadata_of(OLD).schema, {"a": "b"}))
    (labels,) = json.loads(pairs[0].value or "")["column_indexes"]
    assert labels["numpy_type"] == "object"
    assert notes == ("pandas: labels of columns are text now",)


def test_geometries_are_not_looked_up_among_all_columns() -> None:
    few, many = (_count_following(columns) for columns in (100, 200))
    assert many <= 2.2 * few


def _count_following(columns: int) -> int:
    """Calls, where each column is a geometry, and each has itself for its boxes."""
    names = [f"g{at}" for at in range(columns)]
    about = {name: {"covering": {"bbox": {"xmin": [name]}}} for name in names}
    pair = KeyValue(key="geo", value=json.dumps({"columns": about}))
    schema = metadata_of(pa.schema([(name, pa.binary()) for name in names])).schema
    change = SchemaChange(schema, names={1: "first"})
    return count_calls(lambda: follow([pair], change))
