"""Which files of a table differ, and in what: the kinds, the reference, groups, and laws over any schemas."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

import inlay
from inlay.ground.drift.find import (
    LEFT_OUT,
    MOST_DIFFERENCES,
    DriftDifference,
    SchemaOfFile,
    compare,
    find_drift,
)
from inlay.ground.drift.schema_parts import SchemaPart, SchemaParts, describe_type, parts_of
from inlay.ground.drift.tables import find_drift_by_table, folder_of
from inlay.ground.schema.tree import SchemaTree
from parquet_format.parquet import ConvertedType, SchemaElement, StringType, Type


def part(path: str, type_: str = "int64") -> SchemaPart:
    return SchemaPart(path, type_, "optional", None)


A, B = (part("a"),), (part("b"),)


@pytest.mark.parametrize(
    ("files", "reference"),
    [
        ({"x": (1, A), "y": (9, B), "z": (1, A)}, "x"),  # most files
        ({"x": (1, A), "y": (9, B)}, "y"),  # most rows
        ({"y": (1, A), "x": (1, B)}, "x"),  # first by name
        ({"x": (-5, A), "y": (0, B)}, "y"),  # rows that no file has
    ],
)
def test_the_reference(files: dict[str, tuple[int, SchemaParts]], reference: str) -> None:
    drift = find_drift(SchemaOfFile(path, rows, schema) for path, (rows, schema) in files.items())
    assert drift is not None
    assert drift.reference == reference
    assert drift.alike + sum(len(group.paths) for group in drift.others) == len(files)


GROUP = (part("g", "group"), part("g.x"), part("g.y"), part("z"))


@pytest.mark.parametrize(
    ("actual", "differences"),
    [
        (GROUP[3:], [("missing column", "g")]),  # and not what is in it
        ((part("g"), part("z")), [("other type", "g")]),
        ((*GROUP[:2], GROUP[3]), [("missing column", "g.y")]),
        ((part("z"), *GROUP[:3]), [("other order", "z")]),
        ((part("g", "group"), part("g.y"), part("g.x"), part("z")), [("other order", "g.y")]),
        ((*GROUP, part("z")), [("added column", "z")]),  # a name that is there twice
        ((*GROUP, part("h", "group"), part("h.x")), [("added column", "h")]),
    ],
)
def test_groups(actual: SchemaParts, differences: list[tuple[str, str]]) -> None:
    assert [(each.kind, each.column) for each in compare(GROUP, actual)] == differences


def test_two_schemas_with_nothing_in_common_stay_short() -> None:
    wide = [tuple(part(f"{name}{at}") for at in range(1_000)) for name in "ab"]
    drift = find_drift(SchemaOfFile(str(at), 1, schema) for at, schema in enumerate(wide))
    assert drift is not None
    differences = drift.others[0].differences
    assert len(differences) == MOST_DIFFERENCES + 1
    assert differences[-1] == DriftDifference(LEFT_OUT, "", "", "1,900")


def test_a_logical_type_and_its_converted_type_are_one() -> None:
    """Old writers say it in the one way, new ones in both."""
    old = SchemaElement(name="s", type=Type.BYTE_ARRAY, converted_type=ConvertedType.UTF8)
    new = SchemaElement(name="s", type=Type.BYTE_ARRAY, logicalType=StringType())
    assert describe_type(old) == describe_type(new) == "byte_array (STRING)"


PARTS = st.builds(
    SchemaPart,
    st.sampled_from(["a", "b", "a.b", "c", ""]),
    st.sampled_from(["int64", "double", "group", "group (LIST)"]),
    st.sampled_from(["optional", "required", "repeated"]),
    st.sampled_from([None, 1, 2]),
)
SCHEMAS = st.lists(PARTS, max_size=6).map(tuple)


@given(SCHEMAS, SCHEMAS)
def test_two_schemas_differ_if_they_are_not_equal(one: SchemaParts, other: SchemaParts) -> None:
    forth, back = list(compare(one, other)), list(compare(other, one))
    assert bool(forth) == bool(back) == (one != other)
    if any("." in each.path for each in (*one, *other)):
        return  # a group that is missing says for all that is in it
    names = {"missing column": "added column", "added column": "missing column"}
    kinds = sorted(names.get(each.kind, each.kind) for each in back)
    assert sorted(each.kind for each in forth) == kinds


@given(st.lists(SCHEMAS, max_size=8))
def test_each_file_is_alike_or_named_once(schemas: list[SchemaParts]) -> None:
    files = [SchemaOfFile(str(at), at, schema) for at, schema in enumerate(schemas)]
    drift = find_drift(files)
    if drift is None:
        assert len(set(schemas)) < 2
        return
    named = [path for group in drift.others for path in group.paths]
    expected = schemas[int(drift.reference)]
    assert sorted(named) == [file.path for file in files if file.schema != expected]
    assert drift.alike == max(schemas.count(schema) for schema in schemas)


def test_tables_and_partitions() -> None:
    paths = {"lake/t/day=1/a": A, "lake/t/day=2/b": A, "lake/t/c": B, "lake/u/d": B}
    files = [SchemaOfFile(path, 1, schema) for path, schema in paths.items()]
    ((folder, drift),) = find_drift_by_table(files)
    assert (folder, drift.others[0].paths) == ("lake/t", ["lake/t/c"])
    assert [folder_of(path) for path in ("a", "x=1/a", "l\\day=1\\a")] == ["", "", "l"]


def test_of_a_real_file(tmp_path: Path) -> None:
    schema = pa.schema(
        [
            pa.field("id", pa.int64(), nullable=False, metadata={"PARQUET:field_id": "7"}),
            pa.field("tags", pa.list_(pa.string())),
        ]
    )
    pq.write_table(schema.empty_table(), tmp_path / "a.parquet")
    tree = SchemaTree(inlay.read_metadata(tmp_path / "a.parquet").schema)
    assert parts_of(tree) == (
        SchemaPart("id", "int64", "required", 7),
        SchemaPart("tags", "group (LIST)", "optional", None),
        SchemaPart("tags.list", "group", "repeated", None),
        SchemaPart("tags.list.element", "byte_array (STRING)", "optional", None),
    )
    assert [each.is_group for each in parts_of(tree)] == [False, True, True, False]
