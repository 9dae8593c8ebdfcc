"""The file after standardization: ours reads it, others refuse it, and the way back gives equal values."""

from __future__ import annotations

import random
from pathlib import Path
from typing import ClassVar
from zlib import crc32

import pytest

from inlay.encoding import choose_columns, iter_batches, read_table
from inlay.footers.footer import read_footer
from inlay.ground.files.source import read_at
from inlay.ground.refusals import RefusedError
from inlay.pages.encodings.errors import BothDamagedError, PluginFailedError
from inlay.pages.encodings.on_files import (
    add_to_file,
    ratify_file,
    repair_file,
    strip_file,
    verify_file,
)
from inlay.pages.encodings.open_as_plain import open_as_plain
from inlay.pages.encodings.pco import Pco
from inlay.pages.encodings.plain_view import PlainView
from inlay.pages.encodings.plugins import Encodings
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.errors import ChunkError
from inlay.verbs.verify.offsets import check_offsets
from parquet_format.encoding import ColumnEncoding
from parquet_format.parquet import CompressionCodec, Encoding, FileMetaData, OffsetIndex, PageHeader
from tests.pages.encodings.files import (
    ENCODINGS,
    PCO,
    add_all,
    few_and_indexed,
    pa,
    plain_and_indexed,
    pq,
)
from tests.readers.outcome import Kind
from tests.readers.process import lend_reader
from tests.readers.registry import PATIENCE

UNAWARE = ("pyarrow", "DuckDB", "Polars", "DataFusion")


def metadata(path: Path) -> FileMetaData:
    found = read_footer(path).metadata
    assert found is not None
    return found


def ratified(path: Path) -> int:
    """Returns the size of the dual file."""
    add_all(path)
    size = path.stat().st_size
    ratify_file(str(path), encodings=ENCODINGS)
    return size


def test_ours_reads_it(written: Path) -> None:
    with pq.ParquetFile(written) as file:
        expected = file.read()
    if not expected.num_rows:
        return
    dual = ratified(written)
    assert written.stat().st_size < dual
    assert ColumnEncoding.UUID.bytes not in written.read_bytes()
    found = read_table(written, encodings=ENCODINGS)
    assert found.equals(expected, check_metadata=True)
    batches = pa.Table.from_batches(iter_batches(written, batch_size=70, encodings=ENCODINGS))
    assert batches.equals(expected)
    result = strip_file(str(written), encodings=ENCODINGS)
    assert not result.is_identical
    with pq.ParquetFile(written) as file:
        assert file.read().equals(expected, check_metadata=True)
    footer = read_footer(written)
    assert footer.metadata is not None
    assert not check_offsets(footer.metadata, footer.offset)


def test_the_metadata_says_what_the_chunks_are(tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    plain_and_indexed(path)
    before = metadata(path)
    ratified(path)
    after = metadata(path)
    footer = read_footer(path)
    assert not check_offsets(after, footer.offset)
    with path.open("rb", buffering=0) as file:
        for old, row_group in zip(before.row_groups, after.row_groups, strict=True):
            metas = [chunk.meta_data for chunk in row_group.columns if chunk.meta_data]
            assert row_group.total_byte_size == sum(meta.total_uncompressed_size for meta in metas)
            assert row_group.total_compressed_size == sum(
                meta.total_compressed_size for meta in metas
            )
            assert row_group.num_rows == old.num_rows
            price = row_group.columns[3]
            assert price.meta_data is not None
            assert price.meta_data.encodings == [77, Encoding.RLE]
            assert price.meta_data.codec == CompressionCodec.UNCOMPRESSED
            assert price.meta_data.extension is None
            assert price.offset_index_offset is not None
            assert price.offset_index_length is not None
            index = OffsetIndex.decode(
                read_at(file, price.offset_index_offset, price.offset_index_length)
            )
            assert len(index.page_locations) == 10
            for number, location in enumerate(index.page_locations):
                assert location.first_row_index == number * 100
                page = read_at(file, location.offset, location.compressed_page_size)
                header, start = PageHeader.decode_from(page)
                assert start + header.compressed_page_size == len(page)
                assert header.data_page_header is not None
                assert header.data_page_header.encoding == 77
                assert header.crc is not None
                assert header.crc & 0xFFFFFFFF == crc32(page[start:])


@pytest.mark.parametrize("name", UNAWARE)
def test_unaware_readers_refuse_it(name: str, tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    plain_and_indexed(path)
    ratified(path)
    with lend_reader(name, PATIENCE) as reader:
        assert reader.read(path).kind is Kind.ERROR


def test_without_the_number_it_is_not_ours_either(tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    plain_and_indexed(path)
    ratified(path)
    for others in (Encodings(PCO), Encodings(PCO, numbers={"pco": 78})):
        with (
            open_as_plain(path, others) as plain,
            pytest.raises(OSError, match="Unknown encoding type"),
        ):
            pq.ParquetFile(plain.file).read()
        with pytest.raises(OSError, match=r"Unknown encoding type \(\[encodings\] of the configur"):
            read_table(path, encodings=others)
        with pytest.raises(
            RefusedError, match="pages of column id in row group 0 are in encoding 77"
        ):
            strip_file(str(path), encodings=others)


def test_a_number_has_to_be_configured(tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    plain_and_indexed(path)
    with pytest.raises(RefusedError, match="no column of the file has a new encoding"):
        ratify_file(str(path), encodings=ENCODINGS)
    add_all(path)
    before = path.read_bytes()
    with pytest.raises(RefusedError, match="no number of the Encoding enum for pco"):
        ratify_file(str(path), encodings=Encodings(PCO))
    assert path.read_bytes() == before


def test_every_page_has_its_crc(tmp_path: Path) -> None:
    """For nothing else vouches for the values any more: readers and `verify` find each flipped bit of a page."""
    path = tmp_path / "file.parquet"
    few_and_indexed(path)
    expected = pq.read_table(path)
    ratified(path)
    intact = path.read_bytes()
    assert not verify_file(str(path), encodings=ENCODINGS)
    meta = metadata(path).row_groups[1].columns[3].meta_data
    assert meta is not None
    start, end = locate_pages(meta)
    r = random.Random(4)
    for _ in range(60):
        data = bytearray(intact)
        data[r.randrange(start, end)] ^= 1 << r.randrange(8)
        path.write_bytes(data)
        damage = verify_file(str(path), encodings=ENCODINGS)
        assert [one.at for one in damage][:1] == ["column price in row group 1"] or (
            read_table(path, encodings=ENCODINGS).equals(expected)
        ), "a bit of a page header that means nothing"
        if not damage:
            continue
        with pytest.raises(BothDamagedError, match="price in row group 1: the ratified page"):
            repair_file(str(path), encodings=ENCODINGS)
        for read in (read_table, strip_file):
            with pytest.raises((ChunkError, PluginFailedError)) as caught:
                read(str(path), encodings=ENCODINGS)
            assert str(caught.value).startswith(f"{path}: ")
            assert "column price" in str(caught.value)
        assert path.read_bytes() == bytes(data)


def test_verify_needs_no_plug_in(tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    plain_and_indexed(path)
    ratified(path)
    meta = metadata(path).row_groups[0].columns[0].meta_data
    assert meta is not None
    data = bytearray(path.read_bytes())
    data[locate_pages(meta)[1] - 5] ^= 1
    path.write_bytes(data)
    for known in (Encodings(), ENCODINGS):
        assert [one.sentence.split(",")[0] for one in verify_file(str(path), encodings=known)] == [
            "column id in row group 0: the ratified page"
        ]


class Alp(Pco):
    """An encoding of a name that the IDL has a number for."""

    name: ClassVar[str] = "alp"


def test_a_number_that_the_idl_has_given_out(tmp_path: Path) -> None:
    """Chunks in it are read by the plug-in; and those of others, in encodings that everybody knows, are not touched."""
    path, other = tmp_path / "file.parquet", tmp_path / "other.parquet"
    plain_and_indexed(path)
    plain_and_indexed(other)
    expected = pq.read_table(path)
    known = Encodings(Alp(), numbers={"alp": int(Encoding.ALP)})
    add_to_file(str(path), choose_columns(["price", "ratio"], Alp()), encodings=known)
    ratify_file(str(path), encodings=known)
    price = metadata(path).row_groups[0].columns[3].meta_data
    assert price is not None
    assert Encoding.ALP in price.encodings
    assert read_table(path, encodings=known).equals(expected)
    with open_as_plain(other, known) as plain:
        assert not isinstance(plain.file, PlainView)
    strip_file(str(path), encodings=known)
    assert pq.read_table(path).equals(expected)
