"""Files are read in slices: natively or not, they are the same, and little is read ahead."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import pytest

import inlay
from inlay.footers.footer.read import read_footer
from inlay.ground.files.entries import FileEntry
from inlay.ground.files.local_store import LocalStore
from inlay.tables.scan import plain_footers, slices
from inlay.tables.scan.problems import UnreadFile
from inlay.tables.scan.scanned_footer import ScannedFooter
from inlay.tables.scan.schemas import TABLES
from tests.tables.scan.lake import write_all_kinds
from tests.tables.scan.test_requests import write

Read: TypeAlias = "list[ScannedFooter | UnreadFile]"


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files of every form, damaged in every way, with a long footer, and what is not a file."""
    folder = tmp_path_factory.mktemp("lake")
    data = write_all_kinds(folder)
    for columns in (30, 300, 2000):
        write(folder / f"columns-{columns}.parquet", columns)
    os.mkfifo(folder / "pipe.parquet")
    (folder / "to-nowhere.parquet").symlink_to("nowhere")
    (folder / "link.parquet").symlink_to("thrift.parquet")
    (folder / "forbidden.parquet").write_bytes(data)
    (folder / "forbidden.parquet").chmod(0)
    return folder


def entries_of(lake: Path) -> list[FileEntry]:
    paths = sorted(str(path) for path in lake.iterdir())
    return [FileEntry(path, 0, 0) for path in [*paths, f"{lake}/gone", f"{lake}/thrift.parquet\0"]]


def read_both_ways(
    entries: list[FileEntry], monkeypatch: pytest.MonkeyPatch
) -> Iterator[list[Read]]:
    for native in (plain_footers.native, None):
        monkeypatch.setattr(plain_footers, "native", native)
        yield [[*map(without_head, some)] for some in slices.read_slices(LocalStore(), entries)]


def without_head(file: ScannedFooter | UnreadFile) -> ScannedFooter | UnreadFile:
    """How far back the read of the end reached is no matter."""
    if isinstance(file, UnreadFile):
        return file
    return file._replace(footer=replace(file.footer, head=b""))


@pytest.mark.needs("native core")
def test_what_is_read_natively_is_what_python_reads(
    lake: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert plain_footers.native is not None
    native, pure = read_both_ways(entries_of(lake), monkeypatch)
    assert native == pure
    plain = [file for file in native[0] if isinstance(file, ScannedFooter)]
    assert {file.footer.form.value for file in plain} == {
        "thrift",
        "private",
        "migration",
        "final",
        "encrypted",
    }


@pytest.mark.parametrize("table", TABLES)
def test_tables_are_the_same(lake: Path, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    native = inlay.scan_footers(lake, table=table).read_all()
    monkeypatch.setattr(plain_footers, "native", None)
    assert inlay.scan_footers(lake, table=table).read_all().equals(native)


@pytest.mark.needs("native core")
def test_python_is_asked_for_what_is_not_plain(lake: Path) -> None:
    """So a test that compares the two compares something."""
    entries = entries_of(lake)
    footers = plain_footers.read_plain_footers(entries, 1 << 30)
    names = {
        Path(entry.path).stem
        for entry, footer in zip(entries, footers, strict=True)
        if footer is not None
    }
    plain = {"thrift", "link", "columns-30", "columns-300", "columns-2000"}
    assert plain | {"stopped", "wire_type"} <= names
    assert not names & {"private", "migration", "final", "encrypted", "pipe", "cut", "gone"}


def test_a_plain_footer_is_the_footer(lake: Path) -> None:
    paths = sorted(lake.glob("columns-*.parquet"))
    assert len(paths) == 3
    for path in paths:
        usual = read_footer(str(path))
        plain = usual.plain(str(path), usual.file_size, usual.data)
        assert (plain.offset, plain.form, plain.thrift) == (usual.offset, usual.form, usual.thrift)
        assert plain.metadata == usual.metadata


def test_slices_end_where_the_footers_are_many_bytes(
    lake: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slices, "MOST_BYTES", 50_000)
    for read in read_both_ways([*entries_of(lake)] * 3, monkeypatch):
        assert len(read) > 6
        for some in read:
            sizes = [len(it.footer.thrift) for it in some if isinstance(it, ScannedFooter)]
            assert len(sizes) < 2 or sum(sizes[:-1]) < 50_000


def test_no_more_is_listed_than_two_slices(lake: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "MOST_FILES", 10)
    entry = FileEntry(str(lake / "thrift.parquet"), 0, 0)
    asked: list[int] = []

    def listed() -> Iterator[FileEntry]:
        for number in range(1000):
            asked.append(number)
            yield entry

    read = slices.read_slices(LocalStore(), listed())
    for count in range(1, 6):
        assert len(next(read)) == 10
        assert len(asked) <= 10 * (count + 1)
