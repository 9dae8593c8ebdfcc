"""The conversion does natively what it does in pure Python: the same bytes, the same errors."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.footers.conversion import (
    building,
    chunk_statistics,
    compare,
    copying,
    edit_script,
    encode,
    prototype,
    transcoding,
    v0,
    v1,
)
from inlay.footers.conversion.edit_script import Rules
from inlay.footers.conversion.projection import Projection
from inlay_runtime.errors import EncodeError
from inlay_runtime.finding import Finding
from inlay_runtime.flat import builder, table
from inlay_runtime.flat.table import Table
from inlay_runtime.record import Record
from parquet_format import footer, footer_v0, parquet
from tests.footers.conversion.footers import corpus_footers, wide
from tests.runtime.values import Random
from tests.support.examples import examples
from tests.support.in_one_test import in_one_test
from tests.support.same_error import outcome

pytestmark = pytest.mark.needs("native core")
CONVERSIONS: list[tuple[Any, type[Table]]] = [
    (v0, footer_v0.FileMetaData),
    (v1, footer.FileMetaData),
]


def in_pure_python(call: Callable[..., object], *arguments: object) -> tuple[object, ...]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(copying, "native", None)
        patch.setattr(building, "native", None)
        patch.setattr(transcoding, "native", None)
        patch.setattr(chunk_statistics, "native_bounds", None)
        patch.setattr(edit_script, "native_steps", None)
        patch.setattr(edit_script, "native_follow", None)
        patch.setattr(builder, "native_encode", None)
        patch.setattr(table, "read_table", None)
        return outcome(call, *arguments)


def same(call: Callable[..., object], *arguments: object) -> object:
    """The result of both, or None where both raise the same."""
    found = outcome(call, *arguments)
    assert found == in_pure_python(call, *arguments)
    return found[1] if found[0] == "result" else None


def there(conversion: Any, thrift: bytes) -> bytes:
    return encode(conversion.to_flatbuffers(thrift))


def back(conversion: Any, cls: type[Table], data: bytes) -> bytes:
    made: bytes = conversion.to_thrift(cls.decode(data))
    return made


def read_and_written(cls: type[Table], data: bytes) -> bytes:
    return cls.decode(data).encode()


def compared(thrift: bytes, cls: type[Any], data: bytes) -> list[Finding]:
    return compare(thrift, cls.decode(data))


def prototype_of(thrift: bytes) -> bytes:
    return prototype.to_flatbuffers(thrift)[0].encode()


def with_script(base: bytes, original: bytes) -> bytes:
    return edit_script.make(base, original, rules=Rules.V1)


def applied(base: bytes, script: bytes) -> bytes:
    return edit_script.apply(base, script, rules=Rules.V1)


def check(thrift: bytes) -> None:
    """There and back, and what a comparison says of it."""
    for conversion, cls in CONVERSIONS:
        data: Any = same(there, conversion, thrift)
        if data is None:
            continue
        assert same(read_and_written, cls, data) is not None
        assert same(back, conversion, cls, data) == thrift
        assert same(compared, thrift, cls, data) == []
    same(prototype_of, thrift)


def test_corpus(parquet_testing: Path) -> None:
    for thrift in corpus_footers(parquet_testing).values():
        if len(thrift) < 6_000:
            check(thrift)


def test_wide_footers() -> None:
    check(wide(30, 2).encode())


@pytest.mark.parametrize("seed", range(25))
def test_arbitrary_footers(seed: int) -> None:
    source = Random(random.Random(seed), parquet, depth=6)
    check(source.wire_struct(parquet.FileMetaData.SCHEMA))


def footer_of(seed: int) -> bytes:
    """Every other one as it should be."""
    source = Random(random.Random(seed), parquet, depth=6)
    return wide(3, 2).encode() if seed % 2 else source.wire_struct(parquet.FileMetaData.SCHEMA)


def converted(seed: int) -> Any:
    """The table of `footer_of(seed)`; None where it has none."""
    kind, value = outcome(there, CONVERSIONS[seed // 2 % 2][0], footer_of(seed))[:2]
    return value if kind == "result" else None


CHANGED = range(60)


def test_enough_tables_are_changed() -> None:
    """By each conversion, of footers of each kind."""
    for kind in range(4):
        assert sum(converted(seed) is not None for seed in CHANGED if seed % 4 == kind) > 10


@in_one_test("seed", CHANGED)
def test_tables_that_were_changed(seed: int) -> None:
    """Slots that are empty where Thrift needs them, and values that it has no place for."""
    thrift = footer_of(seed)
    conversion, cls = CONVERSIONS[seed // 2 % 2]
    data = converted(seed)
    if data is None:
        return
    for at in range(6):
        changed: list[Any] = [cls.decode(data) for _ in range(2)]
        for flat in changed:
            change(flat, random.Random(seed * 100 + at))
        one, other = changed
        assert outcome(conversion.to_thrift, one) == in_pure_python(conversion.to_thrift, other)
        assert outcome(compare, thrift, one) == in_pure_python(compare, thrift, other)


def change(flat: Table, rng: random.Random) -> None:
    """Another value in one slot of one table, any of them."""
    chosen = rng.choice([one for one in below(flat) if one.record_schema().fields])
    field = rng.choice(chosen.record_schema().fields)
    values: list[object] = [None, 0, -1, 1, 127, True, b"", b"bytes", "text", [], 1 << 40]
    setattr(chosen, field.slot, rng.choice(values))


def below(value: object) -> Iterator[Record]:
    if isinstance(value, Record):
        yield value
        for field in value.record_schema().fields:
            yield from below(getattr(value, field.slot))
    elif isinstance(value, list):
        for element in cast("list[object]", value):
            yield from below(element)


def test_subclasses_and_lazy_tables() -> None:
    """They are copied by their attributes, whatever these are made of."""

    class Mine(footer.FileMetaData):
        __slots__ = ()

    copy = Projection().table
    full = v1.to_flatbuffers(wide(3, 1).encode())
    mine, expected = Mine(), copy(full, footer_v0.FileMetaData)
    for field in footer.FileMetaData.SCHEMA.fields:
        setattr(mine, field.slot, getattr(full, field.slot))
    assert copy(mine, footer_v0.FileMetaData) == expected
    lazy = footer.FileMetaData.decode(encode(full))
    assert copy(lazy, footer_v0.FileMetaData) == expected


def test_nothing_is_shared_with_the_source() -> None:
    thrift = wide(2, 1)
    full = v1.to_flatbuffers(thrift.encode())
    copy = Projection().table(full, footer.FileMetaData)
    assert copy == full
    for one, other in zip(below(copy), below(full), strict=True):
        assert one is not other


def test_numbers_are_not_made_bytes() -> None:
    full: Any = v1.to_flatbuffers(wide(2, 1).encode())
    full.footer_signing_key_metadata = 5
    copy = Projection().table(full, footer_v0.FileMetaData)
    with pytest.raises(EncodeError, match="footer_signing_key_metadata"):
        encode(copy)


@examples(150)
@given(base=st.binary(max_size=60), original=st.binary(max_size=60))
def test_scripts_of_any_bytes(base: bytes, original: bytes) -> None:
    assert same(applied, base, same(with_script, base, original)) == original


@pytest.mark.parametrize("seed", range(40))
def test_scripts_of_footers(seed: int) -> None:
    """Of two that have nothing to do with each other, and of one that was damaged."""
    rng = random.Random(seed)
    source = Random(rng, parquet, depth=6)
    base, original = (source.wire_struct(parquet.FileMetaData.SCHEMA) for _ in range(2))
    damaged = bytearray(base)
    for _ in range(rng.randrange(1, 4)):
        damaged[rng.randrange(len(base))] = rng.randrange(256)
    for target in (original, bytes(damaged), base[: rng.randrange(len(base))]):
        script: Any = same(with_script, base, target)
        for _ in range(10):
            broken = bytearray(script)
            broken[rng.randrange(len(script))] ^= 1 << rng.randrange(8)
            same(applied, base, bytes(broken))
