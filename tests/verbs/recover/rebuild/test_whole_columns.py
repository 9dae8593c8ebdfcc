"""Columns that are whole of a row group that is cut, as a file of their own."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from click.testing import CliRunner

import inlay
from inlay.cli.command_line import inlay as command
from inlay.errors import FooterError, RefusedError
from inlay.verbs.recover.rebuild.rebuilt_file import PartialColumns
from tests.verbs.recover.rebuild.cut_files import (
    GROUP,
    HABITS,
    Given,
    make_table,
    metadata_of,
    pq,
    walk_pages,
    write_whole,
)


def _end_of_leaf(path: Path, group: int, leaf: int) -> int:
    meta = inlay.read_metadata(path).row_groups[group].columns[leaf].meta_data
    assert meta is not None
    return (meta.dictionary_page_offset or meta.data_page_offset) + meta.total_compressed_size


@pytest.mark.parametrize("habits", HABITS.values(), ids=HABITS)
def test_whole_columns_of_the_cut_row_group_become_a_file(
    habits: Mapping[str, Any], tmp_path: Path
) -> None:
    given, other = Given(tmp_path, habits), tmp_path / "columns.parquet"
    for leaf, names in (
        (2, ["id", "ratio", "city"]),
        (4, ["id", "ratio", "city", "tags"]),
    ):
        end = _end_of_leaf(given.whole, 2, leaf)
        rebuilt = given.rebuild(
            given.data[: end + 9], partial_columns=other, target=inlay.Target(overwrite=True)
        )
        assert pq.read_table(given.out).equals(given.table.slice(0, 2 * GROUP))
        assert rebuilt.partial_columns == PartialColumns(str(other), GROUP, tuple(names))
        assert pq.read_table(other).equals(given.table.select(names).slice(2 * GROUP, GROUP))
        assert inlay.verify(other, values=True).findings == ()


def test_of_the_only_row_group_they_come_back_without_it(tmp_path: Path) -> None:
    table, path, out = make_table(500), tmp_path / "only.parquet", tmp_path / "out.parquet"
    pq.write_table(table, path)
    path.write_bytes(path.read_bytes()[: _end_of_leaf(path, 0, 2) + 9])
    like = metadata_of(table)
    with pytest.raises(FooterError, match=r"--partial-columns OUT2.*\(id, ratio, city\)"):
        inlay.rebuild(path, out, like=like)
    for trust_pages in (False, True):
        target = inlay.Target(overwrite=True)
        rebuilt = inlay.rebuild(
            path, like=like, partial_columns=out, trust_pages=trust_pages, target=target
        )
        assert (rebuilt.rows, rebuilt.row_groups) == (0, 0)
        assert pq.read_table(out).equals(table.select(["id", "ratio", "city"]))


def test_of_many_whole_columns_the_first_are_named(tmp_path: Path) -> None:
    table = pa.table({f"c{at}": [at, at + 1] for at in range(14)})
    path, out = tmp_path / "only.parquet", tmp_path / "out.parquet"
    pq.write_table(table, path)
    path.write_bytes(path.read_bytes()[: _end_of_leaf(path, 0, 12) + 9])
    with pytest.raises(FooterError, match=r"\(c0, .*, c9, and more\)"):
        inlay.rebuild(path, out, like=metadata_of(table))


def test_a_damaged_one_is_left_out(tmp_path: Path) -> None:
    given, other = Given(tmp_path, {"write_page_checksum": True}), tmp_path / "columns.parquet"
    data = bytearray(given.data[: _end_of_leaf(given.whole, 1, 2) + 9])
    data[_end_of_leaf(given.whole, 1, 1) - 5] ^= 0x10
    rebuilt = given.rebuild(bytes(data), partial_columns=other)
    expected = PartialColumns(str(other), GROUP, ("id", "city"), ("ratio",))
    assert rebuilt.partial_columns == expected
    assert pq.read_table(other).equals(given.table.select(["id", "city"]).slice(GROUP, GROUP))


def test_without_a_whole_column_nothing_is_written_and_that_is_said(tmp_path: Path) -> None:
    given, other = Given(tmp_path, {}), tmp_path / "columns.parquet"
    for end in (given.ends[1], given.ends[1] + 30):
        rebuilt = given.rebuild(
            given.data[:end], partial_columns=other, target=inlay.Target(overwrite=True)
        )
        assert rebuilt.partial_columns is None
        assert any("no file of them is written" in note for note in rebuilt.notes)
        assert not other.exists()


@pytest.mark.parametrize("habits", [{}, {"use_dictionary": False, "max_rows_per_page": 100}])
def test_columns_that_look_alike_are_whole_where_they_are(
    habits: Mapping[str, Any], tmp_path: Path
) -> None:
    """Wherever the file is cut, what comes back is right. Of the first column alone, nobody knows whether it goes on."""
    table = pa.table(
        {name: pa.array(range(at, 1_000 + at), pa.int64()) for at, name in enumerate("abc")}
    )
    data = write_whole(table, row_group_size=400, **habits)
    path, out = tmp_path / "cut.parquet", tmp_path / "out.parquet"
    ends = [page.end for page in walk_pages(data).pages]
    wrote = 0
    for end in ends:
        path.write_bytes(data[: end + 2])
        out.unlink(missing_ok=True)
        try:
            rebuilt = inlay.rebuild(path, like=metadata_of(table), partial_columns=out)
        except FooterError:
            continue
        if rebuilt.partial_columns is None:
            continue
        wrote += 1
        got = pq.read_table(out)
        assert got.equals(table.select(got.column_names).slice(rebuilt.rows, got.num_rows))
    assert wrote or habits


def test_outputs_are_refused_before_anything_is_written(tmp_path: Path) -> None:
    given, there = Given(tmp_path, {}), tmp_path / "there.parquet"
    there.write_bytes(b"mine")
    data = given.data[: _end_of_leaf(given.whole, 1, 2) + 9]
    for other in (there, given.cut, given.out):
        with pytest.raises((RefusedError, FileExistsError)):
            given.rebuild(data, partial_columns=other)
        assert not given.out.exists()
    assert there.read_bytes() == b"mine"


def test_the_command_says_what_it_wrote(tmp_path: Path) -> None:
    given, other = Given(tmp_path, {}), tmp_path / "columns.parquet"
    given.cut.write_bytes(given.data[: _end_of_leaf(given.whole, 1, 2) + 9])
    asked = ["recover", str(given.cut), "--rebuild", "--like", str(given.like), "--overwrite"]
    asked += ["-o", str(given.out), "--partial-columns", str(other)]
    result = CliRunner().invoke(command, asked)
    assert result.exit_code == 0, result.output
    assert f"wrote {other}: 700 rows of 3 columns of the row group that is cut" in result.output
    document = json.loads(CliRunner().invoke(command, [*asked, "--format", "json"]).output)
    assert document["rebuilt"]["partial_columns"]["columns"] == ["id", "ratio", "city"]
    several = [*asked[:2], str(given.like), *asked[2:]]
    assert CliRunner().invoke(command, several).exit_code == 2


def test_a_first_column_ends_where_the_dictionary_of_the_next_begins(tmp_path: Path) -> None:
    """Its header is there, so that the first column is known to go on no further."""
    path, like = tmp_path / "cut.parquet", tmp_path / "like.parquet"
    numbers = [str(number * 7919 % 1_000) for number in range(3_000)]
    table = pa.table({"order": numbers, "owner": numbers[::-1]})
    pq.write_table(table, like, row_group_size=1_000)
    path.write_bytes(like.read_bytes()[: _end_of_leaf(like, 2, 0) + 50])
    out, rest = tmp_path / "out.parquet", tmp_path / "rest.parquet"
    rebuilt = inlay.rebuild(path, out, like=like, partial_columns=rest)
    assert pq.read_table(out).equals(table.slice(0, 2_000))
    assert rebuilt.partial_columns == PartialColumns(str(rest), 1_000, ("order",))
    assert pq.read_table(rest).equals(table.select(["order"]).slice(2_000))


def test_a_first_row_group_that_fits_in_several_ways_asks_for_its_rows(tmp_path: Path) -> None:
    path = tmp_path / "cut.parquet"
    columns = {name: pa.array(range(600), pa.int64()) for name in "abc"}
    data = write_whole(pa.table(columns), use_dictionary=False, compression="none")
    path.write_bytes(data)
    end, like = _end_of_leaf(path, 0, 1), metadata_of(pa.table(columns))
    path.write_bytes(data[: end + 9])
    with pytest.raises(FooterError, match="more than one way") as raised:
        inlay.rebuild(path, like=like)
    assert "--row-group-size N" in str(raised.value)
    rest = tmp_path / "rest.parquet"
    inlay.rebuild(path, like=like, row_group_size=600, partial_columns=rest)
    assert pq.read_table(rest).equals(pa.table(columns).select(["a", "b"]))
