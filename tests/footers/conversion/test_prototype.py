"""What the prototypes' schema keeps of a footer, and what it is said to drop."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import pytest

from inlay.footers.conversion import prototype
from inlay.footers.conversion.bounds_policy import BoundsPolicy
from inlay.footers.conversion.errors import ConversionError
from inlay.footers.conversion.prototype_statistics import pack_bounds, unpack_bounds
from inlay.footers.conversion.statistics import (
    BYTE_ARRAY,
    FIXED_LEN_BYTE_ARRAY,
    INT32,
    Bounds,
    PackedBound,
    PackedBounds,
)
from parquet_format import footer_prototype, parquet
from tests.footers.conversion.footers import wide
from tests.footers.conversion.test_spellings import full

TEXT: Final = BoundsPolicy(BYTE_ARRAY, may_pack=True, may_truncate=True)
DECIMAL: Final = BoundsPolicy(BYTE_ARRAY, may_pack=True)
FIXED: Final = BoundsPolicy(FIXED_LEN_BYTE_ARRAY, may_pack=True)
INTEGER: Final = BoundsPolicy(INT32, may_pack=True)


class Case(NamedTuple):
    name: str
    policy: BoundsPolicy
    bounds: Bounds
    packed: PackedBounds
    unpacked: Bounds | None = None


CASES: Final = [
    Case(
        "a number",
        INTEGER,
        Bounds(b"\1\0\0\0", b"\2\0\0\0", True, True),
        PackedBounds(PackedBound(lo4=1, len=4), PackedBound(lo4=2, len=4)),
    ),
    Case(
        "text with a prefix",
        TEXT,
        Bounds(b"value-1", b"value-22", True, True),
        PackedBounds(
            PackedBound(lo4=0x31000000, len=1), PackedBound(lo4=0x32320000, len=2), b"value-"
        ),
    ),
    Case(
        "cut short, both moved by one",
        TEXT,
        Bounds(b"abcdef", b"bcdefg", True, True),
        PackedBounds(PackedBound(lo4=0x61626363, len=-4), PackedBound(lo4=0x62636466, len=-4)),
        Bounds(b"abcc", b"bcdf"),
    ),
    Case(
        "a maximum that cannot be raised drops both",
        TEXT,
        Bounds(b"a", b"\xff" * 5, True, True),
        PackedBounds(),
        Bounds(None, None),
    ),
    Case(
        "a minimum that cannot be lowered drops both",
        TEXT,
        Bounds(bytes(5), b"a", True, True),
        PackedBounds(),
        Bounds(None, None),
    ),
    Case(
        "a prefix is cut back to whole characters",
        TEXT,
        Bounds("ä".encode(), "ö".encode(), True, True),
        PackedBounds(PackedBound(lo4=0xC3A40000, len=2), PackedBound(lo4=0xC3B60000, len=2)),
    ),
    Case(
        "what may not be cut short is dropped",
        DECIMAL,
        Bounds(b"\1", b"\2" * 5, True, True),
        PackedBounds(PackedBound(lo4=1 << 24, len=1)),
        Bounds(b"\1", None, True, False),
    ),
    Case(
        "a UUID has its high half first",
        FIXED,
        Bounds(bytes(range(16)), b"\xff" * 16, True, True),
        PackedBounds(
            PackedBound(lo8=0x08090A0B0C0D0E0F, hi8=0x0001020304050607, len=16),
            PackedBound(lo8=(1 << 64) - 1, hi8=(1 << 64) - 1, len=16),
        ),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
class TestBounds:
    def test_pack(self, case: Case) -> None:
        assert pack_bounds(case.policy, case.bounds) == case.packed

    def test_unpack(self, case: Case) -> None:
        assert unpack_bounds(case.policy, case.packed) == (case.unpacked or case.bounds)


def test_a_maximum_that_did_not_carry_is_none() -> None:
    """arrow-rs writes FFFFFFFF for five bytes FF, and that lies below them."""
    packed = PackedBounds(max=PackedBound(lo4=0xFFFFFFFF, len=-4))
    assert unpack_bounds(TEXT, packed).max is None


def test_a_bound_of_another_length() -> None:
    with pytest.raises(ConversionError, match="5 bytes"):
        unpack_bounds(TEXT, PackedBounds(min=PackedBound(len=5)))


def test_what_is_dropped_is_listed_by_field() -> None:
    value = wide(3, 2)
    value.row_groups[0].columns[1].file_path = "elsewhere"
    _, dropped = prototype.to_flatbuffers(value.encode())
    assert {(entry.path, entry.times) for entry in dropped} == {
        ("row_groups[].columns[].file_path", 1),
        ("row_groups[].columns[].meta_data.encodings", 6),
        ("row_groups[].columns[].meta_data.encoding_stats", 6),
        *(
            (f"row_groups[].columns[].meta_data.statistics.{name}", 2)  # cut to four bytes
            for name in ("min_value", "max_value", "is_min_value_exact", "is_max_value_exact")
        ),
    }
    why = next(entry.why for entry in dropped if entry.times == 1)
    assert why == (
        "row_groups[0].columns[1].file_path: 'elsewhere' in Thrift, "
        "absent in what the prototype keeps"
    )


def test_nothing_is_dropped_where_nothing_is() -> None:
    value = wide(2, 1)
    for chunk in value.row_groups[0].columns:
        assert chunk.meta_data is not None
        chunk.meta_data.encodings = []
        chunk.meta_data.encoding_stats = None
    flat, dropped = prototype.to_flatbuffers(value.encode())
    assert dropped == []
    assert prototype.to_thrift(flat) == value.encode()


@pytest.mark.parametrize(
    "change",
    [
        {"encryption_algorithm": parquet.AesGcmV1()},
        {"footer_signing_key_metadata": b""},
    ],
    ids=str,
)
def test_encryption_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ConversionError, match="no encryption"):
        prototype.to_flatbuffers(wide(1, 1).replace(**change).encode())


def test_encrypted_columns_are_refused() -> None:
    value = full().replace(encryption_algorithm=None)
    with pytest.raises(ConversionError, match=r"row_groups\[0\].columns\[0\]"):
        prototype.to_flatbuffers(value.encode())


def test_what_the_prototypes_write_and_thrift_does_not_have() -> None:
    flat = footer_prototype.FileMetaData(
        schema=[
            footer_prototype.SchemaElement(name="schema", num_children=1),
            footer_prototype.SchemaElement(
                name="g",
                type=footer_prototype.Type.BYTE_ARRAY,
                logical_type=footer_prototype.LogicalTypeGeometryType(
                    footer_prototype.GeometryType(crs="")
                ),
            ),
        ],
        created_by="",
        row_groups=[
            footer_prototype.RowGroup(
                file_offset=4,
                columns=[footer_prototype.ColumnChunk(meta_data=footer_prototype.ColumnMetadata())],
            )
        ],
    )
    value = parquet.FileMetaData.decode(prototype.to_thrift(flat))
    assert value.created_by is None
    assert value.schema[0].repetition_type is None
    assert value.schema[1].repetition_type == parquet.FieldRepetitionType.REQUIRED
    assert value.schema[1].logicalType == parquet.GeometryType()
    metadata = value.row_groups[0].columns[0].meta_data
    assert metadata is not None
    assert (metadata.data_page_offset, metadata.path_in_schema) == (4, ["g"])
