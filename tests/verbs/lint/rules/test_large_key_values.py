"""`large-key-values`."""

from __future__ import annotations

from pathlib import Path

import pytest

from parquet_format.parquet import KeyValue
from tests.verbs.lint.footers import advise, make_fine

RULE = "large-key-values"


def test_the_largest_is_named_and_its_bytes_are_the_cost(tmp_path: Path) -> None:
    metadata = make_fine()
    metadata.key_value_metadata = [
        KeyValue(key="notes", value="x" * 30_000),
        KeyValue(key="k", value="y" * 5000),
    ]
    (advice,) = advise(RULE, metadata, tmp_path)
    assert advice.seen.startswith("2 key-value pairs of 34.2 KiB are 98.")
    assert advice.seen.endswith("% of the footer, notes alone 29.3 KiB")
    assert advice.num_bytes == 30_005
    assert advice.fix == "inlay set file.parquet --delete notes -o OUT"


@pytest.mark.parametrize("key", ["ARROW:schema", "pandas", "avro.schema"])
def test_no_command_deletes_what_tells_types_or_an_index(key: str, tmp_path: Path) -> None:
    metadata = make_fine()
    metadata.key_value_metadata = [KeyValue(key=key, value="x" * 30_000)]
    (advice,) = advise(RULE, metadata, tmp_path)
    assert advice.fix == f"have the writer leave out {key}, if none of your readers uses it"


def test_the_edges(tmp_path: Path) -> None:
    for size, expected in ((16_382, 0), (16_383, 1)):
        metadata = make_fine()
        metadata.key_value_metadata = [KeyValue(key="k", value="x" * size)]
        assert len(advise(RULE, metadata, tmp_path)) == expected
        assert advise(RULE, metadata, tmp_path, share=0.999) == []


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []
