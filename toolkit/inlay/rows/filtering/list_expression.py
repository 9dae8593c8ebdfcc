"""Lists of filters as an expression of pyarrow, in which each number fits its column.

pyarrow holds the number 1 against a decimal as decimal128(19, 0), finds no digits left for those of the column, and refuses. It takes
no int beyond 64 bits, either, no two decimals of more than 38 digits together, no int that no float is, and no float of 16 bits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from operator import eq, ge, gt, le, lt, ne
from typing import Any, Final, TypeGuard, cast

import pyarrow as pa
from pyarrow import dataset, parquet

from inlay.ground.arrow_fields import field_in
from inlay.rows.filtering.compare_columns import round_to_double
from inlay.rows.filtering.fine_moments import fit_moment
from inlay.rows.filtering.whole_numbers import fit_number
from inlay.rows.pruning.filter_tokens import FilterError
from inlay.rows.pruning.filters import EQUAL
from inlay.rows.pruning.given_values import list_values, read_value

_COMPARE: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "=": eq,
    "==": eq,
    "!=": ne,
    "<": lt,
    "<=": le,
    ">": gt,
    ">=": ge,
}
_NEVER: Final[Any] = dataset.scalar(False)


def build_expression(filters: Any, schema: pa.Schema) -> Any:
    """What `pyarrow.parquet.filters_to_expression` makes of lists, for the columns of a file with this schema.

    Ints and Decimals are compared by value. Floats are pyarrow's: it compares decimals with them as floats, here behind `in`, too.
    Raises what that function raises.
    """
    lists: Any = [filters] if _is_list(filters) and any(map(_is_test, filters)) else filters
    if not lists or not all(_is_list(part) and part and all(map(_is_test, part)) for part in lists):
        return _express_plainly(filters)
    return _join_any(_join_all(_express(it, schema) for it in part) for part in lists)


def _is_list(value: Any) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def _is_test(element: object) -> bool:
    if not isinstance(element, tuple):
        return False
    parts = cast("tuple[object, ...]", element)
    return len(parts) == 3 and isinstance(parts[0], str)


def _join_all(expressions: Iterable[Any]) -> Any:
    return reduce(lambda left, right: left & right, expressions)


def _join_any(expressions: Iterable[Any]) -> Any:
    return reduce(lambda left, right: left | right, expressions)


def _express_plainly(filters: Any) -> Any:
    return cast(Any, parquet).filters_to_expression(filters)


def _express(test: tuple[str, str, Any], schema: pa.Schema) -> Any:
    name, operator, value = test
    at = schema.get_field_index(name)
    type_ = field_in(schema, at).type if at >= 0 else pa.null()
    if pa.types.is_float16(type_):
        return _express_half(dataset.field(name).cast(pa.float64()), test)
    if operator in ("in", "not in"):
        values = list_values(value)
        if values is not None and any(_needs_fitting(it, type_) for it in values):
            member = _express_member(dataset.field(name), values, type_)
            return ~member if operator == "not in" else member
    elif operator in _COMPARE:
        moment = fit_moment(operator, value, type_)
        if isinstance(moment, tuple):
            return _COMPARE[moment[0]](dataset.field(name), moment[1])
        if moment is not None:
            return dataset.field(name).is_valid() if moment else _NEVER
        fitted = _fit(EQUAL if operator in ("!=", "==") else operator, value, type_)
        if fitted is not None:
            return _compare(dataset.field(name), operator, fitted)
        if _is_half(value):
            test = name, operator, _read_plain(value)
    return _express_plainly([test])


def _express_half(field: Any, test: tuple[str, str, Any]) -> Any:
    """Of a column of 16 bits, for which pyarrow compares nothing; as doubles, its values are the same."""
    _, operator, value = test
    values = list_values(value)
    if operator in _COMPARE:
        fitted = _fit(EQUAL, value, pa.float64())
        return _COMPARE[operator](field, _read_plain(value) if fitted is None else fitted)
    if operator in ("in", "not in") and values is not None:
        member = _express_member(field, values, pa.float64())
        return ~member if operator == "not in" else member
    return _express_plainly([test])


def _compare(field: Any, operator: str, fitted: pa.Scalar[Any] | bool) -> Any:
    if not isinstance(fitted, bool):
        return _COMPARE[operator](field, fitted)
    return field.is_valid() if fitted != (operator == "!=") else _NEVER


def _has_more_digits(number: pa.Scalar[Any], type_: Any) -> bool:
    """Than decimals of the column, so that a set of these cannot have it."""
    if not pa.types.is_decimal(type_):
        return False
    return bool(len(number.as_py().as_tuple().digits) > type_.precision)


def _express_member(field: Any, values: Sequence[Any], type_: pa.DataType) -> Any:
    """Never null: as in pyarrow, `not in` holds for nulls."""
    fitting: list[Any] = []
    others: list[Any] = []
    parts: list[Any] = []
    for value in values:
        plain, fitted = _read_plain(value), _fit(EQUAL, value, type_)
        moment = fit_moment(EQUAL, value, type_)
        if plain is None:
            parts.append(field.is_null())
        elif isinstance(moment, tuple):
            parts.append(field.is_valid() & (field == moment[1]))
        elif moment is not None:
            pass  # a moment between those that the column can have
        elif isinstance(fitted, pa.Scalar) and _has_more_digits(fitted, type_):
            parts.append(field.is_valid() & (field == fitted))
        elif isinstance(fitted, pa.Scalar):
            fitting.append(fitted.as_py())
        elif isinstance(plain, float) and pa.types.is_decimal(type_):
            # Of a set, pyarrow would make decimals of the column's scale.
            parts.append(field.is_valid() & (field == plain))
        elif fitted is None:
            others.append(plain if isinstance(plain, float) else value)
    if fitting:
        parts.append(field.isin(pa.array(fitting, pa.float64() if _is_float(type_) else type_)))
    if others:
        parts.append(field.isin(others))
    return _join_any(parts) if parts else _NEVER


def _needs_fitting(value: Any, type_: pa.DataType) -> bool:
    is_float = isinstance(_read_plain(value), float)
    return (
        _fit(EQUAL, value, type_) is not None
        or fit_moment(EQUAL, value, type_) is not None
        or _is_half(value)
        or (is_float and pa.types.is_decimal(type_))
    )


def _is_half(value: Any) -> bool:
    """Of NumPy or Arrow: a float of 16 bits."""
    return (
        getattr(value, "dtype", None) == "float16" or getattr(value, "type", None) == pa.float16()
    )


def _fit(operator: str, value: Any, type_: pa.DataType) -> pa.Scalar[Any] | bool | None:
    """As `fit_number` has it; None for what pyarrow compares by itself."""
    number = _read_plain(value)
    is_whole = isinstance(number, int) and not isinstance(number, bool)
    if is_whole and _is_float(type_):
        return round_to_double(number)
    is_exact = is_whole or (isinstance(number, Decimal) and number.is_finite())
    if is_exact and (pa.types.is_integer(type_) or pa.types.is_decimal(type_)):
        return fit_number(operator, Fraction(number), type_)
    return None


def _is_float(type_: pa.DataType) -> bool:
    return pa.types.is_float32(type_) or pa.types.is_float64(type_)


def _read_plain(value: Any) -> Any:
    """The value itself, where it is of a type that Inlay does not know."""
    try:
        return read_value("", value)
    except FilterError:
        return value
