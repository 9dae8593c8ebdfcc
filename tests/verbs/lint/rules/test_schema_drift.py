"""`schema-drift`."""

from __future__ import annotations

import pytest

from inlay.verbs.lint.outline import Schema
from tests.verbs.lint.footers import advise_on_table, outline

RULE = "schema-drift"
FIRST: Schema = (("id", "required int64"), ("name", "optional byte_array (STRING)"))


@pytest.mark.parametrize(
    ("other", "difference"),
    [
        (FIRST[:1], "it has no name"),
        (FIRST[::-1], "the same columns in another order"),
        ((("id", "required int32"), FIRST[1]), "id is required int32, not required int64"),
        ((*FIRST, ("x", "optional double")), "it has x besides"),
        (
            (*FIRST, ("x", "optional double"), ("y", "optional double")),
            "it has x and 1 other besides",
        ),
        ((), "it has no id and 1 other"),
    ],
)
def test_the_first_file_that_differs_is_named(other: Schema, difference: str) -> None:
    files = [outline(f"lake/{at}.parquet", schema=FIRST) for at in range(3)]
    files[1] = files[1]._replace(schema=other)
    (sighting,) = advise_on_table(RULE, *files)
    assert sighting.seen == (
        f"1 of 3 files have another schema than 0.parquet; the first is 1.parquet: {difference}"
    )
    assert sighting.remedy.text == "inlay diff lake/0.parquet lake/1.parquet"


def test_one_schema_is_fine() -> None:
    assert advise_on_table(RULE, *(outline(f"lake/{at}", schema=FIRST) for at in range(3))) == []
