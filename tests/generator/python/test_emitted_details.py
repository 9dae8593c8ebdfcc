"""Details of generated classes that tools of others look at."""

from __future__ import annotations

import copy
import sys
import typing
from types import ModuleType
from typing import TYPE_CHECKING, ClassVar
from uuid import UUID

import pytest

import parquet_format.envelope
import parquet_format.footer
import parquet_format.parquet
from inlay_runtime.extension import Extension
from inlay_runtime.struct import EmptyVariant
from inlay_runtime.union import UnknownVariant
from inlayc.python.names import STRUCT_MEMBERS

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
    ],
)
def test_the_comment_of_a_field_is_its_declaration_without_its_name(
    compile_idl: CompileIdl, declaration: str, comment: str
) -> None:
    assert comment in comments(compile_idl(f"struct S {{ {declaration} }}"))


def test_no_field_takes_the_name_of_a_member(compile_idl: CompileIdl) -> None:
    members = {name for cls in EmptyVariant.__mro__ for name in vars(cls) if name[0] != "_"}
    assert members <= STRUCT_MEMBERS
    cls = compile_idl("struct S { 1: i32 record_schema }").S
    value = cls(record_schema_=3)
    assert copy.copy(value) == value
    assert "record_schema_=3" in repr(value)


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
