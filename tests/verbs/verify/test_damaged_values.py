"""No advice to make statements fit a value that may be damaged, nor one that leaves a damaged page as it is."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay as inlay_package
from parquet_format.parquet import FileMetaData
from tests.verbs.verify.files import changed_footer

if TYPE_CHECKING:
    from tests.support.small_files import Inlay

VALUE = "the value may be damaged: take the file from a backup"
PAGE = (
    "pages are not what was written: take the file from a backup; `inlay drop` leaves a column out"
)
KINDS: dict[str, tuple[dict[str, Any], str]] = {
    "header": ({}, VALUE),
    "page-index": ({"write_page_index": True}, VALUE),
    "crc": ({"write_page_checksum": True}, PAGE),
    "crc-and-index": ({"write_page_checksum": True, "write_page_index": True}, PAGE),
}


def _write(path: Path, **options: Any) -> None:
    table = pa.table({"id": pa.array(range(1000, 1100), pa.int64())})
    pq.write_table(table, path, use_dictionary=False, compression="none", **options)


def _make_total_false(footer: FileMetaData) -> None:
    footer.row_groups[0].total_byte_size = 1


@pytest.mark.parametrize("kind", KINDS)
def test_a_flipped_bit_is_not_made_right(kind: str, tmp_path: Path, inlay: Inlay) -> None:
    options, advice = KINDS[kind]
    path, lie = tmp_path / "a.parquet", tmp_path / "lie.parquet"
    _write(path, **options)
    data = bytearray(path.read_bytes())
    data[data.index(struct.pack("<q", 1050)) + 5] ^= 0x10
    path.write_bytes(data)
    found = inlay("verify", "--values", path)
    assert found.code == 1
    assert advice in found.out
    assert "index fix" not in found.out
    assert not [it for it in inlay_package.verify(path, values=True).explained if it.fix]
    changed_footer(path, lie, _make_total_false)
    both = inlay("verify", "--values", lie).out  # a lie of the row group is still fixed
    assert advice in both
    assert f"  fix         inlay index fix {lie}\n" in both


def test_where_the_seal_does_not_agree_a_backup_is_the_advice(tmp_path: Path, inlay: Inlay) -> None:
    """One bit of a sealed footer: the statement that is false may be the damaged one, and `index fix` refuses the file."""
    path = tmp_path / "a.parquet"
    _write(path)
    assert inlay("seal", path).code == 0
    data = bytearray(path.read_bytes())
    at = data.rindex(struct.pack("<q", 1099))
    data[at + 1] ^= 0x01  # the greatest value that the footer says
    path.write_bytes(data)
    verified = inlay("verify", "--values", path)
    assert verified.code == 1
    assert "[value-exact]" in verified.out
    assert (
        "  advice      the footer is not what was sealed: take the file from a backup\n"
        in verified.out
    )
    assert "index fix" not in verified.out
    assert not [it for it in inlay_package.verify(path, values=True).explained if it.fix]
    fixed = inlay("index", "fix", path)
    assert fixed.code == 3
    assert "take the file from a backup" in fixed.err


def test_a_bound_that_one_part_says_alone_is_fixed(tmp_path: Path, inlay: Inlay) -> None:
    path, lie = tmp_path / "a.parquet", tmp_path / "lie.parquet"
    _write(path)

    def lower(footer: FileMetaData) -> None:
        meta = footer.row_groups[0].columns[0].meta_data
        assert meta is not None
        assert meta.statistics is not None
        meta.statistics.max_value = struct.pack("<q", 1050)

    changed_footer(path, lie, lower)
    found = inlay("verify", "--values", lie).out
    assert f"  fix         inlay index fix {lie}\n" in found
    assert "advice" not in found


@pytest.mark.parametrize("is_damaged", [True, False], ids=["a damaged value", "a false bound"])
def test_whoever_fixes_it_all_the_same_is_told(tmp_path: Path, is_damaged: bool) -> None:
    path = tmp_path / "a.parquet"
    _write(path, write_page_index=True)
    data = bytearray(path.read_bytes())
    if is_damaged:
        data[data.index(struct.pack("<q", 1050)) + 5] ^= 0x10
    else:  # what the footer says, which is behind the page index
        data[data.rindex(struct.pack("<q", 1099))] -= 1
    path.write_bytes(data)
    fixed = inlay_package.fix_index(path)
    assert fixed.statements
    said = "two bounds agreed that the new ones of row_groups[0].columns[0] contradict"
    assert [note.startswith(said) for note in fixed.notes] == [True] * is_damaged
