"""Two footers that disagree are found, whatever the slot."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

import pytest

from inlay.footers.conversion import compare, encode, prototype, v0, v1
from inlay_runtime.append import append_extension
from inlay_runtime.extension import Extension, Header
from inlay_runtime.finding import Finding
from inlay_runtime.flat.schema import EnumOf, Scalar, SlotSchema
from inlay_runtime.flat.table import Table
from parquet_format import footer, footer_v0, parquet
from tests.footers.conversion.footers import wide
from tests.footers.conversion.random_footers import Footers

SMALL: Final = wide(4, 2).encode()


def paths(found: list[Finding]) -> list[str]:
    return [finding.at for finding in found]


def first_chunk(flat: Any) -> Any:
    return flat.row_groups[0].columns[0]


def tables_in(value: object, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, list):
        for at, element in enumerate(value):
            yield from tables_in(element, f"{path}[{at}]")
    elif isinstance(value, Table):
        yield path, value
        for field in type(value).SCHEMA.fields:
            yield from tables_in(getattr(value, field.attribute), f"{path}.{field.attribute}")


def numbers(table: Table) -> Iterator[SlotSchema]:
    """Slots that hold a number; of bounds the parts that no value uses are noise."""
    for field in type(table).SCHEMA.fields:
        if isinstance(field.type, Scalar | EnumOf) and not field.name.startswith("extension_h"):
            yield field


IGNORED: Final = ("lo4", "lo8", "hi8", "max_len", "min_len")


@pytest.mark.parametrize("schema", ["v0", "v1"])
def test_every_number_matters(schema: str) -> None:
    thrift = SMALL
    flat: Any = v0.to_flatbuffers(thrift) if schema == "v0" else v1.to_flatbuffers(thrift)
    unnoticed: set[str] = set()
    count = 0
    for _, table in list(tables_in(flat, "")):
        for field in numbers(table):
            before = getattr(table, field.attribute)
            if field.name.endswith(IGNORED):
                continue
            setattr(table, field.attribute, not before if isinstance(before, bool) else 77)
            count += 1
            if not compare(thrift, flat):
                unnoticed.add(f"{type(table).__name__}.{field.name}")
            setattr(table, field.attribute, before)
    assert count > 100
    assert compare(thrift, flat) == []
    assert unnoticed <= {
        "ColumnMetadata.is_fully_dict_encoded",  # off, it says less than Thrift does
        "SchemaElement.logical_type_is_derived",  # where there is none
        "SchemaElement.explicit_num_children",  # where the value is not 0
        "RowGroup.explicit_total_compressed_size",
        "RowGroup.explicit_file_offset",
    }


def test_the_packed_bounds_matter() -> None:
    """Also where a slot of v1's own has the exact bytes: other readers believe the packed ones."""
    value = parquet.FileMetaData.decode(SMALL)
    text = value.row_groups[0].columns[2].meta_data
    assert text is not None
    assert text.statistics is not None
    text.statistics.min_value, text.statistics.max_value = b"a" * 40, b"b" * 40
    thrift = value.encode()
    flat = v1.to_flatbuffers(thrift)
    statistics: Any = first_chunk(flat).metadata.statistics
    statistics.max_lo8 ^= 1
    assert paths(compare(thrift, flat)) == [
        "row_groups[0].columns[0].meta_data.statistics.max_value"
    ]
    statistics.max_lo8 ^= 1
    truncated: Any = (flat.row_groups or [])[0].columns
    truncated = truncated[2].metadata.statistics
    assert truncated.max_value == b"b" * 40
    truncated.max_lo8 = 0
    found = compare(thrift, flat)
    assert paths(found) == ["row_groups[0].columns[2].meta_data.statistics.max_value"]
    truncated.max_lo8 = int.from_bytes(b"zzzzzzzz", "big")  # wider, and right
    assert compare(thrift, flat) == []


def test_a_flag_that_claims_too_much() -> None:
    value = parquet.FileMetaData.decode(SMALL)
    metadata = value.row_groups[0].columns[0].meta_data
    assert metadata is not None
    metadata.encoding_stats = None
    thrift = value.encode()
    for flat in (v1.to_flatbuffers(thrift), v0.to_flatbuffers(thrift)):
        first_chunk(flat).metadata.is_fully_dict_encoded = True
        assert "is_fully_dict_encoded" in compare(thrift, flat)[-1].sentence


def test_lists_of_other_lengths() -> None:
    flat = v1.to_flatbuffers(SMALL)
    (flat.row_groups or []).pop()
    assert compare(SMALL, flat)[0].sentence == (
        "row_groups: 2 elements in Thrift, 1 element in the FlatBuffer"
    )


def test_the_same_values_in_other_bytes() -> None:
    flat = v1.to_flatbuffers(SMALL)
    other = b"\x05\x02" + SMALL[1:]
    found = compare(other, flat)
    assert found[0].sentence == "the same values, and other bytes from offset 0 on"


def test_a_damaged_remainder_is_one_disagreement() -> None:
    private = v0.to_flatbuffers(SMALL)
    private.remainder_ = (private.remainder_ or b"")[:-1]
    assert paths(compare(SMALL, private)) == ["remainder"]
    flat = v1.to_flatbuffers(b"\x05\x02" + SMALL[1:])
    flat.remainder_ = b"nonsense"
    assert paths(compare(b"\x05\x02" + SMALL[1:], flat)) == ["remainder"]


def test_what_cannot_be_converted_is_a_disagreement() -> None:
    flat = v1.to_flatbuffers(SMALL)
    (flat.schema or [])[2].name = None
    assert paths(compare(SMALL, flat)) == ["schema[2].name"]


@pytest.mark.parametrize("header", [Header.SPEC, Header.ZIGZAG])
def test_the_flatbuffer_itself_is_left_out_of_account(header: Header) -> None:
    """In the file it is the extension; what was there before is in its own slot."""
    value = parquet.FileMetaData.decode(SMALL)
    value.extension = Extension(b"of somebody else")
    flat = v1.to_flatbuffers(value.encode())
    assert compare(append_extension(SMALL, encode(flat), header), flat) == []


class TestForeign:
    """Footers that others wrote by the proposal, which have no remainder and other bounds."""

    @pytest.fixture
    def flat(self) -> footer_v0.FileMetaData:
        flat = v0.to_flatbuffers(SMALL)
        flat.remainder_ = None
        return flat

    def test_statistics_may_be_missing(self, flat: footer_v0.FileMetaData) -> None:
        first_chunk(flat).metadata.statistics = None
        assert compare(SMALL, flat) == []

    def test_bounds_may_be_missing(self, flat: footer_v0.FileMetaData) -> None:
        first_chunk(flat).metadata.statistics = footer_v0.Statistics(null_count=0)
        assert compare(SMALL, flat) == []

    def test_numbers_may_not_be_others(self, flat: footer_v0.FileMetaData) -> None:
        first_chunk(flat).metadata.statistics.null_count = 1
        first_chunk(flat).metadata.statistics.min_lo8 ^= 1
        assert paths(compare(SMALL, flat)) == [
            "row_groups[0].columns[0].meta_data.statistics.null_count",
            "row_groups[0].columns[0].meta_data.statistics.min_value",
        ]

    def test_a_codec(self, flat: footer_v0.FileMetaData) -> None:
        first_chunk(flat).metadata.codec = footer_v0.CompressionCodec.GZIP
        assert paths(compare(SMALL, flat)) == ["row_groups[0].columns[0].meta_data.codec"]


def test_a_prototype() -> None:
    flat, _ = prototype.to_flatbuffers(SMALL)
    assert compare(SMALL, flat) == []
    first_chunk(flat).meta_data.num_values = 7
    assert paths(compare(SMALL, flat)) == ["row_groups[0].columns[0].meta_data.num_values"]


@pytest.mark.parametrize("seed", range(6))
def test_another_footer_is_another_footer(seed: int) -> None:
    rng = random.Random(seed)
    one, other = (Footers(rng, oddity=0.05).footer().encode() for _ in range(2))
    assert compare(one, v1.to_flatbuffers(other))
    assert compare(other, v1.to_flatbuffers(other)) == []


def test_any_form_is_compared() -> None:
    forms: list[Any] = [footer.FileMetaData(), footer_v0.FileMetaData()]
    for flat in forms:
        assert compare(SMALL, flat)


@pytest.mark.parametrize("seed", range(30))
def test_a_buffer_is_compared_as_its_table_is(seed: int) -> None:
    """What is as ours are is not looked into, and anything else is."""
    rng = random.Random(seed)
    thrift = Footers(rng, oddity=0.02).footer()
    thrift.encryption_algorithm = None
    data = thrift.encode()
    for conversion, cls in ((v0, footer_v0.FileMetaData), (v1, footer.FileMetaData)):
        made: Any = conversion.to_flatbuffers(data)
        for change in (None, "num_rows", "created_by", "remainder_"):
            if change is not None:
                setattr(
                    made, change, {"num_rows": 77, "created_by": "x", "remainder_": b"x"}[change]
                )
            buffer = encode(made)
            by_table = compare(data, cls.decode(buffer))
            assert compare(data, cls.decode(buffer), buffer=buffer) == by_table
            assert bool(by_table) == (change is not None)
