"""What is wrong with lists of filters that pyarrow refused: which test, what its column is, and what that is compared with.

Nothing of this is asked beforehand: what pyarrow takes is a filter.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, Final, cast

import pyarrow as pa

from inlay.ground.arrow_fields import field_in, fields_in
from inlay.ground.files.source import Source, name_of
from inlay.ground.wording.near_names import hint_at
from inlay.rows.filtering.list_expression import build_expression
from inlay.rows.pruning.filter_tokens import FilterError
from inlay.rows.pruning.filters import ORDERINGS

_OPERATORS: Final = ("=", "==", "!=", *ORDERINGS, "in", "not in")
_FORM: Final = "lists of filters have tuples (column, operator, value), or lists of such tuples"
_LONGEST: Final = 40
_VARIANT: Final = "arrow.parquet.variant"
_REFUSALS: Final = (TypeError, ValueError, LookupError, NotImplementedError)
"""Errors of pyarrow are among them."""


@contextmanager
def explain_refusal(source: Source, filters: object, schema: pa.Schema) -> Generator[None]:
    """Raises FilterError in place of what pyarrow raises about lists that are not a filter of columns of this schema. What is wrong
    elsewhere is raised as it came."""
    try:
        yield
    except _REFUSALS as refusal:
        what = _find_wrong_form(filters) or _find_unfit(filters, schema)
        if not what:
            raise
        error = FilterError("", -1, what)
        error.path = name_of(source)
        raise error from refusal


def _find_wrong_form(filters: Any) -> str:
    if not (_is_list(filters) and filters):
        return f"{_show(filters)} is not a filter: give text, an expression of pyarrow, or lists; {_FORM}"
    for tests in _list_parts(filters):
        if not tests:
            return f"an empty list is not a filter: {_FORM}"
        for test in tests:
            if not _is_test(test):
                return f"{_show(test)} is not a test: {_FORM}"
            if test[1] not in _OPERATORS:
                return _describe_operator(test[0], test[1])
    return ""


def _list_parts(filters: Any) -> list[list[Any]]:
    """The tests that are joined by `and`, for each part that `or` joins."""
    parts: list[Any] = list(filters)
    return [part if _is_part(part) else [part] for part in parts]


def _is_part(element: Any) -> bool:
    return isinstance(element, list) and not _is_test(element)


def _is_list(element: Any) -> bool:
    return isinstance(element, list | tuple)


def _is_test(element: Any) -> bool:
    return _is_list(element) and len(element) == 3 and isinstance(element[0], str)


def _describe_operator(column: str, operator: object) -> str:
    word = str(operator).lower()
    hint = f": there are {', '.join(_OPERATORS)}"
    if word in ("in", "not in"):
        hint = f": write {word!r}"
    elif word in ("is", "is null", "is not", "is not null"):
        asked = "not null" if "not" in word else "null"
        hint = f": give the filter as text, '{column} is {asked}'"
    return f"{_show(operator)} is not an operator{hint}"


def _find_unfit(filters: Any, schema: pa.Schema) -> str:
    """Each test by itself, of a row."""
    for tests in _list_parts(filters):
        for name, operator, value in tests:
            if name not in schema.names:
                return f"the file has no column {name!r}{hint_at(name, schema.names)}"
            type_: Any = field_in(schema, name).type
            try:
                row: Any = cast("Any", pa.nulls)(1, type_)
                pa.table({name: row}).filter(build_expression([(name, operator, value)], schema))
            except _REFUSALS:
                if operator in ("in", "not in") and _is_single(value):
                    return f"behind `{operator}` there is a list of values, not {_show(value)}"
                return f"{name} is {type_}: {_say_allowed(name, type_, value)}"
    return ""


def _is_single(value: Any) -> bool:
    return isinstance(value, str | bytes) or not hasattr(value, "__iter__")


def _say_allowed(name: str, type_: Any, value: object) -> str:
    if getattr(type_, "extension_name", "") == _VARIANT:
        return f"name a value in it, such as variant_get({name}, '$.a')"
    if pa.types.is_struct(type_):
        field = str(fields_in(type_)[0].name) if type_.num_fields else "x"
        return f"name a column in it, such as {name}.{field}"
    if pa.types.is_nested(type_):
        return "a filter compares one value a row"
    for is_such, kind in _KINDS:
        if is_such(type_):
            return f"compare it with {kind}, not {_show(value)}"
    if pa.types.is_timestamp(type_):
        zone = "with" if type_.tz is not None else "without"
        return f"compare it with a datetime.datetime {zone} a time zone, not {_show(value)}"
    return f"compare it with a scalar of this type, not {_show(value)}"


def _show(value: object) -> str:
    try:
        text = repr(value)
    except Exception:  # of whatever class the caller has
        text = f"a value of {type(value).__qualname__}"
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def _is_number(type_: pa.DataType) -> bool:
    return pa.types.is_integer(type_) or pa.types.is_floating(type_) or pa.types.is_decimal(type_)


def _is_text(type_: pa.DataType) -> bool:
    if pa.types.is_dictionary(type_):
        return _is_text(type_.value_type)
    return (
        pa.types.is_string(type_)
        or pa.types.is_large_string(type_)
        or pa.types.is_string_view(type_)
    )


def _is_binary(type_: pa.DataType) -> bool:
    return (
        pa.types.is_binary(type_)
        or pa.types.is_large_binary(type_)
        or pa.types.is_fixed_size_binary(type_)
        or pa.types.is_binary_view(type_)
    )


_KINDS: Final = (
    (_is_number, "a number"),
    (pa.types.is_boolean, "True or False"),
    (_is_text, "text"),
    (_is_binary, "bytes"),
    (pa.types.is_date, "a datetime.date"),
    (pa.types.is_time, "a datetime.time"),
)
