"""A Thrift struct as a document of JSON, by its schema table: the keys are the IDL's names. docs/emitted-python.md has the form.

What no field holds has keys that no name of an IDL can be: `@extension`, `@unknown`, `@trailing`. Where the core is built, `native/document.pyx`
does it for plain fields; Python does the same for all.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, cast

from inlay_runtime.compact.writer import CompactWriter
from inlay_runtime.core import load_native
from inlay_runtime.enums import WireEnum
from inlay_runtime.json_values import Json, document_binary, document_number, document_text
from inlay_runtime.record import Record
from inlay_runtime.remainder import HasRemainder, Remainder
from inlay_runtime.schema import BOOL, Hooked, ListOf, MapOf, Scalar, SetOf, UnionSchema
from inlay_runtime.tags import UnionTag
from inlay_runtime.union import NoVariant, UnknownVariant, Variant
from inlay_runtime.wire_types import STRUCT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from inlay_runtime.extension import Extension
    from inlay_runtime.schema import FieldType, StructSchema

EXTENSION: Final = "@extension"
UNKNOWN: Final = "@unknown"
TRAILING: Final = "@trailing"
REST: Final = EXTENSION, UNKNOWN, TRAILING
NOTHING: Final[Mapping[str, Json]] = {}

_native: Any = load_native("inlay_runtime.native.document")


def document_struct(
    record: Record, *, is_whole: bool = True, given: Mapping[str, Json] = NOTHING
) -> dict[str, Json]:
    """A field that is absent has no key. Unless it is to be `whole`, what no field holds is left out. Fields that are `given` are not touched."""
    if _native is not None:
        whole: dict[str, Json] = _native.document_struct(record, is_whole=is_whole, given=given)
        return whole
    schema = cast("StructSchema", record.record_schema())
    document: dict[str, Json] = {}
    for field in schema.fields:
        if field.name in given:
            document[field.name] = given[field.name]
            continue
        value: object = getattr(record, field.slot)
        if value is not None:
            document[field.name] = _value(value, field.type, is_whole)
    if is_whole:
        document |= _rest(record.remainder, record.extension)
    return document


def _rest(remainder: Remainder | None, extension: Extension | None) -> dict[str, Json]:
    rest: dict[str, Json] = {}
    if extension is not None:
        rest[EXTENSION] = document_extension(extension)
    if remainder is not None and remainder.unknown_fields:
        rest[UNKNOWN] = [
            {"id": field.field_id, "type": field.wire_type, "hex": field.raw.hex()}
            for field in remainder.unknown_fields
        ]
    if remainder is not None and remainder.trailing:
        rest[TRAILING] = document_binary(remainder.trailing)
    return rest


def document_extension(extension: Extension) -> Json:
    header = {"header": extension.header.value} if extension.header is not None else {}
    return {"hex": extension.payload.hex(), **header}


def _value(value: object, type_: FieldType, is_whole: bool) -> Json:
    match type_:
        case UnionSchema():
            return _union(value, type_, is_whole)
        case ListOf() | SetOf():
            elements = cast("list[object]", value)
            return [_value(element, type_.element, is_whole) for element in elements]
        case MapOf():
            return _map(value, type_, is_whole)
        case Hooked():
            return _hooked(value, type_)
        case _:
            return _single(value, is_whole)


def _single(value: object, is_whole: bool) -> Json:
    match value:
        case Record():
            return document_struct(value, is_whole=is_whole)
        case UnionTag() if is_whole and value.raw is not None:
            return {value.name: document_binary(value.raw)}
        case WireEnum() | UnionTag():
            # A listed name may look like that of an unknown value.
            return (
                value.name
                if type(value).__members__.get(value.name, value) == value
                else int(value)
            )
        case bool() | int():
            return value
        case str():
            return document_text(value)
        case float():
            return document_number(value)
        case bytes() | bytearray() | memoryview():
            return document_binary(bytes(cast("bytes", value)))
        case _:
            return str(value)  # a UUID


def _union(value: object, union: UnionSchema, is_whole: bool) -> Json:
    """An object with one key, which is the variant."""
    document = _variant(value, union, is_whole)
    enclosing = (
        value.remainder.enclosing if isinstance(value, HasRemainder) and value.remainder else None
    )
    if is_whole and enclosing is not None:
        document |= _rest(enclosing, enclosing.extension)
    return document


def _variant(value: object, union: UnionSchema, is_whole: bool) -> dict[str, Json]:
    if isinstance(value, UnknownVariant):
        name = f"UNKNOWN_{value.field_id}"
        while name in union.by_name:
            name += "_"
        kind: dict[str, Json] = {"type": value.wire_type} if value.wire_type != STRUCT else {}
        return {name: {"hex": value.raw.hex(), **kind}}
    if isinstance(value, NoVariant):
        return {}
    for field in union.fields:
        if field.wrapper is not None and isinstance(value, field.wrapper):
            return {field.name: _value(cast("Variant[object]", value).value, field.type, is_whole)}
        if field.wrapper is None and isinstance(field.type, type) and isinstance(value, field.type):
            return {field.name: _single(value, is_whole)}
    raise TypeError(f"{type(value).__name__} is not a variant of {union.name}")


def _map(value: object, map_: MapOf, is_whole: bool) -> Json:
    """A list of pairs: keys may be of any type, and JSON's are text."""
    pairs = cast("dict[object, object] | list[tuple[object, object]]", value)
    items = pairs.items() if isinstance(pairs, dict) else pairs
    return [
        [_value(key, map_.key, is_whole), _value(item, map_.value, is_whole)] for key, item in items
    ]


def has_plain_keys(map_: MapOf) -> bool:
    """Whether Python can hash the keys, so that the map is a dict; any other is a list of pairs."""
    key = map_.key.type if isinstance(map_.key, Hooked) else map_.key
    return isinstance(key, Scalar) or (
        isinstance(key, type) and issubclass(key, WireEnum | UnionTag)
    )


def _hooked(value: Any, hooked: Hooked) -> Json:
    """The bytes that its own writer makes, as nobody else knows what it is. A boolean has none: it is in the header of its field."""
    if hooked.type is BOOL:
        return bool(value)
    writer = CompactWriter()
    find_hook(hooked.writer)(writer, value)
    return document_binary(bytes(writer.data))


def find_hook(place: str) -> Callable[..., Any]:
    """Of `module:name`."""
    module, _, name = place.partition(":")
    hook: Callable[..., Any] = getattr(import_module(module), name)
    return hook


if _native is not None:
    _native.define_others(_value, _rest)
