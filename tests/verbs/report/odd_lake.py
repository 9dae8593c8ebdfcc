"""A small lake in which every question has an answer, numbers that no sum holds, and names that want to be markup."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq

from parquet_format.parquet import FileMetaData
from tests.tables.scan.lake import DAMAGE, footer_start, plain_file, write_forms

WRITERS: Final = {
    "parquet-mr version 1.12.3 (build f8dced182c4c1fbdec6ccb3185537b5a01e6ed6b)": (
        "parquet-mr",
        "1.12.3",
    ),
    "parquet-mr version 1.8.0-SNAPSHOT\n": ("parquet-mr", "1.8.0-SNAPSHOT"),
    "parquet-mr (build 32c46643845ea8a705c35d4ec8fc654cc8ff816d)": ("parquet-mr", None),
    "parquet-cpp-arrow version 26.0.1": ("parquet-cpp-arrow", "26.0.1"),
    "DuckDB version v1.1.0 (build fa5c2fe15f)": ("DuckDB", "1.1.0"),
    "Arrow2 - Native Rust implementation of arrow": (
        "Arrow2 - Native Rust implementation of arrow",
        None,
    ),
    "Polars": ("Polars", None),
    "fastparquet-python version 2024.2.0 (build 0)": ("fastparquet-python", "2024.2.0"),
    "impala, version 4.1": ("impala", "4.1"),
    "(nobody)": ("(nobody)", None),
    "version 3.0": ("version", "3.0"),
    "<b>7</b> \x1b[31m": ("<b>7</b> \x1b[31m", None),
    "": ("(does not say)", None),
}
"""What footers say, and the family and version that it is."""

HOSTILE: Final = "<script>alert(1)&\x1b[31m"


def write_odd_lake(folder: Path) -> Path:
    """Files of every form and damage, of every writer, with types that drift and row counts that overflow."""
    write_forms(folder / "forms")
    sound = plain_file(folder)
    for name, (damage, _) in DAMAGE.items():
        (folder / f"bad-{name}.parquet").write_bytes(damage(sound))
    for at, writer in enumerate(WRITERS):
        (folder / f"writer-{at:02}.parquet").write_bytes(with_metadata(sound, created_by=writer))
    (folder / "silent.parquet").write_bytes(with_metadata(sound, created_by=None))
    for name, rows in (("most", 2**63 - 1), ("more", 2**63 - 1)):
        (folder / f"{name}.parquet").write_bytes(with_metadata(sound, num_rows=rows))
    pq.write_table(pa.table({"<b>id&": [1], "\x1b[31m": ["x"]}), folder / "drift.parquet")
    (folder / HOSTILE).mkdir()
    odd = pa.table({"id": ["<img src=x>"], "\x1b[31m<b>&": [1], "none": pa.nulls(1, pa.int32())})
    odd = odd.replace_schema_metadata({"<i>&": "a\u00e4", "empty": ""})
    pq.write_table(odd, folder / HOSTILE / "a&b.parquet", write_statistics=False)
    return folder


def with_metadata(data: bytes, **changes: str | int | None) -> bytes:
    start = footer_start(data)
    metadata = FileMetaData.decode(data[start:-8])
    for name, value in changes.items():
        setattr(metadata, name, value)
    footer = metadata.encode()
    return data[:start] + footer + len(footer).to_bytes(4, "little") + b"PAR1"
