"""`dictionary-fallback`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from parquet_format.parquet import Encoding, FileMetaData, PageType, Statistics
from tests.verbs.lint.footers import (
    DICTIONARY_PAGES,
    ROWS,
    advise,
    advise_on_file,
    chunk,
    column,
    footer,
    make_fine,
    pages_of,
    row_group,
)

RULE = "dictionary-fallback"
FALLEN = pages_of(*DICTIONARY_PAGES, (PageType.DATA_PAGE, Encoding.PLAIN, 3))


def fallen(**fields: Any) -> FileMetaData:
    groups = [row_group(chunk("id", encoding_stats=FALLEN, **fields)), row_group(chunk("id"))]
    return footer([column("id")], groups)


def test_plain_pages_behind_others_are_advised(tmp_path: Path) -> None:
    (advice,) = advise(RULE, fallen(), tmp_path)
    assert advice.seen == "plain pages behind pages that use the dictionary in 1 of 2 row groups"
    assert advice.place == "row_groups[0].columns[0]"
    assert advice.fix == "inlay rewrite file.parquet -o OUT --row-group-size 65536"
    assert advice.num_bytes is None


def test_of_many_distinct_values_the_dictionary_is_for_nothing(tmp_path: Path) -> None:
    for distinct, is_high in ((ROWS // 2 + 1, True), (ROWS // 2, False)):
        statistics = Statistics(null_count=0, distinct_count=distinct)
        (advice,) = advise(RULE, fallen(statistics=statistics, data_page_offset=5000), tmp_path)
        assert advice.seen.endswith("; about 50% of its values are distinct")
        assert advice.fix.endswith(" --encode id=delta_binary_packed") == is_high
        assert advice.num_bytes == (4996 if is_high else None)


def test_without_counts_of_pages_their_headers_tell(tmp_path: Path) -> None:
    table = pa.table({"s": [f"value {number}" for number in range(20_000)], "n": [1] * 20_000})
    path = tmp_path / "file.parquet"
    pq.write_table(table, path, dictionary_pagesize_limit=1000, data_page_size=1000)
    (advice,) = advise_on_file(RULE, path, needs_pages=True)
    assert advice.column == "s"


def test_the_dictionary_alone_is_plain_in_a_fine_file(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []


def test_the_encoding_in_its_place_is_that_of_the_type(tmp_path: Path) -> None:
    """A dictionary of values that are all different is for nothing."""
    path = tmp_path / "file.parquet"
    columns = {
        "number": range(20_000),
        "float": [n / 3 for n in range(20_000)],
        "text": [f"value {n}" for n in range(20_000)],
    }
    pq.write_table(pa.table(columns), path, dictionary_pagesize_limit=1000, data_page_size=1000)
    fixes = {it.column: it.fix for it in advise_on_file(RULE, path, needs_pages=True)}
    assert "--encode number=delta_binary_packed" in fixes["number"]
    assert "--encode float=byte_stream_split" in fixes["float"]
    assert "--encode text=plain" in fixes["text"]
