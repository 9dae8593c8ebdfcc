"""Schemas as text: those that parquet-java prints, and lines of what is none."""

from __future__ import annotations

import pytest

from inlay.errors import RequestError
from inlay.ground.schema.message_text import parse_message
from inlay.ground.schema.notation import format_annotation, format_physical, format_repetition

FIELDS = {
    "required int64 id = 1;": "required int64 id",
    "optional binary city (STRING);": "optional byte_array city STRING",
    "optional binary old (UTF8);": "optional byte_array old UTF8",
    "required fixed_len_byte_array(16) u (UUID);": "required fixed_len_byte_array(16) u UUID",
    "optional int64 t (TIMESTAMP(MICROS,true));": "optional int64 t TIMESTAMP(MICROS, UTC)",
    "optional int64 t (TIMESTAMP(NANOS, local));": "optional int64 t TIMESTAMP(NANOS, local)",
    "optional int32 d (DECIMAL(9,2)) = 7;": "optional int32 d DECIMAL(9, 2)",
    "repeated int32 small (INTEGER(8,false));": "repeated int32 small INTEGER(8, unsigned)",
    "optional int32 day (DATE);": "optional int32 day DATE",
    "optional int64 ms (TIMESTAMP_MILLIS);": "optional int64 ms TIMESTAMP_MILLIS",
    "optional fixed_len_byte_array(2) h (FLOAT16);": "optional fixed_len_byte_array(2) h FLOAT16",
}


@pytest.mark.parametrize("text", FIELDS)
def test_a_field_is_what_it_says(text: str) -> None:
    root, element = parse_message(f"message rows {{ {text} }}")
    assert (root.name, root.num_children) == ("rows", 1)
    parts = [format_repetition(element), format_physical(element), element.name]
    assert " ".join(filter(None, [*parts, format_annotation(element)])) == FIELDS[text]


def test_groups_hold_fields_and_groups() -> None:
    elements = parse_message(
        """
        message rows {
          optional group tags (LIST) = 4 {
            repeated group list {
              required binary element (STRING);
            }
          }
          required boolean last;
        }
        """
    )
    assert [(it.name, it.num_children) for it in elements] == [
        ("rows", 2),
        ("tags", 1),
        ("list", 1),
        ("element", None),
        ("last", None),
    ]
    assert elements[1].field_id == 4


WRONG = {
    "rows {": "line 1: a schema begins with `message NAME {`",
    "message rows {\n required int65 x;\n}": "line 2: 'int65' is not a type",
    "message rows {\n int64 x;\n}": "line 2: required, optional or repeated, not 'int64'",
    "message rows {\n required int64 x\n}": "line 2: `;` is missing",
    "message rows {\n required int64 x;": "line 2: the schema ends early",
    "message rows {\n required int64 x;\n} }": "line 3: the schema has ended, and something follows",
    "message rows {\n required int64 x (UUID);\n}": "line 2: 'x' would be",
    "message rows {\n required binary x (NONSENSE);\n}": "line 2: (NONSENSE) is not a logical type",
    "message rows {\n required fixed_len_byte_array x;\n}": "line 2: '' is not a number",
    "message rows {\n required fixed_len_byte_array(0) x;\n}": "line 2: the length of a",
    "message rows {\n required int64 x (UTF8);\n}": "line 2: 'x' would be",
    "message rows {\n required binary x (DECIMAL);\n}": "line 2: (DECIMAL) has no precision",
    "message rows {\n required int32 x (DECIMAL(12,2));\n}": "line 2: 'x' would be",
    "message rows {\n required int64 x;\n}\n\n )": "line 5: the schema has ended",
    "message rows {\n required int64 x (DATE;\n}": "line 2: `;` is missing",
    "message rows { " + "optional group g { " * 300: "nested more than 200 deep",
}


@pytest.mark.parametrize("text", WRONG, ids=[text[-30:] for text in WRONG])
def test_what_is_no_schema_is_told_with_its_line(text: str) -> None:
    with pytest.raises(RequestError) as raised:
        parse_message(text)
    assert WRONG[text] in str(raised.value)
