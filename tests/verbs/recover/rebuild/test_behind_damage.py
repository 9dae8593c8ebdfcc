"""A damaged header takes its row group with it, and no other: what follows is found again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import inlay
from inlay.errors import FooterError
from tests.verbs.recover.rebuild.cut_files import (
    HABITS,
    groups_of,
    make_table,
    metadata_of,
    pq,
    walk_pages,
    write_whole,
)

ROWS = 100
GROUPS = 10


class Damaged:
    """A file of ten row groups, which lost the end of its footer or all of it, and what is made of it with other bytes in it."""

    def __init__(self, folder: Path, habits: Mapping[str, Any], *, is_cut: bool = False) -> None:
        self.table = make_table(ROWS * GROUPS)
        data = write_whole(self.table, row_group_size=ROWS, **habits)
        self.pages = walk_pages(data).pages
        self.data = data[: self.pages[-1].end] if is_cut else data[:-8]
        self.like = metadata_of(self.table)
        self.path, self.out = folder / "damaged.parquet", folder / "out.parquet"

    def rebuild(self, at: int, put: bytes) -> tuple[inlay.RebuiltFile, list[int]]:
        """With the row groups that are back."""
        data = bytearray(self.data)
        data[at : at + len(put)] = put
        self.path.write_bytes(data)
        target = inlay.Target(overwrite=True)
        rebuilt = inlay.rebuild(self.path, self.out, like=self.like, target=target)
        return rebuilt, groups_of(pq.read_table(self.out), self.table, ROWS)


@pytest.mark.parametrize("is_cut", [False, True])
@pytest.mark.parametrize("habits", HABITS.values(), ids=HABITS)
def test_nine_of_ten_row_groups_come_back(
    habits: Mapping[str, Any], is_cut: bool, tmp_path: Path
) -> None:
    given = Damaged(tmp_path, habits, is_cut=is_cut)
    of_group = len(given.pages) // GROUPS
    for lost, within in ((0, 0), (4, 0), (5, of_group // 2), (9, 1)):
        page = given.pages[lost * of_group + within]
        rebuilt, kept = given.rebuild(page.offset, b"\xff" * (page.start - page.offset))
        assert kept == [it for it in range(GROUPS) if it != lost]
        assert not rebuilt.is_whole
        assert rebuilt.rows == ROWS * 9
        for gap in rebuilt.gaps:
            assert gap.number == lost
            assert gap.start <= page.offset < gap.end


@pytest.mark.parametrize("name", ["as pyarrow writes", "pages of version 2", "no dictionaries"])
def test_a_flip_in_a_header_loses_its_row_group_or_nothing(name: str, tmp_path: Path) -> None:
    """Nearly always: a flip may hide headers behind it."""
    given = Damaged(tmp_path, HABITS[name])
    page = given.pages[len(given.pages) // 2 + 3]
    few = 0
    for at in range(page.offset, page.start, 3):
        rebuilt, kept = given.rebuild(at, bytes([given.data[at] ^ 1 << at % 8]))
        few += len(kept) < GROUPS - 2
        assert len(kept) == GROUPS or not rebuilt.is_whole
    assert few <= 1


def test_several_damaged_headers_lose_their_row_groups(tmp_path: Path) -> None:
    given = Damaged(tmp_path, {})
    of_group = len(given.pages) // GROUPS
    data = bytearray(given.data)
    for lost in (2, 5, 6):
        page = given.pages[lost * of_group + 3]
        data[page.offset : page.start] = bytes(page.start - page.offset)
    rebuilt, kept = given.rebuild(0, bytes(data))
    assert kept == [0, 1, 3, 4, 7, 8, 9]
    assert [gap.number for gap in rebuilt.gaps] == [2, 4]


@pytest.mark.parametrize("is_cut", [False, True])
def test_columns_that_look_alike_are_not_shifted(is_cut: bool, tmp_path: Path) -> None:
    """Behind a lost page, every column may be the first; the end of the file tells, if it is there."""
    names = ["id", "a", "b", "c"]
    columns = [pa.array(range(at * 7, at * 7 + 1_000), pa.int64()) for at in range(4)]
    table = pa.table(dict(zip(names, columns, strict=True)))
    data = write_whole(table, row_group_size=100, use_dictionary=False)
    pages = walk_pages(data).pages
    end = pages[-2].end if is_cut else len(data) - 8
    path, out = tmp_path / "alike.parquet", tmp_path / "out.parquet"
    for number in (12, 13, 15):
        page, damaged = pages[number], bytearray(data[:end])
        damaged[page.offset : page.start] = b"\xff" * (page.start - page.offset)
        path.write_bytes(damaged)
        rebuilt = inlay.rebuild(
            path,
            out,
            like=metadata_of(table),
            row_group_size=100,
            target=inlay.Target(overwrite=True),
        )
        kept = groups_of(pq.read_table(out), table, 100)
        assert kept == ([0, 1, 2] if is_cut else [0, 1, 2, 4, 5, 6, 7, 8, 9])
        assert not rebuilt.is_whole


@pytest.mark.parametrize("habits", [{}, {"use_dictionary": False}])
def test_one_row_group_of_columns_that_look_alike_is_not_shifted(
    habits: dict[str, Any], tmp_path: Path
) -> None:
    """What is left behind the damage is the end of a row group and the beginning of another, or one that is whole."""
    table = pa.table({"small": [1, 2] * 100, "other": [300, 400] * 100}).cast(
        pa.schema([("small", pa.int8()), ("other", pa.uint16())])
    )
    data = write_whole(table, row_group_size=50, **habits)
    pages = walk_pages(data).pages
    of_group = len(pages) // 4
    damaged = bytearray(data[: pages[of_group + of_group // 2 - 1].end])
    damaged[pages[0].offset : pages[0].start] = b"\xff" * (pages[0].start - pages[0].offset)
    path = tmp_path / "alike.parquet"
    path.write_bytes(damaged)
    with pytest.raises(FooterError, match="fit the columns of the first in more than one way"):
        inlay.rebuild(path, like=metadata_of(table))


@pytest.mark.parametrize("names", [["id"], ["id", "ratio"], ["id", "ratio", "city", "tags"]])
def test_other_columns_are_refused_still(names: list[str], tmp_path: Path) -> None:
    given = Damaged(tmp_path, {}, is_cut=True)
    given.path.write_bytes(given.data)
    with pytest.raises(FooterError, match="not those of"):
        inlay.rebuild(given.path, like=metadata_of(given.table.select(names)))
