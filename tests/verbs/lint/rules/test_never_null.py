"""`never-null`."""

from __future__ import annotations

from inlay.ground.drift.schema_parts import SchemaPart
from tests.verbs.lint.footers import advise_on_table, outline

RULE = "never-null"
SCHEMA = tuple(SchemaPart(name, "int64", "optional", None) for name in "abcde")


def test_columns_without_a_null_in_any_file() -> None:
    files = [
        outline(f"lake/{at}", schema=SCHEMA, never_null=tuple("abcd" if at else "abcde"))
        for at in range(10)
    ]
    (sighting,) = advise_on_table(RULE, *files)
    assert sighting.seen == (
        "4 optional columns without a null in any of 10 files: a, b, c and 1 more"
    )
    some = outline("lake/x", schema=SCHEMA, never_null=("e",))
    assert advise_on_table(RULE, *files, some) == []


def test_few_files_and_files_without_rows_do_not_count() -> None:
    files = [outline(f"lake/{at}", schema=SCHEMA, never_null=("a",)) for at in range(9)]
    empty = outline("lake/x", schema=SCHEMA, num_rows=0)
    assert advise_on_table(RULE, *files, empty) == []
    assert len(advise_on_table(RULE, *files, empty, files=9)) == 1
