"""What somebody says of the columns and of the row groups, and what pages say against it."""

from __future__ import annotations

import codecs
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import ipc

import inlay
from inlay.errors import FooterError, RequestError
from inlay.verbs.recover.rebuild.lost_column import list_columns
from inlay.verbs.recover.rebuild.schema_file import read_schema
from tests.support.inlay_command import make_command
from tests.verbs.recover.rebuild.cut_files import (
    GROUP,
    Given,
    make_alike,
    make_table,
    metadata_of,
    pages_of,
    pq,
    write_whole,
)


def test_a_column_that_does_not_go_on_is_refused(tmp_path: Path) -> None:
    """Other pages behind those of the only column are not a row group that was cut."""
    mixed = pa.table({"a": range(1_000), "s": [str(it) for it in range(1_000)]})
    path = tmp_path / "mixed.parquet"
    path.write_bytes(pages_of(mixed))
    with pytest.raises(FooterError, match="not those of 1 such column"):
        inlay.rebuild(path, like=metadata_of(mixed.select(["a"])))


def test_a_footer_that_is_there_is_believed(tmp_path: Path) -> None:
    numbers = pa.table({"a": pa.array(range(100), pa.int64())})
    other = metadata_of(pa.table({"a": [0.5]}))
    path = tmp_path / "numbers.parquet"
    data = write_whole(numbers)
    for cut in (data, data[:-8], data + data[:40]):
        path.write_bytes(cut)
        with pytest.raises(FooterError, match=r"int64 a, and in the .* optional double a"):
            inlay.rebuild(path, like=other)


def test_pages_that_nothing_tells_apart_are_said_to_be_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, like = tmp_path / "alike.parquet", tmp_path / "like.parquet"
    path.write_bytes(pages_of(make_alike(450), row_group_size=100, use_dictionary=False))
    pq.write_table(make_alike(1), like)
    done = make_command(capsys, monkeypatch)(
        *("recover", "--rebuild", str(path), "--like", str(like), "--row-group-size", "100")
    )
    assert "its pages fit the columns in more than one way" in done.out


def test_row_groups_of_no_such_size_are_refused(tmp_path: Path) -> None:
    given = Given(tmp_path, {})
    with pytest.raises(FooterError, match="no row groups of 7 rows"):
        given.rebuild(given.data, row_group_size=7)
    with pytest.raises(RequestError, match="row_group_size=0"):
        given.rebuild(given.data, row_group_size=0)


def test_values_of_another_width_are_damage(tmp_path: Path) -> None:
    half = pa.table({"x": pa.array([None, 1 << 33] * 500, pa.int64())})
    path = tmp_path / "half.parquet"
    for version in ("1.0", "2.0"):
        path.write_bytes(
            pages_of(half, use_dictionary=False, compression="none", data_page_version=version)
        )
        other = metadata_of(pa.table({"x": pa.array([1], pa.int32())}))
        with pytest.raises(FooterError, match="4,000 bytes of 500 plain values") as raised:
            inlay.rebuild(path, like=other)
        assert raised.value.code == "no-row-group"


def _as_text(_table: Any) -> bytes:
    return b"""message rows {
  optional int64 id;
  optional double ratio;
  optional binary city (STRING);
  optional group tags (LIST) { repeated group list { optional int64 element; } }
  optional group place { optional int64 x; optional binary y (UTF8); }
  optional boolean good;
}"""


def _as_json(table: Any) -> bytes:
    text: str = metadata_of(table).to_json()
    return text.encode()


def _as_arrow(table: Any) -> bytes:
    data: bytes = table.schema.serialize().to_pybytes()
    return data


def _as_arrow_file(table: Any) -> bytes:
    sink = io.BytesIO()
    with ipc.new_file(sink, table.schema):
        pass
    return sink.getvalue()


SCHEMAS: dict[str, Callable[[Any], bytes]] = {
    "text": _as_text,
    "JSON": _as_json,
    "Arrow": _as_arrow,
    "Arrow file": _as_arrow_file,
}


@pytest.mark.parametrize("write", SCHEMAS.values(), ids=SCHEMAS)
def test_a_schema_serves_as_well(
    write: Callable[[Any], bytes],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given = Given(tmp_path, {"compression": "zstd"})
    schema = tmp_path / "schema"
    schema.write_bytes(write(given.table))
    given.cut.write_bytes(given.data[: given.ends[1] + 10])
    done = make_command(capsys, monkeypatch)(
        "recover", "--rebuild", str(given.cut), "--schema", str(schema), "-o", str(given.out)
    )
    assert done.code == 0, done.err
    got = pq.read_table(given.out)
    assert got.to_pylist() == given.table.slice(0, 2 * GROUP).to_pylist()


@pytest.mark.parametrize("write", [_as_text, _as_json])
def test_a_schema_may_begin_with_a_byte_order_mark(
    write: Callable[[Any], bytes], tmp_path: Path
) -> None:
    path = tmp_path / "schema"
    path.write_bytes(codecs.BOM_UTF8 + write(make_table(1)))
    assert [it.name for it in list_columns(read_schema(str(path)))][:2] == ["id", "ratio"]


def test_a_parquet_file_is_no_schema(tmp_path: Path) -> None:
    path = tmp_path / "like.parquet"
    path.write_bytes(write_whole(make_table(1)))
    with pytest.raises(RequestError, match=r"give it to like$"):
        read_schema(str(path))


def test_other_columns_are_refused(tmp_path: Path) -> None:
    given = Given(tmp_path, {})
    other = metadata_of(given.table.drop_columns(["city"]))
    with pytest.raises(FooterError, match="not those of 6 such columns"):
        given.rebuild(given.data[: given.ends[1]], like=other)
    assert not given.out.exists()


def test_pages_that_fit_in_two_ways_are_refused_with_both(tmp_path: Path) -> None:
    path, out = tmp_path / "alike.parquet", tmp_path / "out.parquet"
    table = make_alike(400)
    pq.write_table(table, path, row_group_size=100, use_dictionary=False)
    path.write_bytes(path.read_bytes()[: inlay.open(path).offset])
    like = metadata_of(table.slice(0, 10))
    with pytest.raises(
        FooterError, match=r"in more than one way: row groups whose rows are .* or "
    ):
        inlay.rebuild(path, out, like=like)
    rebuilt = inlay.rebuild(path, out, like=like, row_group_size=100)
    assert rebuilt.row_groups == 4
    assert pq.read_table(out).equals(table)


@pytest.mark.parametrize(
    ("rows", "back", "note"), [(400, 400, "other sizes"), (450, 400, "left out")]
)
def test_a_row_group_size_decides_and_that_is_said(
    rows: int, back: int, note: str, tmp_path: Path
) -> None:
    """A last row group with fewer rows may be the beginning of one with more: then it is left out."""
    path, out = tmp_path / "alike.parquet", tmp_path / "out.parquet"
    table = make_alike(rows)
    path.write_bytes(pages_of(table, row_group_size=100, use_dictionary=False))
    rebuilt = inlay.rebuild(path, out, like=metadata_of(table), row_group_size=100)
    assert note in rebuilt.notes[0]
    assert pq.read_table(out).equals(table.slice(0, back))


@pytest.mark.parametrize("size", [(), ("--row-group-size", "100")])
def test_a_row_group_of_one_dictionary_has_no_column(
    size: tuple[str, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is left of it fits in one way alone, so no size of row groups helps."""
    whole, path = tmp_path / "whole.parquet", tmp_path / "cut.parquet"
    table = pa.table({"word": [f"word {at}" for at in range(300)], "id": range(300)})
    pq.write_table(table, whole, row_group_size=100)
    meta = inlay.open(whole).metadata.row_groups[2].columns[0].meta_data
    assert meta is not None
    path.write_bytes(whole.read_bytes()[: meta.data_page_offset + 5])
    said = make_command(capsys, monkeypatch)(
        "recover", path, "--rebuild", "--like", whole, "-o", tmp_path / "o", *size
    )
    assert "lost: row group 2, which is not whole: 2 columns are missing\n" in said.out
    assert "--row-group-size" not in said.out + said.err


def test_a_row_group_size_that_is_given_is_not_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, like = tmp_path / "alike.parquet", tmp_path / "like.parquet"
    pq.write_table(make_alike(450), like, row_group_size=100, use_dictionary=False)
    path.write_bytes(pages_of(make_alike(450), row_group_size=100, use_dictionary=False))
    arguments = ("--rebuild", "--like", like, "-o", tmp_path / "o", "--row-group-size", "100")
    said = make_command(capsys, monkeypatch)("recover", path, *arguments)
    assert (
        "lost: row group 4, which is not whole: its pages fit the columns in more than one way\n"
        in said.out
    )


def test_the_row_groups_of_the_other_file_decide_nothing(tmp_path: Path) -> None:
    path, like = tmp_path / "alike.parquet", tmp_path / "like.parquet"
    path.write_bytes(pages_of(make_alike(600), row_group_size=100, use_dictionary=False))
    pq.write_table(make_alike(500), like, row_group_size=200, use_dictionary=False)
    with pytest.raises(FooterError, match="in more than one way"):
        inlay.rebuild(path, like=like)


def test_columns_that_are_all_alike_take_no_longer_than_they_have_pages(tmp_path: Path) -> None:
    """Whether row groups end after 1 or 2 or 3 pages of each column, and so on: no way but the first comes to an end."""
    path, out, like = (tmp_path / f"{name}.parquet" for name in ("alike", "out", "like"))
    wide = pa.table({f"c{at}": pa.array([0.5 * at] * 4) for at in range(200)})
    pq.write_table(wide, path, row_group_size=1, use_dictionary=False)
    pq.write_table(wide.slice(0, 2), like, row_group_size=1, use_dictionary=False)
    data = bytearray(path.read_bytes())
    data[inlay.open(path).offset] ^= 0xFF
    path.write_bytes(data)
    with pytest.raises(FooterError, match="in more than one way"):
        inlay.rebuild(path, out, like=like)
    rebuilt = inlay.rebuild(path, out, like=like, row_group_size=1)
    assert (rebuilt.rows, rebuilt.row_groups) == (4, 4)
    assert pq.read_table(out).equals(wide)
