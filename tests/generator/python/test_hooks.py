"""The customisation examples of parquet-rs's THRIFT.md, as hooks from the configuration."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from inlay_runtime.errors import EncodeError

if TYPE_CHECKING:
    from tests.generator.python.conftest import CompileIdl

IDL = """
enum ConvertedType { UTF8 = 0; MAP = 1; LIST = 3 }
struct PageLocation { 1: required i64 offset, 2: required i32 size }
struct StringType {}
struct Decimal { 1: required i32 scale }
union LogicalType { 1: StringType STRING; 2: Decimal DECIMAL }
struct Element {
  1: required string name
  2: optional ConvertedType converted
  3: optional LogicalType logical
  4: optional list<LogicalType> all
}
typedef bool Flag
struct Flagged { 1: optional Flag flag }
struct OffsetIndex { 1: required list<PageLocation> page_locations; 2: optional binary key }
"""

HOOKS = """
from enum import IntEnum

from inlay_runtime import wire_types


class ConvertedTypeOrNone(IntEnum):
    NONE = 0
    UTF8 = 1
    MAP = 2
    LIST = 4


def read_converted(reader):
    return ConvertedTypeOrNone(reader.i32() + 1)


def write_converted(writer, value):
    writer.i32(value - 1)


def read_flag(reader):
    return reader.boolean()


def write_flag(writer, value):
    pass


class Logical:
    def __init__(self, name):
        self.name = name

    def __eq__(self, other):
        return self.name == other.name


UNION = None


def read_logical(reader):
    from inlay_runtime.schema import UnionSchema

    name = "_Unknown"
    for tag in reader.fields(UnionSchema("LogicalType")):
        name = {1: "String", 2: "Decimal"}.get(tag, f"_Unknown {tag}")
        reader.skip(reader.wire_type)
    return Logical(name)


def write_logical(writer, value):
    if value.name != "String":
        raise ValueError(f"Trying to write {value.name}")
    writer.begin_struct()
    writer.field(1, wire_types.STRUCT)
    writer.begin_struct()
    writer.end_struct(None)
    writer.end_struct(None)


def read_locations(reader):
    size, _ = reader.list_header()
    offsets = []
    for _ in range(size):
        reader.byte()
        offset = reader.i64()
        reader.byte()
        offsets.append((offset, reader.i32()))
        reader.byte()
    return offsets


def write_locations(writer, value):
    writer.list_of(wire_types.STRUCT, value, write_location)


def write_location(writer, value):
    writer.begin_struct()
    writer.field(1, wire_types.I64)
    writer.i64(value[0])
    writer.field(2, wire_types.I32)
    writer.i32(value[1])
    writer.end_struct(None)
"""


def hook(name: str, type_: str) -> dict[str, str]:
    return {
        "type": type_,
        "reader": f"my_hooks.parquet:read_{name}",
        "writer": f"my_hooks.parquet:write_{name}",
    }


@pytest.fixture
def hooked(compile_idl: CompileIdl, tmp_path: Path) -> Any:
    package = tmp_path / "out" / "my_hooks"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "parquet.py").write_text(HOOKS)
    yield compile_idl(
        IDL,
        types={
            "demo.ConvertedType": hook("converted", "my_hooks.parquet:ConvertedTypeOrNone"),
            "demo.Flag": hook("flag", "builtins:bool"),
            "demo.LogicalType": hook("logical", "my_hooks.parquet:Logical"),
        },
        fields={"demo.OffsetIndex.page_locations": hook("locations", "builtins:list")},
    )
    for name in [name for name in sys.modules if name.startswith("my_hooks")]:
        del sys.modules[name]


def test_an_enum_off_by_one_reads_and_writes_the_idl_values(
    hooked: Any, compile_idl: CompileIdl
) -> None:
    plain = compile_idl(IDL)
    data = plain.Element(name="a", converted=plain.ConvertedType.LIST).encode()
    element = hooked.Element.decode(data)
    assert element.converted == 4
    assert element.converted.name == "LIST"
    assert element.encode() == data


def test_a_hooked_union_is_read_by_the_users_code_in_fields_and_in_lists(
    hooked: Any, compile_idl: CompileIdl
) -> None:
    plain = compile_idl(IDL)
    values = [plain.StringType(), plain.Decimal(scale=2), plain.UnknownVariant(9, b"\x00")]
    data = plain.Element(name="a", logical=values[0], all=values).encode()
    element = hooked.Element.decode(data)
    assert element.logical.name == "String"
    assert [value.name for value in element.all] == ["String", "Decimal", "_Unknown 9"]
    assert hooked.Element(name="a", logical=element.logical).encode() == (
        plain.Element(name="a", logical=plain.StringType()).encode()
    )


def test_a_hooked_field_replaces_a_list_of_structs(hooked: Any, compile_idl: CompileIdl) -> None:
    plain = compile_idl(IDL)
    locations = [plain.PageLocation(offset=4, size=10), plain.PageLocation(offset=14, size=300)]
    data = plain.OffsetIndex(page_locations=locations).encode()
    index = hooked.OffsetIndex.decode(data)
    assert index.page_locations == [(4, 10), (14, 300)]
    assert index.encode() == data


def test_what_a_hook_reads_goes_to_json_as_its_bytes(hooked: Any, compile_idl: CompileIdl) -> None:
    plain = compile_idl(IDL)
    locations = [plain.PageLocation(offset=4, size=10)]
    index = hooked.OffsetIndex.decode(plain.OffsetIndex(page_locations=locations).encode())
    document = index.to_dict()
    assert document == {"page_locations": {"hex": "1c1608151400"}}
    assert hooked.OffsetIndex.from_dict(document) == index
    element = hooked.Element.decode(plain.Element(name="a", all=[plain.StringType()]).encode())
    assert hooked.Element.from_json(element.to_json()).encode() == element.encode()
    with pytest.raises(
        EncodeError, match="page_locations: no value of this field: 1 element needs"
    ):
        hooked.OffsetIndex.from_dict({"page_locations": {"hex": "1c"}})


@pytest.mark.parametrize("flag", [True, False])
def test_a_boolean_with_a_hook_goes_to_json_as_itself(hooked: Any, flag: bool) -> None:
    value = hooked.Flagged(flag=flag)
    assert value.to_dict() == {"flag": flag}
    assert hooked.Flagged.from_dict({"flag": flag}) == value


def test_an_error_in_a_hook_keeps_its_own_message(hooked: Any) -> None:
    logical = sys.modules["my_hooks.parquet"].Logical("Decimal")
    with pytest.raises(ValueError, match="Trying to write Decimal"):
        hooked.Element(name="a", logical=logical).encode()
    with pytest.raises(ValueError, match="Trying to write Decimal"):
        hooked.Element(name="a", logical=logical).to_dict()


def test_a_borrowed_binary_is_a_window_on_the_input(compile_idl: CompileIdl) -> None:
    module = compile_idl(IDL, fields={"demo.OffsetIndex.key": {"borrow": True}})
    data = module.OffsetIndex(page_locations=[], key=b"secret").encode()
    index = module.OffsetIndex.decode(data)
    assert isinstance(index.key, memoryview)
    assert index.key.obj is data
    assert bytes(index.key) == b"secret"
    assert index.encode() == data
