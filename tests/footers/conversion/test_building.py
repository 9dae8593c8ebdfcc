"""From the bytes of Thrift to those of a FlatBuffer natively: what the records write, or nothing."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from inlay.footers.conversion import building, encode, v0, v1
from inlay.footers.conversion.building import build
from inlay_runtime.limits import Limits
from parquet_format import footer, footer_v0, parquet
from tests.footers.conversion.footers import corpus_footers, wide
from tests.footers.conversion.random_footers import Footers, with_logical_types
from tests.runtime.values import Random
from tests.support.in_one_test import in_one_test
from tests.support.same_error import outcome

pytestmark = pytest.mark.needs("native core")
VERSIONS: list[tuple[Any, Any]] = [(v0, footer_v0.FileMetaData), (v1, footer.FileMetaData)]


def by_records(conversion: Any, thrift: bytes, sealed: bool) -> tuple[object, ...]:
    def call() -> bytes:
        return encode(conversion.to_flatbuffers(thrift, sealed=sealed))

    return outcome(call)


def check(conversion: Any, cls: Any, thrift: bytes) -> bool:
    """Whether it was done natively; it gives the same, or leaves it, and raises the same."""
    for sealed in (True, False):
        written = outcome(conversion.to_buffer, thrift, sealed=sealed)
        assert written == by_records(conversion, thrift, sealed)
    if written[0] != "result":
        return False
    built = build(cls, thrift)
    return built is not None and built.encode() is not None


def test_corpus(parquet_testing: Path) -> None:
    """Most of it is plain."""
    footers = corpus_footers(parquet_testing).values()
    taken = [check(conversion, cls, thrift) for thrift in footers for conversion, cls in VERSIONS]
    assert taken.count(True) > 0.9 * len(taken) > 100


@pytest.mark.parametrize(("conversion", "cls"), VERSIONS)
def test_plain_footers_are_taken(conversion: Any, cls: Any) -> None:
    assert check(conversion, cls, wide(20, 3).encode())
    footers = [Footers(random.Random(seed), oddity=0).footer() for seed in range(40)]
    taken = [check(conversion, cls, thrift.encode()) for thrift in footers]
    assert taken.count(True) > 15, "others have members that the schema lacks"


def test_one_list_serves_any_root() -> None:
    """It is written in front of what stays: with room there or without, and with texts that the lists have."""
    thrift = wide(6, 3).encode()
    built = build(footer.FileMetaData, thrift)
    assert built is not None
    plain = built.encode()
    entries = [footer.KeyValue(key=f"column_{at}", val="text " * 4_000) for at in range(6)]
    for added in (entries[:1], entries, None):
        whole = v1.to_flatbuffers(thrift, sealed=False)
        whole.remainder_ = None
        whole.kv = built.root.kv = added
        assert built.encode() == encode(whole)
    built.root.kv = v1.to_flatbuffers(thrift).kv
    assert built.encode() == plain


@in_one_test("seed", range(60))
def test_odd_footers(seed: int) -> None:
    thrift = Footers(random.Random(seed), oddity=0.1).footer().encode()
    for conversion, cls in VERSIONS:
        check(conversion, cls, thrift)


@pytest.mark.parametrize("seed", range(25))
def test_arbitrary_footers(seed: int) -> None:
    source = Random(random.Random(seed), parquet, depth=6)
    thrift = source.wire_struct(parquet.FileMetaData.SCHEMA)
    for conversion, cls in VERSIONS:
        check(conversion, cls, thrift)


@pytest.mark.parametrize("seed", range(8))
def test_damaged_footers(seed: int) -> None:
    """A byte changed: what is no footer is refused alike, and nothing is read beyond what is there."""
    rng = random.Random(seed)
    whole = Footers(rng, oddity=0).footer().encode() if seed % 2 else wide(3, 2).encode()
    for _ in range(60):
        damaged = bytearray(whole)
        damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        for conversion, cls in VERSIONS:
            check(conversion, cls, bytes(damaged[: rng.choice([len(damaged), len(damaged), 40])]))


def test_every_logical_type() -> None:
    thrift = with_logical_types(wide(200, 1))
    for orders in (
        [parquet.ColumnOrder(1 + at % 3) for at in range(200)],
        [parquet.ColumnOrder.TYPE_ORDER],
        [],
        None,
    ):
        thrift.column_orders = orders
        for conversion, cls in VERSIONS:
            assert check(conversion, cls, thrift.encode())


@in_one_test("converted", [*parquet.ConvertedType, 77, 300])
@in_one_test("annotation", [(None, None), (None, 9), (2, 9), (2, None), (0, 0)])
def test_every_converted_type(converted: int, annotation: tuple[int | None, int | None]) -> None:
    """What it implies as a logical type decides how bounds are packed."""
    thrift = wide(8, 1)
    for element in thrift.schema[1:]:
        element.logicalType, element.converted_type = None, parquet.ConvertedType(converted)
        element.scale, element.precision = annotation
    for conversion, cls in VERSIONS:
        assert check(conversion, cls, thrift.encode())


def test_counts_of_children_that_do_not_add_up() -> None:
    for children in (0, 1, 7, 9, None, -1):
        thrift = wide(8, 2)
        thrift.schema[0].num_children = children
        for conversion, cls in VERSIONS:
            assert check(conversion, cls, thrift.encode())


def test_limits_are_those_of_the_writer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever exceeds them is left to the records."""
    monkeypatch.setattr(building, "DEFAULT_LIMITS", Limits(container=5))
    for _, cls in VERSIONS:
        assert build(cls, wide(8, 1).encode()) is None
