"""`schema-copies`."""

from __future__ import annotations

from pathlib import Path

from parquet_format.parquet import KeyValue
from tests.verbs.lint.footers import advise, make_fine

RULE = "schema-copies"


def test_the_first_is_not_counted(tmp_path: Path) -> None:
    metadata = make_fine()
    metadata.key_value_metadata = [
        KeyValue(key=key, value="x" * 4000)
        for key in ("org.apache.spark.sql.parquet.row.metadata", "ARROW:schema", "other", "pandas")
    ]
    (advice,) = advise(RULE, metadata, tmp_path)
    assert advice.seen == (
        "3 copies of the schema, 11.8 KiB: org.apache.spark.sql.parquet.row.metadata, ARROW:schema, pandas"
    )
    assert advice.num_bytes == 8000 + len("org.apache.spark.sql.parquet.row.metadata") + len(
        "pandas"
    )
    assert advice.fix == ("have the writer leave out those that none of your readers uses")


def test_one_or_small_ones_do_not_matter(tmp_path: Path) -> None:
    for keys, size, expected in (
        (["pandas"], 9000, 0),
        (["pandas", "avro.schema"], 2039, 0),
        (["pandas", "avro.schema"], 2040, 1),
    ):
        metadata = make_fine()
        metadata.key_value_metadata = [KeyValue(key=key, value="x" * size) for key in keys]
        assert len(advise(RULE, metadata, tmp_path)) == expected


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []
