"""What is said of a type or field and would have no effect on it is refused, with what the setting is for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from inlayc.base.settings import SettingsError, settings_from
from tests.support.quick_compile import compile_quickly

THRIFT = """
typedef string Name
typedef binary Blob
enum Color { RED = 1 }
const i32 LIMIT = 3
struct Empty {}
union Tags { 1: Empty A, 2: Empty B }
union Either { 1: string TEXT, 2: binary DATA, 3: i32 NUMBER }
struct S {
  1: optional string text
  2: optional binary data
  3: optional i32 number
  4: optional list<binary> datas
  5: optional map<string, string> mapped
  6: optional Color color
  7: optional Blob blob
  8: optional list<Name> names
  32767: optional binary extension
}
service Talk { void say(1: string text) }
"""
FLAT = """
table T { text: string; texts: [string]; number: int; data: [ubyte]; }
union U { T, text: string }
"""
HOOK = {"type": "builtins:str", "reader": "a:read", "writer": "a:write"}
ERROR: dict[str, Any] = {"unknown": "error"}
SPEC = {"extension_header": "spec"}
BORROW = {"borrow": True}
BYTES = {"text": "bytes"}
STRICT = {"text": "strict"}

REFUSED = [
    ("types", "demo.Name", ERROR, "`unknown` is for enums, unions and structs"),
    ("types", "demo.LIMIT", ERROR, "`unknown` is for enums, unions and structs"),
    ("types", "demo.Either", SPEC, "`extension_header` is for structs"),
    ("types", "demo.Tags", SPEC, "`extension_header` is for structs"),
    ("types", "demo.Color", SPEC, "`extension_header` is for structs"),
    ("types", "demo.Empty", SPEC, "no empty variant"),
    ("types", "demo.LIMIT", HOOK, "hooks are for types"),
    ("types", "demo.Either", {"mistaken": {"A": "b"}}, "`mistaken` is for structs"),
    ("types", "demo.S", {"mistaken": {"ä": "b"}}, "expected printable ASCII"),
    ("types", "demo.S", {"mistaken": {"": "b"}}, "expected printable ASCII"),
    ("types", "demo.S", {"mistaken": {"A": 1}}, "expected a string"),
    ("types", "demo.S", {"mistaken": "A"}, "expected a table"),
    ("fields", "demo.S.text", BORROW, "`borrow` is for binary, and this field is string"),
    ("fields", "demo.S.number", BORROW, "this field is i32"),
    ("fields", "demo.S.datas", BORROW, "this field is list<binary>"),
    ("fields", "demo.S.mapped", BORROW, "this field is map<string, string>"),
    ("fields", "demo.S.mapped", {**BORROW, **BYTES}, "`borrow` is for binary"),
    ("fields", "demo.S.color", BORROW, "this field is Color"),
    ("fields", "demo.Either.DATA", BORROW, "fields of structs"),
    ("fields", "demo.Either.TEXT", HOOK, "fields of structs"),
    ("fields", "demo.S.data", {**BORROW, **HOOK}, "a hook reads the field"),
    ("fields", "demo.S.text", {**BYTES, **HOOK}, "a hook reads the field"),
    ("fields", "demo.S.data", BYTES, "`text` is for strings and containers of them"),
    ("fields", "demo.S.number", STRICT, "this field is i32"),
    ("fields", "demo.S.datas", STRICT, "this field is list<binary>"),
    ("fields", "demo.Either.NUMBER", BYTES, "this field is i32"),
    ("fields", "demo.S.extension", BORROW, "the extension"),
    ("fields", "flat.T.number", BYTES, "`text` is for strings"),
    ("fields", "flat.T.data", STRICT, "`text` is for strings"),
    ("fields", "flat.T.text", BORROW, "for Thrift"),
    ("fields", "flat.U.text", BYTES, "fields of tables"),
    ("fields", "demo.S.text", {"text": "latin-1"}, "expected one of escape, strict, bytes"),
    ("fields", "demo.S.text", {"texts": "bytes"}, "did you mean text?"),
]
TAKEN: list[tuple[str, str, dict[str, Any]]] = [
    ("types", "demo.Color", ERROR),
    ("types", "demo.Tags", ERROR),
    ("types", "demo.S", SPEC),
    ("types", "demo.Name", HOOK),
    ("types", "demo.LIMIT", {"internal": True}),
    ("fields", "demo.S.data", BORROW),
    ("fields", "demo.S.blob", BORROW),
    ("fields", "demo.S.text", {**BORROW, **BYTES}),
    ("fields", "demo.S.text", STRICT),
    ("fields", "demo.S.text", {"text": "escape"}),
    ("fields", "demo.S.number", HOOK),
    ("fields", "demo.S.mapped", BYTES),
    ("fields", "demo.S.names", STRICT),
    ("fields", "demo.Either.TEXT", BYTES),
    ("fields", "flat.T.texts", BYTES),
    ("fields", "flat.T.text", STRICT),
]


@pytest.fixture
def compiled(tmp_path: Path) -> Any:
    (tmp_path / "demo.thrift").write_text(THRIFT)
    (tmp_path / "flat.fbs").write_text(FLAT)

    def compile_with(kind: str, name: str, said: dict[str, Any]) -> dict[str, str]:
        table = {"sources": ["demo.thrift", "flat.fbs"], "package": "made", kind: {name: said}}
        return {p.name: text for p, text in compile_quickly(settings_from(table, tmp_path)).items()}

    return compile_with


@pytest.mark.parametrize(("kind", "name", "said", "reason"), REFUSED)
def test_it_is_refused(
    compiled: Any, kind: str, name: str, said: dict[str, Any], reason: str
) -> None:
    with pytest.raises(SettingsError) as caught:
        compiled(kind, name, said)
    assert f'tool.inlay.{kind}."{name}"' in str(caught.value)
    assert reason in str(caught.value)


@pytest.mark.parametrize(("kind", "name", "said"), TAKEN)
def test_it_is_taken(compiled: Any, kind: str, name: str, said: dict[str, Any]) -> None:
    assert compiled(kind, name, said)["demo.py"]


def test_a_hook_of_a_type_leaves_nothing_for_settings_of_its_fields(tmp_path: Path) -> None:
    (tmp_path / "demo.thrift").write_text(THRIFT)
    for name, said in (("demo.S.blob", BORROW), ("demo.S.names", BYTES)):
        hooked = {"demo.Blob": HOOK, "demo.Name": HOOK}
        table = {
            "sources": ["demo.thrift"],
            "package": "made",
            "types": hooked,
            "fields": {name: said},
        }
        with pytest.raises(SettingsError, match=name):
            compile_quickly(settings_from(table, tmp_path))


@pytest.mark.parametrize(
    "named", ["not.there:read", "a:class", "a.None.b:read", "import:x", "a:b:c", "a..b:c", "a-b:c"]
)
@pytest.mark.parametrize("key", ["type", "reader", "writer"])
@pytest.mark.parametrize(("kind", "name"), [("types", "demo.Name"), ("fields", "demo.S.text")])
def test_a_hook_is_a_name_that_python_can_import(
    kind: str, name: str, key: str, named: str, tmp_path: Path
) -> None:
    table = {"sources": ["demo.thrift"], "package": "made", kind: {name: {**HOOK, key: named}}}
    said = f"{name}.*{key}: expected module:name, found '{named}'"
    with pytest.raises(SettingsError, match=said):
        settings_from(table, tmp_path)


def test_a_hook_may_have_the_words_that_are_keywords_only_somewhere(tmp_path: Path) -> None:
    hook = HOOK | {"reader": "match.type:case", "writer": "nothing.classes:_"}
    table = {"sources": ["demo.thrift"], "package": "made", "types": {"demo.Name": hook}}
    settings_from(table, tmp_path)


def test_comments_say_what_the_idl_says(compiled: Any) -> None:
    code = compiled("fields", "demo.S.text", BYTES)["demo.py"]
    assert "# 1: optional string" in code
    assert "text: bytes | None" in code
    code = compiled("fields", "flat.T.texts", BYTES)["flat.py"]
    assert "texts: list[bytes] | None" in code
