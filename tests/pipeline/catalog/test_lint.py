"""`inlay spark lint`: what `inlay lint` says of the same files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.__main__ import run
from inlay.verbs.lint.fold import fold
from inlay.verbs.lint.lint import lint
from inlay.verbs.lint.settings_file import Given, read_lint_settings
from inlay_spark.catalog.build import build_catalog
from inlay_spark.catalog.lint import lint_catalog
from tests.pipeline.catalog.catalog_pages import run_spark

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def test_a_catalog_is_linted_as_its_files_are(
    spark: SparkSession, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lake, out = tmp_path / "lake", tmp_path / "out"
    lake.mkdir()
    for number in range(3):
        table = pa.table({"id": range(9), "x": [0.5] * 9})
        pq.write_table(
            table if number else table.drop(["x"]), lake / f"{number}.parquet", row_group_size=1
        )
    build_catalog(spark, str(lake), str(out))
    (lake / "2.parquet").write_bytes(b"PAR1 damaged since PAR1")
    settings = read_lint_settings(None, Given())
    entries = list(lint_catalog(spark, str(out), settings))
    assert [Path(entry.path).name for entry in entries] == ["0.parquet", "1.parquet", "2.parquet"]
    assert entries[2].outline is None
    assert entries[2].failed
    for entry in entries[:2]:
        assert entry.outline is not None
        assert list(entry.folds) == fold(lint(entry.path))
    assert run_spark("lint", str(out)) == 3  # the damaged file, as for inlay lint
    printed = capsys.readouterr()
    assert "warning  small-row-groups: 2 files" in printed.out
    assert "warning  schema-drift: 1 file" in printed.out
    assert "2.parquet" in printed.err
    assert run_spark("lint", str(out), "--select", "lz4-framed") == 3
    (lake / "2.parquet").unlink()
    assert run_spark("lint", str(out), "--select", "lz4-framed") == run(
        ["lint", str(lake / "2.parquet")]
    )
