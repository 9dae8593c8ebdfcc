"""A file behind another one, which a footer at the end does not show."""

from __future__ import annotations

import io
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay as api
from inlay.footers.footer.read import read_footer
from tests.support.small_files import Inlay


@pytest.mark.parametrize("count", [2, 3])
def test_a_file_behind_another_is_found(whole: Path, count: int) -> None:
    data = whole.read_bytes()
    found = api.verify(io.BytesIO(data * count), data=True).findings
    (finding,) = (it for it in found if it.code == "file-in-front")
    assert finding.offset == len(data) * (count - 1)


def test_a_footer_that_was_left_behind_is_no_file_in_front(whole: Path) -> None:
    """A writer that adds row groups may keep the old footer."""
    data, footer = whole.read_bytes(), read_footer(str(whole))
    source = io.BytesIO(data + footer.data + data[-8:])
    assert api.verify(source, data=True).findings == ()


def test_a_footer_that_leads_to_few_of_the_bytes_is_found(whole: Path) -> None:
    """One that was written for something else, or a file that lies in the middle of another; padding is as usual."""
    data, offset = whole.read_bytes(), read_footer(str(whole)).offset
    for between, codes in (
        (data * (2 + 100_000 // len(data)), ["unowned-bytes"]),
        (bytes(2 * len(data) + 100_000), ["unowned-bytes"]),
        (bytes(min(60_000, offset // 2)), []),
    ):
        source = io.BytesIO(data[:offset] + between + data[offset:])
        found = api.verify(source, data=True).findings
        assert [it.code for it in found] == codes
        assert all(it.offset is not None and it.offset <= offset for it in found)


def test_second_encodings_own_their_bytes(tmp_path: Path, inlay: Inlay) -> None:
    """Larger than the pages beside them, which zstd made small."""
    path = tmp_path / "numbers.parquet"
    numbers = [number * 7919 % 100_003 / 100 for number in range(2_000)] * 50
    pq.write_table(pa.table({"price": numbers}), path, use_dictionary=False, compression="zstd")
    before = path.stat().st_size
    assert inlay("encoding", "add", path, "--columns", "price", "--encoding", "alp").code == 0
    assert path.stat().st_size > 3 * before + 64 * 1024
    assert api.verify(path, data=True).findings == ()
