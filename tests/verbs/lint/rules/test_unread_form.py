"""`unread-form`."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.verbs.set.convert_footer import convert_footer
from tests.verbs.lint.footers import advise, advise_on_file, make_fine

RULE = "unread-form"


@pytest.mark.parametrize(
    ("design", "command"),
    [
        ("modular", "inlay footer convert file.parquet --design thrift"),
        ("parx", "inlay footer convert file.parquet --design thrift"),
    ],
)
def test_footers_of_other_designs(tmp_path: Path, design: str, command: str) -> None:
    path = tmp_path / "file.parquet"
    pq.write_table(pa.table({"a": [1]}), path)
    assert advise_on_file(RULE, path) == []
    convert_footer(str(path), design)
    (advice,) = advise_on_file(RULE, path)
    assert advice.seen == f"the footer has the form {design}, which other readers do not know"
    assert advice.fix == command


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []
