"""Damaged pages and footers, and what is not a Parquet file: what is right comes back, and nothing is a traceback."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import inlay
from inlay.errors import EncryptedFooterError, FooterError, RefusedError
from inlay_runtime.errors import InlayError
from parquet_format.parquet import DataPageHeader, Encoding, PageHeader, PageType
from tests.support.encrypted_files import encrypted_file
from tests.verbs.recover.rebuild.cut_files import (
    GROUP,
    ROWS,
    Given,
    groups_of,
    make_table,
    metadata_of,
    pages_of,
    pq,
    walk_pages,
    write_whole,
)


def test_a_damaged_footer_is_made_anew(tmp_path: Path) -> None:
    given = Given(tmp_path, {})
    data = bytearray(given.data)
    at = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
    data[at : at + 40] = b"\xff" * 40
    rebuilt = given.rebuild(bytes(data))
    assert (rebuilt.rows, rebuilt.pages_end) == (ROWS, at)
    assert pq.read_table(given.out).equals(given.table)


def test_a_damaged_page_is_not_taken_for_other_columns(tmp_path: Path) -> None:
    """Both fields may be the text, as far as headers say: the values of the whole pages tell, and the damaged one is damage."""
    table = pa.table({"s": [f"{it:04d}" for it in range(2_000)], "i": range(2_000)})
    fields: list[pa.Field[Any]] = [
        pa.field("s", pa.string(), nullable=False),
        pa.field("i", pa.int64(), nullable=False),
    ]
    table = table.cast(pa.schema(fields))
    habits = {"row_group_size": 500, "use_dictionary": False, "write_page_checksum": True}
    data = bytearray(pages_of(table, compression="none", **habits))
    data[walk_pages(bytes(data)).pages[4].start + 3] ^= 0x40
    path, out = tmp_path / "damaged.parquet", tmp_path / "out.parquet"
    path.write_bytes(data)
    rebuilt = inlay.rebuild(path, out, like=metadata_of(table), row_group_size=500)
    assert [it.number for it in rebuilt.damaged] == [2]
    kept = pa.concat_tables([table.slice(0, 1_000), table.slice(1_500)])
    assert pq.read_table(out).equals(kept)


def _make_page(body: bytes, type_: PageType, values: DataPageHeader | None = None) -> bytes:
    header = PageHeader(
        type=type_,
        uncompressed_page_size=len(body),
        compressed_page_size=len(body),
        data_page_header=values,
    )
    return header.encode() + body


def _make_data_page(body: bytes, values: int) -> bytes:
    header = DataPageHeader(
        num_values=values,
        encoding=Encoding.PLAIN,
        definition_level_encoding=Encoding.RLE,
        repetition_level_encoding=Encoding.RLE,
    )
    return _make_page(body, PageType.DATA_PAGE, header)


LISTS = pa.schema(
    [pa.field("l", pa.list_(pa.field("element", pa.int64(), nullable=False)), nullable=False)]
)
# Two rows as levels 0 and 1, and one that begins with a level 1: their length, bit-packed runs, then a run of definition levels.


WHOLE_LIST = b"\2\0\0\0\3\12" + b"\2\0\0\0\10\1" + bytes(32)


LATE_LIST = b"\2\0\0\0\3\13" + b"\2\0\0\0\10\1" + bytes(32)


NO_CHUNKS = {
    "an index page": (
        _make_page(b"abcd", PageType.INDEX_PAGE),
        pa.schema([("a", pa.int64())]),
    ),
    "no values": (_make_data_page(b"", 0), pa.schema([("a", pa.int64())])),
    "the rest of a row": (_make_data_page(LATE_LIST, 4), LISTS),
}


@pytest.mark.parametrize(("page", "schema"), NO_CHUNKS.values(), ids=NO_CHUNKS)
def test_what_begins_no_chunk_is_refused(page: bytes, schema: Any, tmp_path: Path) -> None:
    path = tmp_path / "page.parquet"
    path.write_bytes(b"PAR1" + page)
    with pytest.raises(FooterError):
        inlay.rebuild(path, like=metadata_of(schema.empty_table()))


def test_a_list_that_begins_with_its_row_comes_back(tmp_path: Path) -> None:
    path, out = tmp_path / "page.parquet", tmp_path / "out.parquet"
    like = metadata_of(LISTS.empty_table())
    page = _make_data_page(WHOLE_LIST, 4)
    path.write_bytes(b"PAR1" + page + like.encode())
    inlay.rebuild(path, out, like=like)
    assert pq.read_table(out)["l"].to_pylist() == [[0, 0], [0, 0]]


@pytest.mark.parametrize("left_over", [b"", b"x", bytes(40)])
def test_bytes_behind_plain_byte_arrays_are_damage(left_over: bytes, tmp_path: Path) -> None:
    path, out = tmp_path / "page.parquet", tmp_path / "out.parquet"
    schema: Any = pa.schema([pa.field("s", pa.binary(), nullable=False)])
    page = _make_data_page(b"\3\0\0\0abc\0\0\0\0" + left_over, 2)
    path.write_bytes(b"PAR1" + page)
    like = metadata_of(schema.empty_table())
    if left_over:
        with pytest.raises(FooterError, match="which are not of its type"):
            inlay.rebuild(path, out, like=like)
    else:
        inlay.rebuild(path, out, like=like)
        assert pq.read_table(out)["s"].to_pylist() == [b"abc", b""]


def test_a_list_ends_where_a_dictionary_begins(tmp_path: Path) -> None:
    table = make_table(1_000).select(["id", "tags"])
    data = write_whole(table, row_group_size=500)
    second = [it for it in walk_pages(data).pages if it.header.type == PageType.DICTIONARY_PAGE][2]
    path, out = tmp_path / "cut.parquet", tmp_path / "out.parquet"
    for end in (second.end - 1, second.start - 1):
        path.write_bytes(data[:end])
        inlay.rebuild(path, out, like=metadata_of(table), target=inlay.Target(overwrite=True))
        assert pq.read_table(out).equals(table.slice(0, 500))


def test_the_damaged_file_is_never_the_output(tmp_path: Path) -> None:
    given = Given(tmp_path, {})
    with pytest.raises(RefusedError, match="never overwritten"):
        inlay.rebuild(given.whole, given.whole, like=given.like)


def test_a_row_group_with_a_damaged_page_is_left_out(tmp_path: Path) -> None:
    given = Given(tmp_path, {"write_page_checksum": True})
    data = bytearray(given.data[: given.ends[3]])
    data[given.ends[1] + 200] ^= 0x10
    rebuilt = given.rebuild(bytes(data))
    assert [it.number for it in rebuilt.damaged] == [2]
    assert "CRC" in rebuilt.damaged[0].reason
    assert not rebuilt.notes  # most row groups come back
    kept = pa.concat_tables([given.table.slice(0, 2 * GROUP), given.table.slice(3 * GROUP, GROUP)])
    assert pq.read_table(given.out).equals(kept)
    assert inlay.verify(given.out, values=True).findings == ()


def test_a_dictionary_is_plain(tmp_path: Path) -> None:
    """Readers refuse any other, and no CRC covers a header: the row group is left out."""
    given = Given(tmp_path, {"write_page_checksum": True})
    data = bytearray(given.data[: given.ends[1]])
    page = walk_pages(given.data).pages[0]
    at, header = page.offset, page.header
    plain = header.encode()
    assert header.dictionary_page_header is not None
    header.dictionary_page_header.encoding = Encoding.RLE
    assert data[at : at + len(plain)] == plain
    assert len(header.encode()) == len(plain)
    data[at : at + len(plain)] = header.encode()
    rebuilt = given.rebuild(bytes(data))
    assert [it.number for it in rebuilt.damaged] == [0]
    assert "its dictionary is RLE" in rebuilt.damaged[0].reason
    assert "has other columns" in " ".join(rebuilt.notes)  # one of two
    assert pq.read_table(given.out).equals(given.table.slice(GROUP, GROUP))


NOT_PAGES = {
    "empty": b"",
    "four bytes": b"PAR1",
    "another kind": b"name,price\nbread,2\n" * 20,
    "noise": b"PAR1" + bytes(range(1, 256)) * 4,
}


@pytest.mark.parametrize("data", NOT_PAGES.values(), ids=NOT_PAGES)
def test_what_has_no_pages_is_an_error(data: bytes, tmp_path: Path) -> None:
    given = Given(tmp_path, {})
    with pytest.raises(FooterError):
        given.rebuild(data)
    assert not given.out.exists()


@pytest.mark.parametrize("plaintext", [False, True])
def test_an_encrypted_file_is_refused(plaintext: bool, tmp_path: Path) -> None:
    given = Given(tmp_path, {})
    data = encrypted_file(plaintext_footer=plaintext)
    with pytest.raises(EncryptedFooterError):
        given.rebuild(data[:-10])


def test_flips_are_never_a_traceback(tmp_path: Path) -> None:
    """Where nothing has a checksum, a flip in a value is a value; everything else is right, or refused."""
    given = Given(tmp_path, {"write_page_checksum": True})
    whole = given.data[: given.ends[-1]]
    for at in range(4, len(whole), len(whole) // 40):
        data = bytearray(whole)
        data[at] ^= 1 << (at % 8)
        try:
            rebuilt = given.rebuild(bytes(data), target=inlay.Target(overwrite=True))
        except InlayError:
            continue
        kept, is_said = (
            groups_of(pq.read_table(given.out), given.table, GROUP),
            not rebuilt.is_whole,
        )
        assert len(kept) == rebuilt.row_groups
        assert is_said or len(kept) == len(given.ends)
