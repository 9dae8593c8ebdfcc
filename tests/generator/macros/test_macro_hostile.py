"""Text that means harm gives a document or a `CompileError`, in time that grows with its length."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress

import pytest

from inlayc.base.diagnostics import CompileError
from inlayc.base.source import SourceFile
from inlayc.frontends.macros.parse import parse
from tests.support.effort import grows_at_most

SEED = """
//! Module
macro_rules! m { ($x:tt) => { "}" } }
thrift_enum!(
/// Doc
enum Type { A = 0; B = -1; }
);
crate::thrift_struct! {
pub(crate) struct S<'a> {
  /** Doc /* nested */ **/
  1: required list<'a><binary> r#type = "x\\u{41}\\n";
  #[doc = r#"raw"#] 2: optional Type<'a> b = -1.5e3
  3: optional i32 c = b'x';
}
}
thrift_union!(union U { 1: X; 2: (list<Y>) Z });
thrift_union_all_empty![union V { 1: M N 2: O<P> Q; }];
write_thrift_field!(S<'a>, crate::FieldType::Struct);
const X: &str = r##"raw "# "##; let c = '"';
"""
PIECES = [
    *"(){}[]<>'\"#!/*\\:;,=-.0x_ \n\0\u00e9\ufeff\ud800",
    *(
        "/*",
        "*/",
        "//",
        "///",
        "r#",
        'r#"',
        '"#',
        "b'",
        "'a",
        "::",
        "0x",
        "1e",
        "\\u{",
        "#[",
        "#[doc=",
    ),
    *("list", "map", "required", "struct", "thrift_struct!", "macro_rules!", "r#type", "9" * 5000),
]


@pytest.mark.parametrize("seed", range(4))
def test_mutations(seed: int) -> None:
    """Some are read to their end, and the others are refused all over the text."""
    chance = random.Random(seed)
    accepted, places = 0, set[int]()
    for _ in range(500):
        text = SEED
        for _ in range(chance.randint(1, 6)):
            at = chance.randrange(len(text) + 1)
            match chance.randrange(4):
                case 0:
                    text = text[:at] + chance.choice(PIECES) + text[at:]
                case 1:
                    text = text[:at] + text[at + chance.randint(1, 20) :]
                case 2:
                    other = chance.randrange(len(text) + 1)
                    text = text[:at] + text[other : other + 40] + text[at:]
                case _:
                    text = text[:at]
        try:
            parse(SourceFile("a.rs", text))
        except CompileError as error:
            places.update(each.span.start for each in error.diagnostics)
        else:
            accepted += 1
    assert accepted > 50
    assert len(places) > 100


def test_every_prefix() -> None:
    for end in range(len(SEED)):
        with suppress(CompileError):
            parse(SourceFile("a.rs", SEED[:end]))


HOSTILE = {
    "parentheses": "(",
    "invocations": "thrift_struct!(",
    "definitions": "thrift_struct!(struct A{})\n",
    "unknown macros": "thrift_x!()",
    "attributes": "#[",
    "comment openings": "/*",
    "comments": "/**/",
    "docs": "///\n",
    "slashes": "/",
    "quotes": "'",
    "escapes": '"\\',
    "hashes": "r#",
    "numbers": "1e",
    "spaces": " ",
}


@pytest.mark.parametrize(
    "wrap", ["", "thrift_struct!(", "thrift_struct!(struct A {", 'thrift_enum!("']
)
@pytest.mark.parametrize("name", HOSTILE)
def test_time_is_linear(name: str, wrap: str) -> None:
    """Sixteen times the text: 256 times as long, if it were quadratic."""

    def parse_hostile(characters: int) -> Callable[[], object]:
        source = SourceFile("a.rs", wrap + HOSTILE[name] * (characters // len(HOSTILE[name])))

        def run() -> None:
            with suppress(CompileError):
                parse(source)

        return run

    assert grows_at_most(64, parse_hostile, 1_000, 16_000)


def refusal(text: str) -> str:
    with pytest.raises(CompileError) as caught:
        parse(SourceFile("a.rs", text))
    (diagnostic,) = caught.value.diagnostics
    return diagnostic.code


def test_limits() -> None:
    assert refusal(" " * (4 * 1024 * 1024 + 1)) == "file-too-large"
    assert refusal("thrift_struct!(" + "(" * 100_000) == "nesting-too-deep"
    assert refusal("macro_rules! m {" + "(" * 100_000) == "nesting-too-deep"
    assert refusal("thrift_struct!(" + "a " * 140_000 + ")") == "too-many-tokens"
    assert refusal("thrift_struct!(struct A { 1: required " + "a." * 50_000 + "a x });") == (
        "qualified-name"
    )


def test_nesting_up_to_the_limit_is_accepted() -> None:
    depth = 60
    text = f"thrift_struct!(#[a{'(' * depth}{')' * depth}] struct A {{}});"
    assert len(parse(SourceFile("a.rs", text)).definitions) == 1


@pytest.mark.parametrize(
    "text",
    [
        f"thrift_struct!(struct A {{ {'x' * 100_000} }});",
        f"thrift_struct!(struct A {{ 1: {'x' * 100_000} a b }});",
        f"thrift_{'x' * 100_000}!();",
        f'thrift_struct!(struct A {{ 1: required i32 x = "{"x" * 100_000}\\q" }});',
        'thrift_struct!(struct A { "\x1b[31m\x9b" });',
        "thrift_struct!(struct A { \x1b });",
        'thrift_struct!(struct A { 1: required i32 x = "\\\x1b" });',
    ],
)
def test_a_message_is_short_and_printable(text: str) -> None:
    with pytest.raises(CompileError) as caught:
        parse(SourceFile("a.rs", text))
    message = str(caught.value)
    assert len(message) < 1000
    assert message.replace("\n", "").isprintable()
