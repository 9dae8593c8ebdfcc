"""`schema-drift`: every file that differs is named, with what differs."""

from __future__ import annotations

import pytest

from inlay.ground.drift.schema_parts import SchemaPart, SchemaParts
from tests.verbs.lint.footers import advise_on_table, outline

RULE = "schema-drift"
ID = SchemaPart("id", "int64", "required", None)
NAME = SchemaPart("name", "byte_array (STRING)", "optional", 2)
MOST: SchemaParts = (ID, NAME)


def part(name: str) -> SchemaPart:
    return SchemaPart(name, "double", "optional", None)


@pytest.mark.parametrize(
    ("other", "seen"),
    [
        (MOST[:1], {"name": "missing column: optional byte_array (STRING)"}),
        (MOST[::-1], {"name": "other order: id is in this place in most files"}),
        ((ID._replace(type="int32"), NAME), {"id": "other type: int32, not int64"}),
        ((ID._replace(repetition="optional"), NAME), {"id": "other nullability: optional, not required"}),
        ((ID, NAME._replace(field_id=None)), {"name": "other field id: none, not 2"}),
        ((*MOST, part("x")), {"x": "added column: optional double"}),
        (
            (part("x"), NAME),
            {"id": "missing column: required int64", "x": "added column: optional double"},
        ),
    ],
)  # fmt: skip
def test_each_kind_is_named_with_its_file(other: SchemaParts, seen: dict[str, str]) -> None:
    files = [outline(f"lake/{at}.parquet", schema=MOST) for at in range(3)]
    files[0] = files[0]._replace(schema=other)
    sightings = advise_on_table(RULE, *files)
    assert {each.column: each.seen for each in sightings} == seen
    assert {each.path for each in sightings} == {"lake/0.parquet"}
    for each in sightings:
        assert "inlay diff lake/1.parquet lake/0.parquet" in each.remedy.text
        needs_cast = each.seen.startswith(("other type", "other nullability"))
        assert ("with DuckDB or pyarrow" in each.remedy.text) is needs_cast


def test_a_column_under_another_name_may_be_renamed() -> None:
    files = [outline(f"lake/{at}.parquet", schema=(ID, part("amount"))) for at in range(3)]
    for name, is_alike in (("amt", True), ("a b", False)):
        files[0] = files[0]._replace(schema=(ID, part(name)))
        sightings = advise_on_table(RULE, *files)
        rename = "if amt is amount under another name: inlay set lake/0.parquet --rename amt=amount"
        assert len(sightings) == 2
        assert all((each.remedy.text == rename) is is_alike for each in sightings)


def test_every_file_that_differs_is_named() -> None:
    files = [outline(f"lake/{at}", schema=MOST) for at in range(9)]
    files[3] = files[3]._replace(schema=MOST[:1])
    files[5] = files[5]._replace(schema=(*MOST, part("x")))
    files[7] = files[7]._replace(schema=MOST[:1])
    assert sorted(each.path for each in advise_on_table(RULE, *files)) == [
        "lake/3",
        "lake/5",
        "lake/7",
    ]


def test_one_schema_is_fine() -> None:
    assert advise_on_table(RULE, *(outline(f"lake/{at}", schema=MOST) for at in range(3))) == []
