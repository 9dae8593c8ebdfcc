"""Values in the names of folders: what they are, and how formats spell them."""

from __future__ import annotations

import pytest

from inlay.verbs.register.partitions import infer_type, normalize_text, parse_value
from inlay.verbs.register.schema.table_types import (
    DecimalType,
    IntegerType,
    SimpleType,
    TableType,
)

DATE, TEXT = SimpleType.DATE, SimpleType.STRING


@pytest.mark.parametrize(
    ("texts", "type_", "value"),
    [
        (["1", "-20"], IntegerType(64), 1),
        (["1", "007"], TEXT, "1"),
        (["1", "1_000"], TEXT, "1"),
        ([str(2**63)], TEXT, str(2**63)),
        (["2026-11-28"], DATE, 20785),
        (["2026-11-28", "20261128"], TEXT, "2026-11-28"),
        (["2026-02-30"], TEXT, "2026-02-30"),
        ([], TEXT, None),
    ],
)
def test_the_type_has_all_values_as_they_are_spelled(
    texts: list[str], type_: TableType, value: object
) -> None:
    assert infer_type(texts) == type_
    assert parse_value(texts[0] if texts else None, infer_type(texts)) == value


@pytest.mark.parametrize(
    ("text", "type_", "value"),
    [
        ("007", IntegerType(32), "7"),
        ("1_000", IntegerType(32), None),
        (" 1", IntegerType(32), None),
        ("128", IntegerType(8), None),
        ("-1", IntegerType(8, False), None),
        ("true", SimpleType.BOOLEAN, "true"),
        ("yes", SimpleType.BOOLEAN, None),
        ("2026-11-28", DATE, "2026-11-28"),
        ("28.11.2026", DATE, None),
        ("1.5", DecimalType(9, 2), None),
        ("anything", TEXT, "anything"),
    ],
)
def test_formats_that_keep_text_get_one_spelling(
    text: str, type_: TableType, value: str | None
) -> None:
    assert normalize_text(text, type_) == value
