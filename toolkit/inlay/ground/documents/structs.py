"""Any struct as JSON, by its schema table: the keys are the IDL's names.

struct     an object; a field that is absent has no key
enum       its name; UNKNOWN_99 where the IDL does not have one
union      an object with one key, the variant; the name alone where all variants are empty
binary     {"hex": "00ff"}; and so is a string that is no UTF-8
double     a number, or "NaN", "Infinity", "-Infinity"
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from inlay.ground.documents.values import Json, document_binary, document_number
from inlay_runtime.enums import WireEnum
from inlay_runtime.schema import Hooked, ListOf, MapOf, SetOf, UnionSchema
from inlay_runtime.struct import Struct
from inlay_runtime.tags import UnionTag
from inlay_runtime.union import UnknownVariant, Variant

if TYPE_CHECKING:
    from inlay_runtime.schema import FieldType


def document_struct(record: Struct) -> dict[str, Json]:
    shown: dict[str, Json] = {}
    for field in record.SCHEMA.fields:
        value: object = getattr(record, field.slot)
        if value is not None:
            shown[field.name] = dump(value, field.type)
    return shown


def dump(value: object, type_: FieldType) -> Json:
    match type_:
        case UnionSchema():
            return _union(value, type_)
        case ListOf() | SetOf():
            return [dump(element, type_.element) for element in cast("list[object]", value)]
        case MapOf():
            return _map(value, type_)
        case Hooked():
            return dump(value, type_.type)
        case _:
            return _single(value)


def _single(value: object) -> Json:
    match value:
        case Struct():
            return document_struct(value)
        case WireEnum() | UnionTag():
            return value.name
        case bool() | int() | str():
            return value
        case float():
            return document_number(value)
        case bytes():
            return document_binary(value)
        case _:
            return str(value)


def _union(value: object, union: UnionSchema) -> Json:
    if isinstance(value, UnknownVariant):
        return {f"UNKNOWN_{value.field_id}": document_binary(value.raw)}
    if isinstance(value, Variant):
        return _wrap(cast("Variant[object]", value), union)
    for field in union.fields:
        if type(value) is field.type:
            return {field.name: _single(value)}
    return _single(value)


def _wrap(variant: Variant[object], union: UnionSchema) -> Json:
    """A variant whose payload is no struct of its own is a class named `<Union><Variant>`."""
    for field in union.fields:
        if type(variant).__name__ == f"{union.name}{field.name}":
            return {field.name: dump(variant.value, field.type)}
    return _single(variant.value)


def _map(value: object, map_: MapOf) -> Json:
    """A list of pairs: keys may be of any type, and JSON's are text."""
    pairs = cast("dict[object, object] | list[tuple[object, object]]", value)
    items = pairs.items() if isinstance(pairs, dict) else pairs
    return [[dump(key, map_.key), dump(item, map_.value)] for key, item in items]
