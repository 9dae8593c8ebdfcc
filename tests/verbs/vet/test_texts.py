"""Values as texts: the same values in different types have the same, and different values never have."""

from __future__ import annotations

import datetime
import tracemalloc
from decimal import Decimal
from typing import Any, Final

import pyarrow
import pytest

from inlay.variant import Variant, shred, variant_array
from inlay.verbs.vet.ask import MOST_ANSWERED
from inlay.verbs.vet.compare import _compare_texts
from inlay.verbs.vet.digests import digest_columns
from inlay.verbs.vet.texts import BLOCK, cut_text, texts_at
from inlay_variant.arrow.variant_type import from_pairs

pa: Any = pyarrow
MOMENT = datetime.datetime(2020, 5, 17, 12, 30)
SAME: dict[str, list[Any]] = {
    "integers": [pa.array([1, None, 3], type_) for type_ in (pa.int8(), pa.uint64(), pa.int32())],
    "floats": [pa.array([1.5, None, float("nan")], type_) for type_ in (pa.float32(), pa.float64())],
    "text": [
        *(pa.array(["a", None, "é"], type_) for type_ in (pa.string(), pa.large_string(), pa.string_view())),
        pa.array(["a", None, "é"]).dictionary_encode(),
        pa.array([b"a", None, "é".encode()]),
    ],
    "moments": [
        pa.array([MOMENT, None], pa.timestamp(unit, zone))
        for unit, zone in (("s", None), ("ms", "UTC"), ("us", None), ("ns", "UTC"))
    ],
    "days": [pa.array([MOMENT.date(), None], type_) for type_ in (pa.date32(), pa.date64())],
    "times": [pa.array([datetime.time(1), None], pa.time32("ms")), pa.array([datetime.time(1), None], pa.time64("us"))],
    "decimals": [
        pa.array([Decimal("1.50"), None], pa.decimal128(9, 2)),
        pa.array([Decimal("1.5"), None], pa.decimal256(40, 1)),
    ],
    "lists": [
        pa.array([[1, None], None, []], type_)
        for type_ in (pa.list_(pa.int64()), pa.large_list(pa.int8()), pa.list_view(pa.int32()))
    ],
    "maps": [
        pa.array([[("k", 1)], None], pa.map_(pa.string(), pa.int8())),
        pa.array([[{"key": "k", "value": 1}], None], pa.list_(pa.struct([("key", pa.string()), ("value", pa.int32())]))),
    ],
    "moments in maps": [
        pa.MapArray.from_arrays([0, 1, 2], ["k", "l"], pa.array([MOMENT, None], pa.timestamp(unit, zone)))
        for unit, zone in (("s", None), ("ms", "UTC"), ("us", "Etc/UTC"), ("ns", "+00:00"))
    ],
    "runs": [
        pa.RunEndEncodedArray.from_arrays([2, 3], pa.array([MOMENT, None], pa.timestamp("s"))),
        pa.array([MOMENT, MOMENT, None], pa.timestamp("us", "UTC")),
    ],
    "structs": [
        pa.array([{"a": 1, "b": "x"}, None, {"a": None, "b": None}], pa.struct([("a", kind), ("b", text)]))
        for kind, text in ((pa.int8(), pa.string()), (pa.int64(), pa.binary()))
    ],
}  # fmt: skip
"""Arrays of the same values."""


def texts(array: Any) -> list[str]:
    return texts_at(pa.table({"a": array}), 0, 0)


@pytest.mark.parametrize("name", SAME)
def test_the_same_values_have_the_same_texts(name: str) -> None:
    first, *others = map(texts, SAME[name])
    assert len(first) == len(SAME[name][0])
    assert others == [first] * len(others)


VARIANTS: Final[list[object]] = [
    {"a": 1, "b": "x"},
    {"b": [True, None], "a": Decimal("1.50")},
    None,
    "n/a",
    7,
]


def test_a_variant_is_the_same_shredded_or_not() -> None:
    plain = variant_array(VARIANTS)
    whole = pa.struct([("a", pa.int64()), ("b", pa.string())])
    shredded = shred(plain, whole)
    assert "typed_value" in str(shredded.storage.type)
    expected = texts_at(pa.table({"v": plain}), 0, 0, variants=True)
    assert len(set(expected)) == len(VARIANTS)
    for array in (shredded, shredded.storage, plain.storage):
        assert texts_at(pa.table({"v": array}), 0, 0, variants=True) == expected
        lists = pa.ListArray.from_arrays([0, len(VARIANTS)], array)
        (text,) = texts_at(pa.table({"v": lists}), 0, 0, variants=True)
        assert text == f"[{','.join(expected)}]"
    assert texts_at(pa.table({"v": shredded.storage}), 0, 0) != texts_at(
        pa.table({"v": plain.storage}), 0, 0
    )


def test_of_a_variant_that_cannot_be_decoded_the_storage_is_compared() -> None:
    (good, other) = variant_array([1, 2]).variants()
    bad = from_pairs([good, Variant(b"\x01\x00\x00", b"\xff"), other])
    texts_of_all = texts_at(pa.table({"v": bad}), 0, 0, variants=True)
    assert texts_of_all == ["variant decimal 1", "{x010000,xff}", "variant decimal 2"]


def test_different_values_have_different_texts() -> None:
    arrays = [
        pa.array([1]), pa.array([1.0]), pa.array(["1"]), pa.array([True]), pa.array([Decimal(1)]), pa.array([[1]]),
        pa.array([[[1]]]), pa.array([{"a": 1}]), pa.array([None], pa.int8()), pa.array([[None]], pa.list_(pa.int8())),
        pa.array([[]], pa.list_(pa.int8())), pa.array([""]), pa.array([1], pa.date32()), pa.array([1], pa.timestamp("ns")),
        pa.array([-0.0]), pa.array([0.0]), pa.array(["null"]),
    ]  # fmt: skip
    all_texts = [text for array in arrays for text in texts(array)]
    assert len(set(all_texts)) == len(arrays)


def test_decimals_differ_in_any_digit() -> None:
    numbers = [
        Decimal("1" * 38),
        Decimal("1" * 37 + "2"),
        Decimal("1" * 30 + "0" * 8),
        Decimal("-" + "1" * 38),
    ]
    assert len(set(texts(pa.array(numbers, pa.decimal128(38, 0))))) == len(numbers)
    assert texts(pa.array([Decimal("7" * 76)])) == [f"decimal {'7' * 76}"]


def test_moments_and_days_beyond_the_calendar_of_python_have_texts() -> None:
    far = 1 << 62
    moments = pa.array([far, -far], pa.int64())
    in_map = pa.MapArray.from_arrays([0, 2], ["a", "b"], moments.view(pa.timestamp("us", "UTC")))
    assert texts(in_map) == [f"[{{x61,{far}000 ns}},{{x62,-{far}000 ns}}]"]
    assert texts(moments.view(pa.date64())) == [
        "day 53375995583 and 56187904 ms",
        "day -53375995584 and 30212096 ms",
    ]
    assert texts(pa.array([2**31 - 1], pa.int32()).view(pa.date32())) == [f"day {2**31 - 1}"]


def test_slices_of_maps_are_seen_right() -> None:
    values = [[("a", 1)], None, [], [("b", None), ("c", 3)], [("d", 4)]]
    maps = pa.array(values, pa.map_(pa.string(), pa.int64()))
    whole = texts(maps)
    assert whole == ["[{x61,1}]", "null", "[]", "[{x62,null},{x63,3}]", "[{x64,4}]"]
    for start in range(6):
        for stop in range(start, 6):
            assert texts(maps[start:stop]) == whole[start:stop]


def test_slices_and_nulls_under_lists_are_seen_right() -> None:
    values = [[1, 2], None, [], [3], [None]] * 3000
    whole = pa.table({"a": pa.chunked_array([pa.array(values[:7001]), pa.array(values[7001:])])})
    assert digest_columns(whole) == digest_columns(pa.table({"a": pa.array(values)}))
    assert len(digest_columns(whole)[0]) == -(-len(values) // BLOCK)
    assert texts_at(whole, 0, BLOCK)[:2] == texts(pa.array(values[BLOCK : BLOCK + 2]))
    fixed = pa.array([[1, 2], None, [3, 4]], pa.list_(pa.int64(), 2))
    assert texts(fixed) == ["[1,2]", "null", "[3,4]"]


@pytest.mark.parametrize("type_", [pa.string(), pa.binary()])
def test_a_long_value_costs_little_beside_itself(type_: Any) -> None:
    """Or a reader that has read it would be out of memory for its text."""
    size = 4_000_000
    table = pa.table({"x": pa.array(["x" * size], type_)})
    tracemalloc.start()
    try:
        digest_columns(table)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 3 * size


def test_long_values_differ_in_any_byte_and_in_length() -> None:
    begin = "x" * 5_000
    values = [begin, f"{begin}x", f"{begin[1:]}y", f"y{begin[1:]}"]
    digests = {str(digest_columns(pa.table({"x": [value]}))) for value in values}
    assert len(digests) == len(values)
    assert digest_columns(pa.table({"x": [begin]})) == digest_columns(
        pa.table({"x": [begin.encode()]})
    )


def test_long_texts_are_cut_and_stay_different() -> None:
    """So a block of values of any size is an answer."""
    lists = [list(range(1000)), [*range(999), 7], list(range(100)), [1, 2]]
    given = texts_at(pa.table({"a": lists}), 0, 0)
    cut = [cut_text(text) for text in given]
    assert len(set(cut)) == len(given)
    assert cut[2:] == given[2:]
    assert all(text[:5] == whole[:5] for text, whole in zip(cut, given, strict=True))
    assert BLOCK * (max(map(len, cut)) + len('"", ')) < MOST_ANSWERED


@pytest.mark.parametrize(
    ("own", "other", "ends"),
    [
        (b"a" * 200, b"a" * 199 + b"b", ("61", "62")),
        (b"a" * 200, b"a" * 201, ("nothing", "61")),
        (b"a" * 300, b"a" * 299 + b"b", ("others, 300 bytes with", "others, 300 bytes with")),
        (b"a" * 256, b"a" * 257, ("nothing", "others, 257 bytes with")),
    ],
)
def test_values_that_begin_alike_are_not_shown_alike(
    own: bytes, other: bytes, ends: tuple[str, str]
) -> None:
    left, right = (texts(pa.array([value])) for value in (own, other))
    disagreement = _compare_texts("other", 0, "x", 0, left, right)
    shown = disagreement.own, disagreement.other
    assert shown[0] != shown[1]
    for text, end in zip(shown, ends, strict=True):
        assert text.startswith("b'aaa")
        assert text.partition(" and then ")[2].startswith(end)
