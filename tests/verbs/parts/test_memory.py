"""What is held of the footers of sources and of the new file: a small multiple, whatever they would take decoded."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

import inlay
from inlay.footers.footer import read_footer
from tests.pages.encodings.files import pa, pq
from tests.support.footer_growth import measure_growth

COLUMNS = 30
FEW, MANY = 10, 60


@pytest.mark.parametrize("verify_pages", [True, False])
def test_a_source_costs_little_more_than_its_footer(verify_pages: bool, tmp_path: Path) -> None:
    first = tmp_path / "in-000.parquet"
    table = pa.table({f"column_{number}": [number, None, 7] for number in range(COLUMNS)})
    pq.write_table(table, first, write_page_index=True, store_schema=False)
    data = first.read_bytes()
    paths = [tmp_path / f"in-{number:03}.parquet" for number in range(MANY)]
    for path in paths:
        path.write_bytes(data)
    out = tmp_path / "out.parquet"

    def peak(count: int) -> int:
        tracemalloc.start()
        inlay.concat(paths[:count], out, verify_pages=verify_pages, overwrite=True)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    peak(MANY)  # what is made once, and stays
    each = (peak(MANY) - peak(FEW)) / (MANY - FEW)
    # The footer itself, its row group in the new one, once as that is put together or read back, and the objects of a file.
    assert each < 3.2 * len(read_footer(first).data) + 4_000


@pytest.mark.needs("native core")
def test_the_new_footer_of_a_wide_file_is_not_in_memory(tmp_path: Path) -> None:
    """It is written a row group at a time, and read back once: with it, and what is left of all row groups, the source's would be there
    four times."""
    source, out = tmp_path / "in.parquet", tmp_path / "out.parquet"

    def drop() -> None:
        inlay.drop(source, out, columns=["c7"], overwrite=True)

    assert measure_growth(source, drop) < 3.5
