"""What a chunk would need is known before it is decoded, and no index is read that many chunks share."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.pages.engine import decoded_size, dense_file
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.dense_chunk import DenseChunk
from inlay.pages.engine.dense_values import read_dense_values
from inlay.pages.engine.errors import UndecodedError
from inlay.pages.engine.leaf import leaves_of
from tests.lies.parts import Parts

LONG = ["long" * 250, "long" * 251]
MANY = pa.table({"x": LONG * 50})


def write(table: pa.Table, **options: Any) -> bytes:
    out = io.BytesIO()
    pq.write_table(table, out, compression="none", **options)
    return out.getvalue()


def doubled(data: bytes) -> bytes:
    """An entry is twice in the dictionary, and pyarrow does not keep it."""
    parts = Parts.of(data)
    page, *others = parts.groups[0][0].pages
    assert page.header.dictionary_page_header is not None
    page.header.dictionary_page_header.num_values += 1
    length = 4 + len(LONG[0])
    body = page.body + page.body[:length]
    page.header.uncompressed_page_size = page.header.compressed_page_size = len(body)
    parts.groups[0][0].pages = [page._replace(body=body), *others]
    return parts.joined()


FILES: dict[str, Callable[[], bytes]] = {
    "beginnings of the value before": lambda: write(
        MANY, use_dictionary=False, column_encoding={"x": "DELTA_BYTE_ARRAY"}
    ),
    "indexes, and PLAIN": lambda: write(
        pa.table({"x": [LONG[0]] * 90 + LONG * 4 + [f"{n:04}" for n in range(40)]}),
        dictionary_pagesize_limit=2_000,
        write_batch_size=1,
        data_page_size=1,
    ),
    "indexes into a dictionary with an entry twice": lambda: doubled(write(MANY)),
}


def decode(data: bytes) -> DenseChunk:
    """Its one chunk, at once."""
    metadata = inlay.read_metadata(data)
    meta = metadata.row_groups[0].columns[0].meta_data
    assert meta is not None
    start, end = locate_pages(meta)
    return read_dense_values(data[start:end], meta, leaves_of(metadata)[0], start)


@pytest.mark.parametrize("name", FILES)
def test_values_are_measured_before_they_are_decoded(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page, or the dictionary with its indexes, is small; the values are about 100,000 bytes. pyarrow decodes them."""
    monkeypatch.setattr(dense_file, "read_bytes", lambda *_: None)
    data = FILES[name]()
    texts: list[Any] = decode(data).values.to_pylist()
    monkeypatch.setattr(decoded_size, "MOST_BYTES", sum(map(len, texts)) - 1)
    with pytest.raises(UndecodedError, match="bytes of values; up to"):
        decode(data)


@pytest.mark.needs("native core")
@pytest.mark.parametrize("name", ["beginnings of the value before", "indexes, and PLAIN"])
def test_values_are_measured_before_they_are_decoded_natively(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = FILES[name]()
    texts: list[Any] = decode(data).values.to_pylist()
    monkeypatch.setattr(decoded_size, "MOST_BYTES", sum(map(len, texts)) - 1)
    with pytest.raises(UndecodedError, match="bytes of values; up to"):
        decode(data)


def test_an_audit_names_what_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    data = FILES["beginnings of the value before"]()
    audited = inlay.verify(data, values=True).audited
    assert audited is not None
    assert (audited.chunks, audited.others) == (1, [])
    monkeypatch.setattr(decoded_size, "MOST_BYTES", 50_000)
    audited = inlay.verify(data, values=True).audited
    assert audited is not None
    (other,) = audited.others
    assert "bytes of values; up to" in other.reason


@pytest.mark.parametrize(
    "name", ["once", pytest.param("with an entry twice", marks=pytest.mark.needs("native core"))]
)
def test_a_dictionary_that_is_kept_is_small(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decoded_size, "MOST_BYTES", 5_000)
    data = write(MANY)
    audited = inlay.verify(data if name == "once" else doubled(data), values=True).audited
    assert audited is not None
    assert audited.chunks == 1


def test_an_index_of_many_chunks_is_read_while_there_is_room() -> None:
    """Every chunk names the index of the first one, which has long bounds: all together are longer than the file."""
    columns = {f"c{at}": ["z"] * 40 for at in range(60)}
    table = pa.table({"long": [f"{row:0500}" for row in range(40)], **columns})
    data = write(
        table, use_dictionary=False, write_page_index=True, data_page_size=1, write_batch_size=1
    )
    footer = Parts.of(data).footer
    first, *others = footer.row_groups[0].columns
    for chunk in others:
        chunk.column_index_offset = first.column_index_offset
        chunk.column_index_length = first.column_index_length
    end = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
    thrift = footer.encode()
    lying = data[:end] + thrift + len(thrift).to_bytes(4, "little") + b"PAR1"
    found = inlay.verify(lying, values=True)
    assert found.audited is not None
    assert found.audited.chunks == 61
    judged = {_chunk_of(one.at) for one in found.findings if one.code == "value-index-bounds"}
    left = {_chunk_of(one.at) for one in found.findings if "parts of the file overlap" in one.what}
    assert judged
    assert left
    assert not judged & left
    assert len(judged | left) == 60


def _chunk_of(place: str) -> str:
    return ".".join(place.split(".")[:2])
