"""What the macros accept is not a matter of opinion: rustc was asked.

Each text was compiled (rustc 1.95) against the patterns of arrow-rs's `parquet_macros.rs` at
cd7c6b83. `REFUSED_LATER` are texts that a pattern lets pass and the code it expands to cannot use.
"""

from __future__ import annotations

import pytest

from inlayc.base.diagnostics import CompileError
from inlayc.base.source import SourceFile
from inlayc.frontends.macros.parse import parse

ACCEPTED = [
    "thrift_enum!(enum A {});",
    "thrift_enum!(enum A { X = -1; Y = 0x10; type = 1_0i32; r#enum = 0b1; });",
    'thrift_enum!{enum A { #[deprecated(since = "1")] X = 0; }}',
    "thrift_enum![enum A { /** x */ X = 0; /* c /* n */ */ }];",
    'thrift_enum!(#[doc = "a"] #[derive(X)] enum A {});',
    "thrift_struct!(pub(crate) struct A<'a> { 1: optional Type r#type; -2: required string<'a> name"
    " 3i16: optional list<'a><B> x = 'c' });",
    "thrift_struct!(pub(in crate::a) struct A {});",
    "thrift_struct!(pub(super) struct A {});",
    "thrift_struct!(pub(self) struct A { 1: required i32 required 2: optional optional optional });",
    'thrift_struct!(struct A { 1: required i32 x = b"x" 2: required i32 y = -1.5e3'
    " 3: optional bool z = true 4: optional i32 w = r#\"a\"# 5: optional i32 v = b'\\'' });",
    'thrift_struct!(struct A { 1: required i32 x = true 2: required i32 y = 1. 3: required i32 z = c"q" });',
    "thrift_struct!(struct A<'static> {});",
    "thrift_struct!(/// d\n pub struct A { #[a(b[c{d}])] 1: required i32 x });",
    "thrift_struct!(struct A { 1: required i32 self });",
    "thrift_struct! ( struct A { 1 : required i32 x } );",
    "thrift_struct!(struct \u00e9 { 1: required i32 \u00f1 });",
    "thrift_struct!(struct A { 1: required i32 x = '\\u{1F600}' });",
    "thrift_union!(union A { 1: X 2: (B) Y; 3: (list<B>) Z 4: (list<B><'a>) W 5: (binary<'a>) V });",
    "thrift_union!(union A<'a> { 1: union });",
    "thrift_union_with_unknown!(union A<'a> { 1: X });",
    "thrift_union_all_empty!(union A { 1: B C 2: list<B> D; 3: X<Y> Z });",
    "write_thrift_field!(A, FieldType::Struct);",
    "write_thrift_field!(A<'a>, FieldType::Struct);",
    "write_thrift_field!(A, crate::FieldType::Struct);",
]

REFUSED = [
    "thrift_enum!(enum A { X = 0 Y = 1; });",
    "thrift_enum!(enum A { X = 0, });",
    "thrift_struct!(crate struct A {});",
    "thrift_struct!(pub #[x] struct A {});",
    "thrift_struct!(struct A<'a, 'b> {});",
    "thrift_struct!(struct A {} struct B {});",
    "thrift_struct!(struct A {};);",
    "thrift_struct!(struct _ {});",
    "thrift_struct!(struct A { 1: required i32 _ });",
    "thrift_struct!(struct A { 1: required list<list<i32>> x; });",
    "thrift_struct!(struct A { 1: required list<X><'a> x; });",
    "thrift_struct!(struct A { 1: required map<string, i32> x; });",
    "thrift_struct!(struct A { 1: required a::B x; });",
    "thrift_struct!(struct A { 1: required i32 x, });",
    "thrift_struct!(struct A { 1: required i32 x;; });",
    "thrift_struct!(struct A { 1: required i32 x = Foo::X });",
    "thrift_struct!(struct A { //! x\n 1: required i32 x });",
    "thrift_struct!(struct A { 1: required i32 x /// x\n });",
    'thrift_struct!(struct A { 1: required i32 x = "\\q" });',
    "thrift_struct!(struct A { 1: required i32 x = 'ab' });",
    "thrift_union!(union A { 1: B X });",
    "thrift_union!(union A { 1: (list<'a><B>) X });",
    "thrift_union!(pub union A { 1: X });",
    "thrift_union_all_empty!(union A { 1: B });",
    "thrift_union_all_empty!(union A<'a> { 1: B C });",
    "write_thrift_field!(A, FieldType::Struct,);",
    "write_thrift_field!(a::A, FieldType::Struct);",
]

REFUSED_LATER = [
    'thrift_struct!(struct A { "a": required i32 x });',
    "thrift_struct!(struct A { 1.5: required i32 x });",
    "thrift_struct!(struct A { 1foo: required i32 x });",
    "thrift_struct!(struct A { 1: requird i32 x });",
    "thrift_struct!(struct A { 1: required i32<i8> x });",
    "thrift_struct!(struct A { 1: required set<i8> x });",
    'thrift_enum!(enum A { X = "a"; });',
    "thrift_enum!(enum A { X = true; });",
]


@pytest.mark.parametrize("text", ACCEPTED)
def test_accepted_by_rustc(text: str) -> None:
    assert len(parse(SourceFile("a.rs", text)).definitions) == 1


@pytest.mark.parametrize("text", REFUSED + REFUSED_LATER)
def test_refused_by_rustc(text: str) -> None:
    with pytest.raises(CompileError):
        parse(SourceFile("a.rs", text))


@pytest.mark.parametrize(
    "text",
    [
        "write_thrift_field!(A, { FieldType::Struct });",
        'thrift_struct!(struct A { 1: required i32 x = b"\\xff" });',
    ],
)
def test_accepted_by_rustc_only(text: str) -> None:
    """An expression for a field type, and a default that is not text: nobody writes them."""
    with pytest.raises(CompileError):
        parse(SourceFile("a.rs", text))
