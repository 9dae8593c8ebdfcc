"""Variants in DuckLake: what its catalog says of them, and the rows that its own reader finds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from inlay import variant
from inlay.verbs.register.register import register
from tests.verbs.register.ducklake.catalogs import ask, make_catalog
from tests.verbs.register.ducklake.ducklake_client import ask_ducklake

ROWS = [{"a": 1, "b": "one"}, None, {"a": 7, "b": "seven"}, {"b": "none"}]
OTHERS = [{"a": 9, "b": 3}, {"a": 8}]
"""`b` has values of two types, so of it nothing is known."""


def write(folder: Path) -> Path:
    """A file of each."""
    folder.mkdir()
    for name, rows in (("one", ROWS), ("two", OTHERS)):
        column = variant.from_json_array(pa.array([_spell(it) for it in rows]))
        shredded = pa.struct([("a", pa.int64()), ("b", pa.string())])
        table = pa.table({"v": variant.shred(column, shredded), "k": range(len(rows))})
        variant.write_table(table, folder / f"{name}.parquet")
    return folder


def _spell(row: dict[str, Any] | None) -> str | None:
    return None if row is None else json.dumps(row)


def record(folder: Path, catalog: Path) -> None:
    options: dict[str, Any] = {"allow": {"ownership"}, "table": "t", "create": True}
    place = f"sqlite:{catalog}" if catalog.suffix == ".sqlite" else str(catalog)
    register([str(folder)], to="ducklake", catalog=place, **options)


def test_what_the_catalog_says(tmp_path: Path) -> None:
    catalog = make_catalog(tmp_path)
    record(write(tmp_path / "t"), catalog)
    assert ask(catalog, "SELECT column_name, column_type FROM ducklake_column") == [
        ("v", "variant"),
        ("k", "int64"),
    ]
    said = "value_count, null_count, min_value, max_value"
    where = "FROM ducklake_file_column_stats WHERE column_id = 1 ORDER BY data_file_id"
    assert ask(catalog, f"SELECT {said} {where}") == [(3, 1, None, None), (2, 0, None, None)]
    paths = ask(
        catalog,
        f"SELECT data_file_id, variant_path, shredded_type, {said} FROM ducklake_file_variant_stats ORDER BY data_file_id, variant_path",
    )
    first, second = sorted({it[0] for it in paths})
    assert paths == [
        (first, '"a"', "int64", 2, 2, "1", "7"),
        (first, '"b"', "varchar", 3, 1, "none", "seven"),
        (second, '"a"', "int64", 2, 0, "8", "9"),
    ]


@pytest.mark.needs("DuckLake")
def test_its_reader_finds_the_rows(tmp_path: Path) -> None:
    """Its own `ducklake_add_data_files` takes no file with a Variant."""
    catalog, data = tmp_path / "lake.ducklake", tmp_path / "data"
    ask_ducklake(catalog, data, "SELECT 1")
    record(write(tmp_path / "t"), catalog)
    for condition, expected in (
        ("v IS NULL", 1),
        ("v IS NOT NULL", 5),
        ("v.a::BIGINT = 7", 1),
        ("v.a::BIGINT >= 7", 3),
        ("v.b::VARCHAR = 'none'", 1),
        ("v.b::VARCHAR = '3'", 1),
        ("v.a IS NULL", 2),
    ):
        asked = f"SELECT count(*) FROM lake.t WHERE {condition}"
        assert ask_ducklake(catalog, data, asked) == [[expected]], condition


def test_of_a_variant_in_a_struct_nothing_is_said(tmp_path: Path) -> None:
    column = variant.shred(
        variant.from_json_array(pa.array(['{"a": 1}'])), pa.struct([("a", pa.int64())])
    )
    (tmp_path / "t").mkdir()
    table = pa.table({"s": pa.StructArray.from_arrays([column], ["v"])})
    variant.write_table(table, tmp_path / "t" / "one.parquet")
    catalog = make_catalog(tmp_path)
    record(tmp_path / "t", catalog)
    assert ask(catalog, "SELECT count(*) FROM ducklake_file_variant_stats") == [(0,)]
    said = "SELECT column_id, null_count, min_value FROM ducklake_file_column_stats"
    assert ask(catalog, said) == [(2, None, None)]
