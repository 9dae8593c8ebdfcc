"""What files of a lake share, and what is left out of very many columns."""

from __future__ import annotations

import io

import pytest

from inlay.footers.footer import read_footer
from inlay.ground.files.entries import FileEntry
from inlay.verbs.register.lake_file import LakeFile, LakeReader
from tests.pages.encodings.files import pa, pq


def write(columns: int) -> bytes:
    sink = io.BytesIO()
    pq.write_table(pa.table({f"c{at}": [1, 2] for at in range(columns)}), sink)
    return sink.getvalue()


@pytest.mark.parametrize(("most", "columns"), [(3, 3), (2, 0)])
def test_what_has_more_leaves_has_no_columns_and_a_schema(most: int, columns: int) -> None:
    reader = LakeReader(most)
    schemas: list[bytes] = []
    for data in (write(3), write(3), write(4)):
        file = reader.read(FileEntry("x.parquet", len(data), 0), read_footer(data))
        assert isinstance(file, LakeFile)
        schemas.append(reader.schema)
        if len(schemas) < 3:
            assert len(file.columns) == len(file.record.leaves) == columns
    assert schemas[0] is schemas[1]
    assert schemas[1] != schemas[2]
