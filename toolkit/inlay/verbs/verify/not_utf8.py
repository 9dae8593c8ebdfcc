"""Texts of a footer that are not UTF-8, with their paths: readers differ in what they make of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Final, TypeAlias, cast

from inlay.verbs.verify.text_plans import TEXT_PLANS, native_texts
from inlay_runtime.limits import DEFAULT_LIMITS
from inlay_runtime.schema import STRING, ListOf, MapOf, Scalar, SetOf
from inlay_runtime.struct import Struct
from inlay_runtime.text import bytes_of, is_utf8
from inlay_runtime.union import Variant

if TYPE_CHECKING:
    from inlay_runtime.schema import FieldSchema, FieldType, StructSchema

Found: TypeAlias = "Iterator[tuple[str, bytes]]"

_DEEPEST: Final = DEFAULT_LIMITS.depth


def find_not_utf8(root: Struct, data: bytes | None = None) -> Found:
    """In the order of the fields; of a list, every element. `data` are the bytes that `root` was decoded from and
    begins, if they are at hand: where these have no such text, nothing is decoded."""
    if data is None or not _is_plain(data, type(root)):
        yield from _record(root, "")


def _is_plain(data: bytes, cls: type[Struct]) -> bool:
    """False where a look at the records has to tell."""
    plan = None if native_texts is None else TEXT_PLANS.plan_of(cls.SCHEMA)
    return plan is not None and native_texts is not None and native_texts(data, plan, _DEEPEST)


def _record(record: Struct, path: str) -> Found:
    for field in _fields_with_text(record.SCHEMA):
        value: object = getattr(record, field.slot)
        if value is not None:
            yield from _value(value, field.type, f"{path}.{field.name}" if path else field.name)


@cache
def _fields_with_text(schema: StructSchema) -> tuple[FieldSchema, ...]:
    return tuple(field for field in schema.fields if _holds_text(field.type))


def _value(value: object, type_: FieldType, path: str) -> Found:
    match value:
        case str():
            if not is_utf8(value):
                yield path, bytes_of(value)
        case Struct():
            yield from _record(value, path)
        case Variant():
            yield from _value(cast("Variant[object]", value).value, type_, path)
        case list():
            element = type_.element if isinstance(type_, ListOf | SetOf) else type_
            for at, item in enumerate(cast("list[object]", value)):
                yield from _value(item, element, f"{path}[{at}]")
        case dict() if isinstance(type_, MapOf):
            for at, (key, item) in enumerate(cast("dict[object, object]", value).items()):
                yield from _value(key, type_.key, f"{path}[{at}].key")
                yield from _value(item, type_.value, f"{path}[{at}].value")
        case _:
            return


def _holds_text(type_: FieldType) -> bool:
    """False for what is looked through in vain: other scalars, and lists of them."""
    if isinstance(type_, ListOf | SetOf):
        return _holds_text(type_.element)
    return type_ is STRING or not isinstance(type_, Scalar)
