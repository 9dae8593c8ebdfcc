"""The dialect, form by form; the forms are those of the macros' own document."""

from __future__ import annotations

from typing import TypeVar

import pytest

from inlayc.base.source import SourceFile
from inlayc.frontends.macros.parse import parse
from inlayc.frontends.resolve import resolve
from inlayc.frontends.thrift import syntax
from inlayc.frontends.thrift.parse import parse as parse_thrift
from inlayc.model.schema import External, Kind, Visibility
from tests.generator.type_text import type_text

Node = TypeVar("Node", syntax.EnumNode, syntax.StructNode, syntax.ExternalNode)


def document(text: str) -> syntax.Document:
    return parse(SourceFile("basic.rs", text))


def only(kind: type[Node], text: str) -> Node:
    (definition,) = document(text).definitions
    assert isinstance(definition, kind)
    return definition


def struct(text: str) -> syntax.StructNode:
    return only(syntax.StructNode, text)


def field(line: str) -> syntax.FieldNode:
    (found,) = struct(f"thrift_struct!(struct A<'a> {{ {line} }});").fields
    return found


def names(text: str) -> list[str]:
    return [definition.name.text for definition in document(text).definitions]


def lines(node: syntax.StructNode) -> list[str]:
    """The fields as `4: required string name borrowed`."""
    found: list[str] = []
    for each in node.fields:
        assert each.id is not None
        borrowed = " borrowed" if each.borrowed else ""
        written = f"{each.requiredness.value} {type_text(each.type)} {each.name.text}{borrowed}"
        found.append(f"{each.id.value}: {written}")
    return found


def test_enum() -> None:
    node = only(
        syntax.EnumNode,
        """
        thrift_enum!(
        enum Type {
          BOOLEAN = 0;
          INT32 = 1;
          INT96 = 3;  // deprecated, only used by legacy implementations.
          NONE = -1;
          HEX = 0x1_Fi32;
        }
        );
        """,
    )
    assert node.name.text == "Type"
    assert node.visibility is Visibility.PUBLIC
    assert [(m.name.text, m.value and m.value.value) for m in node.members] == [
        ("BOOLEAN", 0),
        ("INT32", 1),
        ("INT96", 3),
        ("NONE", -1),
        ("HEX", 31),
    ]


def test_union_all_empty_ignores_the_types_as_the_macro_does() -> None:
    node = struct("""
        thrift_union_all_empty!(
        union TimeUnit {
          1: MilliSeconds MILLIS
          2: MicroSeconds MICROS;
          3: Odd<Element> ODD
        }
        );
        """)
    assert (node.kind, node.visibility) == (Kind.UNION, Visibility.PUBLIC)
    assert lines(node) == [
        "1: default unit MILLIS",
        "2: default unit MICROS",
        "3: default unit ODD",
    ]
    assert node.fields[2].type.span.text == "Odd<Element>"


@pytest.mark.parametrize("macro", ["thrift_union", "thrift_union_with_unknown"])
def test_union_of_units_and_types(macro: str) -> None:
    node = struct(f"""
        {macro}!(
        union ColumnCryptoMetaData<'a> {{
          1: ENCRYPTION_WITH_FOOTER_KEY
          2: (EncryptionWithColumnKey) ENCRYPTION_WITH_COLUMN_KEY
          3: (list<KeyValue>) PAIRS;
          4: (binary<'a>) RAW
          5: (list<binary><'a>) RAWS
          6: (string<'a>) TEXT
        }}
        );
        """)
    assert node.kind is Kind.UNION
    assert lines(node) == [
        "1: default unit ENCRYPTION_WITH_FOOTER_KEY",
        "2: default EncryptionWithColumnKey ENCRYPTION_WITH_COLUMN_KEY",
        "3: default list<KeyValue> PAIRS",
        "4: default binary RAW borrowed",
        "5: default list<binary> RAWS borrowed",
        "6: default string TEXT",
    ]


def test_struct_with_a_lifetime_and_raw_names() -> None:
    node = struct("""
        thrift_struct!(
        pub(crate) struct SchemaElement<'a> {
          1: optional Type r#type;
          2: optional i32 type_length;
          3: optional Repetition repetition_type;
          4: required string<'a> name;
          7: optional i32 scale
          8: optional i32 precision
          10: optional LogicalType logical_type
        }
        );
        """)
    assert (node.kind, node.visibility) == (Kind.STRUCT, Visibility.INTERNAL)
    assert lines(node) == [
        "1: optional Type type",
        "2: optional i32 type_length",
        "3: optional Repetition repetition_type",
        "4: required string name",
        "7: optional i32 scale",
        "8: optional i32 precision",
        "10: optional LogicalType logical_type",
    ]
    assert node.fields[0].name.span.text == "r#type"


def test_struct_with_lifetimes_on_list_elements() -> None:
    node = struct("""
        thrift_struct!(
        struct FileMetaData<'a> {
          /** Version of this file **/
          1: required i32 version
          2: required list<'a><SchemaElement> schema;
          4: required list<'a><RowGroup> row_groups
          5: optional list<KeyValue> key_value_metadata
          6: optional list<'a><binary> blobs
          9: optional binary<'a> footer_signing_key_metadata
        }
        );
        """)
    assert node.visibility is Visibility.INTERNAL
    assert node.fields[0].doc == "Version of this file"
    assert lines(node) == [
        "1: required i32 version",
        "2: required list<SchemaElement> schema",
        "4: required list<RowGroup> row_groups",
        "5: optional list<KeyValue> key_value_metadata",
        "6: optional list<binary> blobs borrowed",
        "9: optional binary footer_signing_key_metadata borrowed",
    ]


@pytest.mark.parametrize(
    ("written", "visibility"),
    [
        ("pub", Visibility.PUBLIC),
        ("pub(crate)", Visibility.INTERNAL),
        ("pub(super)", Visibility.INTERNAL),
        ("pub(self)", Visibility.INTERNAL),
        ("pub(in crate::file::metadata)", Visibility.INTERNAL),
        ("", Visibility.INTERNAL),
    ],
)
def test_visibility(written: str, visibility: Visibility) -> None:
    assert struct(f"thrift_struct!({written} struct A {{}});").visibility is visibility


@pytest.mark.parametrize(
    ("written", "borrowed"),
    [
        ("binary<'a>", True),
        ("list<'a><binary>", True),
        ("binary", False),
        ("list<binary>", False),
        ("string<'a>", False),
        ("Statistics<'a>", False),
        ("list<'a><Statistics>", False),
    ],
)
def test_only_bytes_are_borrowed(written: str, borrowed: bool) -> None:
    assert field(f"1: optional {written} x").borrowed is borrowed


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("1", 1),
        ("-0x10", -16),
        ("1_000i64", 1000),
        ("1.5", 1.5),
        ("-2e3", -2000.0),
        ("1f64", 1.0),
        ('"a\\n\\u{e9}\\""', 'a\né"'),
        ('r#"a\\"b"#', 'a\\"b'),
        ("'\\''", "'"),
        ("b'a'", 97),
        ('b"ab"', "ab"),
    ],
)
def test_defaults_are_kept(written: str, value: float | str) -> None:
    default = field(f"1: optional i32 x = {written}").default
    literals = syntax.IntLiteral | syntax.DoubleLiteral | syntax.StringLiteral
    assert isinstance(default, literals)
    assert (type(default.value), default.value) == (type(value), value)
    assert default.span.text == written


def test_booleans_are_named_as_in_thrift() -> None:
    default = field("1: optional bool x = true").default
    assert isinstance(default, syntax.Identifier)
    assert default.text == "true"


@pytest.mark.parametrize("word", ["required", "optional", "struct", "union", "enum", "pub", "in"])
def test_keywords_are_names_where_a_name_is_expected(word: str) -> None:
    assert field(f"1: required {word} {word}").name.text == word
    assert struct(f"thrift_union!(union {word} {{ 1: {word} 2: ({word}) X }});").name.text == word


def test_docs() -> None:
    text = """
        thrift_enum!(
        /// Types supported by Parquet.
        ///
        ///  Indented by one more.
        #[derive(Clone)]
        #[doc = "One \\u{2192} more."]
        #[doc = r#" Raw "quotes"."#]
        #[doc(hidden)]
        enum Type {
          /** A block. **/
          A = 0;
          /**
           * With a margin
           *  of stars.
           */
          B = 1;
          /** Without
              a margin
                of stars. */
          C = 2;
          //// Not documentation, nor is
          /*** this, */
          /**/
          D = 3;
        }
        );
        """
    node = only(syntax.EnumNode, text)
    assert node.doc == (
        'Types supported by Parquet.\n\n Indented by one more.\nOne \u2192 more.\nRaw "quotes".'
    )
    assert [member.doc for member in node.members] == [
        "A block.",
        "With a margin\n of stars.",
        "Without\na margin\n  of stars.",
        "",
    ]


def test_inner_docs_at_the_top_document_the_file() -> None:
    text = "// Licensed\n//! Schema of\n//! things.\nuse x;\n//! late\nthrift_enum!(enum A {});"
    assert document(text).doc == "Schema of\nthings."


def test_spans_are_of_names_and_of_whole_types() -> None:
    node = field("-7i16: required list<'a><SchemaElement> r#type")
    assert node.id is not None
    assert node.id.span.text == "-7i16"
    assert node.type.span.text == "list<'a><SchemaElement>"
    assert isinstance(node.type, syntax.ListType)
    assert node.type.element.span.text == "SchemaElement"


def test_marker_of_a_hand_written_type() -> None:
    node = only(syntax.ExternalNode, "write_thrift_field!(RustBoundingBox<'a>, FieldType::Struct);")
    assert node.name.text == "RustBoundingBox"


def test_marker_adds_nothing_to_a_definition_or_to_rust() -> None:
    text = """
        write_thrift_field!(A, FieldType::Struct);
        thrift_struct!(struct A {});
        write_thrift_field!(B, FieldType::I32);
        write_thrift_field!(B, FieldType::I32);
        write_thrift_field!(i32, FieldType::I32);
        write_thrift_field!(String, FieldType::Binary);
        """
    assert names(text) == ["A", "B"]


def test_open_document_resolves_unknown_names_to_external_types() -> None:
    schema = resolve([document("thrift_struct!(struct A { 1: required Foo x 2: optional A y });")])
    module = schema.module("basic")
    assert {d.name: isinstance(d, External) for d in module} == {"A": False, "Foo": True}


def test_resolves_to_the_model_that_thrift_gives() -> None:
    """Nothing of the dialect is left in the model, so equal texts give equal definitions."""
    fields = '{ 1: required list<i8> x; 2: optional string y = "z"; -3: optional bool w = true }'
    macro = resolve([document(f"thrift_struct!(pub struct A {fields});")])
    thrift = resolve([parse_thrift(SourceFile("basic.thrift", f"struct A {fields}"))])
    assert macro.modules[0].definitions == thrift.modules[0].definitions
