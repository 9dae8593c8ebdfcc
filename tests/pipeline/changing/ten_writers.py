"""What lies in a lake that many hands have filled: small files by ten writers, in all forms, shredded, damaged, and not Parquet."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from inlay.changes.life_cycle.edit_extension import seal_file
from inlay.variant import write_table
from inlay_spark.migration import Operation
from tests.pipeline.shred.lakes import table, texts, variants
from tests.support.corpora import place
from tests.tables.scan.lake import DAMAGE, encrypted
from tests.verbs.report.odd_lake import with_metadata

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_ROWS: Final = 12
_FORMS: Final = ("private", "migration", "final")
_OLD_WRITERS: Final = (
    "alltypes_plain.parquet",
    "datapage_v2.snappy.parquet",
    "nested_maps.snappy.parquet",
)
"""Of public files, those of Impala and of old versions of parquet-mr."""


def write_templates(folder: Path, spark: SparkSession) -> None:
    """A file of each kind, each with other bytes. Lakes are made of copies."""
    folder.mkdir(parents=True)
    for number, writer in enumerate(_WRITERS):
        for each in range(2):
            _WRITERS[writer](
                table((2 * number + each) * _ROWS, pa.string(), _ROWS),
                folder / f"{writer}-{each}.parquet",
            )
    _write_by_spark(folder, spark)
    sample = folder / "arrow-0.parquet"
    for form in _FORMS:
        assert Operation(form).write(str(sample), str(folder / f"{form}.parquet"))
    assert Operation("dual", design="modular").write(str(sample), str(folder / "dual.parquet"))
    (folder / "sealed.parquet").write_bytes(sample.read_bytes())
    seal_file(str(folder / "sealed.parquet"))
    for each in range(2):
        write_table(
            variants(400 + each * _ROWS, _ROWS),
            folder / f"variant-{each}.parquet",
            shred="auto" if each else None,
        )
    sound = sample.read_bytes()
    for name, writer_version in _OTHER_VERSIONS.items():
        (folder / f"{name}.parquet").write_bytes(with_metadata(sound, created_by=writer_version))
    for name, (damage, _) in DAMAGE.items():
        (folder / f"bad-{name}.parquet").write_bytes(damage(sound))
    (folder / "encrypted.parquet").write_bytes(encrypted())
    _write_others(folder)
    corpus = place() / "parquet-testing" / "data"
    for name in _OLD_WRITERS:
        if (corpus / name).exists():
            (folder / f"old-{name}").write_bytes((corpus / name).read_bytes())


_OTHER_VERSIONS: Final = {
    "impala": "impala version 4.1.0",
    "go": "parquet-go version 16.1.0",
    "hive": "parquet-mr version 1.8.1 (build 4aba4dae7bb0d4edbcf7923ae1339f28fd3f7fcf)",
}
"""Writers that are not here: files of Arrow, with what those say of themselves."""


def _write_by_arrow(rows: pa.Table, path: Path) -> None:
    pq.write_table(rows, path, row_group_size=5)


def _write_by_arrow_v2(rows: pa.Table, path: Path) -> None:
    pq.write_table(rows, path, data_page_version="2.0", compression="zstd", write_page_index=True)


def _write_by_pandas(rows: pa.Table, path: Path) -> None:
    rows.to_pandas().to_parquet(path, engine="pyarrow")


def _write_by_fastparquet(rows: pa.Table, path: Path) -> None:
    fastparquet, pandas = import_module("fastparquet"), import_module("pandas")
    fastparquet.write(
        str(path), pandas.DataFrame(rows.to_pydict()).astype({"v": object}), compression="GZIP"
    )


def _write_by_polars(rows: pa.Table, path: Path) -> None:
    frame: Any = pl.from_arrow(rows)
    frame.write_parquet(path)


def _write_by_duckdb(rows: pa.Table, path: Path) -> None:
    with duckdb.connect() as connection:
        connection.from_arrow(rows).write_parquet(str(path))


_WRITERS: Final = {
    "arrow": _write_by_arrow,
    "arrow-v2": _write_by_arrow_v2,
    "pandas": _write_by_pandas,
    "fastparquet": _write_by_fastparquet,
    "polars": _write_by_polars,
    "duckdb": _write_by_duckdb,
}


def _write_by_spark(folder: Path, spark: SparkSession) -> None:
    frame = spark.createDataFrame(table(300, pa.string(), _ROWS).to_pandas())
    out = folder.with_name("by-spark")
    frame.coalesce(1).write.parquet(str(out))
    for path in out.glob("part-*.parquet"):
        (folder / "spark.parquet").write_bytes(path.read_bytes())


def _write_others(folder: Path) -> None:
    (folder / "README.md").write_text("What this is.\n", encoding="utf-8")
    (folder / "_SUCCESS.txt").write_text("", encoding="utf-8")
    lines = "\n".join(json.dumps(json.loads(text)) for text in texts(500, 9) if text).encode()
    (folder / "lines.json").write_bytes(lines)
    (folder / "packed.json.gz").write_bytes(gzip.compress(lines, mtime=0))
    (folder / "bad.json").write_bytes(lines[:-5] + b"{")


def kinds(folder: Path) -> Iterator[tuple[str, str]]:
    """The name of each template, and the extension that a file of its kind has."""
    for path in sorted(folder.iterdir()):
        yield path.name, path.name[path.name.index(".") :]
