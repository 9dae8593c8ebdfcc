"""Invocations are found in Rust source, and only there where Rust would see them."""

from __future__ import annotations

import pytest

from inlayc.base.source import SourceFile
from inlayc.frontends.macros.parse import parse
from inlayc.frontends.thrift import syntax


def names(text: str) -> list[str]:
    return [definition.name.text for definition in parse(SourceFile("mod.rs", text)).definitions]


A = "thrift_struct!(struct A {});"


@pytest.mark.parametrize(
    "text",
    [
        "thrift_struct!(struct A {});",
        "thrift_struct!{struct A {}}",
        "thrift_struct![struct A {}];",
        "thrift_struct ! ( struct A {} ) ;",
        "crate::thrift_struct!(struct A {});",
        "::parquet::thrift_struct! {struct A {}}",
        "mod tests { fn f() { thrift_struct!(struct A {}); } }",
        "items! { thrift_struct!(struct A {}); }",
        "thrift_struct!(/* plain /* nested */ } */ struct A { // )\n});",
        "thrift_struct!(#[doc = \")\"] #[cfg(any(x, y = '('))] struct A {});",
    ],
)
def test_found(text: str) -> None:
    assert names(text) == ["A"]


@pytest.mark.parametrize(
    "text",
    [
        f"// {A}",
        f"/// ```\n/// {A}\n/// ```\nfn f() {{}}",
        f"//! {A}",
        f"/* /* x */ {A} */",
        f"/** {A} */ fn f() {{}}",
        f'const X: &str = "{A}";',
        f'const X: &str = "\\"{A}";',
        f'const X: &str = "\\\\\\"{A}";',
        f'const X: &str = r"\\{A}";',
        f'const X: &str = r#""{A}"#;',
        f'const X: &str = r##""#{A}"##;',
        f'const X: &[u8] = b"{A}";',
        f'const X: &[u8] = br#""{A}"#;',
        f'const X: &CStr = c"{A}";',
        f'const X: &CStr = cr#""{A}"#;',
        "macro_rules! thrift_struct { ($x:ident) => { thrift_struct!(struct $x {}); } }",
        "macro_rules! other ( () => { thrift_struct!(struct A {}); } );",
        "use crate::{thrift_struct, thrift_enum};",
        "let x = thrift_struct != (a);",
        "let x = thrift_struct(a);",
        "__thrift_read_field!(a b c);",
    ],
)
def test_not_there(text: str) -> None:
    assert names(text) == []


@pytest.mark.parametrize(
    "before",
    [
        "let q = '\"';",
        "let q = b'\"';",
        "let q = '\\'';",
        "let q = '\\u{22}';",
        "let q = '/'; let r = '*';",
        "fn f<'a>(x: &'a str) -> &'static str { x }",
        "fn f<'a, 'b: 'a>(x: Foo<'a, 'b>) {}",
        "loop { break 'outer; }",
        "let r#type = 1; let r = r#type;",
        "let c = 'r'; let s = \"#\";",
        'let s = "multi\nline \\\n continued";',
        "let n = 1..2; let t = x.0.1; let f = 1.; let g = 1e5_f64; let h = 0xE+1;",
        "let emoji = '\U0001f600'; let s = \"\u201c\";",
        "macro_rules! m { ($($t:tt)*) => { \"}\" '}' } }",
        "#![allow(dead_code)]",
    ],
)
def test_rust_before_an_invocation_does_not_hide_it(before: str) -> None:
    assert names(f"{before}\n{A}") == ["A"]


def test_spans_point_into_the_whole_file() -> None:
    text = f"fn f() {{}}\r\n\r\n/* \u00e9 */ {A}"
    document = parse(SourceFile("mod.rs", text))
    span = document.definitions[0].name.span
    assert (span.text, document.source.position(span.start)) == ("A", (3, 31))


def test_definitions_keep_the_order_of_the_text() -> None:
    text = """
        thrift_enum!(enum B { X = 1; });
        write_thrift_field!(C, FieldType::I32);
        thrift_union_all_empty!(union A { 1: B X });
        """
    assert names(text) == ["B", "C", "A"]


def test_a_text_without_invocations_is_an_empty_open_document() -> None:
    document = parse(SourceFile("lib.rs", "fn main() {}"))
    assert document == syntax.Document(document.source, (), open=True)
