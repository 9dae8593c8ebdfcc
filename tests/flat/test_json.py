"""Tables as JSON: there and back, and what a wrong document is told."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay_runtime.errors import EncodeError
from inlay_runtime.extension import Extension
from parquet_format import footer_v0
from tests.flat.compiled import compile_text
from tests.flat.sample import full, kitchen
from tests.flat.test_newer import NAMES as NEWER_NAMES
from tests.flat.test_newer import NEW, OLD, newer_values
from tests.flat.test_round_trip import NAMES
from tests.flat.values import tables
from tests.support.examples import examples

quick = examples(25)


@pytest.mark.parametrize("name", NAMES)
def test_a_table_comes_back_from_its_json(name: str) -> None:
    @quick
    @given(st.data())
    def check(data: st.DataObject) -> None:
        value = data.draw(tables(getattr(kitchen(), name)))
        again = type(value).from_json(value.to_json())
        assert again == value
        assert again.encode() == value.encode()

    check()


def test_one_with_everything_comes_back_lazy_or_not() -> None:
    value = full()
    lazy = type(value).decode(value.encode())
    assert lazy.to_dict() == value.to_dict()
    assert type(value).from_json(lazy.to_json()) == value


@pytest.fixture(scope="module")
def both() -> tuple[Any, Any]:
    return compile_text(OLD), compile_text(NEW)


@pytest.mark.parametrize("name", NEWER_NAMES)
def test_what_a_newer_schema_wrote_comes_back(name: str, both: tuple[Any, Any]) -> None:
    """Its own bytes, as long as nothing is changed."""
    older, newer = both
    data = newer_values(newer)[name].encode()
    old = older.T
    value = old.decode(data)
    again = old.from_json(value.to_json())
    assert again == value
    assert again.encode() == value.encode()


@cache
def flags() -> Any:
    return compile_text("enum Bits : ubyte (bit_flags) { A, B } table T { bits: Bits; }")


def make_flagged(bits: int) -> Any:
    module = flags()
    return module.T(bits=module.Bits(bits))


@pytest.mark.parametrize(
    ("bits", "document"),
    [(0, []), (1, ["A"]), (3, ["A", "B"]), (4, [4]), (7, ["A", "B", 4])],
)
def test_flags_are_a_list(bits: int, document: list[object]) -> None:
    value = make_flagged(bits)
    assert value.to_dict() == {"bits": document}
    assert type(value).from_dict({"bits": document}) == value


def test_the_form() -> None:
    element = footer_v0.SchemaElement(
        name="a",
        type=footer_v0.Type.INT32,
        logical_type=footer_v0.LogicalTypeStringType(footer_v0.Empty()),
    )
    document = element.to_dict()
    assert document["name"] == "a"
    assert document["type"] == "INT32"
    assert document["logical_type"] == {"StringType": {}}
    assert json.loads(element.to_json()) == document
    assert footer_v0.SchemaElement.from_dict(document) == element


def test_an_extension_without_a_slot_is_refused_as_encode_does() -> None:
    table = footer_v0.KeyValue(key="a")
    table.extension = Extension(b"\1")
    for write in (table.to_dict, table.encode):
        with pytest.raises(EncodeError, match="the table has no slot for an extension"):
            write()


MISTAKES: dict[str, tuple[object, str]] = {
    "a wrong key": (
        {"num_row": 1},
        "num_row: FileMetaData has no field 'num_row': did you mean 'num_rows'?",
    ),
    "below": (
        {"row_groups": [{"columns": [{"metadat": {}}]}]},
        "row_groups[0].columns[0].metadat: ColumnChunk has no field 'metadat': did you mean 'metadata'?",
    ),
    "a number": ({"num_rows": "1"}, "num_rows: expected an integer, found the text '1'"),
    "its range": ({"version": 1 << 40}, "version: 1099511627776 is out of range for i32"),
    "a variant": (
        {"schema": [{"name": "a", "logical_type": {"StringTyp": {}}}]},
        "schema[0].logical_type.StringTyp: LogicalType has no variant 'StringTyp': did you mean 'StringType'?",
    ),
    "a member": (
        {"schema": [{"name": "a", "type": "INT33"}]},
        "schema[0].type: Type has no 'INT33': did you mean 'INT32'?",
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_with_its_place(name: str) -> None:
    document, said = MISTAKES[name]
    with pytest.raises(EncodeError) as caught:
        footer_v0.FileMetaData.from_dict(document)
    assert str(caught.value) in (f"FileMetaData.{said}", f"FileMetaData: {said}")
