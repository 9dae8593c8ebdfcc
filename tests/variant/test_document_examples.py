"""The examples of spec/arrow_variant_extension.txt: validity, offsets, child arrays and bytes.

Where the text slips, the encoding and shredding specifications decide; `README.md` beside this has the list. What stands here is
what the text should say. The text's empty metadata is `01 00`; the shortest legal one is `01 00 00`, and ours is
`11 00 00`, for an empty dictionary is sorted.
"""

from __future__ import annotations

from typing import Any, cast

import pyarrow as pa
import pytest

from inlay.variant import (
    PrimitiveType,
    Scalar,
    VariantArray,
    VariantType,
    decode,
    encode,
    scalar,
    shred,
    variant_array,
)
from inlay_variant.value.variant import Variant

NULL = Scalar(PrimitiveType.NULL)
BINARY = pa.field("metadata", pa.binary(), nullable=False)
VALUE = pa.field("value", pa.binary())


def group(typed: pa.DataType) -> pa.StructType:
    return pa.struct([VALUE, ("typed_value", typed)])


def validity(array: Any) -> str | None:
    """The bytes of the bitmap, first byte first, each with its lowest bit at the right."""
    buffer = array.buffers()[0]
    if buffer is None or not array.null_count:
        return None
    return " ".join(f"{byte:08b}" for byte in buffer.to_pybytes()[: -(-len(array) // 8)])


def offsets(array: Any) -> list[int]:
    buffer = array.buffers()[1]
    assert buffer is not None
    found = pa.Array.from_buffers(pa.int32(), len(array) + 1, [None, buffer])
    return cast("list[int]", found.to_pylist())


def data(array: Any, size: int | None = None) -> bytes:
    buffer = array.buffers()[-1]
    return b"" if buffer is None else buffer.to_pybytes()[:size]


def storage_of(array: VariantArray) -> pa.StructArray:
    array.validate(full=True)
    return cast(pa.StructArray, array.storage)


@pytest.mark.parametrize(
    "storage",
    [
        pa.struct([BINARY, VALUE]),
        pa.struct([VALUE, BINARY]),
        pa.struct(
            [
                pa.field("metadata", pa.dictionary(pa.int8(), pa.binary()), nullable=False),
                ("value", pa.binary_view()),
            ]
        ),
    ],
)
def test_unshredded(storage: pa.DataType) -> None:
    """Lines 33-35: the three storage types."""
    assert VariantType(storage).storage_type == storage
    assert not VariantType(storage).is_shredded


def test_simple_shredding(both: str) -> None:
    """Lines 39-117: 34, null, "n/a", 100."""
    array = storage_of(shred(variant_array([34, NULL, "n/a", 100]), pa.int64()))
    assert array.type == pa.struct([BINARY, VALUE, ("typed_value", pa.int64())])
    # 65, 70: row 1 is a Variant null in a group that is required, so no row is null.
    assert (len(array), array.null_count, validity(array)) == (4, 0, None)
    metadata, value, typed = array.field(0), array.field(1), array.field(2)
    # 78, 81, 85
    assert (metadata.null_count, offsets(metadata)) == (0, [0, 3, 6, 9, 12])
    assert data(metadata) == bytes.fromhex("110000" * 4)
    # 91-106; the short string of three bytes has the header 0D, for 13 is an array's
    assert (value.null_count, validity(value)) == (2, "00000110")
    assert offsets(value) == [0, 0, 1, 5, 5]
    assert data(value) == bytes.fromhex("000d6e2f61")
    assert bytes.fromhex("0d6e2f61")[0] == 3 << 2 | 1
    assert decode(Variant(b"\1\0\0", bytes.fromhex("0d6e2f61"))) == "n/a"
    # 110-122
    assert (typed.null_count, validity(typed)) == (2, "00001001")
    assert data(typed, 32) == b"".join(n.to_bytes(8, "little") for n in (34, 0, 0, 100))


def test_shredding_an_array(both: str) -> None:
    """Lines 127-271: lists of strings, one of them with a null, and a null."""
    rows = [["comedy", "drama"], ["horror", None], ["comedy", "drama", "romance"], NULL]
    array = storage_of(shred(variant_array(rows), pa.list_(pa.string())))
    element = pa.field("element", group(pa.string()), nullable=False)
    assert array.type == pa.struct([BINARY, VALUE, ("typed_value", pa.list_(element))])
    # 172, 177: the null is a Variant null in a group that is there.
    assert (len(array), array.null_count, validity(array)) == (4, 0, None)
    metadata, value, typed = array.field(0), array.field(1), array.field(2)
    assert (metadata.null_count, offsets(metadata)) == (0, [0, 3, 6, 9, 12])
    # 195: three nulls, as the bitmap of the text says
    assert (value.null_count, validity(value)) == (3, "00001000")
    assert (offsets(value), data(value)) == ([0, 0, 0, 0, 1], b"\0")
    assert (typed.null_count, validity(typed), offsets(typed)) == (1, "00000111", [0, 2, 4, 7, 7])
    elements = cast(pa.StructArray, cast("pa.ListArray[pa.StructScalar]", typed).values)
    assert (len(elements), elements.null_count) == (7, 0)
    inner, texts = elements.field(0), elements.field(1)
    assert (inner.null_count, validity(inner)) == (6, "00001000")
    assert (offsets(inner), data(inner)) == ([0, 0, 0, 0, 1, 1, 1, 1], b"\0")
    assert (texts.null_count, validity(texts)) == (1, "01110111")
    assert offsets(texts) == [0, 6, 11, 17, 17, 23, 28, 35]
    # 270: 35 bytes, 0 to 34
    assert data(texts) == b"comedydramahorrorcomedydramaromance"


def moment(count: int) -> Scalar:
    return scalar(PrimitiveType.TIMESTAMP, count)


EVENTS = [
    {"event_type": "noop", "event_ts": moment(1729794114937)},
    {"event_type": "login", "event_ts": moment(1729794146402), "email": "user@example.com"},
    {"error_msg": "malformed..."},
    "malformed: not an object",
    {"event_ts": moment(1729794240241), "click": "_button"},
    # 330: the text has the key `event_ts` twice, which no Variant can.
    {"event_type": NULL, "event_ts": moment(1729794954163)},
    {"event_type": "noop", "event_ts": "2024-10-24"},
    {},
    NULL,
    None,
]
EVENT = pa.struct([("event_type", pa.string()), ("event_ts", pa.timestamp("us", "UTC"))])


def test_shredding_an_object(both: str) -> None:
    """Lines 273-476: ten events, of which one is not there."""
    array = storage_of(shred(variant_array(EVENTS), EVENT))
    assert (len(array), array.null_count, validity(array)) == (10, 1, "11111111 00000001")
    metadata, value, typed = array.field(0), array.field(1), cast(pa.StructArray, array.field(2))
    # 356-367: 'all field names of a Variant, whether shredded or not, must be present in the metadata'
    sizes = [b - a for a, b in zip(offsets(metadata), offsets(metadata)[1:], strict=False)]
    assert sizes == [23, 29, 13, 3, 18, 23, 23, 3, 3, 3]
    assert metadata[1].as_py() == encode({"event_type": 0, "event_ts": 0, "email": 0}).metadata
    # 370-384
    assert (value.null_count, validity(value)) == (5, "00011110 00000001")
    assert offsets(value) == [0, 0, 22, 40, 65, 78, 78, 78, 78, 79, 79]
    residual = [{"email": "user@example.com"}, {"error_msg": "malformed..."},
                "malformed: not an object", {"click": "_button"}, None]  # fmt: skip
    found = [decode(Variant(metadata[row].as_py(), value[row].as_py())) for row in (1, 2, 3, 4, 8)]
    assert found == residual
    # 386-393
    assert (typed.null_count, validity(typed)) == (3, "11110111 00000000")
    event_type = cast(pa.StructArray, typed.field("event_type"))
    assert (len(event_type), event_type.null_count) == (10, 0)
    inner, texts = event_type.field(0), event_type.field(1)
    # 406: row 5 is bit 5
    assert (inner.null_count, validity(inner)) == (9, "00100000 00000000")
    assert (offsets(inner), data(inner)) == ([0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1], b"\0")
    assert (texts.null_count, validity(texts)) == (7, "01000011 00000000")
    assert offsets(texts) == [0, 4, 9, 9, 9, 9, 9, 13, 13, 13, 13]
    assert data(texts) == b"nooploginnoop"
    event_ts = cast(pa.StructArray, typed.field("event_ts"))
    assert (len(event_ts), event_ts.null_count) == (10, 0)
    inner, times = event_ts.field(0), event_ts.field(1)
    assert (inner.null_count, validity(inner)) == (9, "01000000 00000000")
    # 458: left out in the text
    assert offsets(inner) == [0, 0, 0, 0, 0, 0, 0, 11, 11, 11, 11]
    assert data(inner) == encode("2024-10-24").value
    assert (times.null_count, validity(times)) == (6, "00110011 00000000")
    # 474-476: ten values of eight bytes
    assert data(times, 80) == b"".join(
        n.to_bytes(8, "little")
        for n in (1729794114937, 1729794146402, 0, 0, 1729794240241, 1729794954163, 0, 0, 0, 0)
    )


def test_putting_it_all_together(both: str) -> None:
    """Lines 478-end: objects and lists in an object."""
    location = pa.struct([("longitude", pa.float64()), ("latitude", pa.float64())])
    schema = pa.struct([*EVENT, ("location", location), ("tags", pa.list_(pa.string()))])
    event = {
        "event_type": "login",
        "event_ts": moment(1729794114937),
        "location": {"longitude": 1.5, "latitude": 5.5},
        "tags": ["foo", "bar", "baz"],
    }
    array = shred(variant_array([event]), schema)
    storage = storage_of(array)

    def required(name: str, typed: pa.DataType) -> pa.Field[Any]:
        return pa.field(name, group(typed), nullable=False)

    strings = pa.list_(required("element", pa.string()))
    # Fields are looked up by name; ours are sorted by it.
    places = pa.struct([required("latitude", pa.float64()), required("longitude", pa.float64())])
    assert storage.type == pa.struct(
        [
            BINARY,
            VALUE,
            (
                "typed_value",
                pa.struct(
                    [
                        required("event_ts", pa.timestamp("us", "UTC")),
                        required("event_type", pa.string()),
                        required("location", places),
                        required("tags", strings),
                    ]
                ),
            ),
        ]
    )
    assert storage.field("value").null_count == 1
    assert array.variants() == [encode(event)]
