"""Native code folds the statements of a footer as Python does, whatever they say."""

from __future__ import annotations

import re
import struct
from contextlib import nullcontext
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.errors import DecodeError, InlayError
from inlay.footers.footer.errors import FooterError
from inlay.footers.footer.footer import Footer
from inlay.footers.footer.read import read_footer
from inlay.verbs.register import read_record
from inlay.verbs.register.read_record import RecordMaker
from inlay.verbs.register.record import FileRecord
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    ColumnOrder,
    CompressionCodec,
    DecimalType,
    FieldRepetitionType,
    FileMetaData,
    IntType,
    RowGroup,
    SchemaElement,
    SizeStatistics,
    Statistics,
    StringType,
    Type,
)
from tests.support.examples import examples

_TRAILER: Final = b"PAR1"

LEAVES: Final = {
    "number": SchemaElement(type=Type.INT32, name="number"),
    "unsigned": SchemaElement(
        type=Type.INT64, name="unsigned", logicalType=IntType(bitWidth=64, isSigned=False)
    ),
    "double": SchemaElement(type=Type.DOUBLE, name="double"),
    "float": SchemaElement(type=Type.FLOAT, name="float"),
    "flag": SchemaElement(type=Type.BOOLEAN, name="flag"),
    "text": SchemaElement(type=Type.BYTE_ARRAY, name="text", logicalType=StringType()),
    "decimal": SchemaElement(
        type=Type.BYTE_ARRAY, name="decimal", logicalType=DecimalType(scale=1, precision=9)
    ),
    "fixed": SchemaElement(
        type=Type.FIXED_LEN_BYTE_ARRAY,
        name="fixed",
        type_length=2,
        logicalType=DecimalType(scale=0, precision=4),
    ),
}
_DOUBLES: Final = (-1.5, -0.0, 0.0, 2.0, float("inf"), float("nan"))
_BOUNDS: Final[dict[str, list[bytes]]] = {
    "number": [struct.pack("<i", it) for it in (-3, 0, 7)],
    "unsigned": [struct.pack("<Q", it) for it in (0, 7, 1 << 63)],
    "double": [struct.pack("<d", it) for it in _DOUBLES],
    "float": [struct.pack("<f", it) for it in _DOUBLES],
    "flag": [b"\0", b"\1"],
    "text": [b"", b"a", b"ab", b"\xff"],
    "decimal": [b"", b"\x01", b"\x00\x01", b"\xff", b"\x80"],
    "fixed": [b"\x00\x01", b"\xff\xff", b"\x80\x00", b"\x01"],
}
_WRITERS: Final = (
    "parquet-cpp-arrow version 26.0.1",
    "parquet-cpp-arrow version 5.0.0",
    "parquet-mr version 1.8.0 (build 1)",
    "parquet-rs version 56.0.0",
    None,
)
_FLAGS: Final = st.sampled_from([True, False, None])
_COUNTS: Final = st.none() | st.integers(-1, 6)


def _or_none(of: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(of, of, of, st.none())


@st.composite
def plain_statistics(draw: st.DrawFn, name: str) -> Statistics:
    places = st.tuples(*[st.integers(0, len(_BOUNDS[name]) - 1)] * 2)
    low, high = (_BOUNDS[name][at] for at in sorted(draw(places)))
    return Statistics(
        min_value=low,
        max_value=high,
        null_count=draw(st.integers(0, 1)),
        is_min_value_exact=draw(_FLAGS),
        is_max_value_exact=draw(_FLAGS),
        nan_count=draw(st.sampled_from([None, 0])),
    )


@st.composite
def statistics(draw: st.DrawFn, name: str) -> Statistics | None:
    if draw(st.integers(0, 4)) == 0:
        return None
    bound = _or_none(st.sampled_from(_BOUNDS[name]))
    old = bound if draw(st.integers(0, 4)) == 0 else st.none()
    return Statistics(
        min_value=draw(bound),
        max_value=draw(bound),
        min=draw(old),
        max=draw(old),
        null_count=draw(_or_none(st.integers(0, 3))),
        distinct_count=draw(st.sampled_from([None, None, None, 2])),
        is_min_value_exact=draw(_FLAGS),
        is_max_value_exact=draw(_FLAGS),
        nan_count=draw(st.sampled_from([None, None, 0, 0, 1])),
    )


@st.composite
def sizes(draw: st.DrawFn, values: int, levels: int) -> SizeStatistics:
    filled = draw(st.integers(0, values))
    histogram = [values - filled, filled] if levels else [filled]
    return SizeStatistics(
        unencoded_byte_array_data_bytes=draw(_COUNTS),
        definition_level_histogram=draw(st.sampled_from([None, histogram, [*histogram, 0]])),
    )


@st.composite
def said_of_chunks(
    draw: st.DrawFn, name: str, values: int, levels: int, is_plain: bool
) -> tuple[Statistics | None, SizeStatistics | None]:
    if not is_plain:
        return draw(statistics(name)), draw(st.none() | sizes(values, levels))
    said = draw(plain_statistics(name))
    nulls = said.null_count or 0
    if not levels or draw(st.booleans()):
        return said, None
    return said, SizeStatistics(definition_level_histogram=[nulls, values - nulls])


@st.composite
def footers(draw: st.DrawFn) -> FileMetaData:
    names = draw(st.lists(st.sampled_from(sorted(LEAVES)), min_size=1, max_size=3, unique=True))
    repetitions = [draw(st.sampled_from([*FieldRepetitionType])) for _ in names]
    is_plain = draw(st.booleans())
    groups = []
    for _ in range(draw(st.integers(0, 3))):
        rows = draw(st.integers(3, 8) if is_plain else st.integers(0, 4))
        chunks = []
        for name, repetition in zip(names, repetitions, strict=True):
            values = rows if is_plain else draw(st.sampled_from([*[rows] * 4, rows + 2]))
            levels = int(repetition != FieldRepetitionType.REQUIRED)
            said, counted = draw(said_of_chunks(name, values, levels, is_plain))
            meta = ColumnMetaData(
                type=LEAVES[name].type or Type.INT32,
                encodings=[],
                path_in_schema=[name],
                codec=CompressionCodec.UNCOMPRESSED,
                num_values=values,
                total_uncompressed_size=9,
                total_compressed_size=draw(st.integers(0, 99)),
                data_page_offset=draw(st.integers(0, 99)),
                dictionary_page_offset=draw(st.none() | st.integers(0, 99)),
                statistics=said,
                size_statistics=counted,
            )
            chunks.append(ColumnChunk(file_offset=0, meta_data=meta))
        groups.append(RowGroup(columns=chunks, total_byte_size=9, num_rows=rows))
    elements = [
        LEAVES[name].replace(repetition_type=repetition, field_id=draw(st.none() | st.just(at)))
        for at, (name, repetition) in enumerate(zip(names, repetitions, strict=True))
    ]
    order = st.sampled_from([ColumnOrder.TYPE_ORDER, ColumnOrder.IEEE_754_TOTAL_ORDER])
    orders = [draw(order) for _ in names]
    return FileMetaData(
        version=2,
        schema=[SchemaElement(name="root", num_children=len(names)), *elements],
        num_rows=sum(group.num_rows for group in groups),
        row_groups=groups,
        created_by=_WRITERS[0] if is_plain else draw(st.sampled_from(_WRITERS)),
        column_orders=orders if is_plain else draw(st.sampled_from([orders, None])),
    )


def _read(metadata: FileMetaData) -> Footer:
    return _read_bytes(metadata.encode())


def _read_bytes(raw: bytes) -> Footer:
    return read_footer(_TRAILER + raw + len(raw).to_bytes(4, "little") + _TRAILER)


def _make_in_python(footer: Footer) -> FileRecord:
    with patch.object(read_record, "fold_statements", None):
        return RecordMaker().make(footer, "v.parquet")


@examples(120)
@given(st.lists(footers(), min_size=1, max_size=2))
def test_native_code_folds_as_python_does(drawn: list[FileMetaData]) -> None:
    """Also where the neighbour before had other columns."""
    maker = RecordMaker()
    for metadata in drawn:
        footer = _read(metadata)
        assert maker.make(footer, "v.parquet") == _make_in_python(footer)


@pytest.mark.parametrize("is_native", [False, True])
def test_a_record_of_too_many_leaves_has_none(is_native: bool) -> None:
    footer = _read(_describe_rows([3, 4]))
    with nullcontext() if is_native else patch.object(read_record, "fold_statements", None):
        whole = RecordMaker(2).make(footer, "v.parquet")
        assert len(whole.leaves) == 2
        assert RecordMaker(1).make(footer, "v.parquet") == whole._replace(leaves=())


@pytest.mark.needs("native core")
@examples(200)
@given(footers(), st.data())
def test_what_was_folded_before_a_footer_was_decoded_is_asked_only_if_it_decodes(
    metadata: FileMetaData, data: st.DataObject
) -> None:
    """A thread folds the bytes of footers that nobody has looked at: of what is no footer it may say anything."""
    maker = RecordMaker()
    footer = _read(metadata)
    maker.make(footer, "v.parquet")
    raw = bytearray(footer.thrift)
    for _ in range(data.draw(st.integers(0, 3))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    cut = bytes(raw[: data.draw(st.integers(0, len(raw)))])
    whole = bytes(raw)
    ahead = maker.fold_ahead([cut, whole, b""])
    assert len(ahead) == 3
    try:
        other = _read_bytes(whole)
        python = _make_in_python(other)
    except (ValueError, InlayError):
        return
    assert maker.make(other, "v.parquet", ahead[1]) == python


@pytest.mark.needs("native core")
def test_a_neighbour_is_not_decoded_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was folded has passed the checks of a decode, so its metadata is not asked for."""
    metadata = _describe_rows([3, 4])
    first, other = _read(metadata), _read(metadata)
    maker = RecordMaker()
    expected = maker.make(first, "v.parquet")
    ahead, cut = maker.fold_ahead([other.thrift, other.thrift[:-1]])
    assert ahead is not None
    assert cut is not None
    assert cut.leaves is None
    monkeypatch.setattr(Footer, "metadata", property(lambda _: pytest.fail("decoded")))
    assert maker.make(other, "v.parquet", ahead) == expected
    assert expected.rows == 7


def _describe_rows(rows: list[int]) -> FileMetaData:
    """Of two columns, with nothing odd."""
    names = ["number", "text"]
    elements = [LEAVES[it].replace(repetition_type=FieldRepetitionType.REQUIRED) for it in names]
    groups = [
        RowGroup(
            columns=[
                ColumnChunk(
                    file_offset=0,
                    meta_data=ColumnMetaData(
                        type=element.type or Type.INT32,
                        encodings=[],
                        path_in_schema=[element.name],
                        codec=CompressionCodec.UNCOMPRESSED,
                        num_values=count,
                        total_uncompressed_size=9,
                        total_compressed_size=9,
                        data_page_offset=4,
                        statistics=Statistics(
                            min_value=_BOUNDS[element.name][0],
                            max_value=_BOUNDS[element.name][2],
                            null_count=0,
                        ),
                    ),
                )
                for element in elements
            ],
            total_byte_size=9,
            num_rows=count,
        )
        for count in rows
    ]
    return FileMetaData(
        version=2,
        schema=[SchemaElement(name="root", num_children=len(names)), *elements],
        num_rows=sum(rows),
        row_groups=groups,
        created_by=_WRITERS[0],
        column_orders=[ColumnOrder.TYPE_ORDER for _ in names],
    )


def _list_files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.parquet"))


def test_files_of_other_writers_are_folded_alike(parquet_testing: Path) -> None:
    maker, count = RecordMaker(), 0
    for path in _list_files(parquet_testing):
        try:
            footer = read_footer(path)
            python = _make_in_python(footer)
        except (ValueError, DecodeError):
            continue
        except FooterError as error:  # of one that counts its rows in two ways
            with pytest.raises(FooterError, match=re.escape(error.what)):
                maker.make(footer, "v.parquet")
            continue
        assert maker.make(footer, "v.parquet") == python, path.name
        count += 1
    assert count > 20


@pytest.mark.needs("native core")
def test_a_footer_without_anything_odd_needs_no_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both ends of zero, a NaN count of 0, and neighbours of the same schema."""
    zero, one = struct.pack("<d", 0.0), struct.pack("<d", 1.0)
    said = Statistics(min_value=zero, max_value=one, null_count=0, nan_count=0)
    metadata = FileMetaData(
        version=2,
        schema=[
            SchemaElement(name="root", num_children=1),
            LEAVES["double"].replace(repetition_type=FieldRepetitionType.OPTIONAL),
        ],
        num_rows=4,
        row_groups=[
            RowGroup(
                columns=[
                    ColumnChunk(
                        file_offset=0,
                        meta_data=ColumnMetaData(
                            type=Type.DOUBLE,
                            encodings=[],
                            path_in_schema=["double"],
                            codec=CompressionCodec.UNCOMPRESSED,
                            num_values=4,
                            total_uncompressed_size=9,
                            total_compressed_size=9,
                            data_page_offset=4,
                            statistics=said,
                        ),
                    )
                ],
                total_byte_size=9,
                num_rows=4,
            )
        ],
        column_orders=[ColumnOrder.TYPE_ORDER],
    )
    expected = _make_in_python(_read(metadata))
    monkeypatch.setattr(read_record, "fold_leaf", None)
    maker = RecordMaker()
    assert [maker.make(_read(metadata), "v.parquet") for _ in range(2)] == [expected, expected]
    (leaf,) = expected.leaves
    assert leaf.lower is not None
    assert (str(leaf.decode(leaf.lower)), leaf.nans) == ("-0.0", 0)
