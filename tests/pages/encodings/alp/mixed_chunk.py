"""Chunks with pages in ALP, as other writers leave them: some begin with a dictionary, some are compressed on top."""

from __future__ import annotations

from pathlib import Path

from inlay.footers.footer.trailer import tail_of
from inlay.pages.encodings.alp.plugin import Alp
from inlay.pages.encodings.transcode import levels_before
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.chunk_pages import data_of, pages_of
from inlay.pages.engine.codecs import compress
from inlay.pages.engine.leaf import leaves_of
from parquet_format.parquet import Encoding, FileMetaData
from tests.pages.encodings.files import pa, pq


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
    return replace_plain_pages(path)


def replace_plain_pages(path: Path) -> set[Encoding]:
    """ALP in the place of PLAIN; v1 pages may be compressed. The encodings of the pages, as they are then."""
    data = path.read_bytes()
    length = int.from_bytes(data[-8:-4], "little")
    metadata = FileMetaData.decode(data[-8 - length : -8])
    meta = metadata.row_groups[0].columns[0].meta_data
    assert meta is not None
    leaf = leaves_of(metadata)[0]
    start, end = locate_pages(meta)
    parts: list[bytes] = []
    uncompressed = 0
    encodings: set[Encoding] = set()
    for page in pages_of(data[start:end], meta, start):
        body = data[start + page.offset :][: page.size]
        header = page.header
        described = header.data_page_header or header.data_page_header_v2
        if described is not None:
            if described.encoding == Encoding.PLAIN:
                plain = data_of(page, meta.codec, leaf, start)
                levels = levels_before(plain, leaf)
                if header.data_page_header_v2 is not None:
                    levels = plain.repetition + plain.definition
                encoded = Alp().encode(
                    memoryview(bytes(plain.values)), len(plain.values) // 8, meta.type
                )
                described.encoding = Encoding.ALP
                packed = compress(meta.codec, levels + encoded)
                header.compressed_page_size = len(packed)
                header.uncompressed_page_size = len(levels + encoded)
                body = header.encode() + packed
            encodings.add(described.encoding)
            uncompressed += len(header.encode()) + header.uncompressed_page_size
        parts.append(body)
    chunk = b"".join(parts)
    meta.encodings = sorted({*meta.encodings, Encoding.ALP})
    meta.encoding_stats = None
    meta.total_compressed_size = len(chunk)
    meta.total_uncompressed_size = max(uncompressed, len(chunk))
    metadata.row_groups[0].total_byte_size = meta.total_uncompressed_size
    path.write_bytes(data[:start] + chunk + tail_of(metadata.encode()))
    return encodings
