"""An IDL one version ahead: what it writes, today's classes read and write back without a loss.

The next version is derived from the text of `idl/parquet.thrift`: every struct gains fields (empty ones
too), every union a variant, every enum a value; every struct that it writes may have an extension.
"""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import parquet_format.parquet as today
from inlay_runtime.append import append_extension
from inlay_runtime.errors import MissingFieldError
from inlay_runtime.extension import Header
from inlay_runtime.struct import Struct
from inlay_runtime.union import UnknownVariant
from parquet_format.parquet import FileMetaData, KeyValue, SchemaElement, StringType
from tests.conftest import ROOT
from tests.runtime.compiled import compile_text
from tests.runtime.values import Random
from tests.support.in_one_test import in_one_test

ADDED = """
enum AddedEnum { ONE = 1, TWO = 2 }
struct Added {
  1: required i32 number
  2: optional list<bool> flags
  3: optional map<string, list<i64>> counts
  4: optional uuid id
  5: optional set<AddedEnum> members
}
"""
FIELDS = """
  200: optional string added_text
  201: optional list<Added> added
  202: optional bool added_flag
  -5: optional i16 below
"""
EACH = 40


def next_version(text: str) -> str:
    """The IDL with something added to every definition."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*|#[^\n]*", "", text, flags=re.DOTALL)
    text = re.sub(r"\b(struct \w+ *\{)([^}]*)\}", rf"\1\2{FIELDS}}}", text)
    text = re.sub(r"\b(union \w+ *\{)([^}]*)\}", r"\1\2  150: Added ADDED\n}", text)
    text = re.sub(r"\b(enum \w+ *\{)([^}]*)\}", r"\1\2  ADDED = 99\n}", text)
    first = re.search(r"^(enum|struct|union) ", text, flags=re.MULTILINE)
    assert first is not None
    return text[: first.start()] + ADDED + text[first.start() :]


@pytest.fixture(scope="module")
def tomorrow() -> Any:
    return compile_text(next_version((ROOT / "idl" / "parquet.thrift").read_text("utf-8")))


CLASSES = [
    name
    for name in today.__all__
    if isinstance(getattr(today, name), type) and issubclass(getattr(today, name), Struct)
]


def values(module: Any, name: str, depth: int = 12) -> list[Any]:
    source = Random(random.Random(f"evolution {name}"), module, depth=depth)
    many = EACH if name != "FileMetaData" else 8
    return [source.struct(getattr(module, name)) for _ in range(many)]


@in_one_test("name", CLASSES)
def test_todays_classes_keep_all_of_the_next_version(tomorrow: Any, name: str) -> None:
    cls = getattr(today, name)
    for value in values(tomorrow, name):
        data = value.encode()
        read = cls.decode(data)
        assert read.encode() == data
        assert getattr(tomorrow, name).decode(read.encode()) == value


@in_one_test("name", CLASSES)
def test_the_next_version_reads_todays(tomorrow: Any, name: str) -> None:
    for value in values(today, name):
        data = value.encode()
        read = getattr(tomorrow, name).decode(data)
        assert read.encode() == data
        for field in read.SCHEMA.fields:
            if field.id in (200, 201, 202, -5):
                assert getattr(read, field.slot) is None


def test_what_was_added_survives_a_change(tomorrow: Any) -> None:
    source = Random(random.Random("change"), tomorrow, depth=12)
    for _ in range(20):
        value = source.struct(tomorrow.FileMetaData)
        read = FileMetaData.decode(value.encode())
        read.created_by = "somebody else"
        read.schema.append(SchemaElement(name="another"))
        again = tomorrow.FileMetaData.decode(read.encode())
        value.created_by = "somebody else"
        value.schema.append(tomorrow.SchemaElement(name="another"))
        assert again == value


def test_todays_classes_say_what_they_do_not_know(tomorrow: Any) -> None:
    element = tomorrow.SchemaElement(
        name="x",
        type=tomorrow.Type(99),
        logicalType=tomorrow.Added(number=5),
        added_text="new",
    )
    read = SchemaElement.decode(element.encode())
    assert read.type is not None
    assert read.type.is_unknown
    assert isinstance(read.logicalType, UnknownVariant)
    assert read.logicalType.field_id == 150
    assert read.remainder is not None
    assert [field.field_id for field in read.remainder.unknown_fields] == [200]


def test_an_empty_variant_that_gained_fields_is_still_that_variant(tomorrow: Any) -> None:
    text = tomorrow.StringType(added_text="new", added_flag=True)
    read = SchemaElement.decode(tomorrow.SchemaElement(name="x", logicalType=text).encode())
    match read.logicalType:
        case StringType(remainder=remainder):
            assert remainder is not None
            assert len(remainder.unknown_fields) == 2
        case other:
            raise AssertionError(other)
    timestamp = tomorrow.TimestampType(
        isAdjustedToUTC=True, unit=tomorrow.MicroSeconds(below=-1, added=[])
    )
    data = timestamp.encode()
    assert today.TimestampType.decode(data).unit == today.TimeUnit.MICROS
    assert today.TimestampType.decode(data).encode() == data
    added = tomorrow.TimestampType(isAdjustedToUTC=True, unit=tomorrow.Added(number=1)).encode()
    unit = today.TimestampType.decode(added).unit
    assert (unit.is_unknown, unit.name) == (True, "UNKNOWN_150")
    assert today.TimestampType.decode(added).encode() == added


@in_one_test("header", Header)
@in_one_test("name", CLASSES)
def test_every_struct_keeps_an_extension(name: str, header: Header) -> None:
    for value in values(today, name)[:5]:
        value.extension = None
        data = append_extension(value.encode(), b"\x00\x08\xff", header)
        read = getattr(today, name).decode(data)
        assert read.extension is not None
        assert read.extension.payload == b"\x00\x08\xff"
        assert read.encode() == data


def test_a_field_that_becomes_required_is_missing_in_what_was_written_before() -> None:
    module = compile_text(
        "struct KeyValue { 1: required string key; 2: optional string value; 3: required i32 needed }"
        "struct Holder { 1: required list<KeyValue> pairs }"
    )
    pair = KeyValue(key="k").encode()
    with pytest.raises(MissingFieldError) as caught:
        module.Holder.decode(b"\x19\x1c" + pair + b"\x00")
    assert caught.value.path == "pairs[0]"
    assert "needed (3)" in caught.value.reason
