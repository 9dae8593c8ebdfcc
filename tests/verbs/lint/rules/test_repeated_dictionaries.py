"""`repeated-dictionaries`."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from parquet_format.parquet import FileMetaData, Type
from tests.verbs.lint.footers import (
    MIB,
    advise,
    advise_on_file,
    chunk,
    footer,
    make_fine,
    row_group,
    string,
)

RULE = "repeated-dictionaries"


def repeated(
    dictionary: int, groups: int = 8, rows: int = 5000, size: int = 4 * MIB
) -> FileMetaData:
    of_column = chunk(
        "name",
        Type.BYTE_ARRAY,
        data_page_offset=4 + dictionary,
        num_values=rows,
        total_compressed_size=size,
    )
    return footer([string("name")], [row_group(of_column, num_rows=rows)] * groups)


def test_dictionaries_that_are_most_of_each_row_group(tmp_path: Path) -> None:
    (advice,) = advise(RULE, repeated(3 * MIB), tmp_path)
    assert advice.seen == "dictionaries are 75.0% of 8 row groups, each of which has its own"
    assert advice.fix == "inlay rewrite file.parquet -o OUT --row-group-size 65536"
    assert advice.reads == 7
    assert advice.saved is not None
    assert advice.saved.least < MIB < advice.saved.likely < 7 * 3 * MIB <= advice.saved.most


@pytest.mark.parametrize(
    ("metadata", "expected"),
    [
        (repeated(3 * MIB), 1),
        (repeated(MIB // 2), 0),  # an eighth of the data
        (repeated(3 * MIB, groups=1), 0),
        (repeated(3 * MIB, rows=65_536), 0),  # as many rows as advised
        (repeated(3 * MIB // 8, size=MIB // 2), 0),  # small-row-groups says it
        (make_fine(), 0),
    ],
)
def test_where_it_is_silent(metadata: FileMetaData, expected: int, tmp_path: Path) -> None:
    assert len(advise(RULE, metadata, tmp_path)) == expected


def test_dictionaries_without_a_value_in_common_are_no_reason(tmp_path: Path) -> None:
    """With pages, they are compared; by the footer, each value of a row group differs, and likely from those of others, too."""
    path = tmp_path / "file.parquet"
    for shared, expected in ((True, 1), (False, 0)):
        numbers = [row % 9000 if shared else row for row in range(72_000)]
        rows = [sha256(number.to_bytes(4, "little")).hexdigest() for number in numbers]
        table = pa.table({f"c{at}": rows for at in range(4)})
        pq.write_table(table, path, compression="zstd", row_group_size=9000)
        assert len(advise_on_file(RULE, path, needs_pages=True)) == expected
