"""Annotated groups that are not as the specification wants them: read with a finding as far as they mean anything."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pytest

import inlay
from inlay.variant import (
    StorageError,
    VariantType,
    VariantWarning,
    read_path,
    read_table,
    to_python,
)
from tests.variant.test_corpus import write_annotated

NAMES: Final = b"\x11\x01\x00\x01d"
GROUP: Final = pa.struct([("value", pa.binary()), ("typed_value", pa.int64())])
NULLABLE: Final = pa.struct(
    [("metadata", pa.binary()), ("value", pa.binary()), ("typed_value", pa.struct([("d", GROUP)]))]
)
LISTS: Final = pa.struct(
    [pa.field("metadata", pa.binary(), nullable=False), ("value", pa.binary()), ("typed_value", pa.list_(GROUP))]
)  # fmt: skip


def written(file: Path, rows: list[Any], storage: pa.DataType) -> Path:
    write_annotated(file, pa.array(rows, storage))
    return file


def test_fields_that_may_be_null_are_missing_where_they_are(both: str, tmp_path: Path) -> None:
    rows = [
        {"metadata": NAMES, "value": None, "typed_value": {"d": {"value": None, "typed_value": 7}}},
        {"metadata": NAMES, "value": None, "typed_value": {"d": None}},
        None,
        {"metadata": NAMES, "value": b"\x0c\x05", "typed_value": None},
    ]
    file = written(tmp_path / "v.parquet", rows, NULLABLE)
    with pytest.warns(VariantWarning, match=r"^var\.metadata: has to be non-nullable"):
        read: Any = inlay.read_table(file).column("var")
    assert to_python(read) == [{"d": 7}, {}, None, 5]
    VariantType(read.type.storage_type)  # strict again
    with pytest.warns(VariantWarning):
        assert read_path(file, "var", "$.d", pa.int64()).to_pylist() == [7, None, None, None]
    with pytest.warns(VariantWarning) as told:
        batches: list[Any] = list(inlay.iter_batches(file, batch_size=1))
    assert len(told) == 1
    found: Any = [one.column("var").to_python()[0] for one in batches]
    assert found == [{"d": 7}, {}, None, 5]


def test_elements_that_may_be_null_are_a_null_of_variants(both: str, tmp_path: Path) -> None:
    rows = [{"metadata": NAMES, "value": None, "typed_value": [None, {"value": None, "typed_value": 1}]}]  # fmt: skip
    file = written(tmp_path / "v.parquet", rows, LISTS)
    with pytest.warns(VariantWarning, match=r"typed_value\.element: elements of a list"):
        assert to_python(read_table(file).column("var")) == [[None, 1]]


def test_metadata_that_is_null_in_a_row_that_is_not(tmp_path: Path) -> None:
    file = written(tmp_path / "v.parquet", [{"metadata": None, "value": b"\0"}], NULLABLE)
    with pytest.warns(VariantWarning), pytest.raises(StorageError, match="is null in a row"):
        inlay.read_table(file)


def test_a_group_without_metadata_is_a_plain_struct(tmp_path: Path) -> None:
    storage = pa.struct([("value", pa.binary()), ("typed_value", pa.int64())])
    file = written(tmp_path / "v.parquet", [{"value": None, "typed_value": 1}], storage)
    with pytest.warns(VariantWarning, match="var: is annotated as a Variant and has no metadata"):
        read = inlay.read_table(file)
    assert read.schema.field("var").type == storage
    with pytest.warns(VariantWarning), pytest.raises(StorageError, match="is not a Variant but"):
        read_path(file, "var", "$")


def test_writing_stays_strict() -> None:
    with pytest.raises(StorageError, match="metadata: has to be non-nullable"):
        VariantType(NULLABLE)
