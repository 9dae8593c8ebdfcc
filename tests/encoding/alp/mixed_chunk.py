"""A chunk as writers of ALP leave it when its dictionary gets too large: the first pages have the dictionary, the others ALP."""

from __future__ import annotations

from pathlib import Path

from inlay.encoding.alp.plugin import Alp
from inlay.footer.trailer import tail_of
from inlay.pages.chunk_metadata import locate_pages
from inlay.pages.chunk_pages import data_of, pages_of
from inlay.pages.leaf import leaves_of
from parquet_format.parquet import Encoding, FileMetaData
from tests.encoding.files import pa, pq


def write_mixed(path: Path, numbers: list[float | None], version: str) -> set[Encoding]:
    """A file of one row group with one column; the encodings of its pages."""
    pq.write_table(
        pa.table({"x": pa.array(numbers, pa.float64())}),
        path,
        compression="none",
        data_page_size=2_000,
        dictionary_pagesize_limit=2_000,
        data_page_version=version,
    )
    data = path.read_bytes()
    length = int.from_bytes(data[-8:-4], "little")
    metadata = FileMetaData.decode(data[-8 - length : -8])
    meta = metadata.row_groups[0].columns[0].meta_data
    assert meta is not None
    leaf = leaves_of(metadata)[0]
    start, end = locate_pages(meta)
    parts: list[bytes] = []
    encodings: set[Encoding] = set()
    for page in pages_of(data[start:end], meta, start):
        body = data[start + page.offset :][: page.size]
        header = page.header
        described = header.data_page_header or header.data_page_header_v2
        if described is not None:
            if described.encoding == Encoding.PLAIN:
                values = data_of(page, meta.codec, leaf, start).values
                levels = body[len(header.encode()) : len(body) - len(values)]
                encoded = Alp().encode(memoryview(bytes(values)), len(values) // 8, meta.type)
                described.encoding = Encoding.ALP
                header.compressed_page_size = header.uncompressed_page_size = len(levels + encoded)
                body = header.encode() + levels + encoded
            encodings.add(described.encoding)
        parts.append(body)
    chunk = b"".join(parts)
    meta.encodings = sorted({*meta.encodings, Encoding.ALP})
    meta.encoding_stats = None
    meta.total_compressed_size = meta.total_uncompressed_size = len(chunk)
    metadata.row_groups[0].total_byte_size = len(chunk)
    path.write_bytes(data[:start] + chunk + tail_of(metadata.encode()))
    return encodings
