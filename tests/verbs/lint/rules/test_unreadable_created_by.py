"""`unreadable-created-by`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.verbs.lint.footers import advise, make_fine

RULE = "unreadable-created-by"


@pytest.mark.parametrize(
    ("name", "readable"),
    [
        ("Polars", "Polars version unknown"),
        ("Parquet.Net v4.4.6", "Parquet.Net version 4.4.6"),
        ("ClickHouse v25.6.3.116-stable", "ClickHouse version 25.6.3"),
    ],
)
def test_the_command_has_the_form(tmp_path: Path, name: str, readable: str) -> None:
    metadata = make_fine()
    metadata.created_by = name
    (advice,) = advise(RULE, metadata, tmp_path)
    assert advice.seen == f"created_by is {name!r}, in which parquet-java finds no version"
    assert advice.fix == f"inlay set file.parquet --created-by '{readable}' -o OUT"
    metadata.created_by = readable
    assert advise(RULE, metadata, tmp_path) == []


def test_no_name_is_another_rule(tmp_path: Path) -> None:
    metadata = make_fine()
    metadata.created_by = None
    assert advise(RULE, metadata, tmp_path) == []


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []
