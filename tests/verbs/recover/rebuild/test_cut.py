"""Files that are cut or put together, and what their pages give back."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import inlay
from inlay.errors import FooterError
from tests.verbs.recover.rebuild.cut_files import (
    GROUP,
    HABITS,
    ROWS,
    Given,
    make_alike,
    make_table,
    metadata_of,
    pq,
    walk_pages,
    write_whole,
)


@pytest.mark.parametrize("habits", HABITS.values(), ids=HABITS)
def test_all_whole_row_groups_come_back_of_a_file_that_is_cut_behind_them(
    habits: Mapping[str, Any], tmp_path: Path
) -> None:
    given = Given(tmp_path, habits)
    for end, behind in zip(given.ends, (0, 1, 40, 200, 5_000), strict=True):
        at = min(end + behind, len(given.data) - 1)
        groups = sum(it <= at for it in given.ends)
        rebuilt = given.rebuild(given.data[:at], target=inlay.Target(overwrite=True))
        assert (rebuilt.row_groups, rebuilt.rows) == (groups, min(groups * GROUP, ROWS))
        assert pq.read_table(given.out).equals(given.table.slice(0, rebuilt.rows))
        assert inlay.verify(given.out, values=True).findings == ()
        assert rebuilt.damaged == ()
        assert rebuilt.undecoded == ()


def test_the_new_footer_says_who_made_it_and_has_statistics(tmp_path: Path) -> None:
    given = Given(tmp_path, {})
    given.rebuild(given.data[: given.ends[2]])
    metadata = inlay.read_metadata(given.out)
    assert metadata.created_by is not None
    assert metadata.created_by.startswith("inlay version ")
    assert "(rebuilt like parquet-cpp-arrow version " in metadata.created_by
    old = pq.read_metadata(given.whole).row_group(1)
    new = pq.read_metadata(given.out).row_group(1)
    for column in range(old.num_columns):
        one, other = old.column(column), new.column(column)
        assert one.statistics.null_count == other.statistics.null_count
        assert one.statistics.min == other.statistics.min
        assert one.total_uncompressed_size == other.total_uncompressed_size
        assert one.data_page_offset == other.data_page_offset
        assert set(one.encodings) == set(other.encodings)


def test_what_is_lost_is_said_by_column(tmp_path: Path) -> None:
    given = Given(tmp_path, {})
    third = inlay.read_metadata(given.whole).row_groups[2].columns[2].meta_data
    assert third is not None
    assert third.dictionary_page_offset is not None
    end = third.dictionary_page_offset + third.total_compressed_size
    rebuilt = given.rebuild(given.data[: end + 9])
    assert rebuilt.row_groups == 2
    assert rebuilt.cut_rows == GROUP
    assert [(it.name, it.rows) for it in rebuilt.cut if it.is_whole] == [
        ("id", GROUP),
        ("ratio", GROUP),
        ("city", GROUP),
    ]
    assert not rebuilt.is_whole


def test_a_file_without_its_footer_alone_is_whole(tmp_path: Path) -> None:
    given = Given(tmp_path, {})
    rebuilt = given.rebuild(given.data[: given.ends[-1]])
    assert rebuilt.is_whole
    assert pq.read_table(given.out).equals(given.table)


@pytest.mark.parametrize("lost", [1, 8, 9, 200])
def test_a_cut_footer_takes_no_rows_with_it(lost: int, tmp_path: Path) -> None:
    given = Given(tmp_path, {})
    for table in (given.table, given.table.select(["id", "tags"]), given.table.select(["tags"])):
        data = write_whole(table, row_group_size=GROUP)
        rebuilt = given.rebuild(
            data[:-lost], like=metadata_of(table), target=inlay.Target(overwrite=True)
        )
        assert rebuilt.is_whole
        assert pq.read_table(given.out).equals(table)


@pytest.mark.parametrize("names", [["id", "tags"], ["tags", "id"], ["tags"]])
@pytest.mark.parametrize("group", [60, 200])
def test_a_list_that_may_go_on_in_a_lost_page_is_not_whole(
    names: list[str], group: int, tmp_path: Path
) -> None:
    table = pa.table({"id": range(100), "tags": [[it] * 400 for it in range(100)]}).select(names)
    data = write_whole(
        table, row_group_size=group, data_page_size=3_000, use_dictionary=False, compression="none"
    )
    path, out = tmp_path / "cut.parquet", tmp_path / "out.parquet"
    pages = walk_pages(data).pages
    for page in pages[:: max(len(pages) // 20, 1)]:
        path.write_bytes(data[: page.end])
        try:
            rebuilt = inlay.rebuild(
                path, out, like=metadata_of(table), target=inlay.Target(overwrite=True)
            )
        except FooterError:
            continue
        assert pq.read_table(out).equals(table.slice(0, rebuilt.rows))


@pytest.mark.parametrize("checksums", [False, True])
def test_zeros_behind_the_cut_are_no_values(checksums: bool, tmp_path: Path) -> None:
    table = pa.table({"x": pa.array(range(1, 10_001), pa.int64())})
    data = write_whole(
        table,
        use_dictionary=False,
        compression="none",
        max_rows_per_page=1_000,
        write_page_checksum=checksums,
    )
    path, out = tmp_path / "cut.parquet", tmp_path / "out.parquet"
    path.write_bytes(data[:40_000] + bytes(30_000))
    rebuilt = inlay.rebuild(path, out, like=metadata_of(table))
    assert "zeros follow up to the end of the file" in rebuilt.reason
    assert rebuilt.rows == 4_000
    assert pq.read_table(out).equals(table.slice(0, 4_000))


@pytest.mark.parametrize("names", ["a", "ab"])
def test_no_chunk_goes_on_behind_a_footer(names: str, tmp_path: Path) -> None:
    table = pa.table({name: pa.array(range(1_000), pa.int64()) for name in names})
    whole = write_whole(table, row_group_size=1_000, use_dictionary=False)
    path, out = tmp_path / "both.parquet", tmp_path / "out.parquet"
    for data in (whole + whole, whole + whole[:-20]):
        path.write_bytes(data)
        rebuilt = inlay.rebuild(
            path, out, like=metadata_of(table), target=inlay.Target(overwrite=True)
        )
        assert (rebuilt.row_groups, rebuilt.footers) == (2, 1)
        assert pq.read_table(out).equals(pa.concat_tables([table, table]))


def test_a_smaller_row_group_may_end_a_file_within(tmp_path: Path) -> None:
    first, second = make_alike(250), make_alike(200)
    data = [write_whole(it, row_group_size=100, use_dictionary=False) for it in (first, second)]
    path, out = tmp_path / "both.parquet", tmp_path / "out.parquet"
    path.write_bytes(b"".join(data))
    inlay.rebuild(path, out, like=metadata_of(first), row_group_size=100)
    assert pq.read_table(out).equals(pa.concat_tables([first, second]))


def test_a_whole_file_is_one_file(tmp_path: Path) -> None:
    given = Given(tmp_path, {})
    rebuilt = given.rebuild(given.data)
    assert (rebuilt.is_whole, rebuilt.footers) == (True, 0)


@pytest.mark.parametrize("habits", HABITS.values(), ids=HABITS)
def test_row_groups_without_rows_are_skipped(habits: Mapping[str, Any], tmp_path: Path) -> None:
    table, sink = make_table(100), io.BytesIO()
    with pq.ParquetWriter(sink, table.schema, **habits) as writer:
        for rows in (100, 0, 50, 0):
            writer.write_table(table.slice(0, rows), row_group_size=1_000)
    path, out = tmp_path / "empty.parquet", tmp_path / "out.parquet"
    path.write_bytes(sink.getvalue()[:-8])
    rebuilt = inlay.rebuild(path, out, like=metadata_of(table))
    assert rebuilt.is_whole
    assert pq.read_table(out).equals(pa.concat_tables([table, table.slice(0, 50)]))


@pytest.mark.parametrize("lost", [0, 8, 900])
def test_a_table_without_rows_has_none_to_come_back(lost: int, tmp_path: Path) -> None:
    data = write_whole(make_table(1).slice(0, 0))
    path = tmp_path / "empty.parquet"
    path.write_bytes(data[: len(data) - lost])
    with pytest.raises(FooterError, match="its pages have no rows"):
        inlay.rebuild(path, like=metadata_of(make_table(1)))


def test_pages_without_proof_get_no_statistics(tmp_path: Path) -> None:
    given = Given(tmp_path, {})
    rebuilt = given.rebuild(given.data[: given.ends[-1]], trust_pages=True)
    assert not rebuilt.is_proved
    assert pq.read_metadata(given.out).row_group(0).column(0).statistics is None
    assert pq.read_table(given.out).equals(given.table)


def test_files_put_together_are_read_as_one(tmp_path: Path) -> None:
    given = Given(tmp_path, {"write_page_index": True})
    rebuilt = given.rebuild(given.data + given.like.read_bytes())
    assert rebuilt.footers == 1
    both = pa.concat_tables([given.table, make_table(1_500, ROWS)])
    assert pq.read_table(given.out).equals(both)


@pytest.mark.parametrize("rows", [1, 64, GROUP])
def test_one_column_comes_back_wherever_its_row_groups_end(rows: int, tmp_path: Path) -> None:
    table = pa.table({"x": pa.array(range(1_000), pa.int64())})
    path, out = tmp_path / "x.parquet", tmp_path / "out.parquet"
    pq.write_table(table, path, row_group_size=rows, use_dictionary=False)
    end = inlay.open(path).offset
    path.write_bytes(path.read_bytes()[:end])
    inlay.rebuild(path, out, like=metadata_of(table.slice(0, 0)))
    assert pq.read_table(out).equals(table)
