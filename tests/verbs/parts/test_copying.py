"""How the bytes of a new file get to the disk: room for all of them first, and on their way while the rest is copied."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

import inlay
from inlay.changes.rewrite import reserved_space
from inlay.pages.engine import sink
from tests.pages.encodings.files import pa, pq
from tests.verbs.parts.made import OPTIONS, assert_whole, table, write_tables


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_disk_that_is_too_small_is_found_before_the_first_page_is_copied(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = write_tables(tmp_path, [table(300, 1), table(300, 2)])
    asked: list[int] = []

    def reserve(_: int, size: int) -> int:
        asked.append(size)
        return number

    monkeypatch.setattr(reserved_space, "_find_fallocate", lambda: reserve)
    monkeypatch.setattr(os, "major", lambda _: 8)
    out = tmp_path / "out.parquet"
    with pytest.raises(OSError, match=r"out\.parquet") as caught:
        inlay.concat(paths, out)
    assert caught.value.errno == number
    assert 0 < asked[0] < sum(map(os.path.getsize, paths))
    assert sorted(os.listdir(tmp_path)) == ["in-0.parquet", "in-1.parquet"]


@pytest.mark.parametrize("number", [0, errno.EOPNOTSUPP])
def test_a_file_system_that_cannot_reserve_is_asked_once(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = write_tables(tmp_path, [table(300, 1), table(300, 2)])
    monkeypatch.setattr(reserved_space, "_find_fallocate", lambda: lambda *_: number)
    inlay.concat(paths, tmp_path / "out.parquet")
    assert_whole(tmp_path / "out.parquet")


@pytest.mark.parametrize("verify_pages", [True, False])
def test_what_is_written_early_is_the_same(
    verify_pages: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [table(2_000, seed) for seed in range(3)]
    paths = write_tables(tmp_path, tables, **OPTIONS["indexed"])
    once, often = tmp_path / "once.parquet", tmp_path / "often.parquet"
    inlay.concat(paths, once, verify_pages=verify_pages)
    told: list[tuple[int, int]] = []
    monkeypatch.setattr(
        os,
        "posix_fadvise",
        lambda _, start, size, __: told.append((start, size)),
        raising=False,
    )
    monkeypatch.setattr(sink, "_HELD", 1_000)
    inlay.concat(paths, often, verify_pages=verify_pages)
    assert often.read_bytes() == once.read_bytes()
    assert pq.read_table(often).equals(pa.concat_tables(tables))
    assert len(told) > 10
    assert [start for start, _ in told][1:] == [start + size for start, size in told][:-1]
