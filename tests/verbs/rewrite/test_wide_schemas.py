"""What is asked of a schema for all of its columns takes as long as it has columns."""

from __future__ import annotations

from inlay.ground.schema.tree import SchemaTree
from inlay.verbs.rewrite.bare_schema import list_writer_paths
from parquet_format.parquet import FieldRepetitionType, SchemaElement, Type
from tests.support.calls import count_calls


def schema_of(columns: int) -> SchemaTree:
    required = FieldRepetitionType.REQUIRED
    leaves = [
        SchemaElement(name=f"c{at}", type=Type.INT32, repetition_type=required)
        for at in range(columns)
    ]
    return SchemaTree([SchemaElement(name="root", num_children=columns), *leaves])


def test_the_paths_of_a_writer_are_named_in_one_pass() -> None:
    small, large = (schema_of(columns) for columns in (100, 200))
    assert list_writer_paths(small)[:2] == ["1", "2"]
    calls = count_calls(lambda: list_writer_paths(large))
    assert calls <= 2.2 * count_calls(lambda: list_writer_paths(small))
