"""What `inlay.rewrite` does not do: it says where, what is wrong and what to do, and leaves nothing behind."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import inlay
from inlay.__main__ import run
from inlay.cli.exit_codes import ExitCode
from inlay.errors import ChunkError, RefusedError, RequestError
from inlay.pages.engine.chunk_metadata import locate_pages, metadata_of
from inlay.verbs.rewrite import sorting
from inlay.verbs.rewrite.progress import RewriteStage
from inlay.verbs.rewrite.write_rows import stream_sources
from parquet_format.parquet import CompressionCodec, FileMetaData
from tests.pages.encodings.files import pa, pq
from tests.verbs.rewrite.kinds import KINDS, edit, write


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "in.parquet"
    columns = {
        "n": pa.array(range(60)),
        "l": pa.array([[at] for at in range(60)]),
        "s": pa.array([{"x": at} for at in range(60)]),
    }
    write(path, columns)
    return path


@pytest.mark.parametrize(
    ("options", "kind", "said"),
    [
        ({"compression": "zst"}, RequestError, "write none, snappy, gzip, brotli, lz4 or zstd, such as zstd:9"),
        ({"compression": "zstd:99"}, RequestError, "zstd has the levels 1 to 22"),
        ({"compression": "gzip:0"}, RequestError, "gzip has the levels 1 to 9"),
        ({"compression": "zstd:"}, RequestError, "zstd has the levels 1 to 22"),
        ({"compression": "lz4:9"}, RequestError, "lz4 has no levels: write lz4"),
        ({"row_group_size": 0}, RequestError, "a row group has 1 row to 67,108,864 rows"),
        ({"sort_by": ["q"]}, ValueError, "the file has no column 'q': choose one of"),
        ({"sort_by": ["n:down"]}, RequestError, "with :desc behind it or nothing"),
        ({"sort_by": ["n", "n:desc"]}, RequestError, "the column is named twice"),
        ({"sort_by": ["s"]}, RequestError, "it is a group of columns: write one of the columns inside of it"),
        ({"sort_by": "n"}, RequestError, "a list of names is meant, not one string"),
        ({"sort_by": ["l.list.element"]}, RefusedError, "many values in a row"),
    ],
)  # fmt: skip
def test_requests_say_what_to_write(
    options: dict[str, Any], kind: type[Exception], said: str, path: Path
) -> None:
    with pytest.raises(kind) as raised:
        inlay.rewrite(path, path.with_name("out.parquet"), **options)
    assert said in str(raised.value)
    assert os.listdir(path.parent) == ["in.parquet"]


def damage(path: Path) -> None:
    """A byte of the data of column s.x in the second row group."""
    meta = metadata_of(inlay.read_metadata(path).row_groups[1].columns[2])
    _, end = locate_pages(meta)
    data = bytearray(path.read_bytes())
    data[end - 1] ^= 1
    path.write_bytes(data)


def give_codec(path: Path) -> None:
    def change(metadata: FileMetaData) -> None:
        for group in metadata.row_groups:
            metadata_of(group.columns[0]).codec = CompressionCodec.LZO

    edit(path, change)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (damage, "row_groups[1].columns[2]: column s.x: pyarrow cannot read its pages"),
        (give_codec, "row_groups[0].columns[0]: column n: pyarrow cannot read its pages"),
    ],
)
def test_pages_that_cannot_be_read_are_named(
    spoil: Callable[[Path], None], said: str, tmp_path: Path
) -> None:
    path = tmp_path / "in.parquet"
    rows = pa.table(
        {"n": range(60), "m": range(60), "s": [{"x": at} for at in range(60)]},
    )
    pq.write_table(rows, path, row_group_size=16, write_page_checksum=True)
    spoil(path)
    with pytest.raises(ChunkError) as raised:
        inlay.rewrite(path, tmp_path / "out.parquet")
    assert str(raised.value).startswith(f"{path}: {said}")
    assert "`inlay drop` leaves the column out" in str(raised.value)
    assert os.listdir(tmp_path) == ["in.parquet"]


def test_rows_that_are_not_there_are_an_error(path: Path) -> None:
    def change(metadata: FileMetaData) -> None:
        metadata.num_rows += 1
        metadata.row_groups[-1].num_rows += 1

    edit(path, change)
    with pytest.raises(inlay.InlayError, match=r"in\.parquet"):
        inlay.rewrite(path, path.with_name("out.parquet"))
    assert os.listdir(path.parent) == ["in.parquet"]


def test_outputs_that_are_refused(path: Path) -> None:
    out = path.with_name("out.parquet")
    with pytest.raises(RefusedError, match="one of the files that it is made of"):
        inlay.rewrite(path, path, overwrite=True)
    out.write_bytes(b"here")
    with pytest.raises(RefusedError, match="exists"):
        inlay.rewrite(path, out)
    assert out.read_bytes() == b"here"
    with pytest.raises(RefusedError, match="written to a local disk"):
        inlay.rewrite(path, "s3://bucket/out.parquet")
    (path.parent / "_delta_log").mkdir()
    (path.parent / "_delta_log" / "0.json").touch()
    with pytest.raises(RefusedError, match=r"allow=.*table"):
        inlay.rewrite(path, path.with_name("new.parquet"))
    inlay.rewrite(path, path.with_name("new.parquet"), allow={"table"})


def test_too_much_to_sort_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the footer before any page is read, and by the values themselves where it says less."""
    out = path.with_name("out.parquet")
    monkeypatch.setattr(sorting, "MOST_BYTES", 1_000)
    with pytest.raises(RefusedError, match="sort with DuckDB or Spark"):
        inlay.rewrite(path, out, sort_by=["n"])
    assert os.listdir(path.parent) == ["in.parquet"]
    inlay.rewrite(path, out)


def test_a_value_that_reads_back_differently_ends_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_other(*arguments: Any) -> Any:
        for batch in stream_sources(*arguments):
            values = [37 if value == 36 else value for value in batch.column(0).to_pylist()]
            yield batch.set_column(0, batch.schema.field(0), pa.array(values))

    monkeypatch.setattr("inlay.verbs.rewrite.same_values.stream_sources", read_other)
    with pytest.raises(inlay.InlayError, match="row 36 of column n reads back with another value"):
        inlay.rewrite(path, path.with_name("out.parquet"))
    assert os.listdir(path.parent) == ["in.parquet"]


@pytest.mark.parametrize("stage", ["written", "compared"])
def test_an_interrupt_leaves_nothing(stage: str, path: Path) -> None:
    def interrupt(reached: RewriteStage, *_: int) -> None:
        if reached.value == stage:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        inlay.rewrite(path, path.with_name("out.parquet"), progress=interrupt)
    assert os.listdir(path.parent) == ["in.parquet"]


def test_a_file_that_changes_meanwhile_is_noticed(path: Path) -> None:
    def change(reached: RewriteStage, *_: int) -> None:
        if reached is RewriteStage.WRITTEN:
            os.utime(path, ns=(1, 1))

    with pytest.raises(inlay.InlayError, match="changed while it was being read"):
        inlay.rewrite(path, path.with_name("out.parquet"), progress=change)
    assert os.listdir(path.parent) == ["in.parquet"]


@pytest.mark.parametrize(
    ("name", "notes"),
    [
        ("INT96", ()),
        ("DuckDB, version 2", ()),
        (
            "decimals",
            ("no bounds for column in_bytes: pyarrow does not know the order of its values",),
        ),
    ],
)
def test_what_is_lost_is_said(name: str, notes: tuple[str, ...], tmp_path: Path) -> None:
    path, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    KINDS[name](path)
    assert inlay.rewrite(path, out).notes == (*notes, "page indexes are new")


@pytest.mark.parametrize("verb", ["concat", "rewrite"])
def test_a_drifted_lake_is_shown_where_it_drifts(
    verb: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The error knows of two files, and the command that it prints of all."""
    lake = tmp_path / "a lake"
    lake.mkdir()
    for number in range(6):
        value = 1.5 if number in (2, 4) else 1
        pq.write_table(pa.table({"a": [value]}), lake / f"{number}.parquet")
    assert run([verb, str(lake), "-o", str(tmp_path / "out.parquet")]) == ExitCode.REFUSED
    command = capsys.readouterr().err.splitlines()[-1].partition("try: ")[2]
    run(shlex.split(command)[1:])
    said = capsys.readouterr().out
    assert "2.parquet" in said
    assert "4.parquet" in said


def test_of_two_files_the_command_compares_these(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [str(tmp_path / name) for name in ("a", "of b/b")]
    (tmp_path / "of b").mkdir()
    for path, name in zip(paths, ("amount", "amt"), strict=True):
        pq.write_table(pa.table({name: [1]}), path)
    for verb in ("concat", "rewrite"):
        assert run([verb, *paths, "-o", str(tmp_path / "out.parquet")]) == ExitCode.REFUSED
        command = capsys.readouterr().err.splitlines()[-1].partition("try: ")[2]
        assert shlex.split(command) == ["inlay", "diff", *paths]
