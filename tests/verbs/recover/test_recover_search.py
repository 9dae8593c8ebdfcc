"""Footers are found whatever the number of their column chunks, in work that grows with the file and no faster."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.footers.footer import search as footer_search
from inlay.verbs.recover import candidates as searching
from inlay.verbs.recover.candidates import search
from inlay.verbs.recover.rebuilt import _Place
from parquet_format.parquet import SchemaElement
from tests.faults.files import DATA, small_metadata
from tests.support.effort import costs_at_most, grows_at_most

if TYPE_CHECKING:
    from tests.support.small_files import Inlay


@cache
def footer_of(columns: int, row_groups: int) -> bytes:
    """A column chunk for each, all with the same pages."""
    metadata = small_metadata()
    leaf = metadata.schema[1]
    metadata.schema = [SchemaElement(name="schema", num_children=columns), *[leaf] * columns]
    group = metadata.row_groups[0]
    metadata.row_groups = [group.replace(columns=group.columns * columns)] * row_groups
    return metadata.encode()


CUTS = [
    *[pytest.param(256, 1, cut, id=f"256, {cut} bytes cut") for cut in (1, 2, 3, 4, 5, 8)],
    *[pytest.param(300, 1, cut, id=f"300, {cut} bytes cut") for cut in (1, 2, 3, 4, 5, 8)],
    *[pytest.param(300, 200, cut, id=f"60,000, {cut} bytes cut") for cut in (1, 8)],
]
"""The magic cut, and the length as well."""


@pytest.mark.parametrize(("columns", "row_groups", "cut"), CUTS)
def test_a_footer_of_any_number_of_column_chunks_is_found(
    columns: int, row_groups: int, cut: int
) -> None:
    footer = footer_of(columns, row_groups)
    whole = DATA + footer + len(footer).to_bytes(4, "little") + b"PAR1"
    best = search(io.BytesIO(whole[:-cut])).candidates[0]
    assert (best.offset, best.length) == (len(DATA), len(footer))


def test_one_byte_of_a_file_of_300_columns_is_lost(tmp_path: Path, inlay: Inlay) -> None:
    path, out = tmp_path / "wide.parquet", tmp_path / "out.parquet"
    pq.write_table(pa.table({f"c{at}": [1] for at in range(300)}), path)
    whole = path.read_bytes()
    for cut in (1, 4, 6, 8):
        path.write_bytes(whole[:-cut])
        assert inlay("recover", path, "-o", out, "--overwrite").code == 0
        assert out.read_bytes() == whole


def test_a_footer_longer_than_the_window_is_found_by_its_length(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    footer = footer_of(300, 1)
    whole = DATA + footer + len(footer).to_bytes(4, "little") + b"PAR1"
    monkeypatch.setattr(searching, "WINDOWS", (2_000,))
    assert search(io.BytesIO(whole[:-1])).candidates[0].offset == len(DATA)
    found = search(io.BytesIO(whole[:-8]))
    assert (found.candidates, found.start) == ((), len(whole) - 8 - 2_000)
    monkeypatch.setattr(searching, "WINDOWS", (2_000, 1 << 20))
    assert search(io.BytesIO(whole[:-8])).candidates[0].offset == len(DATA)


HOSTILE = {
    "openings": b"\x15\x02\x19\x1c\x48",
    "longer openings": b"\x15\x02\x19\xfc\xff\xff\xff\xff\x07\x48\x01a",
    "openings in openings": b"\x15\x02\x19\xfc\x7f\x48\x01a\x00",
    "small footers": b"\x15\x02\x19\x1c\x48\x01a\x00\x16\x00\x19\x0c\x00",
    "magics": b"\x04\0\0\0PAR1",
    "one list that never ends": b"\x15\x02\x19\xfc\xff\xff\x7f" + b"\x48\x01a\x00" * 1_000,
    "ends of FlatBuffers": b"\0\0\0\0\x04\0\0\0PAR3",
}


def repeated(body: bytes, size: int) -> bytes:
    return (body * (size // len(body) + 1))[:size]


@pytest.mark.parametrize("name", HOSTILE)
def test_the_work_grows_with_the_file_and_no_faster(name: str) -> None:
    def prepare(size: int) -> io.BytesIO:
        return io.BytesIO(b"PAR1" + repeated(HOSTILE[name], size))

    small, large = 15_000, 240_000
    # Sixteen times the bytes: 16 is linear, 256 quadratic. What is over at once costs too little to be compared.
    if not costs_at_most(20, lambda: search(prepare(large))):
        assert grows_at_most(64, lambda size: lambda: search(prepare(size)), small, large)


def test_a_hostile_body_hides_no_footer_behind_it() -> None:
    footer = footer_of(300, 1)
    for body in HOSTILE.values():
        found = search(io.BytesIO(b"PAR1" + repeated(body, 2_000_000) + footer))
        assert len(footer) in [one.length for one in found.candidates]


def test_what_was_searched_is_said(tmp_path: Path, inlay: Inlay) -> None:
    path = tmp_path / "cut.parquet"
    path.write_bytes(DATA + footer_of(300, 1)[:-100])
    found = inlay("recover", path)
    assert found.code == 3
    assert "all of the file was searched for another footer, and none was found" in found.err
    assert f"`inlay recover {path}` looks" not in found.err  # which has just been done
    assert f"`inlay recover {path} --rebuild --like OTHER`" in found.err
    assert f"`inlay recover {path}` looks for a footer" in inlay("inspect", path).err


def test_how_far_was_searched_is_said(
    tmp_path: Path, inlay: Inlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "cut.parquet"
    path.write_bytes(DATA)
    monkeypatch.setattr(searching, "WINDOWS", (1_000,))
    error = inlay("recover", path).err
    assert f"the last 1,000 bytes, from offset {len(DATA) - 1_000:,} on, were searched" in error


def test_no_place_is_tried_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """One where a footer may begin lies near the claimed one, and in the last bytes of the file as well."""
    tried: list[int] = []

    def note(_data: bytes, start: int) -> bool:
        tried.append(start)
        return False

    monkeypatch.setattr(footer_search, "_ends_with_metadata", note)
    data = footer_of(2, 1)
    assert footer_search.find_metadata(io.BytesIO(data), len(data), 0) is None
    assert tried == [0]


@pytest.mark.parametrize("end", [70_000, 200_000])
def test_bytes_that_differ_are_counted(end: int) -> None:
    """Of a Thrift that began in front of the data, too: there are zeros."""
    random = Random(end)
    before = random.randbytes(150_000)
    data = bytearray(random.randbytes(100_000) + before)[-200_000:]
    for _ in range(300):
        data[random.randrange(len(data))] = 0
    there = bytes(data)[max(end - len(before), 0) : end].rjust(len(before), b"\0")
    place = _Place(end, before, b"")
    assert place.differing(bytes(data)) == sum(map(int.__ne__, there, before))
