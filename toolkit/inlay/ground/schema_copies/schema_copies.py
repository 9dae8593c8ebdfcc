"""Copies of the schema as such: Spark's, Avro's, Iceberg's; and what describes columns in ways that are not followed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from inlay.ground.schema_copies.columns import Columns, require_same_types
from inlay.ground.schema_copies.errors import CannotAgreeError
from inlay.ground.schema_copies.json_schemas import AVRO, ICEBERG, SPARK, Notation, follow_schema
from inlay.ground.schema_copies.json_text import (
    Json,
    Object,
    parse_object,
    parse_objects,
    replace_members,
    unparse,
)
from inlay.ground.schema_copies.text import Text


def follow_spark(text: str, columns: Columns) -> Text:
    return _follow(text, columns, SPARK)


def follow_avro(text: str, columns: Columns) -> Text:
    return _follow(text, columns, AVRO)


def follow_iceberg(text: str, columns: Columns) -> Text:
    return _follow(text, columns, ICEBERG)


def follow_nothing(text: str, columns: Columns) -> Text:
    """For what names columns in a notation that is not known here."""
    if columns.are_touched:
        raise CannotAgreeError("it described the columns as they were")
    return Text(text)


def follow_rows(text: str, columns: Columns) -> Text:
    """For what is known of the rows that the file had."""
    if columns.new_rows:
        raise CannotAgreeError("it described the rows as they were")
    return Text(text)


def follow_huggingface(text: str, columns: Columns) -> Text:
    """The features of `datasets`, by name."""
    if not columns.are_touched:
        return Text(text)
    require_same_types(columns)
    document = parse_object(text)
    info = document.get("info")
    features = info.get("features") if isinstance(info, dict) else None
    if not isinstance(info, dict) or not isinstance(features, dict):
        raise CannotAgreeError("it had another shape than is known")
    if set(features) != {column.name for column in columns.top}:
        raise CannotAgreeError("it described other columns than the file has")
    for column in columns.top:
        if column.is_reshaped:
            raise CannotAgreeError(f"column {column.name!r} changed inside")
    new_names = columns.new_names
    kept: Object = {
        new_names[name]: feature for name, feature in features.items() if name in new_names
    }
    return Text(
        unparse(
            replace_members(document, {"info": replace_members(info, {"features": kept})}), text
        )
    )


def merge_equal(texts: Sequence[str], _rows: Sequence[int]) -> Text:
    """One for all, if all say the same."""
    if any(text != texts[0] for text in texts):
        parsed = parse_objects(texts)
        if any(document != parsed[0] for document in parsed):
            raise CannotAgreeError("the files differ in it")
    return Text(texts[0])


def merge_texts(texts: Sequence[str], _rows: Sequence[int]) -> Text:
    if any(text != texts[0] for text in texts):
        raise CannotAgreeError("the files differ in it")
    return Text(texts[0])


def merge_nothing(texts: Sequence[str], _rows: Sequence[int]) -> Text:
    """What is known of the rows of one file is not known of those of all."""
    if len(texts) > 1:
        raise CannotAgreeError("it described the rows of one file")
    return Text(texts[0])


def merge_spark(texts: Sequence[str], _rows: Sequence[int]) -> Text:
    """A column is nullable if it is in one file; comments are those of the first."""
    if all(text == texts[0] for text in texts):
        return Text(texts[0])
    merged: Json = parse_object(texts[0])
    for text in dict.fromkeys(texts[1:]):
        merged = _either(merged, parse_object(text))
    return Text(unparse(merged, texts[0]), ("comments are those of the first file",))


_MAY_DIFFER = ("nullable", "containsNull", "valueContainsNull")


def _either(first: Json, second: Json) -> Json:
    if isinstance(first, dict) and isinstance(second, dict):
        _require(first.keys() == second.keys())
        return {
            key: _either_member(key, value, cast(Mapping[str, Json], second)[key])
            for key, value in first.items()
        }
    if isinstance(first, list) and isinstance(second, list):
        _require(len(first) == len(second))
        return [_either(mine, its) for mine, its in zip(first, second, strict=True)]
    _require(first == second)
    return first


def _either_member(key: str, first: Json, second: Json) -> Json:
    if key in _MAY_DIFFER and isinstance(first, bool) and isinstance(second, bool):
        return first or second
    return first if key == "metadata" else _either(first, second)


def _require(same: bool) -> None:
    if not same:
        raise CannotAgreeError("the files differ in it")


def _follow(text: str, columns: Columns, notation: Notation) -> Text:
    if not columns.are_touched:
        return Text(text)
    require_same_types(columns)
    schema = parse_object(text)
    if notation is ICEBERG and any(
        column.field_id != column.new_field_id for column in columns.every
    ):
        raise CannotAgreeError("its field ids are not those of the file any more")
    changed = follow_schema(schema, columns, notation)
    return Text(text if changed == schema else unparse(changed, text))
