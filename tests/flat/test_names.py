"""Names of an IDL that mean something in Python, or to what is generated."""

from __future__ import annotations

import builtins
import keyword
from typing import Any

import pytest

from inlay_runtime.errors import EncodeError
from inlay_runtime.extension import Extension
from inlay_runtime.shown import whole
from inlay_runtime.union import UnknownVariant
from inlayc.base.settings import SettingsError
from tests.flat.compiled import compile_files, compile_text, output

TAKEN = """
    remainder source fill view decode encode builder self cls class required present SCHEMA UUID find
    attach materialise record_schema from_verified flat struct tag value copy values items fields lazy
    limits replace read write wire_type final Table Extension match type None_ EXTENDS TRAILER mro
    """.split()
"""Fields that every kind of generated code could stumble over."""


def names() -> list[str]:
    words = [*TAKEN, *keyword.kwlist[::3], *keyword.softkwlist, *dir(builtins)[::4]]
    return [
        w
        for w in dict.fromkeys(words)
        if not w.startswith("_") and w not in ("True", "False", "None")
    ]


def fields(type_: str) -> str:
    # base types are not names in a .fbs, nor are its own words
    refused = {
        "bool",
        "float",
        "int",
        "extension",
        "nan",
        "inf",
        "infinity",
        "true",
        "false",
        "null",
    }
    return " ".join(f"{name}: {type_};" for name in names() if name not in refused)


@pytest.mark.parametrize(
    "type_", ["int", "string", "[int]", "long = null", "[string]", "U", "[U]", "T"]
)
def test_any_field_name_in_a_table(type_: str) -> None:
    module = compile_text(f"table A {{}} union U {{ A }} table T {{ {fields(type_)} }}")
    value_of: dict[str, Any] = {
        "int": 5, "string": "x", "[int]": [1], "long = null": 0, "[string]": ["x"],
        "U": module.A(), "[U]": [module.A()], "T": module.T(),
    }  # fmt: skip
    slots = [field.attribute for field in module.T.SCHEMA.fields]
    assert len(slots) > 80
    assert len(set(slots)) == len(slots)
    value = module.T(**dict.fromkeys(slots, value_of[type_]))
    data = value.encode()
    for eager in (True, False):
        again = module.T.decode(data, eager=eager)
        assert again == value
        assert whole(again) == whole(value)
        assert again.replace().encode() == data


def test_any_required_field_name() -> None:
    module = compile_text(f"table T {{ {fields('string (required)')} }}")
    slots = [field.attribute for field in module.T.SCHEMA.fields]
    value = module.T(**{slot: slot for slot in slots})
    assert module.T.decode(value.encode()) == value


def test_any_field_name_in_a_struct() -> None:
    module = compile_text(f"struct S {{ {fields('short')} }} table T {{ s: S; }}")
    slots = [field.attribute for field in module.S.SCHEMA.fields]
    value = module.S(**{slot: number for number, slot in enumerate(slots)})
    assert module.S.decode(value.encode()) == value
    assert module.T.decode(module.T(s=value).encode()).s == value
    assert value.replace(**{slots[0]: 9}) != value


CLASSES = """
    Table Layout Fixed TableView TableBuilder Member Variant UnknownVariant FlatEnum OpenFlag Self
    required present flat Uuid FixedValues Extension ExtensionTable ClassVar TypeAlias final str list bytes
    dict tuple object property classmethod staticmethod None_ NotImplemented struct annotations view builder
    value read_U write_U U_ uuid typing inlay_runtime Exception
    """.split()


@pytest.mark.parametrize("name", CLASSES[::3])
def test_any_class_name(name: str) -> None:
    """As a table, a struct, an enum, a union."""
    rest = "table Plain { a: int; s: string; b: [ubyte]; extension: [ubyte]; }"
    module = compile_text(
        f"{rest} table {name} {{ a: int; l: [string]; }} union U {{ Plain, {name} }} table T {{ u: U; x: {name}; }}"
    )
    cls = getattr(module, escaped(module, name))
    value = module.T(u=cls(a=1, l=["x"]), x=cls())
    assert module.T.decode(value.encode()) == value
    module = compile_text(
        f"{rest} struct {name} {{ a: int; }} table T {{ x: {name}; l: [{name}]; }}"
    )
    cls = getattr(module, escaped(module, name))
    value = module.T(x=cls(a=1), l=[cls(a=2)])
    assert module.T.decode(value.encode()) == value
    module = compile_text(
        f"{rest} enum {name} : byte {{ A, B }} struct S {{ e: {name}; l: [{name}:2]; }} table T {{ x: {name} = B; s: S; }}"
    )
    cls = getattr(module, escaped(module, name))
    value = module.T(x=cls.A, s=module.S(e=cls.B, l=[cls.A, cls.B]))
    assert module.T.decode(value.encode()) == value
    module = compile_text(
        f"{rest} union {name} {{ Plain, Again: Plain, text: string }} table T {{ x: {name}; l: [{name}]; }}"
    )
    value = module.T.decode(module.T().encode())
    assert value.x is None


def escaped(module: Any, name: str) -> str:
    return next(found for found in (name, f"{name}_", f"{name}__") if found in module.__all__)


def test_extension_is_a_slot_only_where_it_is_bytes() -> None:
    module = compile_text(
        "table A { extension: string; } table B { extension: [ubyte] (required); }"
        "table C { extension: [byte]; } table D { extension: [ubyte] = []; } table E { x: int; extension: [ubyte]; }"
    )
    assert module.A.decode(module.A(extension_="x").encode()).extension_ == "x"
    assert module.B.decode(module.B(extension_=b"x").encode()).extension_ == b"x"
    assert module.D.decode(module.D().encode()).extension_ == b""
    for cls in (module.C, module.E):
        value = cls(extension=Extension(b"abc"))
        again = cls.decode(value.encode())
        assert again.extension == Extension(b"abc")
        assert again == value
        assert again.replace(extension=None).extension is None


def test_includes_across_modules() -> None:
    other = (
        "namespace x.y; enum E : byte { A, B } struct S { e: E; } table P { a: int; } table demo { a: int; }"
        "union W { P, Q: P, text: string } union V { P, S }"
    )
    module = compile_text(
        'include "part.fbs"; namespace z; table T { part: x.y.P; other: [x.y.P]; e: x.y.E = B; s: x.y.S; w: x.y.W;'
        "ws: [x.y.W]; u: U; v: x.y.V; } union U { x.y.P, T, x.y.S } struct Here { s: x.y.S; ss: [x.y.S:2]; es: [x.y.E:2]; }"
        "table R { here: Here; }",
        part=other,
    )
    p = __import__(f"{module.__package__}.part", fromlist=["P"])
    one = p.S(e=p.E.B)
    value = module.T(
        part_=p.P(a=1), other=[p.P()], e=p.E.A, s=one, w=p.WText("w"), ws=[p.WQ(p.P(a=3)), p.WText("")],
        u=module.T(u=one), v=p.P(a=9),
    )  # fmt: skip
    assert module.T.decode(value.encode()) == value
    here = module.R(here=module.Here(s=one, ss=[one, one], es=[p.E.A, p.E.B]))
    assert module.R.decode(here.encode()) == here


def test_order_of_definitions_does_not_matter() -> None:
    module = compile_text(
        "table T { c: Color = Red; s: S; u: U; } union U { Later, S } struct S { i: Inner; c: Color; }"
        "struct Inner { x: short; } table Later { t: T; } enum Color : byte { Green, Red }"
    )
    value = module.T(
        s=module.S(i=module.Inner(x=1), c=module.Color.Red), u=module.Later(t=module.T())
    )
    assert module.T.decode(value.encode()) == value


def test_modules_that_include_each_other_and_need_no_cycle() -> None:
    module = compile_text(
        'include "b.fbs"; namespace a; table A { b: b.B; }',
        b='include "demo.fbs"; namespace b; table B { x: int; }',
    )
    assert module.A.decode(module.A().encode()).b_ is None


def test_names_of_dangerous_builtins() -> None:
    """`open` is a fine name in an IDL, and no generated code may hold it."""
    module = compile_text(
        "enum State : byte { open, closed } table eval { input: int; } table T { state: State = open; e: eval; }"
    )
    value = module.T(state=module.State.closed, e=module.eval_(input_=4))
    assert module.T.decode(value.encode()) == value
    assert module.T().state is module.State.open_


@pytest.mark.parametrize(
    ("table", "name", "said", "reason"),
    [
        ("types", "names.E", {"unknown": "error"}, "only `internal`"),
        ("types", "names.T", {"extension_header": "spec"}, "only `internal`"),
        ("types", "names.T", {"type": "m:T", "reader": "m:r", "writer": "m:w"}, "only `internal`"),
        ("fields", "names.T.b", {"borrow": True}, "for Thrift"),
    ],
)
def test_settings_without_effect_are_refused(
    table: str, name: str, said: dict[str, Any], reason: str
) -> None:
    """Silence would be taken for consent."""
    folder = output() / "settings"
    folder.mkdir(exist_ok=True)
    source = folder / "names.fbs"
    source.write_text("enum E : byte { A } table T { b: [ubyte]; e: E; }", encoding="utf-8")
    with pytest.raises(SettingsError, match=reason):
        compile_files([source], {table: {name: said}})
    assert compile_files([source], {"types": {"names.E": {"internal": True}}}).T


def test_union_without_variants() -> None:
    """flatc accepts it; a value can only be of a newer schema."""
    module = compile_text("union U {} table T { u: U; x: int; }")
    value = module.T(x=4)
    assert module.T.decode(value.encode()) == value
    with pytest.raises(EncodeError, match="of a newer schema"):
        module.T(u=UnknownVariant(1, b"")).encode()


def test_definitions_called_like_files_keep_their_names() -> None:
    module = compile_text(
        'include "schema.fbs"; table demo { s: schema; other: schema_; } table schema_ { x: int; }',
        schema="table schema { demo: int; text: string; }",
    )
    other = vars(module).get("schema")
    assert module.demo.__name__ == "demo"
    assert other is not None
    value = module.demo(s=other.schema(demo=1, text="t"), other=module.schema_(x=2))
    assert module.demo.decode(value.encode()) == value


def test_a_definition_called_like_an_included_file_keeps_its_name() -> None:
    module = compile_text(
        'include "parts.fbs"; table demo { p: Part; own: parts; } table parts { part: Part; }',
        parts="table Part { x: int; }",
    )
    assert module.parts.__name__ == "parts"
    part = module.demo.SCHEMA.fields[0].type
    value = module.demo(p=part(x=1), own=module.parts(part=part(x=2)))
    assert module.demo.decode(value.encode()) == value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "namespace g.x; table M {} namespace g.y; table M { o: g.x.M; } table R { m: M; } root_type R;",
            {"M", "x_M", "R"},
        ),
        ("namespace a.x; table M {} namespace b.x; table M {}", {"M", "x_M"}),
        (
            "namespace h; table R {} namespace a.x; table M {} namespace b.x; table M {}",
            {"R", "a_x_M", "b_x_M"},
        ),
        ("table M {} namespace a; table M {} table R {} root_type R;", {"M", "M_", "R"}),
        ("namespace a; table M {} namespace b; table M {} table b_M {}", {"M", "b_M_", "b_M"}),
    ],
)
def test_equal_names_in_namespaces_of_one_file(text: str, expected: set[str]) -> None:
    assert set(compile_text(text).__all__) - {"Extension", "UnknownVariant"} == expected
