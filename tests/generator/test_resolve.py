"""Syntax nodes to the schema: names, ids, values, and what documents mean to each other."""

from __future__ import annotations

import random
from uuid import UUID

import pytest

from inlayc.base.diagnostics import CompileError
from inlayc.base.source import SourceFile, Span
from inlayc.frontends.resolve import resolve
from inlayc.frontends.thrift import syntax
from inlayc.frontends.thrift.parse import parse
from inlayc.model.schema import (
    Base,
    Constant,
    Enumeration,
    EnumValue,
    External,
    Kind,
    ListOf,
    ListValue,
    MapOf,
    MapValue,
    Named,
    Requiredness,
    Schema,
    Service,
    SetOf,
    Struct,
    StructValue,
    Typedef,
    Unit,
)
from tests.generator.test_thrift_parse import SEEDS, mutated


def resolved(**texts: str) -> Schema:
    return resolve([parse(SourceFile(f"{name}.thrift", text)) for name, text in texts.items()])


def codes(**texts: str) -> list[str]:
    with pytest.raises(CompileError) as caught:
        resolved(**texts)
    return [diagnostic.code for diagnostic in caught.value.diagnostics]


def struct(schema: Schema, name: str, module: str = "m") -> Struct:
    found = schema[Named(module, name)]
    assert isinstance(found, Struct)
    return found


CHAIN = 1_500
"""Definitions that need each other: more than Python has frames."""

PRELUDE = """
    enum E { A, B = 5 }
    struct P { 1: i32 x, 2: optional P next }
    union U { 1: i32 i, 2: string s }
    typedef list<E> Es
    const i32 FIVE = 5
    const string TEXT = "text"
    const P POINT = {"x": FIVE}
"""
E_A, E_B = EnumValue(Named("m", "E"), 0), EnumValue(Named("m", "E"), 5)
P_5 = StructValue(Named("m", "P"), (("x", 5),))


@pytest.mark.parametrize(
    ("type_", "literal", "value"),
    [
        ("bool", "true", True),
        ("bool", "0", False),
        ("i8", "-128", -128),
        ("i64", "0x7FFFFFFFFFFFFFFF", 2**63 - 1),
        ("i32", "E.B", 5),
        ("i64", "FIVE", 5),
        ("double", "FIVE", 5.0),
        ("double", "1.5", 1.5),
        ("string", '"a"', "a"),
        ("binary", '"é"', "é".encode()),
        ("binary", "TEXT", b"text"),
        (
            "uuid",
            '"00112233-4455-6677-8899-aabbccddeeff"',
            UUID(int=0x112233445566778899AABBCCDDEEFF),
        ),
        ("E", "E.B", E_B),
        ("E", "0", E_A),
        ("Es", "[E.A, 5]", ListValue((E_A, E_B))),
        ("set<i32>", "{}", ListValue(())),
        ("set<i32>", "[2, 1, 2, 1]", ListValue((2, 1))),
        ("set<list<i32>>", "[[1], [2], [1]]", ListValue((ListValue((1,)), ListValue((2,))))),
        ("list<i32>", "[2, 1, 2]", ListValue((2, 1, 2))),
        ("map<string, E>", '{"a": E.A}', MapValue((("a", E_A),))),
        ("map<i32, i32>", "[]", MapValue(())),
        ("P", '{"x": 5}', P_5),
        ("P", '{"next": POINT, "x": 1}', StructValue(Named("m", "P"), (("next", P_5), ("x", 1)))),
        ("U", '{"s": "a"}', StructValue(Named("m", "U"), (("s", "a"),))),
    ],
)
def test_literals_become_values_of_their_type(type_: str, literal: str, value: object) -> None:
    schema = resolved(
        m=f"{PRELUDE} const {type_} C = {literal} struct S {{ 1: {type_} f = {literal} }}"
    )
    constant = schema[Named("m", "C")]
    assert isinstance(constant, Constant)
    default = struct(schema, "S").fields[0].default
    for found in (constant.value, default):
        assert (type(found), found) == (type(value), value)


def test_enum_values_count_on_from_the_last() -> None:
    enum = resolved(m="enum E { A, B = 5, C, D = -3, F, G = 0x10 }")[Named("m", "E")]
    assert isinstance(enum, Enumeration)
    assert [member.value for member in enum.members] == [0, 5, 6, -3, -2, 16]


def test_fields_without_an_id_count_down_from_minus_one() -> None:
    schema = resolved(m="struct S { i32 a, 7: i32 b, i32 c, -9: i32 d, i32 e }")
    assert [field.id for field in struct(schema, "S").fields] == [-1, 7, -2, -9, -10]


def test_variants_are_optional_and_parameters_are_not() -> None:
    schema = resolved(
        m="union U { 1: required i32 a, 2: i32 b } service S { void f(1: optional i32 a) }"
    )
    variants = {field.requiredness for field in struct(schema, "U").fields}
    assert variants == {Requiredness.OPTIONAL}
    service = schema[Named("m", "S")]
    assert isinstance(service, Service)
    assert service.functions[0].parameters[0].requiredness is Requiredness.DEFAULT


def test_names_reach_into_included_files() -> None:
    schema = resolved(
        main="""
            include "folder/shared.thrift"
            struct S { 1: shared.P p = shared.ORIGIN, 2: map<shared.E, list<shared.T>> m }
            const shared.E E = shared.E.A
            const shared.E ALSO = E.A
            service V extends shared.V {}
        """,
        shared="""
            struct P { 1: i32 x } enum E { A } typedef i32 T service V {}
            const P ORIGIN = {"x": 0}
        """,
    )
    assert [module.name for module in schema.modules] == ["shared", "main"]
    assert schema.module("main").includes == ("shared",)
    p, m = struct(schema, "S", "main").fields
    assert p.type == Named("shared", "P")
    assert p.default == StructValue(Named("shared", "P"), (("x", 0),))
    assert m.type == MapOf(Named("shared", "E"), ListOf(Named("shared", "T")))
    service = schema[Named("main", "V")]
    assert isinstance(service, Service)
    assert service.extends == Named("shared", "V")


def test_a_member_of_a_copy_of_an_enum_is_one_of_its_own() -> None:
    """Apache's compiler takes the number; here, the copy has to agree on it."""
    copy = "enum E { A = 1, B = 2, C = 3 } enum F { A = 1 }"
    text = 'include "other.thrift" enum E { A = 1, B = 3, C } struct S { 1: E e = other.%s }'
    schema = resolved(m=text % "E.A", other=copy)
    (field,) = struct(schema, "S").fields
    assert field.default == EnumValue(Named("m", "E"), 1)
    assert codes(m=text % "E.B", other=copy) == ["wrong-type"], "another number"
    assert codes(m=text % "E.D", other=copy) == ["unknown-enum-value"], "no member"
    assert codes(m=text % "F.A", other=copy) == ["wrong-type"], "another enum"


def test_a_name_of_an_include_of_an_include_is_not_seen() -> None:
    assert codes(
        a='include "b.thrift" struct S { 1: c.T t }', b='include "c.thrift"', c="typedef i32 T"
    ) == ["unknown-module"]


def test_typedefs_stay_in_types_and_can_be_followed() -> None:
    schema = resolved(m="typedef U T typedef set<byte> U struct S { 1: T t }")
    (field,) = struct(schema, "S").fields
    assert field.type == Named("m", "T")
    assert schema.actual(field.type) == SetOf(Base.I8)
    assert isinstance(schema[Named("m", "T")], Typedef)


def test_a_definition_called_uuid_wins_over_the_base_type() -> None:
    schema = resolved(m="struct uuid {} struct S { 1: uuid id }", n="struct S { 1: uuid id }")
    assert struct(schema, "S").fields[0].type == Named("m", "uuid")
    assert struct(schema, "S", "n").fields[0].type is Base.UUID


def test_order_in_a_text_never_matters() -> None:
    parts = PRELUDE.strip().splitlines()
    forward, backward = (resolved(m="\n".join(text)) for text in (parts, reversed(parts)))
    by_name = [{d.name: d for d in schema.modules[0]} for schema in (forward, backward)]
    assert by_name[0] == by_name[1]


def test_an_open_document_leaves_unknown_types_to_others() -> None:
    source = SourceFile("m.rs", "Known Unknown ByHand")
    known, unknown, by_hand = (
        syntax.Identifier(text, Span(source, source.text.index(text), source.text.index(text) + 1))
        for text in source.text.split()
    )
    variants = (
        syntax.FieldNode(
            syntax.IntLiteral(1, known.span),
            known,
            syntax.TypeName("Unknown", unknown.span),
            Requiredness.REQUIRED,
        ),
        syntax.FieldNode(
            syntax.IntLiteral(2, known.span),
            unknown,
            syntax.UnitType(unknown.span),
            Requiredness.DEFAULT,
        ),
    )
    document = syntax.Document(
        source,
        (syntax.StructNode(Kind.UNION, known, variants), syntax.ExternalNode(by_hand)),
        open=True,
    )
    module = resolve([document]).modules[0]
    union, by_hand_, external = module
    assert isinstance(union, Struct)
    assert [field.type for field in union.fields] == [Named("m", "Unknown"), Unit()]
    assert isinstance(by_hand_, External)
    assert isinstance(external, External)
    assert (by_hand_.name, external.name) == ("ByHand", "Unknown")


@pytest.mark.parametrize(
    "text",
    [
        "struct A { 1: optional A a }",
        "struct A { 1: A a }",
        "struct A { 1: required list<A> a }",
        "union A { 1: A a, 2: i32 b }",
        "struct A { 1: required B b } union B { 1: A a, 2: C c } struct C {}",
    ],
)
def test_recursion_that_ends_is_allowed(text: str) -> None:
    resolved(m=text)


@pytest.mark.parametrize(
    "text",
    [
        "struct A { 1: required A a }",
        "typedef A T struct A { 1: required T a }",
        "struct A { 1: required B b } struct B { 1: required C c } struct C { 1: required A a }",
        "struct A { 1: required B b } union B { 1: A a, 2: C c } struct C { 1: required A a }",
        "union A { 1: A a }",
    ],
)
def test_recursion_without_an_end_is_told_once(text: str) -> None:
    assert codes(m=text) == ["requires-itself"]


@pytest.mark.parametrize(
    "text",
    [
        "struct S { 1: Nothing a = 5 } const S C = {'a': 1} struct R { 1: required S s = C }",
        "typedef Nothing T struct S { 1: T a = 5, 2: list<T> b = [1] } const T C = {}",
        "const Nothing A = 1 const i32 B = A struct S { 1: string s = A }",
        "service S { Nothing f(1: i32 a) } service T extends S { void g() }",
        "exception E { 1: Nothing x } service S { void f() throws (1: E e) }",
    ],
)
def test_no_mistake_is_told_for_another_ones_sake(text: str) -> None:
    assert codes(m=text) == ["unknown-type"]


def test_mistakes_come_in_the_order_of_the_text() -> None:
    text = """
        struct A { 1: Nowhere a, 1: i8 b = 300 }
        const i32 C = "text"
        enum E { X, X }
        service S { oneway i32 f() }
        struct A {}
    """
    assert codes(m=text) == [
        "unknown-type",
        "duplicate-id",
        "value-out-of-range",
        "wrong-type",
        "duplicate-name",
        "oneway-result",
        "duplicate-name",
    ]


def test_no_more_than_a_hundred_mistakes_are_told() -> None:
    assert len(codes(m="".join(f"struct A{i} {{ 1: Nowhere x }}\n" for i in range(500)))) == 100


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"typedef T{i + 1} T{i}\n" for i in range(CHAIN)) + f"typedef i32 T{CHAIN}",
        "".join(f"const i32 C{i} = C{i + 1}\n" for i in range(CHAIN)) + f"const i32 C{CHAIN} = 1",
        "".join(f"struct S{i} {{ 1: required S{i + 1} s }}\n" for i in range(CHAIN))
        + f"struct S{CHAIN} {{}}",
        "".join(f"service S{i} extends S{i + 1} {{}}\n" for i in range(CHAIN))
        + f"service S{CHAIN} {{}}",
    ],
    ids=["typedefs", "constants", "structs", "services"],
)
def test_long_chains_need_no_deep_stack(text: str) -> None:
    resolved(m=text)


def outcome(text: str) -> CompileError | None:
    try:
        resolved(m=text)
    except CompileError as error:
        return error
    return None


@pytest.mark.parametrize("seed", range(20))
def test_any_document_gives_a_schema_or_diagnostics(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(30):
        told = outcome(mutated(chance.choice(SEEDS), chance))
        assert told is None or told.diagnostics
