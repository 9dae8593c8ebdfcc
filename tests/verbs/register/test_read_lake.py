"""Files are read in slices, and what the footers of one state is folded while the records of another are made: each file has its own."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.footers.footer.read import read_footer
from inlay.tables.scan import slices
from inlay.tables.scan.problems import UnreadFile
from inlay.verbs.register.lake_file import LakeFile, read_lake
from inlay.verbs.register.read_record import RecordMaker
from inlay.verbs.register.schema.read_columns import read_columns

_COLUMNS: Final[dict[str, dict[str, list[Any]]]] = {
    "number": {"a": [1, 2, 3]},
    "text": {"a": ["x", "y", "z"]},
    "both": {"a": [1, 2, 3], "b": [0.5, 1.5, 2.5]},
}


@pytest.mark.parametrize("size", [1, 2, 3, 512])
@pytest.mark.parametrize("kinds", [["number"], ["number", "text", "text", "both"]])
def test_each_file_has_its_own_record_and_columns(
    tmp_path: Path, size: int, kinds: list[str]
) -> None:
    for number, kind in zip(range(9), cycle(kinds), strict=False):
        values = {
            name: [value * (number + 1) for value in column]
            for name, column in _COLUMNS[kind].items()
        }
        pq.write_table(pa.table(values), tmp_path / f"{number}.parquet", row_group_size=2)
    (tmp_path / "4.parquet").write_bytes(b"PAR1 and no footer PAR1")
    with patch.object(slices, "MOST_FILES", size):
        files = [*read_lake(tmp_path)]
    assert [type(it) for it in files] == [LakeFile] * 4 + [UnreadFile] + [LakeFile] * 4
    for file in files:
        if isinstance(file, LakeFile):
            footer = read_footer(file.path)
            assert file.record == RecordMaker().make(footer, file.path)
            assert file.columns == read_columns(footer.metadata.schema)


def test_columns_of_a_file_that_cannot_be_registered_are_not_those_of_the_next(
    tmp_path: Path,
) -> None:
    """Its record is refused behind the look at its schema."""
    pq.write_table(pa.table({"a": [1, 2]}), tmp_path / "0.parquet")
    for number in (1, 2):
        pq.write_table(pa.table({"b": ["x", "y"]}), tmp_path / f"{number}.parquet")
    data = (tmp_path / "1.parquet").read_bytes()
    footer = read_footer(data)
    raw = footer.metadata.replace(num_rows=7).encode()
    (tmp_path / "1.parquet").write_bytes(
        data[: footer.offset] + raw + len(raw).to_bytes(4, "little") + b"PAR1"
    )
    first, bad, last = read_lake(tmp_path)
    assert isinstance(first, LakeFile)
    assert isinstance(bad, UnreadFile)
    assert isinstance(last, LakeFile)
    assert [column.name for column in last.columns] == ["b"]
