"""Each kind of difference, and each thing that is none."""

from __future__ import annotations

import pytest

from inlayc.base.source import SourceFile
from inlayc.frontends.macros.parse import parse as parse_macros
from inlayc.frontends.resolve import resolve
from inlayc.frontends.thrift.parse import parse as parse_thrift
from inlayc.judges.diff import Change, Settings, compare, list_not_compared, merge_schemas
from inlayc.model.schema import Schema


def thrift(text: str, name: str = "a.thrift") -> Schema:
    return resolve([parse_thrift(SourceFile(name, text))])


def macros(text: str, name: str = "a.rs") -> Schema:
    return resolve([parse_macros(SourceFile(name, text))])


def found(a: Schema, b: Schema, settings: Settings | None = None) -> list[str]:
    """The differences as `kind path: a -> b`, with nothing for a side that has nothing."""
    return [
        f"{d.kind.value} {d.path}: {d.a.text if d.a else ''} -> {d.b.text if d.b else ''}"
        for d in compare(a, b, settings or Settings())
    ]


KINDS = [
    ("struct A {}", "", ["removed A: struct with 0 fields -> "]),
    ("", "union A { 1: i32 X }", ["added A:  -> union with 1 variants"]),
    ("struct A {}", "enum A {}", ["kind A: struct with 0 fields -> enum with 0 values"]),
    ("struct A {}", "union A {}", ["kind A: struct -> union"]),
    ("struct A {}", "exception A {}", ["kind A: struct -> exception"]),
    (
        "struct A { 1: required i32 x = 1 }",
        "struct A {}",
        ["removed A.x: 1: required i32 x = 1 -> "],
    ),
    ("struct A {}", "struct A { 2: list<i8> x }", ["added A.x:  -> 2: list<i8> x"]),
    ("union A { 1: i32 X }", "union A {}", ["removed A.X: 1: i32 X -> "]),
    ("struct A { 1: i32 x }", "struct A { 2: i32 x }", ["renumbered A.x: 1 -> 2"]),
    ("struct A { 1: i32 x }", "struct A { 1: i32 y }", ["renamed A.x: x -> y"]),
    ("struct A { 1: i32 x }", "struct A { 1: i32 X }", ["renamed A.x: x -> X"]),
    ("enum A { AN_X = 1 }", "enum A { AnX = 1 }", ["renamed A.AN_X: AN_X -> AnX"]),
    (
        "struct A { 1: i32 anX; 2: i32 an_x }",
        "struct A { 1: i32 an_x; 2: i32 anX }",
        ["renumbered A.anX: 1 -> 2", "renumbered A.an_x: 2 -> 1"],
    ),
    (
        "struct A {}",
        "struct a {}",
        ["removed A: struct with 0 fields -> ", "added a:  -> struct with 0 fields"],
    ),
    ("struct A { 1: i32 x }", "struct A { 1: i64 x }", ["retyped A.x: i32 -> i64"]),
    (
        "typedef i32 Id; struct A { 1: Id x, 2: list<Id> y }",
        "typedef i64 Id; struct A { 1: Id x, 2: list<Id> y }",
        [
            "retyped A.x: Id (i32) -> Id (i64)",
            "retyped A.y: list<Id> (list<i32>) -> list<Id> (list<i64>)",
        ],
    ),
    (
        "struct A { 1: i32 x; 2: i64 y }",
        "struct A { 1: i64 y; 2: i32 x }",
        ["renumbered A.x: 1 -> 2", "renumbered A.y: 2 -> 1"],
    ),
    (
        "struct A { 1: i32 x; 2: i32 y }",
        "struct A { 1: i32 y }",
        ["removed A.x: 1: i32 x -> ", "renumbered A.y: 2 -> 1"],
    ),
    (
        "struct A { 1: required i32 x }",
        "struct A { 1: optional i32 x }",
        ["requiredness A.x: required -> optional"],
    ),
    ("struct A { 1: i32 x }", "struct A { 1: i32 x = 1 }", ["default A.x: no default -> 1"]),
    ("struct A { 1: i32 x = 2 }", "struct A { 1: i32 x = 1 }", ["default A.x: 2 -> 1"]),
    (
        'struct A { 1: string x = "\\n" }',
        "struct A { 1: string x }",
        ['default A.x: "\\n" -> no default'],
    ),
    ("enum A { X = 1 }", "enum A { X = 2 }", ["renumbered A.X: 1 -> 2"]),
    ("enum A { X = 1 }", "enum A { Y = 1 }", ["renamed A.X: X -> Y"]),
    (
        "enum A { X = 1, Y = 2 }",
        "enum A { X = 1, Z = 3 }",
        ["removed A.Y: Y = 2 -> ", "added A.Z:  -> Z = 3"],
    ),
    ("const i32 A = 1", "const i32 A = 2", ["value A: 1 -> 2"]),
    ("const i32 A = 1", "const i64 A = 1", ["retyped A: i32 -> i64"]),
    ("const list<i32> A = [1]", "const list<i32> A = [1, 2]", ["value A: [1] -> [1, 2]"]),
    ("service A {}", "service A { void f() }", ["added A.f:  -> void"]),
    ("service A { void f() }", "service A { i32 f() }", ["retyped A.f: void -> i32"]),
    (
        "service A { void f() }",
        "service A { oneway void f() }",
        ["retyped A.f: void -> oneway void"],
    ),
    (
        "service A { void f(1: i32 x) }",
        "service A { void f(1: i8 x) }",
        ["retyped A.f.x: i32 -> i8"],
    ),
    (
        "service A { void getX() }",
        "service A { void get_x() }",
        ["removed A.getX: void -> ", "added A.get_x:  -> void"],
    ),
    (
        "service A { void g() void h() }",
        "service B { void h() } service A extends B { void g() }",
        ["kind A: extends nothing -> extends B", "added B:  -> service with 1 functions"],
    ),
    (
        "service B { void g() i32 h() } service A extends B {}",
        "service B { void g() i32 h() } service A { i64 h() }",
        [
            "kind A: extends B -> extends nothing",
            "removed A.g: void -> ",
            "retyped A.h: i32 -> i64",
        ],
    ),
    (
        "service B { void h() } service A extends B { void g() }",
        "service B { void g() } service A extends B { void h() }",
        ["removed B.h: void -> ", "added B.g:  -> void"],
    ),
    (
        "service B {} service A extends B {}",
        "service B {} service A {}",
        ["kind A: extends B -> extends nothing"],
    ),
]


@pytest.mark.parametrize(("a", "b", "expected"), KINDS)
def test_kinds(a: str, b: str, expected: list[str]) -> None:
    assert found(thrift(a), thrift(b)) == expected


@pytest.mark.parametrize(("a", "b", "_"), KINDS)
def test_nothing_differs_from_itself(a: str, b: str, _: object) -> None:
    for text in (a, b):
        assert found(thrift(text), thrift(text, "b.thrift"), Settings(documentation=True)) == []


SAME = [
    ("typedef i32 T struct A { 1: list<T> x }", "struct A { 1: list<i32> x }"),
    ("struct A { 1: i8 x }", "struct A { 1: byte x }"),
    ("union A { 1: required i32 X }", "union A { 1: optional i32 X }"),
    ("struct A { 2: i32 y; 1: i32 x }", "struct A { 1: i32 x, 2: i32 y }"),
    ("/** One. */ struct A {}", "/** Other. */ struct A {}"),
    ("struct A { 1: i32 x } (a = 'b')", "struct A { 1: i32 x }"),
    ("enum E { X = 1 } struct A { 1: E x = E.X }", "enum E { X = 1 } struct A { 1: E x = 1 }"),
    ("const map<i32, i32> A = {1: 2, 3: 4}", "const map<i32, i32> A = {3: 4, 1: 2}"),
    ("namespace py a struct A {}", "struct A {}"),
]


@pytest.mark.parametrize(("a", "b"), SAME)
def test_same(a: str, b: str) -> None:
    assert found(thrift(a), thrift(b)) == []
    assert found(thrift(b), thrift(a)) == []


def files(**texts: str) -> Schema:
    """Of the files that these are called."""
    return resolve(
        [parse_thrift(SourceFile(f"{name}.thrift", text)) for name, text in texts.items()]
    )


@pytest.mark.parametrize(
    ("was", "uses", "now"),
    [
        ("struct Foo { 1: i32 a }", "struct S {{ 1: {}.Foo f }}", "struct Foo { 1: string a }"),
        ("struct Foo { 1: i32 a }", "struct S {{ 1: list<{}.Foo> f }}", "enum Foo { A = 1 }"),
        ("service Foo { void f() }", "service S extends {}.Foo {{}}", "service Foo { i32 f() }"),
    ],
)
def test_another_definition_of_the_same_name_is_another_type(was: str, uses: str, now: str) -> None:
    texts = [
        {"a": was, "b": now, "c": 'include "a.thrift" include "b.thrift" ' + uses.format(file)}
        for file in "ab"
    ]
    a, b = (files(**each) for each in texts)
    assert {each.partition(" ")[2][0] for each in found(a, b)} == {"S"}
    assert found(a, a) == []


def test_files_of_one_name_belong_together_whichever_else_has_the_definition() -> None:
    one = files(a="struct Foo { 1: i32 a }")
    two = files(a="struct Foo { 1: i32 a }", b="struct Foo { 1: string x }")
    assert found(one, two) == ["added Foo:  -> struct with 1 fields"]
    assert found(two, one) == ["removed Foo: struct with 1 fields -> "]


def test_types_are_compared_by_name_and_their_contents_once() -> None:
    a = "struct B { 1: i32 x } struct A { 1: B b; 2: set<B> c; 3: map<string, B> d }"
    b = "struct B { 1: i64 x } struct A { 1: B b; 2: set<B> c; 3: map<string, B> d }"
    assert found(thrift(a), thrift(b)) == ["retyped B.x: i32 -> i64"]


@pytest.mark.parametrize(
    ("a", "b"),
    [("list<i32>", "set<i32>"), ("list<i32>", "list<i64>"), ("map<i8, i8>", "map<i8, i16>")],
)
def test_containers(a: str, b: str) -> None:
    schemas = thrift(f"struct A {{ 1: {a} x }}"), thrift(f"struct A {{ 1: {b} x }}")
    assert found(*schemas) == [f"retyped A.x: {a} -> {b}"]


def test_documentation_is_compared_on_demand_and_without_its_line_breaks() -> None:
    a = thrift("/** What\n * A is. */ struct A {\n/** x */\n1: i32 x }")
    b = thrift("/** What A\n * is. */ struct A {\n/** y */\n1: i32 x }")
    assert found(a, b) == []
    assert found(a, b, Settings(documentation=True)) == ["documentation A.x: x -> y"]


def test_renames_work_in_either_order() -> None:
    a = thrift("enum FieldRepetitionType { X = 0 } struct A { 1: FieldRepetitionType x }")
    b = thrift("enum Repetition { X = 1 } struct A { 1: Repetition x }")
    assert len(found(a, b)) == 3
    for renames in (
        {"Repetition": "FieldRepetitionType"},
        {"field_repetition_type": "REPETITION"},
    ):
        assert found(a, b, Settings(renames=renames)) == [
            "renumbered FieldRepetitionType.X: 0 -> 1"
        ]


def test_a_rename_may_give_one_definition_two_counterparts() -> None:
    a = thrift("struct Statistics { 1: i32 x }")
    b = thrift("struct Statistics { 1: i32 x } struct PageStatistics { 1: i64 x }")
    settings = Settings(renames={"PageStatistics": "Statistics"})
    assert found(a, b, settings) == ["retyped Statistics.x: i32 -> i64"]


def test_modules_of_one_side_are_one_whole() -> None:
    a = thrift("enum E { X = 0 } struct A { 1: required E e }")
    b = merge_schemas(
        [
            macros("thrift_struct!(struct A { 1: required E e });", "one/mod.rs"),
            macros("thrift_enum!(enum E { X = 0; });", "two/mod.rs"),
        ]
    )
    assert found(a, b) == []
    assert list_not_compared(a, b, Settings()) == []


def test_a_name_in_several_files_is_compared_file_by_file() -> None:
    def side(one: str, two: str) -> Schema:
        return merge_schemas([thrift(one, "one.thrift"), thrift(two, "two.thrift")])

    a = side("struct A { 1: i32 x }", "struct A { 1: i64 y }")
    assert found(a, a) == []
    assert found(a, side("struct A { 1: i32 x }", "struct A { 1: i64 z }")) == [
        "renamed A.y: y -> z"
    ]


def test_a_name_in_files_that_only_one_side_has() -> None:
    one, two = thrift("struct A {}", "one.thrift"), thrift("struct A { 1: i32 x }", "two.thrift")
    three = thrift("struct A { 2: i32 x }", "three.thrift")
    assert found(merge_schemas([one, two]), merge_schemas([one, three])) == [
        "renumbered A.x: 1 -> 2"
    ]
    assert found(merge_schemas([one, two]), merge_schemas([one, one])) == [
        "removed A: struct with 1 fields -> "
    ]


def test_spans() -> None:
    (difference,) = compare(
        thrift("struct A {\n  1: i32 x }"), macros("thrift_struct!(struct A {});"), Settings()
    )
    assert (difference.kind, difference.b) == (Change.REMOVED, None)
    assert difference.a is not None
    assert difference.a.span.source.position(difference.a.span.start) == (2, 10)
