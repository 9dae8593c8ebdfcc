"""Every plain footer of parquet-testing, to each schema and back."""

from __future__ import annotations

from pathlib import Path

import pytest

from inlay.footers.conversion import compare, encode, prototype, v0, v1
from inlay.footers.conversion.errors import ConversionError
from parquet_format import footer, footer_prototype, footer_v0
from tests.footers.conversion.footers import corpus_footers

LEAST = 100
"""How many plain footers the corpus has to have, so that a test of none of them fails."""

NOT_CANONICAL = {"bad_data/ARROW-GH-41317.parquet"}
"""A list of 32-bit integers that says it is one of 64-bit integers."""


@pytest.fixture(scope="module")
def footers(parquet_testing: Path) -> dict[str, bytes]:
    found = corpus_footers(parquet_testing)
    assert len(found) >= LEAST
    return found


def test_through_v1(footers: dict[str, bytes]) -> None:
    for name, thrift in footers.items():
        flat = v1.to_flatbuffers(thrift)
        assert (flat.remainder_ is not None) == (name in NOT_CANONICAL), name
        for data in (flat.encode(), encode(flat)):
            for is_eager in (True, False):
                read = footer.FileMetaData.decode(data, eager=is_eager)
                assert v1.to_thrift(read) == thrift, name
        assert compare(thrift, flat) == []


def test_through_v0(footers: dict[str, bytes]) -> None:
    for name, thrift in footers.items():
        flat = v0.to_flatbuffers(thrift)
        for data in (flat.encode(), encode(flat)):
            assert v0.to_thrift(footer_v0.FileMetaData.decode(data)) == thrift, name
        assert compare(thrift, flat) == []


def test_v0_without_its_remainder_is_a_footer_of_somebody_else(footers: dict[str, bytes]) -> None:
    for name, thrift in footers.items():
        flat = v0.to_flatbuffers(thrift)
        flat.remainder_ = None
        assert compare(thrift, flat) == [], name


def test_v0_to_v1_is_what_thrift_to_v1_is(footers: dict[str, bytes]) -> None:
    for name, thrift in footers.items():
        by_v0 = v1.to_flatbuffers(v0.to_thrift(v0.to_flatbuffers(thrift)))
        assert by_v0.encode() == v1.to_flatbuffers(thrift).encode(), name


def test_through_the_prototype(footers: dict[str, bytes]) -> None:
    encrypted: list[str] = []
    for name, thrift in footers.items():
        try:
            flat, dropped = prototype.to_flatbuffers(thrift)
        except ConversionError:
            encrypted.append(name)
            continue
        read = footer_prototype.FileMetaData.decode(flat.encode())
        assert compare(thrift, read) == [], name
        assert (prototype.to_thrift(read) == thrift) == (not dropped), name
    assert all("encrypt" in name for name in encrypted)


def test_the_script_is_small(footers: dict[str, bytes]) -> None:
    """For v0, which drops encodings and the page index: about an eighth of the footers."""
    scripts = sum(len(v0.to_flatbuffers(thrift).remainder_ or b"") for thrift in footers.values())
    assert scripts < sum(map(len, footers.values())) / 8
