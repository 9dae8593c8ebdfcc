"""A file read in large steps gives what it holds, in few requests."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.ground.files import read_ahead
from inlay.ground.files.read_ahead import ReadAhead
from inlay.ground.files.source import read_at, size_of
from inlay.rows.variants.file_shredding import shred_columns
from tests.pages.encodings.files import pa, pq
from tests.support.examples import examples
from tests.variant.kept import kept_of


class Counted(io.BytesIO):
    """A request for each read."""

    requests = 0

    def read(self, size: int | None = -1, /) -> bytes:
        self.requests += 1
        return super().read(size)


@examples(100)
@given(
    data=st.binary(max_size=60),
    reads=st.lists(st.tuples(st.integers(0, 70), st.integers(0, 40)), max_size=12),
)
def test_it_reads_what_the_file_holds(data: bytes, reads: list[tuple[int, int]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(read_ahead, "STEP", 16)
        file = ReadAhead(io.BytesIO(data))
        assert size_of(file) == len(data)
        for offset, size in reads:
            assert read_at(file, offset, size) == data[offset : offset + size]


def test_small_chunks_and_indexes_are_read_together(tmp_path: Path) -> None:
    columns: dict[str, Any] = {f"c{at:02}": pa.array(range(2_000)) for at in range(30)}
    source, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    rows = pa.table({"v": ['{"a": 1}'] * 2_000, **columns})
    options = {"row_group_size": 100, "write_page_index": True}
    pq.write_table(rows, source, bloom_filter_options={"c01": {"ndv": 100}}, **options)
    file = Counted(source.read_bytes())
    shred_columns(file, out, {"v": pa.struct([("a", pa.int64())])})
    assert kept_of(out, ("v",)) == kept_of(source, ("v",))
    chunks = 20 * 30
    # The Variants are read chunk by chunk, and the file has 600 others, each with two indexes.
    assert file.requests < chunks / 4
