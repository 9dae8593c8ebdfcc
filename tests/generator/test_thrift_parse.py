"""Thrift texts to syntax nodes: what the grammar takes, and what the nodes say."""

from __future__ import annotations

import logging
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from lark import Lark, logger

from inlayc.base.diagnostics import CompileError, Diagnostic
from inlayc.base.source import SourceFile
from inlayc.frontends.thrift import syntax
from inlayc.frontends.thrift.parse import parse
from inlayc.model.schema import Kind, Requiredness
from tests.generator.type_text import type_text
from tests.support.effort import grows_at_most

ROOT = Path(__file__).parents[2]


def parsed(text: str) -> syntax.Document:
    return parse(SourceFile("test.thrift", text))


def struct(text: str) -> syntax.StructNode:
    (node,) = parsed(text).definitions
    assert isinstance(node, syntax.StructNode)
    return node


KEYWORDS = """
    include cpp_include namespace const typedef enum struct union exception service extends oneway
    async void throws required optional list set map cpp_type xsd_all xsd_optional xsd_nillable
    xsd_attrs
""".split()

ACCEPTED = {
    "nothing": "",
    "a byte order mark": "\ufeffstruct A {}",
    "headers": 'namespace * a\nnamespace py.twisted b.c;\ninclude "x.thrift"\ncpp_include "<y>",',
    "annotated namespace": "namespace xsd test (uri = 'http://example.org')",
    "separators": "struct A { 1: i32 a, 2: i32 b; 3: i32 c 4: i32 d }; enum B { X, Y; Z W },",
    "no whitespace": "struct A{1:i32 a=1 2:list<i32>b}",
    "xsd": "struct A xsd_all { 1: i32 a xsd_optional xsd_nillable xsd_attrs { 1: i32 b } (c) }",
    "cpp_type": 'struct A { 1: map cpp_type "x" <i32, set cpp_type "y" <i8>> a, 2: list<i8> cpp_type "z" b }',
    "reference": "struct A { 1: optional A & next }",
    "annotations": "struct A { 1: i32 (a) x = 5 (b = \"c\", d; e = 'f') } (g)",
    "annotated containers": "struct A { 1: list<i32 (a)> (b) x, 2: B (c) y }",
    "annotated enum": "enum A { X = 1 (a = 'b'), Y (c) } (d)",
    "annotated service": "service S { i32 (x = 'y') f() (a = 'b') } (c)",
    "service": "service S extends a.T { oneway void f(), async void g(1: i32 a) list<i32> h() throws (1: E e); }",
    "constants": "const map<string, list<double>> A = {\"a\": [1, 2.5 -3e5; .5], 'b': []}",
    "references": "const list<i32> A = [B, m.C, m.E.D]",
}


@pytest.mark.parametrize("text", ACCEPTED.values(), ids=ACCEPTED.keys())
def test_accepts(text: str) -> None:
    parsed(text)


@pytest.mark.parametrize("word", KEYWORDS)
def test_a_keyword_is_a_name_where_only_a_name_can_stand(word: str) -> None:
    document = parsed(f"""
        namespace {word} {word}
        const i32 {word} = {word}
        typedef i32 {word}
        enum {word} {{ {word} = 1, {word} ({word}) {word} }}
        struct {word} {{ 1: required i32 {word} = {word} ({word}) 2: B {word}, i32 {word} }}
        union {word} {{}}
        exception {word} {{}}
        service {word} extends {word} {{ oneway void {word}(1: i32 {word}) throws (1: E {word}) }}
        """)
    assert {node.name.text for node in document.definitions} == {word}


def test_tells_requiredness_ids_defaults_and_types() -> None:
    node = struct(
        "union A { 1: required i32 a; -2: optional list<map<string, set<B>>> b; bool c = true }"
    )
    assert node.kind is Kind.UNION
    a, b, c = node.fields
    assert [f.id and f.id.value for f in node.fields] == [1, -2, None]
    assert a.requiredness is Requiredness.REQUIRED
    assert b.requiredness is Requiredness.OPTIONAL
    assert c.requiredness is Requiredness.DEFAULT
    assert type_text(b.type) == "list<map<string, set<B>>>"
    assert isinstance(c.default, syntax.Identifier)


@pytest.mark.parametrize(
    ("literal", "value"),
    [
        ("5", 5),
        ("+5", 5),
        ("-5", -5),
        ("007", 7),
        ("0x1F", 31),
        ("-0x1f", -31),
        ("9223372036854775807", 2**63 - 1),
        ("-9223372036854775808", -(2**63)),
        ("1.5", 1.5),
        ("-.5e3", -500.0),
        ("1e3", 1000.0),
        ('"a\\n\\t\\r\\"\\\'\\\\"', "a\n\t\r\"'\\"),
        ("'say \"hi\" // no comment'", 'say "hi" // no comment'),
        ('"# no /* comment"', "# no /* comment"),
        ('"é\U0001f600"', "é\U0001f600"),
    ],
)
def test_reads_literals(literal: str, value: object) -> None:
    (node,) = parsed(f"const i32 A = {literal}").definitions
    assert isinstance(node, syntax.ConstantNode)
    found = node.value
    assert isinstance(found, syntax.IntLiteral | syntax.DoubleLiteral | syntax.StringLiteral)
    assert found.value == value
    assert found.span.text == literal


def test_spans_are_names_and_whole_types() -> None:
    node = struct("struct Point { 1: required list< i32 > values = [1] }")
    (field,) = node.fields
    assert node.name.span.text == "Point"
    assert field.name.span.text == "values"
    assert field.type.span.text == "list< i32 >"
    assert field.default is not None
    assert field.default.span.text == "[1]"
    assert field.id is not None
    assert field.id.span.text == "1"


def test_annotations_without_a_value_are_worth_1() -> None:
    node = struct('struct A {} (a, b = "c")')
    assert [(a.name.text, a.value) for a in node.annotations] == [("a", "1"), ("b", "c")]


def test_cpp_type_is_an_annotation_of_the_type() -> None:
    (field,) = struct('struct A { 1: list cpp_type "x" <i32> a }').fields
    assert isinstance(field.type, syntax.ListType)
    assert [(a.name.text, a.value) for a in field.type.annotations] == [("cpp_type", "x")]


def test_oneway_and_results() -> None:
    (node,) = parsed("service S { oneway void a() i32 b() throws (1: E e) }").definitions
    assert isinstance(node, syntax.ServiceNode)
    a, b = node.functions
    assert (a.oneway, a.returns, a.throws) == (True, None, ())
    assert b.returns is not None
    assert [f.name.text for f in b.throws] == ["e"]


def test_parsing_is_linear() -> None:
    """Sixteen times the structs: 256 times as long, if it were quadratic."""

    def parse(structs: int) -> Callable[[], object]:
        text = "".join(
            f"/** Struct {number}. */\nstruct S{number} {{\n"
            + "".join(
                f"  /** Field {i}. */\n  {i}: optional i32 f{i} = {i};\n" for i in range(1, 6)
            )
            + "}\n"
            for number in range(structs)
        )
        return lambda: parsed(text)

    assert grows_at_most(64, parse, 10, 160)


def test_the_grammar_has_no_conflict_but_the_one_it_means() -> None:
    """`cpp_type` behind `list<...>` belongs to the type: the only word that is looked at so."""
    messages: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            messages.append(record.getMessage())

    grammar = (ROOT / "generator/inlayc/frontends/thrift/grammar.lark").read_text(encoding="utf-8")
    kept, level = Kept(), logger.level
    logger.addHandler(kept)
    logger.setLevel(logging.DEBUG)
    try:
        Lark(grammar, start="document", parser="lalr", lexer="basic", debug=True)
    finally:
        logger.removeHandler(kept)
        logger.setLevel(level)
    conflicts = [message for message in messages if "conflict" in message.lower()]
    assert len(conflicts) == 1
    assert "CPP_TYPE" in conflicts[0]


SEEDS = [
    (ROOT / "idl" / "parquet.thrift").read_text(encoding="utf-8")[:6_000],
    *ACCEPTED.values(),
    *(
        path.read_text(encoding="utf-8", errors="replace")
        for path in sorted((ROOT / "tests/golden/diagnostics").glob("*.thrift"))
    ),
]
PIECES = [*KEYWORDS, *"{}[]()<>:;,=&*\"'", "/*", "*/", "//", "#", "\n", "\\", "\0", "1", "é", "0x"]


def mutated(text: str, chance: random.Random) -> str:
    for _ in range(chance.randrange(1, 4)):
        at, length = chance.randrange(len(text) + 1), chance.randrange(20)
        piece = chance.choice([*PIECES, text[at : at + length]])
        text = text[:at] + piece + text[at + chance.choice([0, length]) :]
    return text


def mistakes(source: SourceFile) -> tuple[Diagnostic, ...]:
    try:
        parse(source)
    except CompileError as error:
        return error.diagnostics
    return ()


@pytest.mark.parametrize("seed", range(20))
def test_any_text_gives_a_document_or_diagnostics(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(30):
        source = SourceFile("test.thrift", mutated(chance.choice(SEEDS), chance))
        for diagnostic in mistakes(source):
            span = diagnostic.span
            assert 0 <= span.start <= span.end <= len(source.text)
