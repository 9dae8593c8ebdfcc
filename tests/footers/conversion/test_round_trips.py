"""Random footers, to each schema and back: the same bytes, and a buffer that verifies."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.footers.conversion import compare, encode, prototype, v0, v1
from inlay.footers.conversion.errors import ConversionError
from inlay.footers.conversion.from_flat import base_of
from inlay.footers.conversion.from_thrift import slots_of
from inlay.footers.conversion.record_differences import Sides, compare_records
from inlay.footers.conversion.v0_slots import project_to_v0
from inlay_runtime.record import Record
from inlay_runtime.shown import whole
from inlay_runtime.union import UnknownVariant
from parquet_format import footer, footer_prototype, footer_v0, parquet
from tests.footers.conversion.footers import wide
from tests.footers.conversion.random_footers import Footers
from tests.runtime.values import Random
from tests.support.examples import examples

choices = st.randoms(use_true_random=True)
quick = examples(60, shrink=False)
SIDES = Sides("one", "the other")


def same(one: Record, other: Record) -> None:
    assert list(compare_records(one, other, SIDES)) == []


def check_v1(thrift: bytes) -> footer.FileMetaData:
    flat = v1.to_flatbuffers(thrift)
    for data in (flat.encode(), encode(flat)):
        read = footer.FileMetaData.decode(data)
        same(read, flat)
        assert v1.to_thrift(read) == thrift
    assert compare(thrift, flat) == []
    return flat


def is_encrypted(thrift: bytes) -> bool:
    value = parquet.FileMetaData.decode(thrift)
    return (
        value.encryption_algorithm is not None
        or value.footer_signing_key_metadata is not None
        or any(
            chunk.crypto_metadata is not None or chunk.encrypted_column_metadata is not None
            for group in value.row_groups
            for chunk in group.columns
        )
    )


def has_unknown_encryption(thrift: bytes) -> bool:
    value = parquet.FileMetaData.decode(thrift)
    unions = [chunk.crypto_metadata for group in value.row_groups for chunk in group.columns]
    return any(isinstance(u, UnknownVariant) for u in (*unions, value.encryption_algorithm))


def check_v0(thrift: bytes) -> None:
    try:
        flat = v0.to_flatbuffers(thrift)
    except ConversionError:
        assert has_unknown_encryption(thrift)
        return
    for data in (flat.encode(), encode(flat)):
        read = footer_v0.FileMetaData.decode(data)
        same(read, flat)
        assert v0.to_thrift(read) == thrift
    assert compare(thrift, flat) == []
    flat.remainder_ = None
    assert compare(thrift, flat) == []


def check_prototype(thrift: bytes) -> None:
    try:
        flat, dropped = prototype.to_flatbuffers(thrift)
    except ConversionError:
        assert is_encrypted(thrift)
        return
    read = footer_prototype.FileMetaData.decode(flat.encode())
    same(read, flat)
    assert compare(thrift, read) == []
    back = prototype.to_thrift(read)
    assert dropped or back == base_of(slots_of(parquet.FileMetaData.decode(thrift)))


def check_what_a_reader_of_the_proposal_sees(flat: footer.FileMetaData) -> None:
    """v1's buffer, decoded by v0's classes, has v1's slots."""
    seen = footer_v0.FileMetaData.decode(encode(flat))
    seen.remainder = None  # the whole buffer, for v0 does not have all of its slots
    for difference in compare_records(project_to_v0(flat), seen, SIDES):
        # v0 does not have these members, and shows them as unknown, which is what they are
        assert "UnknownVariant" in difference.what or difference.at == "remainder_"


def check(thrift: bytes) -> None:
    check_what_a_reader_of_the_proposal_sees(check_v1(thrift))
    check_v0(thrift)
    check_prototype(thrift)


@quick
@given(rng=choices)
def test_footers_that_make_sense(rng: random.Random) -> None:
    check(Footers(rng, oddity=0).footer().encode())


@quick
@given(rng=choices)
def test_footers_that_do_not(rng: random.Random) -> None:
    check(Footers(rng, oddity=0.3).footer().encode())


@quick
@given(rng=choices)
def test_any_value_of_the_class(rng: random.Random) -> None:
    source = Random(rng, parquet, depth=7)
    check(source.struct(parquet.FileMetaData).encode())


@pytest.mark.parametrize("seed", range(8))
def test_any_bytes_of_a_well_behaved_writer_of_another_version(seed: int) -> None:
    """Unknown fields in every struct and union, any order, either extension anywhere."""
    rng = random.Random(seed)
    for _ in range(25):
        source = Random(rng, parquet, depth=rng.choice([5, 7, 9]))
        thrift = source.wire_struct(parquet.FileMetaData.SCHEMA)
        check(thrift + rng.choice([b"", b"", b"x", bytes(28), b"\x08\xff\xff\x01\x03abc"]))


@pytest.mark.parametrize("seed", range(8))
def test_in_bulk(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(15):
        check(Footers(rng, oddity=rng.choice([0, 0.02, 0.1])).footer().encode())


def test_only_numbers_that_do_not_fit_need_the_remainder() -> None:
    """Of values; how they are spelled is another matter."""
    rng = random.Random(0)
    for _ in range(60):
        thrift = Footers(rng, oddity=rng.choice([0, 0.1])).footer().encode()
        unfit = "UNKNOWN_1000" in (text := whole(parquet.FileMetaData.decode(thrift)))
        unfit = unfit or "UNKNOWN_300" in text or "UNKNOWN_500" in text
        assert unfit or v1.to_flatbuffers(thrift).remainder_ is None


def test_wide_v1() -> None:
    """1,000 columns in 10 row groups."""
    thrift = wide(1000, 10).encode()
    flat = v1.to_flatbuffers(thrift)
    assert flat.remainder_ is None
    data = encode(flat)
    assert v1.to_thrift(footer.FileMetaData.decode(data)) == thrift
    assert len(data) < 1.3 * len(thrift)
    assert len(data) < 0.75 * len(flat.encode())


def test_wide_v0() -> None:
    thrift = wide(1000, 10).encode()
    flat = v0.to_flatbuffers(thrift)
    data = encode(flat)
    assert v0.to_thrift(footer_v0.FileMetaData.decode(data)) == thrift
    assert len(flat.remainder_ or b"") < len(thrift) / 8


def test_one_slot_among_many() -> None:
    thrift = wide(200, 8).encode()
    flat = slots_of(parquet.FileMetaData.decode(thrift))
    assert compare(thrift, flat) == []
    groups = flat.row_groups or []
    (groups[7].columns or [])[190].offset_index_length = 1
    found = compare(thrift, flat)
    assert [d.at for d in found] == ["row_groups[7].columns[190].offset_index_length"]
