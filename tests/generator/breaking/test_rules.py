"""Each rule of `inlayc breaking`, and what data says to its verdict."""

from __future__ import annotations

from pathlib import Path

import pytest

from inlayc.frontends.load import load
from inlayc.judges.breaking import RULES, Level, judge
from inlayc.judges.diff import Settings

THRIFT = [
    ("struct A {}", "", ["definition-removed A"]),
    ("", "struct A {}", ["definition-added A"]),
    ("struct A {}", "union A {}", ["definition-kind A"]),
    ("struct A {}", "enum A { X = 0 }", ["definition-kind A"]),
    ("struct A {}", "exception A {}", ["struct-or-exception A"]),
    ("struct A { 1: required i32 x }", "struct A {}", ["required-field-removed A.x"]),
    ("struct A { 1: i32 x }", "struct A {}", ["field-removed A.x"]),
    ("struct A {}", "struct A { 1: required i32 x }", ["required-field-added A.x"]),
    ("struct A {}", "struct A { 1: optional i32 x }", ["field-added A.x"]),
    ("struct A { 1: i32 x }", "struct A { 2: i32 x }", ["field-renumbered A.x"]),
    ("struct A { 1: i32 x }", "struct A { 1: i32 y }", ["field-renamed A.x"]),
    ("struct A { 1: i32 x }", "struct A { 1: i64 x }", ["field-retyped A.x"]),
    ("struct A { 1: list<i32> x }", "struct A { 1: set<i32> x }", ["field-retyped A.x"]),
    ("struct A { 1: list<i8> x }", "struct A { 1: list<i16> x }", ["field-retyped A.x"]),
    ("struct A { 1: string x }", "struct A { 1: binary x }", ["field-type-name A.x"]),
    (
        "struct A { 1: map<i32, list<string>> x }",
        "struct A { 1: map<i32, list<binary>> x }",
        ["field-type-name A.x"],
    ),
    ("struct A { 1: binary x }", "struct A { 1: string x }", ["field-retyped A.x"]),
    (
        "struct B { 1: binary x } struct C { 1: string x } struct A { 1: B x }",
        "struct B { 1: binary x } struct C { 1: string x } struct A { 1: C x }",
        ["field-retyped A.x"],
    ),
    (
        "struct B { 1: binary x } struct C { 1: string x } struct A { 1: C x }",
        "struct B { 1: binary x } struct C { 1: string x } struct A { 1: B x }",
        ["field-type-name A.x"],
    ),
    ("service S { binary f() }", "service S { string f() }", ["function-changed S.f"]),
    (
        "struct A { 1: optional double x = 0.0 }",
        "struct A { 1: optional double x = -0.0 }",
        ["default-changed A.x"],
    ),
    (
        "struct A { 1: optional list<double> x = [1.0, -0.0] }",
        "struct A { 1: optional list<double> x = [1.0, 0.0] }",
        ["default-changed A.x"],
    ),
    (
        "const map<double, double> C = {0.0: 0.0}",
        "const map<double, double> C = {-0.0: 0.0}",
        ["constant-changed C"],
    ),
    ("struct A { 1: optional double x = 0 }", "struct A { 1: optional double x = 0.0 }", []),
    ("struct A { 1: i32 x }", "struct A { 1: i64 y }", ["number-reused A.x", "field-retyped A.x"]),
    (
        "struct B { 1: i32 x } struct C { 1: i32 x } struct A { 1: B x }",
        "struct B { 1: i32 x } struct C { 1: i32 x } struct A { 1: C x }",
        ["field-type-name A.x"],
    ),
    (
        "struct B { 1: i32 x } struct C { 1: i32 y } struct A { 1: B x }",
        "struct B { 1: i32 x } struct C { 1: i32 y } struct A { 1: C x }",
        ["field-type-name A.x"],
    ),
    (
        "struct B { 1: i32 x } struct C { 1: i64 x } struct A { 1: B x }",
        "struct B { 1: i32 x } struct C { 1: i64 x } struct A { 1: C x }",
        ["field-retyped A.x"],
    ),
    (
        "struct B { 1: optional B b } struct A { 1: B x }",
        "struct B { 1: optional B b } struct C { 1: optional C b } struct A { 1: C x }",
        ["field-type-name A.x", "definition-added C"],
    ),
    (
        "enum E { X = 1 } struct A { 1: E x }",
        "enum E { X = 1 } struct A { 1: i32 x }",
        ["field-type-name A.x"],
    ),
    (
        "enum E { X = 1 } enum F { Y = 2 } struct A { 1: E x }",
        "enum E { X = 1 } enum F { Y = 2 } struct A { 1: F x }",
        ["field-retyped A.x"],
    ),
    (
        "struct A { 1: optional i32 x }",
        "struct A { 1: required i32 x }",
        ["field-made-required A.x"],
    ),
    ("struct A { 1: i32 x }", "struct A { 1: required i32 x }", ["field-made-required A.x"]),
    (
        "struct A { 1: required i32 x }",
        "struct A { 1: optional i32 x }",
        ["field-made-optional A.x"],
    ),
    ("struct A { 1: required i32 x }", "struct A { 1: i32 x }", ["field-always-written A.x"]),
    ("struct A { 1: optional i32 x }", "struct A { 1: i32 x }", ["requiredness-word A.x"]),
    ("struct A { 1: i32 x }", "struct A { 1: optional i32 x }", ["requiredness-word A.x"]),
    (
        "struct A { 1: optional i32 x }",
        "struct A { 1: optional i32 x = 1 }",
        ["default-changed A.x"],
    ),
    (
        "struct A { 1: required i32 x = 1 }",
        "struct A { 1: required i32 x = 2 }",
        ["required-default A.x"],
    ),
    ("enum E { X = 0 }", "enum E { X = 0, Y = 1 }", ["enum-value-added E.Y"]),
    ("enum E { X = 0, Y = 1 }", "enum E { X = 0 }", ["enum-value-removed E.Y"]),
    ("enum E { X = 0, Y = 0 }", "enum E { X = 0 }", ["enum-alias-removed E.Y"]),
    ("enum E { X = 0, Y = 0 }", "enum E { Y = 0 }", ["enum-alias-removed E.X"]),
    ("enum E { X = 0 }", "enum E { X = 1 }", ["enum-value-renumbered E.X"]),
    ("enum E { X = 0 }", "enum E { Y = 0 }", ["enum-value-renamed E.X"]),
    ("union U { 1: i32 X }", "union U { 1: i32 X; 2: i64 Y }", ["variant-added U.Y"]),
    ("union U { 1: i32 X; 2: i64 Y }", "union U { 1: i32 X }", ["variant-removed U.Y"]),
    ("union U { 1: i32 X }", "union U { 2: i32 X }", ["variant-renumbered U.X"]),
    ("union U { 1: i32 X }", "union U { 1: i32 Y }", ["variant-renamed U.X"]),
    ("union U { 1: i32 X }", "union U { 1: i64 X }", ["variant-retyped U.X"]),
    (
        "struct B {} struct C {} union U { 1: B X }",
        "struct B {} struct C {} union U { 1: C X }",
        ["variant-type-name U.X"],
    ),
    (
        "struct B {} struct C {} union U { 1: B X }",
        "struct B {} struct C {} union U { 1: C Y }",
        ["number-reused U.X", "variant-type-name U.X"],
    ),
    ("const i32 C = 1", "const i32 C = 2", ["constant-changed C"]),
    ("service S { void f() }", "service S {}", ["function-removed S.f"]),
    (
        "service S { void f() void g() } service T { void g() }",
        "service T { void g() }",
        ["function-removed S.f", "definition-removed S"],
    ),
    (
        "service S { void f() void g() }",
        "service T { void g() void f() }",
        ["definition-removed S", "definition-added T"],
    ),
    (
        "service S { void f(1: i32 x) i32 g() } service U { i32 g() }",
        "service T { void f(1: i64 x) i64 g() } service U { i32 g() }",
        [
            "field-retyped S.f.x",
            "function-changed S.g",
            "definition-removed S",
            "definition-added T",
        ],
    ),
    (
        "service B { void f() } service S extends B {}",
        "service S { void f() }",
        ["definition-removed B", "service-base S"],
    ),
    ("service S {}", "service S { void f() }", ["function-added S.f"]),
    ("service S { void f() }", "service S { i32 f() }", ["function-changed S.f"]),
    (
        "service S { void f() }",
        "service S { void F() }",
        ["function-removed S.f", "function-added S.F"],
    ),
    (
        "struct A { 1: i32 x } service S { A f() }",
        "struct B { 1: i32 x } service S { B f() }",
        ["definition-removed A", "function-type-name S.f", "definition-added B"],
    ),
    (
        "struct A { 1: i32 x } service S { A f() }",
        "struct B { 1: i64 x } service S { B f() }",
        ["function-changed S.f", "definition-removed A", "definition-added B"],
    ),
    (
        "service B { void g() } service S extends B {}",
        "service B { void g() } service S {}",
        ["function-removed S.g", "service-base S"],
    ),
    (
        "exception E {} service S { void f() }",
        "exception E {} service S { void f() throws (1: E e) }",
        ["function-changed S.f.e"],
    ),
    (
        "struct A { 1: B b; 2: i32 x } struct B { 1: A a } struct H { 1: A h; 2: B k }",
        "struct C { 1: D b; 2: string x } struct D { 1: C a } struct H { 1: C h; 2: D k }",
        [
            *(
                "field-retyped H.h",
                "field-retyped H.k",
                "definition-removed A",
                "definition-removed B",
            ),
            *("definition-added C", "definition-added D"),
        ],
    ),
    ("service B {} service S {}", "service B {} service S extends B {}", ["service-base S"]),
    (
        "service S { void f(1: i32 x) }",
        "service S { void f(2: i32 x) }",
        ["field-renumbered S.f.x"],
    ),
    ("typedef i32 T struct A { 1: T x }", "struct A { 1: i32 x }", []),
]

FLATBUFFERS = [
    ("table T { x: int; }", "table T { x: uint; }", ["field-retyped T.x"]),
    (
        "enum E : int { A } table T { x: int; }",
        "enum E : int { A } table T { x: E; }",
        ["field-type-name T.x"],
    ),
    (
        "enum E : byte { A } table T { x: int; }",
        "enum E : byte { A } table T { x: E; }",
        ["field-retyped T.x"],
    ),
    ("table T { x: string; }", "table T { x: [ubyte]; }", ["field-retyped T.x"]),
    ("table T { x: int; }", "table T { x: int = null; }", ["absent-scalar T.x"]),
    ("table T { x: int = 1; }", "table T { x: int = 2; }", ["default-changed T.x"]),
    ("table T { x: string; }", "table T { x: string (required); }", ["field-made-required T.x"]),
    ("table T { x: int; y: int; }", "table T { x: int; }", ["field-removed T.y"]),
    ("table T { x: int; }", "table T { x: int; y: int; }", ["field-added T.y"]),
    (
        "table T { x: int; y: int; }",
        "table T { y: int; }",
        ["field-renumbered T.y", "field-removed T.x"],
    ),
    ("table T { x: int; }", "table T { x: int (deprecated); }", ["field-deprecated T.x"]),
    ("table T { x: int (deprecated); }", "table T { x: int; }", ["field-no-longer-deprecated T.x"]),
    ("struct T { x: int; }", "struct T { x: int; y: int; }", ["fixed-layout T.y"]),
    ("struct T { x: int; }", "struct T { y: int; }", ["field-renamed T.x"]),
    ("struct T { x: int; }", "table T { x: int; }", ["definition-kind T"]),
    ("enum E : byte { A }", "enum E : int { A }", ["enum-width E"]),
    (
        "table T {} table U {} root_type T;",
        "table T {} table U {} root_type U;",
        ["root-type-name {old}"],
    ),
    (
        "table T { x: int; } table U { x: long; } root_type T;",
        "table T { x: int; } table U { x: long; } root_type U;",
        ["root-changed {old}"],
    ),
    (
        "table T { x: int; } root_type T;",
        "table U { x: int; } root_type U;",
        ["definition-removed T", "root-type-name {old}", "definition-added U"],
    ),
    (
        "rpc_service S { get(T): T; } table T { x: int; }",
        "rpc_service S { Get(T): T; } table T { x: int; }",
        ["function-removed S.get", "function-added S.Get"],
    ),
    (
        'table T {} root_type T; file_identifier "AAAA";',
        'table T {} root_type T; file_identifier "AAAB";',
        ["identifier-changed {old}"],
    ),
    (
        'table T { v: [ubyte] (nested_flatbuffer: "T"); } table U {}',
        'table T { v: [ubyte] (nested_flatbuffer: "U"); } table U {}',
        ["nested-changed T.v"],
    ),
    (
        "table T { v: [ubyte] (flexbuffer); }",
        "table T { v: [ubyte]; }",
        ["nested-changed T.v"],
    ),
    (
        "table T { v: [int]; }",
        "table T { v: [int] (force_align: 16); }",
        ["vector-alignment T.v"],
    ),
    (
        "struct T { x: int; }",
        "struct T (force_align: 16) { x: int; }",
        ["alignment-changed T"],
    ),
    (
        "table T { x: string (required); }",
        "table T { x: string (required, deprecated); }",
        ["field-made-optional T.x", "field-deprecated T.x"],
    ),
    (
        "table T { x: string (required, deprecated); }",
        "table T { x: string (required); }",
        ["field-made-required T.x", "field-no-longer-deprecated T.x"],
    ),
    (
        "table T { x: string (required, deprecated); }",
        "table T { x: string (deprecated); }",
        [],
    ),
    ("table T { x: double = 0.0; }", "table T { x: double = -0.0; }", ["default-changed T.x"]),
    ("table T { x: float = 1.0; }", "table T { x: float = 1.00000001; }", []),
    ("table T { x: float = 16777216.0; }", "table T { x: float = 16777217.0; }", []),
    (
        "table T { x: int; } rpc_service S { f(T): T; }",
        "table T { x: int; }",
        ["function-removed S.f", "definition-removed S"],
    ),
    (
        "table T { x: int (key); y: int; }",
        "table T { x: int; y: int (key); }",
        ["sort-key-changed T.x", "sort-key-changed T.y"],
    ),
    (
        'table T { x: uint (hash: "fnv1_32"); }',
        'table T { x: uint (hash: "fnv1a_32"); }',
        ["hash-changed T.x"],
    ),
    ("table T {}", "namespace a; table T {}", ["namespace-changed T"]),
    (
        'attribute "inlay_uuid"; table T (inlay_uuid: "00000000-0000-0000-0000-000000000001") {} root_type T;',
        'attribute "inlay_uuid"; table T (inlay_uuid: "00000000-0000-0000-0000-000000000002") {} root_type T;',
        ["extension-changed T"],
    ),
]


def verdicts(folder: Path, old: str, new: str, suffix: str) -> list[str]:
    paths = [folder / f"{name}{suffix}" for name in ("old", "new")]
    for path, text in zip(paths, (old, new), strict=True):
        path.write_text(text, encoding="utf-8")
    judged = judge(load([paths[0]]), load([paths[1]]), Settings())
    return [f"{verdict.rule.id} {verdict.path}" for verdict in judged]


@pytest.mark.parametrize(("old", "new", "expected"), THRIFT)
def test_thrift(old: str, new: str, expected: list[str], tmp_path: Path) -> None:
    assert verdicts(tmp_path, old, new, ".thrift") == expected
    assert verdicts(tmp_path, new, new, ".thrift") == []


@pytest.mark.parametrize(("old", "new", "expected"), FLATBUFFERS)
def test_flatbuffers(old: str, new: str, expected: list[str], tmp_path: Path) -> None:
    names = [each.format(old="old") for each in expected]
    assert verdicts(tmp_path, old, new, ".fbs") == names
    assert verdicts(tmp_path, new, new, ".fbs") == []


def test_a_file_that_was_renamed_is_known_by_its_root(tmp_path: Path) -> None:
    root = "table T { x: int; } root_type T;"
    versions = [
        {"x": root, "v": "table V {} root_type V;"},
        {"z": f'{root} file_identifier "ABCD";', "y": "table Q {} root_type Q;"},
    ]
    schemas = []
    for texts in versions:
        paths = [tmp_path / f"{name}.fbs" for name in texts]
        for path, text in zip(paths, texts.values(), strict=True):
            path.write_text(text, encoding="utf-8")
        schemas.append(load(paths))
    judged = judge(schemas[0], schemas[1], Settings())
    assert [verdict.rule.id for verdict in judged] == [
        "identifier-changed",
        "definition-removed",
        "root-type-name",
        "definition-added",
    ]


def test_rust_is_judged_as_thrift(tmp_path: Path) -> None:
    struct = "thrift_struct!(pub struct A {{ 1: {} i32 x; }});"
    old, new = struct.format("optional"), struct.format("required")
    assert verdicts(tmp_path, old, new, ".rs") == ["field-made-required A.x"]


@pytest.mark.parametrize(("last", "rule"), [("i32", "field-type-name"), ("i64", "field-retyped")])
def test_types_may_lead_to_types_without_end(last: str, rule: str, tmp_path: Path) -> None:
    def chain(letter: str, base: str) -> str:
        links = (
            f"struct {letter}{at} {{ 1: optional {letter}{at - 1} x; 2: optional S s }}"
            for at in range(1, 1500)
        )
        start = f"struct {letter}0 {{ 1: {base} x }} "
        return start + " ".join(links) + f" struct S {{ 1: optional {letter}1499 x }}"

    judged = verdicts(tmp_path, chain("A", "i32"), chain("B", last), ".thrift")
    assert [each for each in judged if "definition" not in each] == [f"{rule} S.x"]


def test_every_rule_has_a_case() -> None:
    seen = {name.split()[0] for _, _, names in (*THRIFT, *FLATBUFFERS) for name in names}
    assert seen == set(RULES)


def test_the_worst_comes_first(tmp_path: Path) -> None:
    old = "struct A { 1: i32 x; 2: i32 y; 3: i32 z }"
    new = "struct A { 1: i64 x; 2: i32 w; 3: i32 z; 4: i32 n }"
    names = verdicts(tmp_path, old, new, ".thrift")
    levels = [RULES[name.split()[0]].level for name in names]
    assert levels == [Level.WIRE, Level.SOURCE, Level.COMPATIBLE]
