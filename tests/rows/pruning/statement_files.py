"""What a case says, as a file has it: a footer and the indexes that it names."""

from __future__ import annotations

from typing import Any

from parquet_format.parquet import (
    ColumnChunk,
    ColumnIndex,
    ColumnMetaData,
    ColumnOrder,
    CompressionCodec,
    Encoding,
    FieldRepetitionType,
    FileMetaData,
    OffsetIndex,
    PageLocation,
    RowGroup,
    SchemaElement,
    SizeStatistics,
    Statistics,
)
from tests.rows.pruning.statements import Case
from tests.rows.pruning.value_kinds import KINDS, OPTIONAL, Kind, Said


class _Memory:
    def __init__(self, data: bytes) -> None:
        self.data = data

    def read(self, offset: int, size: int, /) -> bytes:
        return self.data[offset : offset + size]


def write_case(case: Case) -> tuple[_Memory, FileMetaData]:
    """What the case says, as a file has it."""
    kind, said = KINDS[case.kind], case.said
    rows = sum(map(len, case.pages))
    repetition = FieldRepetitionType.REQUIRED if case.is_required else OPTIONAL
    element = kind.element.replace(repetition_type=repetition)
    body = b"PAR1"
    chunk = ColumnChunk(file_offset=0, meta_data=_write_meta(kind, said, rows, case.is_required))
    if "null_pages" in said:
        index, offsets = _write_indexes(kind, case)
        chunk.column_index_offset, chunk.column_index_length = len(body), len(index)
        body += index
        chunk.offset_index_offset, chunk.offset_index_length = len(body), len(offsets)
        body += offsets
    group = RowGroup(columns=[chunk], total_byte_size=0, num_rows=rows)
    root = SchemaElement(name="schema", num_children=1)
    metadata = FileMetaData(
        version=2,
        schema=[root, element],
        num_rows=rows,
        row_groups=[group],
        created_by="inlay version 1.0.0",
        column_orders=[ColumnOrder.TYPE_ORDER],
    )
    return _Memory(body), metadata


def _ends(kind: Kind, bounds: Any) -> tuple[bytes, bytes]:
    return (b"", b"") if bounds is None else (kind.encode(bounds[0]), kind.encode(bounds[1]))


def _write_meta(kind: Kind, said: Said, rows: int, is_required: bool) -> ColumnMetaData:
    assert kind.element.type is not None
    statistics = Statistics(
        null_count=said.get("nulls"),
        distinct_count=said.get("distinct"),
        nan_count=said.get("nans"),
    )
    if "bounds" in said:
        statistics.min_value, statistics.max_value = _ends(kind, said["bounds"])
    if "old_bounds" in said:
        statistics.min, statistics.max = _ends(kind, said["old_bounds"])
    meta = ColumnMetaData(
        type=kind.element.type,
        encodings=[Encoding.PLAIN],
        path_in_schema=["c"],
        codec=CompressionCodec.UNCOMPRESSED,
        num_values=rows,
        total_uncompressed_size=0,
        total_compressed_size=0,
        data_page_offset=4,
        statistics=statistics,
    )
    if "levels" in said or "size" in said:
        levels = list(said["levels"]) if "levels" in said and not is_required else None
        meta.size_statistics = SizeStatistics(
            unencoded_byte_array_data_bytes=said.get("size"), definition_level_histogram=levels
        )
    return meta


def _write_indexes(kind: Kind, case: Case) -> tuple[bytes, bytes]:
    said = case.said
    ends = [_ends(kind, bounds) for bounds in said["page_bounds"]]
    levels = said.get("page_levels") if not case.is_required else None
    index = ColumnIndex(
        null_pages=list(said["null_pages"]),
        min_values=[low for low, _ in ends],
        max_values=[high for _, high in ends],
        boundary_order=said["order"],
        null_counts=list(said["null_counts"]) if "null_counts" in said else None,
        definition_level_histograms=[n for page in levels for n in page] if levels else None,
        nan_counts=list(said["page_nans"]) if "page_nans" in said else None,
    )
    first, locations = 0, list[PageLocation]()
    for page in case.pages:
        locations.append(PageLocation(offset=4, compressed_page_size=1, first_row_index=first))
        first += len(page)
    sizes = list(said["page_sizes"]) if "page_sizes" in said else None
    offsets = OffsetIndex(page_locations=locations, unencoded_byte_array_data_bytes=sizes)
    return index.encode(), offsets.encode()
