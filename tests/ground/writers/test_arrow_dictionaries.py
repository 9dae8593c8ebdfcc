"""Which columns were dictionaries: read from Arrow's copy of the schema where it matters, and unknown without one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import inlay
from inlay.ground.schema.tree import SchemaTree
from inlay.ground.writers.arrow_dictionaries import list_written_columns
from tests.pages.encodings.files import pa, pq
from tests.support.effort import grows_at_most
from tests.verbs.parts.test_writers import rename_writer

AFFECTED = "parquet-cpp-arrow version 10.0.0"


@pytest.mark.parametrize(
    ("created_by", "stores_schema", "expected"),
    [
        (AFFECTED, True, [True, False, True]),
        (AFFECTED, False, [None, None, None]),
        ("parquet-cpp-arrow version 11.0.0", True, [False, False, False]),
    ],
)
def test_dictionaries(
    tmp_path: Path, created_by: str, stores_schema: bool, expected: list[bool | None]
) -> None:
    coded = pa.array(["a", "b"]).dictionary_encode()
    table = pa.table(
        {"coded": coded, "plain": ["a", "b"], "list": pa.array([["a"], []]).cast(pa.list_(coded.type))}
    )  # fmt: skip
    path = tmp_path / "f.parquet"
    pq.write_table(table, path, store_schema=stores_schema)
    rename_writer(path, created_by)
    metadata = inlay.read_metadata(path)
    columns = list_written_columns(metadata, SchemaTree(metadata.schema))
    assert [column.was_dictionary for column in columns] == expected
    assert [column.is_in_list for column in columns] == [False, False, True]


def test_a_wide_struct_costs_as_much_as_its_fields(tmp_path: Path) -> None:
    """Ten times the fields are ten times the work, and a hundred times if each looks at the whole type."""

    def prepare(width: int) -> Callable[[], object]:
        fields = pa.struct([(f"field_{number}", pa.int32()) for number in range(width)])
        path = tmp_path / f"{width}.parquet"
        pq.write_table(pa.table({"s": pa.array([], fields)}), path)
        rename_writer(path, AFFECTED)
        metadata = inlay.read_metadata(path)
        tree = SchemaTree(metadata.schema)
        return lambda: list_written_columns(metadata, tree)

    assert grows_at_most(30, prepare, 200, 2_000)


def test_their_bounds_do_not_prune(tmp_path: Path) -> None:
    table = pa.table({"t": pa.array(["a", "b"]).dictionary_encode(), "u": ["a", "b"]})
    path = tmp_path / "f.parquet"
    pq.write_table(table, path)
    for created_by, left in ((AFFECTED, [0]), ("parquet-cpp-arrow version 11.0.0", [])):
        rename_writer(path, created_by)
        assert inlay.prune(path, "t = 'z'").row_groups == left
        assert inlay.prune(path, "u = 'z'").row_groups == []
