"""`repeated-key`."""

from __future__ import annotations

from pathlib import Path

from parquet_format.parquet import KeyValue
from tests.advice.footers import advise, make_fine

RULE = "repeated-key"


def test_the_number_of_values_is_said(tmp_path: Path) -> None:
    metadata = make_fine()
    metadata.key_value_metadata = [
        KeyValue(key=key, value=value) for key, value in ("a1", "b1", "a2", "a1")
    ]
    (advice,) = advise(RULE, metadata, tmp_path)
    assert advice.seen == "the key a is there 3 times, with 2 values"
    assert advice.mend == "inlay set file.parquet --key a=VALUE"


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []
