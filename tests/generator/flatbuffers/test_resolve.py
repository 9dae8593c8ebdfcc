"""FlatBuffers texts to the schema model: what each construct becomes."""

from __future__ import annotations

import json
import uuid
from pathlib import Path

import pytest

from inlayc.base.diagnostics import CompileError
from inlayc.base.source import SourceFile
from inlayc.cli.describe import as_json
from inlayc.frontends.flatbuffers.parse import parse
from inlayc.frontends.flatbuffers.resolve import resolve
from inlayc.frontends.load import load
from inlayc.model.schema import (
    ArrayOf,
    Base,
    Dialect,
    Enumeration,
    EnumValue,
    ExtensionDeclaration,
    Field,
    Kind,
    ListOf,
    ListValue,
    Named,
    Requiredness,
    Schema,
    Service,
    Struct,
)

OPTIONAL, REQUIRED, DEFAULT = Requiredness.OPTIONAL, Requiredness.REQUIRED, Requiredness.DEFAULT
CHAIN = 1_500
"""Definitions that need each other: more than Python has frames."""

ID = "6f3b1a52-0c5d-4f0e-9d62-3a1f4c2e8b01"
DECLARED = 'attribute "inlay_uuid"; attribute "inlay_extends"; attribute "inlay_trailer";'


def schema(text: str) -> Schema:
    return resolve([parse(SourceFile("test.fbs", text))])


def struct(text: str, name: str = "T") -> Struct:
    found = schema(text)[Named("test", name)]
    assert isinstance(found, Struct)
    return found


def field(text: str) -> Field:
    return struct(f"table T {{ {text}; }}").fields[0]


def refused(text: str) -> list[str]:
    with pytest.raises(CompileError) as caught:
        schema(text)
    return [diagnostic.code for diagnostic in caught.value.diagnostics]


def write(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        stem, _, suffix = name.rpartition("_")
        (folder / f"{stem}.{suffix}").write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "type_", "requiredness", "default"),
    [
        ("x: int = 5", Base.I32, DEFAULT, 5),
        ("x: ushort", Base.U16, DEFAULT, 0),
        ("x: float32", Base.FLOAT, DEFAULT, 0.0),
        ("x: bool", Base.BOOL, DEFAULT, False),
        ("x: long = null", Base.I64, OPTIONAL, None),
        ("x: string", Base.STRING, OPTIONAL, None),
        ("x: string (key)", Base.STRING, REQUIRED, None),
        ('x: string = "a"', Base.STRING, DEFAULT, "a"),
        ("x: [ubyte]", ListOf(Base.U8), OPTIONAL, None),
        ("x: [byte] (required)", ListOf(Base.I8), REQUIRED, None),
        ("x: [T] = []", ListOf(Named("test", "T")), DEFAULT, ListValue(())),
        ("x: T", Named("test", "T"), OPTIONAL, None),
    ],
)
def test_a_field_may_be_absent(
    text: str, type_: object, requiredness: Requiredness, default: object
) -> None:
    found = field(text)
    assert (found.type, found.requiredness, found.default) == (type_, requiredness, default)
    assert type(found.default) is type(default)


def test_an_enum_has_an_underlying_type_and_flags_are_shifted() -> None:
    found = schema("enum E : ubyte (bit_flags) { A, B, C = 7 } table T { e: E = B; f: E; }")
    enum = found[Named("test", "E")]
    assert isinstance(enum, Enumeration)
    assert (enum.underlying, enum.bit_flags) == (Base.U8, True)
    assert [member.value for member in enum.members] == [1, 2, 128]
    table = found[Named("test", "T")]
    assert isinstance(table, Struct)
    assert [f.default for f in table.fields] == [EnumValue(Named("test", "E"), n) for n in (2, 0)]


def test_a_union_takes_two_slots() -> None:
    found = struct("table A {} union U { A } table T { u: U; x: int; us: [U]; }")
    assert [(f.name, f.id) for f in found.fields] == [("u", 1), ("x", 2), ("us", 4)]


def test_ids_are_slots() -> None:
    text = "table A {} union U { A } table T { x: int (id: 0); u: U (id: 3); y: int (id: 1); }"
    assert [(f.name, f.id) for f in struct(text).fields] == [("x", 0), ("u", 3), ("y", 1)]


def test_variants_have_tags() -> None:
    text = "struct S { x: int; } table A {} union T { A, Alias: A = 7, S, text: string }"
    found = struct(text)
    assert found.kind is Kind.UNION
    assert [(f.name, f.id, f.type) for f in found.fields] == [
        ("A", 1, Named("test", "A")),
        ("Alias", 7, Named("test", "A")),
        ("S", 8, Named("test", "S")),
        ("text", 9, Base.STRING),
    ]
    assert {f.requiredness for f in found.fields} == {OPTIONAL}


def test_a_fixed_struct_is_laid_out() -> None:
    found = struct(
        "struct T (force_align: 16) { a: byte; b: [P:2]; c: short; } struct P { x: int; }"
    )
    assert (found.kind, found.size, found.alignment) == (Kind.FIXED, 16, 16)
    assert [(f.id, f.offset) for f in found.fields] == [(0, 0), (1, 4), (2, 12)]
    assert found.fields[1].type == ArrayOf(Named("test", "P"), 2)


def test_names_are_looked_for_in_the_namespaces_around() -> None:
    found = schema(
        "table X {} namespace a; table Y { x: X; z: b.Z; } namespace a.b; table Z { y: Y; z: a.b.Z; }"
    )
    definitions = {d.name: d for d in found.module("test") if isinstance(d, Struct)}
    assert {name: d.namespace for name, d in definitions.items()} == {"X": "", "Y": "a", "Z": "a.b"}
    types = [f.type for name in "YZ" for f in definitions[name].fields]
    assert types == [Named("test", name) for name in "XZYZ"]
    assert found.module("test").namespaces == {"*": "a"}


def test_a_module_knows_its_root_and_how_its_buffers_are_told() -> None:
    text = 'namespace n; table R {} root_type R; file_identifier "ABCD"; file_extension "x";'
    module = schema(text).module("test")
    assert module.dialect is Dialect.FLATBUFFERS
    assert module.root_type == Named("test", "R")
    assert (module.file_identifier, module.file_extension) == ("ABCD", "x")


def test_a_service_has_functions() -> None:
    found = schema('table A {} table B {} rpc_service S { m(A): B (streaming: "none"); }')
    service = found[Named("test", "S")]
    assert isinstance(service, Service)
    (method,) = service.functions
    assert method.returns == Named("test", "B")
    assert [p.type for p in method.parameters] == [Named("test", "A")]
    assert method.annotations == {"streaming": "none"}


def test_attributes_are_annotations() -> None:
    found = struct('attribute "mine"; table T (mine: "x") { a: int (id: 0, deprecated, mine: 7); }')
    assert found.annotations == {"mine": "x"}
    assert found.fields[0].annotations == {"id": "0", "deprecated": "", "mine": "7"}


def test_documentation_is_found() -> None:
    found = struct("/// One.\n/// Two.\ntable T {\n  /** Of a. */ a: int;\n  b: int; // Of b.\n}\n")
    assert [found.doc, *(f.doc for f in found.fields)] == ["One.\nTwo.", "Of a.", "Of b."]


def test_an_extension_is_declared() -> None:
    text = f'{DECLARED} table T (inlay_uuid: "{ID}", inlay_extends: "parquet.RowGroup") {{}} root_type T;'
    assert struct(text).extension == ExtensionDeclaration(uuid.UUID(ID), "parquet.RowGroup", "spec")


def test_an_extension_may_extend_anything() -> None:
    text = f'{DECLARED} table T (inlay_trailer: "uuid_first", inlay_uuid: "{ID}") {{}} root_type T;'
    assert struct(text).extension == ExtensionDeclaration(uuid.UUID(ID), "", "uuid_first")


def test_the_extended_struct_is_looked_up_if_it_is_compiled_along(tmp_path: Path) -> None:
    write(
        tmp_path,
        p_thrift="struct Chunk {} union U {}",
        good_fbs=f'{DECLARED} table T (inlay_uuid: "{ID}", inlay_extends: "p.Chunk") {{}} root_type T;',
        bad_fbs=f'{DECLARED} table T (inlay_uuid: "{ID}", inlay_extends: "p.Chnk") {{}} root_type T;',
    )
    thrift, good, bad = (tmp_path / name for name in ("p.thrift", "good.fbs", "bad.fbs"))
    assert [module.name for module in load([good, thrift]).modules] == ["p", "good"]
    with pytest.raises(CompileError, match="unknown module `p`"):
        load([bad])
    with pytest.raises(CompileError, match="did you mean `Chunk`"):
        load([thrift, bad])


def test_a_file_sees_what_it_includes_however_deep_it_is_itself(tmp_path: Path) -> None:
    write(
        tmp_path,
        main_fbs='include "beside.fbs"; include "one.fbs"; table Main { one: One; }',
        beside_fbs="table Beside {}",
        one_fbs='include "two.fbs"; table One { two: Two; }',
        two_fbs='include "three.fbs"; table Two { three: Three; }',
        three_fbs="table Three {}",
    )
    two = load([tmp_path / "main.fbs"]).module("two").definitions[0]
    assert isinstance(two, Struct)
    assert two.fields[0].type == Named("three", "Three")


def test_files_share_names_through_includes(tmp_path: Path) -> None:
    write(
        tmp_path,
        main_fbs='include "left.fbs"; include "right.fbs"; namespace m; table Main { l: Left; }',
        left_fbs="table Left { r: Right; m: m.Main; }",
        right_fbs="struct Right { x: int; }",
    )
    found = load([tmp_path / "main.fbs"])
    assert [module.name for module in found.modules] == ["left", "right", "main"]
    left = found[Named("left", "Left")]
    assert isinstance(left, Struct)
    assert [f.type for f in left.fields] == [Named("right", "Right"), Named("main", "Main")]


def test_files_that_have_nothing_to_do_with_each_other_may_use_one_name(tmp_path: Path) -> None:
    write(
        tmp_path,
        common_fbs="table Shared {}",
        one_fbs='include "common.fbs"; table Root { s: Shared; me: Root; }',
        two_fbs='include "common.fbs"; table Root { s: Shared; me: Root; }',
    )
    found = load([tmp_path / "one.fbs", tmp_path / "two.fbs"])
    for name in ("one", "two"):
        root = found[Named(name, "Root")]
        assert isinstance(root, Struct)
        assert root.fields[1].type == Named(name, "Root")


def test_all_mistakes_are_told_at_once() -> None:
    text = """
        enum E : byte { A = 200 }
        struct S { s: S; t: string; }
        table T (id: 1) { a: Absent; b: int = x; c: [S] (key); }
        union U { int }
        root_type E;
    """
    assert refused(text) == [
        "enum-value-out-of-range",
        "struct-cycle",
        "struct-field",
        "unknown-type",
        "wrong-default",
        "attribute-misplaced",
        "variant-type",
        "root-type",
    ]


def test_what_follows_from_a_mistake_is_not_told() -> None:
    assert refused("table T { x: Absent (id: 5); y: int (id: 7); }") == ["unknown-type"]
    assert refused("struct A { x: Absent; } struct B { a: A; }") == ["unknown-type"]
    assert refused("table T {} union U : int { T = 555 }") == ["union-underlying-type"]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("namespace a; table F {} namespace a.b; table F {} table T { f: F; }", "a.b"),
        ("namespace a; table F {} namespace a.b; table T { f: F; } table F {}", "a"),
        ("namespace a.b; table T { f: F; } namespace a; table F {} namespace a.b; table F {}", "a"),
        ("namespace a; enum F : byte { X } namespace a.b; table F {} table T { f: F; }", "a"),
        ("namespace a; enum F : byte { X } namespace a.b; table T { f: F; } table F {}", "a"),
        ("namespace a.b; table T { f: F; } table F {} namespace a; table F {}", "a.b"),
        ("namespace a; table T { f: F; } namespace b; table F {}", "b"),
        ("namespace a; table T { f: F; } namespace b; table F {} namespace a; table F {}", "b"),
        (
            "table U { f: a.F; } namespace b.a; table F {} table T { f: a.F; } namespace a; table F {}",
            "a",
        ),
        (
            "table U { f: a.F; } namespace a; table F {} namespace b.a; table F {} table T { f: a.F; }",
            "b.a",
        ),
        (
            "namespace b.a; table F {} table T { f: a.F; } table U { f: a.F; } namespace a; table F {}",
            "b.a",
        ),
        (
            "namespace b; table F {} namespace a; union U { F } namespace b; table T { f: F; } namespace a; table F {}",
            "a",
        ),
    ],
)
def test_a_name_of_several_namespaces_means_what_flatc_takes(text: str, meant: str) -> None:
    """As flatc 2.0.8 and 25 have it, who read once, and look for enums first."""
    found = schema(text)
    table = next(d for d in found.modules[0] if isinstance(d, Struct) and d.name.endswith("T"))
    type_ = table.fields[0].type
    assert isinstance(type_, Named)
    definition = found[type_]
    assert isinstance(definition, Struct | Enumeration)
    assert definition.namespace == meant


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"struct S{n} {{ x: S{n + 1}; }}" for n in range(CHAIN))
        + f"struct S{CHAIN} {{ x: int; }}",
        "".join(f"table S{n} {{ x: [S{(n + 1) % CHAIN}]; }}" for n in range(CHAIN)),
    ],
    ids=["structs", "tables"],
)
def test_long_chains_need_no_recursion(text: str) -> None:
    assert len(schema(text).module("test").definitions) >= CHAIN


def test_a_struct_cannot_grow_without_end() -> None:
    chain = "".join(f"struct S{n} {{ x: [S{n + 1}:65535]; }}" for n in range(500))
    assert refused(chain + "struct S500 { x: int; }") == ["struct-too-large"]


def test_json_says_what_is_special() -> None:
    text = f"""
        {DECLARED}
        namespace n;
        enum E : ubyte (bit_flags) {{ A }}
        struct S {{ x: short; y: [int:2]; }}
        table T (inlay_uuid: "{ID}") {{ s: S; }}
        root_type T;
    """
    enum, fixed, table = json.loads(as_json(schema(text)))["definitions"]
    assert (enum["underlying"], enum["bit_flags"], enum["namespace"]) == ("u8", True, "n")
    assert (fixed["kind"], fixed["size"], fixed["alignment"]) == ("fixed struct", 12, 4)
    assert [(f["offset"], f["type"]) for f in fixed["fields"]] == [(0, "i16"), (4, "array<i32, 2>")]
    assert table["extension"] == {"uuid": ID, "extends": "", "trailer": "spec"}


@pytest.mark.parametrize(
    ("written", "held"),
    [
        ("0.1", 0.1),
        ("16777217", 16777216.0),
        ("1e-50", 0.0),
        ("-1e-50", -0.0),
        ("1.00000001", 1.0),
        ("3.4028235e38", 3.4028235e38),
        ("-3.40282347e+38", -3.4028235e38),
        ("3.40282356e38", 3.4028235e38),
        ("-inf", float("-inf")),
    ],
)
def test_a_default_is_what_32_bits_hold_of_it(written: str, held: float) -> None:
    assert repr(field(f"a: float = {written}").default) == repr(held)
    assert repr(field(f"a: double = {written}").default) == repr(float(written))


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("sin(rad(90))", 1.0),
        ("sin( rad( 45 ) )", 0.707106781186),
        ("cos(rad(deg(1)))", 0.540302305868),
        ("rad(sin(1))", 0.014686439245),
        ("rad(180)", 3.14159265359),
        ("rad(1e-13)", 0.0),
    ],
)
def test_conversions_nest_with_the_twelve_decimals_of_flatc(written: str, value: float) -> None:
    assert field(f"a: double = {written}").default == value


@pytest.mark.parametrize("written", ["sin(rad(90)", "rad(90))", "sin(rad(90)))"])
def test_each_bracket_of_a_conversion_is_closed_once(written: str) -> None:
    assert refused(f"table T {{ a: double = {written}; }}") == ["syntax-error"]


@pytest.mark.parametrize(
    "attributes", ["required, deprecated", "deprecated, required", "key, deprecated"]
)
def test_what_is_deprecated_is_not_required(attributes: str) -> None:
    assert field(f"a: string ({attributes})").requiredness is OPTIONAL
