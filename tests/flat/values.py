"""Hypothesis strategies for whatever a schema table describes."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import strategies as st

from inlay_runtime.extension import Extension
from inlay_runtime.flat.fixed import Fixed
from inlay_runtime.flat.schema import (
    BOOL,
    DOUBLE,
    FLOAT,
    I8,
    U8,
    ArrayOf,
    EnumOf,
    Scalar,
    SlotSchema,
    String,
    UnionSchema,
    VectorOf,
)
from inlay_runtime.flat.table import Table

Strategy = st.SearchStrategy[Any]


_TABLES: dict[tuple[type[Table], int], Strategy] = {}
"""Hypothesis looks through a new strategy at its first draw, which takes longer than the draw: each is made once."""


def tables(cls: type[Table], depth: int = 3) -> Strategy:
    """Tables of a class; `depth` bounds those inside them. NaN, which equals nothing, is left out."""
    if (cls, depth) not in _TABLES:
        _TABLES[cls, depth] = _new_tables(cls, depth)
    return _TABLES[cls, depth]


def _new_tables(cls: type[Table], depth: int) -> Strategy:
    given: dict[str, Strategy] = {}
    optional: dict[str, Strategy] = {}
    for field in cls.SCHEMA.fields:
        strategy = _slot(field, depth)
        if strategy is not None:
            is_nan = field.default != field.default
            (given if field.required or is_nan else optional)[field.attribute] = strategy
    return st.fixed_dictionaries(given, optional=optional).map(lambda values: cls(**values))


def _slot(field: SlotSchema, depth: int) -> Strategy | None:
    if field.attribute == "extension":
        return st.none() | st.binary(max_size=20).map(Extension)
    if _is_deep(field.type) and depth <= 0:
        return _value(field.type, 1) if field.required else None
    strategy = _value(field.type, depth - 1)
    nullable = not field.required and field.default is None
    return st.none() | strategy if nullable else strategy


def _is_deep(type_: Any) -> bool:
    if isinstance(type_, VectorOf):
        return _is_deep(type_.element)
    return isinstance(type_, UnionSchema) or (isinstance(type_, type) and issubclass(type_, Table))


def _value(type_: Any, depth: int) -> Strategy:
    match type_:
        case Scalar():
            return scalars(type_)
        case EnumOf(enum=enum, scalar=scalar):
            known = st.sampled_from(list(enum)) if len(enum) else st.nothing()
            return known | scalars(scalar).map(enum)
        case String():
            return st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
        case VectorOf(element=element) if element in (I8, U8):
            return st.binary(max_size=20)
        case VectorOf(element=element):
            size = 2 if _is_deep(element) else 4
            return st.lists(_value(element, depth), max_size=size)
        case UnionSchema():
            return st.one_of([_variant(type_, tag, depth) for tag in type_.variants])
        case _ if issubclass(type_, Fixed):
            return fixed(type_)
        case _:
            return st.deferred(lambda: tables(type_, depth))


def _variant(union: UnionSchema, tag: int, depth: int) -> Strategy:
    values = _value(union.variants[tag], depth)
    wrapper = union.wrappers.get(tag)
    return values if wrapper is None else values.map(wrapper)


@cache
def fixed(cls: type[Fixed]) -> Strategy:
    fields = {field.attribute: _fixed_value(field.type) for field in cls.SCHEMA.fields}
    return st.fixed_dictionaries(fields).map(lambda values: cls(**values))


def _fixed_value(type_: Any) -> Strategy:
    if isinstance(type_, ArrayOf):
        return st.lists(_fixed_value(type_.element), min_size=type_.length, max_size=type_.length)
    return _value(type_, 0)


def scalars(scalar: Scalar) -> Strategy:
    if scalar is BOOL:
        return st.booleans()
    if scalar is FLOAT:
        return st.floats(width=32, allow_nan=False)
    if scalar is DOUBLE:
        return st.floats(allow_nan=False)
    bits = 8 * scalar.size
    signed = scalar.name.startswith("i")
    low = -(1 << bits - 1) if signed else 0
    high = (1 << bits - 1) - 1 if signed else (1 << bits) - 1
    return st.sampled_from([low, high, 0]) | st.integers(low, high)
