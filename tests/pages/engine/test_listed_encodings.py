"""The encodings that chunks of a row group list, natively, are those of its metadata."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pyarrow as pa
import pytest

from inlay.pages.engine.alike_footers import find_plain_groups
from inlay.pages.engine.thrift_file import open_thrift
from tests.pages.encodings.files import pq

WRITTEN: dict[str, dict[str, Any]] = {
    "dictionaries": {},
    "plain": {"use_dictionary": False},
    "each another": {
        "use_dictionary": False,
        "column_encoding": {"a": "DELTA_BINARY_PACKED", "b": "DELTA_BYTE_ARRAY"},
    },
    "version 2": {"data_page_version": "2.0"},
}


@pytest.mark.needs("native core")
@pytest.mark.parametrize("options", WRITTEN.values(), ids=WRITTEN)
def test_numbers_are_those_of_the_metadata(options: dict[str, Any]) -> None:
    file = BytesIO()
    pq.write_table(
        pa.table({"a": [1, 2, 3], "b": ["x", "y", None]}), file, row_group_size=2, **options
    )
    opened = open_thrift(file, "a file")
    groups = find_plain_groups(opened)
    assert groups is not None
    for group, row_group in zip(groups, opened.metadata().row_groups, strict=True):
        metas = [chunk.meta_data for chunk in row_group.columns]
        listed = {int(number) for meta in metas if meta is not None for number in meta.encodings}
        assert group.list_encodings() == listed
