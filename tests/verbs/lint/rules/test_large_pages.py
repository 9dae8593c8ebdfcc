"""`large-pages`."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from inlay.footers.footer.read import read_footer
from parquet_format.parquet import Encoding, PageType
from tests.verbs.lint.footers import (
    MIB,
    advise,
    advise_on_file,
    chunk,
    column,
    footer,
    make_fine,
    pages_of,
    row_group,
)

RULE = "large-pages"


def test_by_the_counts_in_the_footer(tmp_path: Path) -> None:
    stats = pages_of((PageType.DATA_PAGE_V2, Encoding.PLAIN, 2))
    for size, expected in ((8 * MIB, 0), (8 * MIB + 2, 1)):
        of_column = chunk("id", encoding_stats=stats, total_uncompressed_size=size)
        advice = advise(RULE, footer([column("id")], [row_group(of_column)] * 3), tmp_path)
        assert len(advice) == expected
        for each in advice:
            assert each.seen == "6 pages of 4.0 MiB on average, without compression"


def test_by_their_headers_where_the_footer_has_no_counts(tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    pq.write_table(pa.table({"n": range(20_000)}), path, use_dictionary=False)
    footer_of = read_footer(path)
    metadata = footer_of.metadata
    for of_column in metadata.row_groups[0].columns:
        assert of_column.meta_data is not None
        of_column.meta_data.encoding_stats = None
    tail = metadata.encode()
    data = path.read_bytes()[: footer_of.offset]
    path.write_bytes(data + tail + len(tail).to_bytes(4, "little") + b"PAR1")
    (advice,) = advise_on_file(RULE, path, bytes=1000, needs_pages=True)
    assert advice.seen == "1 page of 156 KiB on average, without compression"
    assert advise_on_file(RULE, path, bytes=1000) == []


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []
