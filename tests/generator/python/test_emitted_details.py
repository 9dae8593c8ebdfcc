"""Details of generated classes that tools of others look at."""

from __future__ import annotations

import ast
import builtins
import copy
import keyword
import pickle
import sys
import typing
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar
from uuid import UUID

import mypy
import pytest

import parquet_format.envelope
import parquet_format.footer
import parquet_format.parquet
from inlay_runtime.extension import Extension
from inlay_runtime.struct import EmptyVariant, Struct
from inlay_runtime.union import UnknownVariant
from inlayc.python.names import BUILTINS, STRUCT_MEMBERS, STRUCT_SLOTS

if TYPE_CHECKING:
    from tests.generator.python.conftest import CompileIdl


def comments(module: object) -> list[str]:
    with open(str(vars(module)["__file__"]), encoding="utf-8") as source:
        return [line.rpartition("  # ")[2].strip() for line in source if "  # " in line]


@pytest.mark.parametrize(
    ("declaration", "comment"),
    [
        ("1: optional i32 o", "1: optional i32"),
        ("3: i32 i", "3: i32"),
        ("1: required i32 required_ = 5", "1: required i32 = 5"),
        ("1: optional list<i32> list", "1: optional list<i32> list"),
        ('1: optional string s = " s s"', '1: optional string = " s s"'),
        ("1: optional Level l = 1", "1: optional Level = HIGH"),
        ("1: required Level l = Level.HIGH", "1: required Level = HIGH"),
        ("1: list<Level> l = [Level.LOW, 1]", "1: list<Level> = [LOW, HIGH]"),
        ("1: map<Level, Pair> m = {0: {'b': 1}}", "1: map<Level, Pair> = {LOW: Pair {b: HIGH}}"),
    ],
)
def test_the_comment_of_a_field_is_its_declaration_without_its_name(
    compile_idl: CompileIdl, declaration: str, comment: str
) -> None:
    others = "enum Level { LOW, HIGH } struct Pair { 1: Level a; 2: Level b }"
    assert comment in comments(compile_idl(f"{others} struct S {{ {declaration} }}"))


@pytest.mark.parametrize("cls", [parquet_format.parquet.KeyValue, parquet_format.footer.KeyValue])
def test_an_attribute_that_nothing_was_assigned_to_reads_as_none(cls: Any) -> None:
    blank = cls.__new__(cls)
    assert (blank.key, blank.extension, blank.remainder) == (None, None, None)
    value = cls(key="k")
    assert value.remainder is None
    assert getattr(value, "source", None) is None
    for twin in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert twin == value
        assert repr(twin) == repr(value)
        assert twin.encode() == value.encode()


@pytest.mark.parametrize("module", [parquet_format.parquet, parquet_format.footer])
def test_what_type_checkers_alone_read_stands_last_in_a_class(module: ModuleType) -> None:
    with open(str(module.__file__), encoding="utf-8") as source:
        classes = [node for node in ast.parse(source.read()).body if isinstance(node, ast.ClassDef)]
    stubs = [node.body for node in classes if any(isinstance(s, ast.If) for s in node.body)]
    assert len(stubs) > 20
    assert all(isinstance(body[-1], ast.If) for body in stubs)
    assert not any(isinstance(statement, ast.If) for body in stubs for statement in body[:-1])


def test_no_field_takes_the_name_of_a_member(compile_idl: CompileIdl) -> None:
    members = {name for cls in EmptyVariant.__mro__ for name in vars(cls) if name[0] != "_"}
    assert members <= STRUCT_MEMBERS
    cls = compile_idl("struct S { 1: i32 record_schema }").S
    value = cls(record_schema_=3)
    assert copy.copy(value) == value
    assert "record_schema_=3" in repr(value)


def test_no_slot_takes_the_name_of_what_a_struct_has_for_itself(compile_idl: CompileIdl) -> None:
    own = {name for cls in Struct.__mro__ for name in vars(cls) if name[0] == "_" != name[1]}
    assert own <= STRUCT_SLOTS
    names = [*sorted(name.lstrip("_") for name in own - {"_decode"}), "state_"]
    fields = "".join(f"{at}: optional i32 {name} = {at} " for at, name in enumerate(names, 1))
    cls = compile_idl(f"struct S {{ {fields} }}").S
    value = cls(state=70, value=80)
    assert pickle.loads(pickle.dumps(value)) == value == copy.deepcopy(value)
    assert cls.decode(value.encode()) == value
    assert [getattr(cls(), name) for name in names] == list(range(1, len(names) + 1))


MODULES = [parquet_format.parquet, parquet_format.footer, parquet_format.envelope]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_annotations_can_be_looked_up(module: ModuleType) -> None:
    for cls in (value for value in vars(module).values() if isinstance(value, type)):
        typing.get_type_hints(cls)
        typing.get_type_hints(vars(cls).get("__init__", object.__init__))
    assert typing.get_type_hints(parquet_format.footer.FileMetaData)["UUID"] == ClassVar[UUID]
    assert typing.get_type_hints(parquet_format.parquet.KeyValue)["value"] == str | None


@pytest.mark.parametrize("format_", [parquet_format.parquet, parquet_format.footer])
def test_a_module_exports_what_its_values_are_made_of(format_: object) -> None:
    exported = vars(format_)["__all__"]
    assert "UnknownVariant" in exported
    assert vars(format_)["UnknownVariant"] is UnknownVariant
    assert "Extension" in exported
    assert vars(format_)["Extension"] is Extension


@pytest.mark.parametrize("format_", [parquet_format.parquet, parquet_format.footer])
def test_completion_shows_what_people_need_and_no_imports(format_: object) -> None:
    shown = dir(format_)
    assert shown == sorted(vars(format_)["__all__"])
    assert "FileMetaData" in shown
    assert not {"CompactReader", "TYPE_CHECKING", "annotations", "Self", "read_type"} & {*shown}
    assert "require_generation" not in dir(parquet_format)


def test_copy_replace_is_replace() -> None:
    value = parquet_format.parquet.KeyValue(key="k")
    assert type(value).__replace__ is type(value).replace
    if sys.version_info >= (3, 13):
        assert copy.replace(value, key="other").key == "other"


def test_names_of_constants_are_allowed_to_be_assigned(compile_idl: CompileIdl) -> None:
    directive = "# pyright: reportConstantRedefinition=false"

    def second_line(text: str) -> str:
        with open(compile_idl(text).__file__, encoding="utf-8") as source:
            return source.read().splitlines()[1]

    assert second_line("struct S { 1: i32 URL }") == directive
    assert second_line("struct S { 1: i32 Url }") != directive


BY_KEY = """
enum Level { LOW = 0 }
union Either { 1: i32 number; 2: string text }
struct S { 1: i32 a }
const map<S, string> BY_STRUCT = {{"a": 1}: "one"}
const map<Either, i32> BY_UNION = {{"number": 1}: 2}
const map<set<string>, i32> BY_SET = {["x"]: 3}
const map<map<i32, i32>, i32> BY_MAP = {{1: 2}: 3}
const map<Level, i32> BY_ENUM = {Level.LOW: 3}
const map<string, map<S, i32>> NESTED = {"x": {{"a": 1}: 2}, "y": {}}
const list<map<S, i32>> LISTED = [{{"a": 1}: 2}, {}]
const map<S, string> NONE = {}
struct R {
  1: map<S, i32> none = {}
  2: optional map<S, i32> by_struct = {{"a": 1}: 2}
  3: required map<list<i32>, string> by_list = {[1, 2]: "x"}
  4: optional map<i32, map<S, i32>> nested = {1: {{"a": 2}: 3}}
}
struct Holder { 1: R r = {"none": {{"a": 5}: 6}} }
"""


def test_a_map_is_pairs_wherever_its_keys_cannot_be_hashed(compile_idl: CompileIdl) -> None:
    module = compile_idl(BY_KEY)
    one = module.S(a=1)
    assert [(one, "one")] == module.BY_STRUCT
    assert [(module.EitherNumber(1), 2)] == module.BY_UNION
    assert module.BY_SET == [(["x"], 3)]
    assert module.BY_MAP == [({1: 2}, 3)]
    assert module.BY_ENUM == {module.Level.LOW: 3}
    assert {"x": [(one, 2)], "y": []} == module.NESTED
    assert [[(one, 2)], []] == module.LISTED
    assert module.NONE == []
    value = module.R()
    assert value.by_list is not module.R().by_list, "a default is made anew for each instance"
    defaults: object = ([], [(one, 2)], [([1, 2], "x")], {1: [(module.S(a=2), 3)]})
    assert (value.none, value.by_struct, value.by_list, value.nested) == defaults
    decoded = module.R.decode(value.encode())
    assert (decoded.none, decoded.by_struct, decoded.by_list, decoded.nested) == defaults
    written = value.replace(none=[(one, 1)], nested={2: [(one, 4)]})
    assert module.R.decode(written.encode()) == written
    assert module.Holder().r.none == [(module.S(a=5), 6)]


def test_the_list_of_builtins_has_what_type_checkers_know() -> None:
    stub = Path(mypy.__file__).parent / "typeshed" / "stdlib" / "builtins.pyi"
    known = set(list_names(ast.parse(stub.read_text(encoding="utf-8")).body)) | set(dir(builtins))
    names = {name for name in known if name[0] != "_" and not keyword.iskeyword(name)}
    assert names <= BUILTINS


def list_names(statements: Iterable[ast.stmt]) -> Iterator[str]:
    for statement in statements:
        match statement:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.If(body=body, orelse=others):
                yield from list_names([*body, *others])
            case _:
                pass
