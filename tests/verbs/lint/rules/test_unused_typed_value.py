"""`unused-typed-value`."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import pytest

from parquet_format.parquet import (
    FileMetaData,
    SchemaElement,
    Statistics,
    Type,
    VariantType,
)
from tests.verbs.lint.footers import (
    ROWS,
    advise,
    advise_on_file,
    chunk,
    column,
    footer,
    make_fine,
    optional,
    row_group,
)

if TYPE_CHECKING:
    from tests.support.small_files import Inlay

RULE = "unused-typed-value"


def make_variant(typed: int | None, value: int | None, *, is_variant: bool = True) -> FileMetaData:
    """With so many nulls in each."""
    top = SchemaElement(name="v", num_children=3, logicalType=VariantType() if is_variant else None)
    elements = [
        column("metadata", Type.BYTE_ARRAY),
        optional("value", Type.BYTE_ARRAY),
        optional("typed_value"),
    ]
    nulls = {"metadata": 0, "value": value, "typed_value": typed}
    chunks = [
        chunk(
            f"v.{it.name}", it.type or Type.INT64, statistics=Statistics(null_count=nulls[it.name])
        )
        for it in elements
    ]
    return footer([top, *elements], [row_group(*chunks)], children=1)


@pytest.mark.parametrize(
    ("metadata", "seen"),
    [
        (make_variant(ROWS, 0), f"typed_value is null throughout, and value has {ROWS:,} values"),
        (make_variant(ROWS, ROWS - 1), "typed_value is null throughout, and value has 1 value"),
        (make_variant(ROWS, ROWS), None),
        (make_variant(ROWS - 1, 0), None),
        (make_variant(None, 0), None),
        (make_variant(ROWS, None), None),
        (make_variant(ROWS, 0, is_variant=False), None),
    ],
)
def test_by_numbers_of_nulls(tmp_path: Path, metadata: FileMetaData, seen: str | None) -> None:
    advice = advise(RULE, metadata, tmp_path)
    assert [(each.seen, each.column) for each in advice] == [(seen, "v.typed_value")] * (
        seen is not None
    )


def test_the_remedy_fills_it(tmp_path: Path, inlay: Inlay) -> None:
    """Numbers from JSON that are not negative, as DuckDB shreds them."""
    path, out = tmp_path / "v.parquet", tmp_path / "out.parquet"
    variants = """SELECT json('{"a": ' || i || '}')::VARIANT v FROM range(5) t(i)"""
    duckdb.sql(f"COPY ({variants}) TO '{path}' (FORMAT parquet)")
    (advice,) = advise_on_file(RULE, path)
    assert advice.column == "v.typed_value.a.typed_value"
    assert advice.fix == "inlay variant shred v.parquet --column v -o OUT"
    _, group, verb, _, *options = shlex.split(advice.fix)
    assert inlay(group, verb, path, *options[:-1], out).code == 0
    assert advise_on_file(RULE, out) == []


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []
