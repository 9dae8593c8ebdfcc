"""Fields of another type than declared: the native core, lazy or masked, and its columns are as pure Python is."""

from __future__ import annotations

import random
from typing import Any

import pytest

from inlay_runtime.columnar.extract import extract_pure
from inlay_runtime.limits import DEFAULT_LIMITS
from parquet_format.parquet import FileMetaData
from tests.native.comparison import compare
from tests.runtime import wire
from tests.runtime.values import Random
from tests.runtime.wire import Field
from tests.support.in_one_test import in_one_test
from tests.support.odd_footer import odd_footer
from tests.tables.columnar.every_path import every_plan
from tests.tables.columnar.flat_values import told

CLASSES = ["Scalars", "Lists", "Sets", "Maps", "Unions", "Inside", "Required"]


def same_columns(cls: Any, *data: bytes) -> bool:
    """Each is there twice, beside all others. False where the native core left one to pure Python."""
    native = pytest.importorskip("inlay_runtime.native.columnar")
    plan = every_plan(cls, deepest=2)
    extracted = native.extract_native(plan, [*data, *data], DEFAULT_LIMITS)
    if extracted is None:
        for one in data if len(data) > 1 else ():  # the one hides none of the others
            same_columns(cls, one)
        return False
    assert told(extracted) == told(extract_pure(plan, [*data, *data], DEFAULT_LIMITS))
    return True


@in_one_test("cls", CLASSES)
@in_one_test("wire_type", wire.SAMPLES)
def test_every_field_as_every_type(kitchen: Any, cls: str, wire_type: int) -> None:
    kind = getattr(kitchen, cls)
    value = b"" if wire_type in (wire.TRUE, wire.FALSE) else wire.SAMPLES[wire_type]
    number = wire.integer(1)
    every: list[bytes] = []
    for at, row in enumerate(kind.SCHEMA.fields):
        odd = Field(row.id, wire_type, value)
        beside = (
            [odd, Field(row.id, wire.I32, number)],
            [Field(40, wire.I32, number), odd],
        )
        for fields in ([odd], beside[at % 2]):
            data = wire.struct(*fields)
            compare(kind, data, row.id)
            every.append(data)
    same_columns(kind, *every)


@pytest.mark.parametrize("wire_type", wire.SAMPLES)
def test_every_element_as_every_type(kitchen: Any, wire_type: int) -> None:
    elements = wire.list_of(wire_type, *[wire.SAMPLES[wire_type]] * 2)
    long = wire.list_of(wire_type, *[wire.SAMPLES[wire_type]] * 17)
    for cls, kind in ((kitchen.Lists, wire.LIST), (kitchen.Sets, wire.SET)):
        every: list[bytes] = []
        for row in cls.SCHEMA.fields:
            for value in (elements, long, wire.list_of(wire.LIST, elements, long)):
                data = wire.struct(Field(row.id, kind, value))
                compare(cls, data, row.id)
                every.append(data)
        same_columns(cls, *every)


@pytest.mark.parametrize("key_type", wire.SAMPLES)
def test_every_key_and_value_as_every_type(kitchen: Any, key_type: int) -> None:
    for value_type, value in wire.SAMPLES.items():
        items = wire.map_of(key_type, value_type, wire.SAMPLES[key_type], value)
        for row in kitchen.Maps.SCHEMA.fields:
            compare(kitchen.Maps, wire.struct(Field(row.id, wire.MAP, items)), row.id)


@pytest.mark.parametrize("seed", range(30))
def test_one_among_what_well_behaved_writers_emit(kitchen: Any, seed: int) -> None:
    rng = random.Random(seed)
    kind = getattr(kitchen, rng.choice(CLASSES))
    good = Random(rng, kitchen).wire_struct(kind.SCHEMA)
    wire_type = rng.choice([*wire.SAMPLES])
    value = b"" if wire_type in (wire.TRUE, wire.FALSE) else wire.SAMPLES[wire_type]
    field_id = rng.choice(kind.SCHEMA.fields).id
    data = good[:-1] + wire.long_header(field_id, wire_type) + value + b"\0"
    compare(kind, data, seed)
    same_columns(kind, data)


def test_in_footers() -> None:
    data = odd_footer(columns=20, row_groups=40)
    for seed in range(5):
        compare(FileMetaData, data, seed)
    assert same_columns(FileMetaData, data)
