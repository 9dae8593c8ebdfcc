"""A chunk that is told to be as its column index says has the bounds and the nulls of its pages, whatever its type."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.ground.statements.column_rules import ColumnRules
from inlay.ground.statements.native_pass import find_unlike
from inlay.ground.writers.affected import WrittenColumn
from inlay.ground.writers.created_by import writer_of
from parquet_format.parquet import (
    BoundaryOrder,
    ColumnChunk,
    ColumnIndex,
    ColumnMetaData,
    ColumnOrder,
    CompressionCodec,
    IntType,
    SchemaElement,
    Statistics,
    StringType,
    Type,
)

pytestmark = pytest.mark.needs("native core")


WRITER: Final = writer_of("parquet-cpp-arrow version 22.0.0")


class Kind(NamedTuple):
    element: SchemaElement
    values: tuple[Any, ...]
    encode: Callable[[Any], bytes]


def _number(kind: Type, letter: str, values: tuple[Any, ...], **meaning: Any) -> Kind:
    element = SchemaElement(name="x", type=kind, **meaning)
    return Kind(element, values, lambda value: struct.pack(f"<{letter}", value))


def _unsigned(bits: int) -> Any:
    return IntType(bitWidth=bits, isSigned=False)


KINDS: Final[Mapping[str, Kind]] = {
    "int32": _number(Type.INT32, "i", (-(2**31), -1, 0, 256, 2**31 - 1)),
    "int64": _number(Type.INT64, "q", (-(2**63), -1, 0, 256, 2**63 - 1)),
    "uint32": _number(Type.INT32, "I", (0, 255, 256, 2**31, 2**32 - 1), logicalType=_unsigned(32)),
    "uint64": _number(Type.INT64, "Q", (0, 255, 256, 2**63, 2**64 - 1), logicalType=_unsigned(64)),
    "float": _number(Type.FLOAT, "f", (float("-inf"), -1.5, 0.5, 2.0, float("inf"))),
    "double": _number(Type.DOUBLE, "d", (float("-inf"), -1.5, 0.5, 2.0, float("inf"))),
    "text": Kind(
        SchemaElement(name="x", type=Type.BYTE_ARRAY, logicalType=StringType()),
        ("a", "aa", "b", "\x7f", "\xff"),
        str.encode,
    ),
}


class Drawn(NamedTuple):
    rules: ColumnRules
    chunk: ColumnChunk
    bounds: ColumnIndex
    agrees: bool


@st.composite
def drawn_chunks(draw: st.DrawFn) -> Drawn:
    """Up to 40 pages of 100 rows, some of them of nothing but nulls."""
    kind = draw(st.sampled_from(list(KINDS.values())))
    count = draw(st.integers(1, 40))
    value = st.sampled_from(kind.values)
    is_null = [draw(st.integers(0, 9)) == 0 for _ in range(count)]
    pairs: list[list[Any]] = [sorted((draw(value), draw(value))) for _ in range(count)]
    nulls = [100 if it else draw(st.sampled_from([0, 0, 0, 1, 70])) for it in is_null]
    filled = [pair for pair, it in zip(pairs, is_null, strict=True) if not it]
    low, high = sorted((draw(value), draw(value)))
    total = draw(st.integers(0, 100))
    may_agree: bool = draw(st.booleans())
    if filled and may_agree:
        low, high = min(low for low, _ in filled), max(high for _, high in filled)
        total = sum(nulls)
    agrees = bool(filled) and (low, high, total) == (
        min(low for low, _ in filled),
        max(high for _, high in filled),
        sum(nulls),
    )
    index = ColumnIndex(
        null_pages=is_null,
        min_values=[b"" if it else kind.encode(low) for (low, _), it in zip(pairs, is_null, strict=True)],
        max_values=[b"" if it else kind.encode(high) for (_, high), it in zip(pairs, is_null, strict=True)],
        boundary_order=BoundaryOrder.UNORDERED,
        null_counts=nulls,
    )  # fmt: skip
    meta = ColumnMetaData(
        type=kind.element.type or Type.INT32,
        encodings=[],
        path_in_schema=["x"],
        codec=CompressionCodec.UNCOMPRESSED,
        num_values=100 * count,
        total_uncompressed_size=0,
        total_compressed_size=0,
        data_page_offset=4,
        statistics=Statistics(
            min_value=kind.encode(low), max_value=kind.encode(high), null_count=total
        ),
    )
    chunk = ColumnChunk.decode(ColumnChunk(file_offset=0, meta_data=meta).encode())
    rules = ColumnRules(WrittenColumn(kind.element), ColumnOrder.TYPE_ORDER, WRITER, 1)
    return Drawn(rules, chunk, index, agrees)


def is_unlike(drawn: Drawn, data: bytes) -> bool:
    rows = 100 * len(drawn.bounds.null_pages)
    place = (1000, len(data), 0)
    unlike = find_unlike(drawn.rules.plain, [drawn.chunk], [rows], [place], b"\xff" + data, 999)
    assert unlike in ([], [0])
    return bool(unlike)


@given(drawn_chunks())
def test_only_what_agrees_is_alike(drawn: Drawn) -> None:
    assert is_unlike(drawn, drawn.bounds.encode()) is not drawn.agrees


@given(drawn_chunks(), st.data())
def test_damage_is_no_agreement(drawn: Drawn, data: st.DataObject) -> None:
    """Cut anywhere before its last list that is asked for, an index says nothing."""
    encoded = drawn.bounds.encode()
    assert is_unlike(drawn, encoded[: data.draw(st.integers(0, len(encoded) - 3))])


@given(drawn_chunks(), st.data())
def test_a_bound_beyond_is_found(drawn: Drawn, data: st.DataObject) -> None:
    """Of numbers, where a page of a chunk that agrees gets the other end of all values."""
    index, element = drawn.bounds, drawn.rules.element
    pages = [at for at, is_null in enumerate(index.null_pages) if not is_null]
    kind = next(it for it in KINDS.values() if it.element == element)
    if not pages or not drawn.agrees:
        return
    page = data.draw(st.sampled_from(pages))
    ends = kind.encode(kind.values[0]), kind.encode(kind.values[-1])
    lows, highs = list(index.min_values), list(index.max_values)
    before = {lows[at] for at in pages}, {highs[at] for at in pages}
    lows[page], highs[page] = ends
    changed = drawn._replace(bounds=index.replace(min_values=lows, max_values=highs))
    has_both = ends[0] in before[0] and ends[1] in before[1]
    if not has_both:
        assert is_unlike(changed, changed.bounds.encode())


def test_not_a_number_is_beyond() -> None:
    for name in ("float", "double"):
        kind = KINDS[name]
        low, high, nan = (kind.encode(value) for value in (0.5, 2.0, float("nan")))
        meta = ColumnMetaData(
            type=kind.element.type or Type.DOUBLE,
            encodings=[],
            path_in_schema=["x"],
            codec=CompressionCodec.UNCOMPRESSED,
            num_values=200,
            total_uncompressed_size=0,
            total_compressed_size=0,
            data_page_offset=4,
            statistics=Statistics(min_value=low, max_value=high, null_count=0),
        )
        chunk = ColumnChunk.decode(ColumnChunk(file_offset=0, meta_data=meta).encode())
        rules = ColumnRules(WrittenColumn(kind.element), ColumnOrder.TYPE_ORDER, WRITER, 1)
        for lows, highs, agrees in (
            ([low, low], [high, high], True),
            ([low, nan], [high, high], False),
            ([low, low], [nan, high], False),
        ):
            index = ColumnIndex(
                null_pages=[False, False],
                min_values=lows,
                max_values=highs,
                boundary_order=BoundaryOrder.UNORDERED,
                null_counts=[0, 0],
            )
            assert is_unlike(Drawn(rules, chunk, index, agrees), index.encode()) is not agrees
            counted = index.replace(nan_counts=[0, 0])  # these are left to the thorough way
            assert is_unlike(Drawn(rules, chunk, counted, agrees), counted.encode())
