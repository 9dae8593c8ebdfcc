"""Thrift against the macro dialect: what the dialect has to write otherwise is no difference."""

from __future__ import annotations

import pytest

from inlayc.base.source import SourceFile
from inlayc.frontends.macros.parse import parse as parse_macros
from inlayc.frontends.resolve import resolve
from inlayc.frontends.thrift.parse import parse as parse_thrift
from inlayc.judges.diff import Settings, compare, list_not_compared
from inlayc.model.schema import Schema

THRIFT = """
/** Physical types. */
enum Type { BOOLEAN = 0; INT32 = 1; }
enum FieldRepetitionType { REQUIRED = 0; OPTIONAL = 1; }
struct StringType {}
struct MilliSeconds {}
struct MicroSeconds {}
union TimeUnit { 1: MilliSeconds MILLIS 2: MicroSeconds MICROS }
struct TimestampType { 1: required bool isAdjustedToUTC 2: required TimeUnit unit }
union LogicalType { 1: StringType STRING 8: TimestampType TIMESTAMP }
struct SchemaElement {
  1: optional Type type;
  3: optional FieldRepetitionType repetition_type;
  4: required string name;
  10: optional LogicalType logicalType
}
struct KeyValue { 1: required string key 2: optional string value }
struct DataPageHeaderV2 { 7: optional bool is_compressed = true 8: optional binary extra }
struct FileMetaData {
  1: required i32 version
  2: required list<SchemaElement> schema;
  5: optional list<KeyValue> key_value_metadata
  9: optional binary footer_signing_key_metadata
}
"""

MACROS = """
thrift_enum!(
/// Physical types.
enum Type { BOOLEAN = 0; INT32 = 1; }
);
thrift_enum!(enum FieldRepetitionType { REQUIRED = 0; OPTIONAL = 1; });
pub type Repetition = FieldRepetitionType;
thrift_union_all_empty!(union TimeUnit { 1: MilliSeconds MILLIS 2: MicroSeconds MICROS });
thrift_struct!(pub struct TimestampType {
  1: required bool is_adjusted_to_u_t_c
  2: required TimeUnit unit
});
thrift_union_with_unknown!(union LogicalType { 1: String 8: (TimestampType) Timestamp });
thrift_struct!(pub(crate) struct SchemaElement<'a> {
  1: optional Type r#type;
  3: optional Repetition repetition_type;
  4: required string<'a> name;
  10: optional LogicalType logical_type
});
thrift_struct!(struct KeyValue { 1: required string key 2: optional string value });
thrift_struct!(struct DataPageHeaderV2 { 7: optional bool is_compressed; 8: optional binary<'a> extra });
thrift_struct!(struct FileMetaData<'a> {
  1: required i32 version
  2: required list<'a><SchemaElement> schema;
  5: optional list<KeyValue> key_value_metadata
  9: optional binary<'a> footer_signing_key_metadata
});
"""

RENAMES = Settings(renames={"Repetition": "FieldRepetitionType"})


def thrift(text: str) -> Schema:
    return resolve([parse_thrift(SourceFile("parquet.thrift", text))])


def macros(text: str) -> Schema:
    return resolve([parse_macros(SourceFile("parquet.rs", text))])


def found(a: Schema, b: Schema, settings: Settings = RENAMES) -> list[str]:
    return [f"{d.kind.value} {d.path}" for d in compare(a, b, settings)]


def noted(a: Schema, b: Schema, settings: Settings = RENAMES) -> list[str]:
    return [note.path for note in list_not_compared(a, b, settings)]


def test_equal_in_both_dialects() -> None:
    assert found(thrift(THRIFT), macros(MACROS)) == []
    assert found(macros(MACROS), thrift(THRIFT)) == []
    assert noted(thrift(THRIFT), macros(MACROS)) == []


def test_drift_is_found() -> None:
    drifted = (
        MACROS.replace("INT32 = 1", "INT32 = 2")
        .replace("10: optional LogicalType", "10: required LogicalType")
        .replace("3: optional Repetition", "3: optional Type")
        .replace(
            "5: optional list<KeyValue> key_value_metadata", "5: optional list<KeyValue> pairs"
        )
        .replace("9: optional binary<'a>", "9: optional string<'a>")
    )
    assert found(thrift(THRIFT), macros(drifted)) == [
        "renumbered Type.INT32",
        "retyped SchemaElement.repetition_type",
        "requiredness SchemaElement.logicalType",
        "renamed FileMetaData.key_value_metadata",
        "retyped FileMetaData.footer_signing_key_metadata",
    ]


def test_without_the_rename_the_field_is_retyped() -> None:
    assert found(thrift(THRIFT), macros(MACROS), Settings()) == [
        "retyped SchemaElement.repetition_type"
    ]


def test_a_variant_that_is_no_longer_empty_differs() -> None:
    a = thrift("struct S { 1: i32 x } union U { 1: S X }")
    b = macros("thrift_union!(union U { 1: X });")
    assert found(a, b) == ["removed S", "retyped U.X"]


def test_an_empty_struct_is_missed_where_no_unit_variant_stands_for_it() -> None:
    a = thrift("struct S {} struct A { 1: optional S s }")
    b = macros("thrift_struct!(struct A {});")
    assert found(a, b) == ["removed S", "removed A.s"]


def test_a_default_that_the_macro_text_gives_is_compared() -> None:
    a = thrift("struct A { 1: optional bool x = true; 2: optional bool y }")
    same = "thrift_struct!(struct A { 1: optional bool x; 2: optional bool y });"
    assert found(a, macros(same)) == []
    other = "thrift_struct!(struct A { 1: optional bool x = false; 2: optional bool y = true });"
    assert found(a, macros(other)) == ["default A.x", "default A.y"]
    assert found(macros(other), a) == ["default A.x", "default A.y"]


def test_hand_written_types_are_known_by_name() -> None:
    a = thrift("union Order { 1: i32 X } struct A { 1: optional Order o; 2: list<Order> p }")
    b = macros("""
        thrift_struct!(struct A { 1: optional Order o; 2: required list<Order> p });
        write_thrift_field!(Order, FieldType::Struct);
        """)
    assert found(a, b) == ["requiredness A.p"]
    assert noted(a, b) == noted(b, a) == ["Order"]
    (note,) = list_not_compared(a, b, RENAMES)
    assert note.a is not None
    assert note.b is not None
    assert (note.a.text, note.b.text) == ("union with 1 variants", "written by hand")


def test_an_external_name_that_is_another_type_differs() -> None:
    a = thrift("union Order { 1: i32 X } struct A { 1: optional Order o }")
    b = macros("thrift_struct!(struct A { 1: optional Sequence o });")
    assert found(a, b) == ["removed Order", "retyped A.o"]


def test_hand_written_types_may_be_named_in_the_settings() -> None:
    a = thrift("struct Footer { 1: i32 x } struct A {}")
    b = macros("thrift_struct!(struct A {});")
    assert found(a, b) == ["removed Footer"]
    settings = Settings(hand_written=frozenset({"Footer"}))
    assert found(a, b, settings) == []
    assert noted(a, b, settings) == ["Footer"]
    (note,) = list_not_compared(a, b, settings)
    assert note.b is None


@pytest.mark.parametrize(
    ("type_", "differences"), [("i32", []), ("i64", ["retyped A.k"]), ("string", ["retyped A.k"])]
)
def test_an_enum_that_is_hand_written_is_an_i32(type_: str, differences: list[str]) -> None:
    a = thrift("enum Kind { X = 0 } struct A { 1: required Kind k }")
    b = macros(f"thrift_struct!(struct A {{ 1: required {type_} k }});")
    assert found(a, b) == ["removed Kind", "retyped A.k"]
    settings = Settings(hand_written=frozenset({"Kind"}))
    assert found(a, b, settings) == found(b, a, settings) == differences


def test_typedefs_meet_external_names() -> None:
    a = thrift("typedef i64 Timestamp struct A { 1: optional Timestamp t }")
    b = macros("thrift_struct!(struct A { 1: optional Timestamp t });")
    assert found(a, b) == []


def test_empty_structs_that_only_tag_variants_are_not_missed() -> None:
    """Not even with their union: it is what is missing."""
    a = thrift("struct T {} struct F {} union U { 1: T X 2: F Y } struct V {} union W { 1: V X }")
    b = macros("thrift_union!(union U { 1: X });")
    assert found(a, b) == ["removed U.Y", "removed W"]
    assert found(b, a) == ["added U.Y", "added W"]
