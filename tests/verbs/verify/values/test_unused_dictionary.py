"""A dictionary that no data page has indexes into is told as advice, and nothing else of it."""

from __future__ import annotations

import io
from typing import Any, Final, cast

import pyarrow as pa
import pytest
from pyarrow import parquet

import inlay
from inlay.footers.footer.trailer import tail_of
from inlay.pages.engine.chunk_metadata import locate_pages
from parquet_format.parquet import DictionaryPageHeader, Encoding, PageHeader, PageType

pq = cast("Any", parquet)

CODE: Final = "value-unused-dictionary"
ROWS: Final[dict[str, list[Any]]] = {
    "numbers": [*range(40)],
    "texts": [f"text {at}" for at in range(40)],
    "nulls": [None, *range(39)],
}


def write(rows: list[Any], **options: Any) -> bytes:
    file = io.BytesIO()
    pq.write_table(pa.table({"c": rows}), file, compression="none", **options)
    return file.getvalue()


def add_dictionary(data: bytes) -> bytes:
    """In front of its pages, with a value as PLAIN of eight bytes or of a text."""
    metadata = inlay.read_metadata(data)
    (group,) = metadata.row_groups
    meta = group.columns[0].meta_data
    assert meta is not None
    assert group.total_compressed_size is not None
    start, end = locate_pages(meta)
    body = (4).to_bytes(4, "little") + b"text"
    header = PageHeader(
        type=PageType.DICTIONARY_PAGE,
        uncompressed_page_size=len(body),
        compressed_page_size=len(body),
        dictionary_page_header=DictionaryPageHeader(num_values=1, encoding=Encoding.PLAIN),
    )
    page = header.encode() + body
    meta.dictionary_page_offset = start
    meta.data_page_offset = start + len(page)
    meta.total_compressed_size += len(page)
    meta.total_uncompressed_size += len(page)
    group.total_byte_size += len(page)
    group.total_compressed_size += len(page)
    return data[:start] + page + data[start:end] + tail_of(metadata.encode())


@pytest.mark.parametrize("name", ROWS)
def test_it_is_advice(name: str) -> None:
    verified = inlay.verify(add_dictionary(write(ROWS[name], use_dictionary=False)), values=True)
    assert verified.findings == ()
    (advice,) = verified.advice
    assert advice.code == CODE
    assert "readers read it for nothing" in advice.what


@pytest.mark.parametrize("options", [{}, {"dictionary_pagesize_limit": 16, "data_page_size": 64}])
@pytest.mark.parametrize("name", [*ROWS, "nothing"])
def test_one_that_is_used_is_not(name: str, options: dict[str, Any]) -> None:
    verified = inlay.verify(write(ROWS.get(name, [None] * 40), **options), values=True)
    assert verified.findings == verified.advice == ()
