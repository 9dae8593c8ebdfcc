"""One file: what stays of it, and what its footer says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.ground.schema_copies.keys import SPARK_SCHEMA
from inlay.rows.variants.file_shredding import shred_columns
from inlay.rows.variants.source_column import SourceColumnError
from inlay.variant import DamagedRowError, VariantType, read_table, write_table
from inlay_variant.arrow.schema_text import parse_schema
from tests.pipeline.shred.lakes import expected, table, values, variants
from tests.pipeline.shred.reading import schema_of

BY = {"v": parse_schema("struct<n: int64, who: string>")}


def pairs(path: Path) -> dict[bytes, bytes]:
    found = pq.read_metadata(path).metadata
    assert found is not None
    return found


def written(tmp_path: Path, rows: pa.Table, **options: Any) -> Path:
    path = tmp_path / "one.parquet"
    pq.write_table(rows, path, **options)
    out = tmp_path / "out.parquet"
    shred_columns(path, out, BY)
    return out


def test_codec_page_index_field_id_and_pairs_stay(tmp_path: Path) -> None:
    rows = table(0, pa.string())
    field = rows.schema.field("v").with_metadata({"PARQUET:field_id": "7"}).with_nullable(True)
    rows = rows.cast(rows.schema.set(1, field)).replace_schema_metadata({"who": "me"})
    out = written(tmp_path, rows, compression="gzip", write_page_index=True)
    metadata = pq.read_metadata(out)
    assert pairs(out)[b"who"] == b"me"
    assert {metadata.row_group(0).column(at).compression for at in range(3)} == {"GZIP"}
    assert metadata.row_group(0).column(0).has_column_index
    found = schema_of(out).field("v")
    assert dict(found.metadata or {})[b"PARQUET:field_id"] == b"7"
    assert values(out) == expected(0)


def test_large_and_small_row_groups_stay(tmp_path: Path) -> None:
    rows = pa.table({"v": ['{"n": 1}'] * 70_000})
    out = written(tmp_path, rows, row_group_size=69_000)
    metadata = pq.read_metadata(out)
    assert [metadata.row_group(at).num_rows for at in range(2)] == [69_000, 1_000]


def test_sparks_schema_says_variant(tmp_path: Path) -> None:
    described = {
        "type": "struct",
        "fields": [
            {"name": name, "type": "string", "nullable": False, "metadata": {"comment": name}}
            for name in ("id", "v", "z")
        ],
    }
    rows = table(0, pa.string()).replace_schema_metadata({SPARK_SCHEMA: json.dumps(described)})
    told = json.loads(pairs(written(tmp_path, rows))[SPARK_SCHEMA.encode()])
    assert [(one["type"], one["nullable"]) for one in told["fields"]] == [
        ("string", False),
        ("variant", True),
        ("string", False),
    ]
    assert told["fields"][1]["metadata"] == {"comment": "v"}
    rows = rows.replace_schema_metadata({SPARK_SCHEMA: "nonsense"})
    assert SPARK_SCHEMA.encode() not in pairs(written(tmp_path, rows))


def test_int96_stays_even_beside_other_timestamps(tmp_path: Path) -> None:
    far = pa.array([253_402_300_799_000_000, None], pa.timestamp("us"))  # 9999, beyond nanoseconds
    path, out = tmp_path / "one.parquet", tmp_path / "out.parquet"
    rows = pa.table({"t": far, "v": ['{"at": "x"}', None]})
    pq.write_table(rows, path, use_deprecated_int96_timestamps=True)
    shred_columns(path, out, {"v": parse_schema("struct<at: timestamp>")})
    assert pq.read_metadata(out).schema.column(0).physical_type == "INT96"
    read = pq.ParquetFile(out, coerce_int96_timestamp_unit="us").read(["t"]).column("t")
    assert read.cast(pa.int64()).to_pylist() == far.cast(pa.int64()).to_pylist()
    assert values(out) == [{"at": "x"}, None]


def test_variants_without_annotation(tmp_path: Path) -> None:
    annotated = tmp_path / "annotated.parquet"
    write_table(variants(0), annotated)
    column: Any = read_table(str(annotated)).column("v")
    plain: Any = pa.chunked_array([chunk.storage for chunk in column.chunks])
    out = written(tmp_path, pa.table({"v": plain}))
    assert isinstance(schema_of(out).field("v").type, VariantType)
    assert values(out) == expected(0)


@pytest.mark.parametrize(
    ("column", "error_id"),
    [
        (pa.array([1]), "column-type"),
        (pa.array([{"a": 1}]), "column-type"),
        (pa.array([{"metadata": b"\1\0\0", "value": "x"}]), "column-type"),
        (pa.array([["{}"]]), "column-type"),
    ],
)
def test_what_is_neither(tmp_path: Path, column: Any, error_id: str) -> None:
    with pytest.raises(SourceColumnError) as caught:
        written(tmp_path, pa.table({"v": column}))
    assert caught.value.error_id == error_id
    assert not (tmp_path / "out.parquet").exists()


def test_a_bad_row_is_told_by_its_number_in_the_file(tmp_path: Path) -> None:
    rows = pa.table({"v": ["{}"] * 100 + ["{]"]})
    with pytest.raises(DamagedRowError, match="row 100: ") as caught:
        written(tmp_path, rows, row_group_size=30)
    assert caught.value.row == 100
    assert [one.name for one in tmp_path.iterdir()] == ["one.parquet"]


def test_exact_keeps_types(tmp_path: Path) -> None:
    path, out = tmp_path / "one.parquet", tmp_path / "out.parquet"
    pq.write_table(pa.table({"v": ['{"n": 1}']}), path)
    for exact, type_ in ((False, 6), (True, 3)):  # int64, int8
        shred_columns(path, out, BY, exact=exact)
        column: Any = read_table(str(out)).column("v").chunk(0)
        assert column.variants()[0].node()["n"].type == type_


def test_other_variants_stay_as_they_are(tmp_path: Path) -> None:
    path, out = tmp_path / "one.parquet", tmp_path / "out.parquet"
    other: Any = variants(0).column("v")
    write_table(table(0, pa.json_()).append_column("w", other), path, shred={"w": BY["v"]})
    shred_columns(path, out, {"v": pa.null()})
    schemas = [schema_of(one) for one in (path, out)]
    assert schemas[0].field("w") == schemas[1].field("w")
    assert not schemas[1].field("v").type.is_shredded
    assert values(out, "v") == values(out, "w") == expected(0)
