"""Finds out why a value could not be written: the first mistake, with its path.

Writers check nothing that the protocol does not need, so that good values are written fast; when one
fails, the value is held against the schema tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from uuid import UUID as Uuid

from inlay_runtime import schema as tables
from inlay_runtime.compact.cursor import is_value
from inlay_runtime.document import has_plain_keys
from inlay_runtime.enums import WireEnum
from inlay_runtime.errors import EncodeError
from inlay_runtime.extension import Extension, Header
from inlay_runtime.limits import Limits
from inlay_runtime.schema import Hooked, ListOf, MapOf, Scalar, SetOf, UnionSchema
from inlay_runtime.shown import describe_found
from inlay_runtime.struct import Struct
from inlay_runtime.tags import UnionTag
from inlay_runtime.text import bytes_of, check_text
from inlay_runtime.union import NoVariant, UnknownVariant, suggest_wrappers
from inlay_runtime.wire_types import STRUCT, name_of

if TYPE_CHECKING:
    from inlay_runtime.schema import FieldSchema, FieldType

_BITS: Final = {tables.I8: 8, tables.I16: 16, tables.I32: 32, tables.I64: 64}
_DEPTH: Final = 200


def first_mistake(record: Struct) -> EncodeError | None:
    """The first value that its field cannot hold; NotDecodedError passes through."""
    try:
        _check_struct(record, "", 0)
    except EncodeError as error:
        error.root = record.SCHEMA.name
        return error
    return None


def first_mistake_of_union(value: object, type_: FieldType) -> EncodeError | None:
    """Likewise for a union that is nobody's field."""
    try:
        _check_value(value, type_, "", 0)
    except EncodeError as error:
        error.root = getattr(type_, "name", "")
        return error
    return None


def _check_struct(record: Struct, path: str, depth: int) -> None:
    if depth > _DEPTH:
        raise EncodeError("nested too deeply, or a struct that contains itself", path)
    for field in record.SCHEMA.fields:
        inner = _below(path, field)
        value = getattr(record, field.slot)
        if value is not None:
            _check_value(value, field.type, inner, depth)
        elif field.required:
            raise EncodeError(f"required (field {field.id}), but it is None", inner)
    if record.extension is not None:
        _extension(record.extension, path)
    for unknown in record.remainder.unknown_fields if record.remainder is not None else ():
        where = f"{path}.<unknown {unknown.field_id}>".removeprefix(".")
        _check_raw(unknown.raw, unknown.wire_type, where, depth)


def _check_raw(raw: bytes, wire_type: int, path: str, depth: int) -> None:
    """What was read and is written back as it came."""
    _scalar(raw, tables.BINARY, path)
    size = len(raw)
    if not is_value(raw, wire_type, Limits(_DEPTH, size, size), depth):
        raise EncodeError(f"the bytes are not a whole {name_of(wire_type)}", path)


def _extension(extension: Any, path: str) -> None:
    where = f"{path}.extension" if path else "extension"
    _expect(isinstance(extension, Extension), "an Extension", extension, where)
    _expect(isinstance(extension.payload, bytes), "a payload of bytes", extension.payload, where)
    _expect(
        extension.header is None or isinstance(extension.header, Header),
        "a Header",
        extension.header,
        where,
    )
    if path and extension.header is Header.TRAILING:
        raise EncodeError("only the outermost struct can have a trailing extension", where)


def _check_value(value: Any, type_: FieldType, path: str, depth: int) -> None:
    match type_:
        case Scalar():
            _scalar(value, type_, path)
        case ListOf(element=element) | SetOf(element=element):
            _expect(isinstance(value, list), "a list", value, path)
            for at, item in enumerate(value):
                _check_value(item, element, f"{path}[{at}]", depth + 1)
        case MapOf():
            if has_plain_keys(type_):
                _expect(isinstance(value, dict), "a dict", value, path)
            else:
                _expect(isinstance(value, list), "a list of pairs", value, path)
            items: list[Any] = list(getattr(value, "items", lambda: value)())
            for at, pair in enumerate(items):
                try:
                    key, item = pair
                except (TypeError, ValueError):
                    actual = describe_found(pair)
                    raise EncodeError(f"expected a pair, found {actual}", f"{path}[{at}]") from None
                _check_value(key, type_.key, f"{path}[{at}].key", depth + 1)
                _check_value(item, type_.value, f"{path}[{at}].value", depth + 1)
            if type_.key is tables.STRING and len({bytes_of(key) for key, _ in items}) < len(items):
                raise EncodeError("two keys are the same bytes", path)
        case UnionSchema():
            _variant(value, type_, path, depth)
        case Hooked():
            return
        case _:
            if issubclass(type_, WireEnum) and isinstance(value, int):
                if not -(1 << 31) <= value < 1 << 31:
                    raise EncodeError(_beyond(value, f"{type_.__name__} (i32)", 32), path)
                return
            _expect(isinstance(value, type_), type_.__name__, value, path)
            if isinstance(value, Struct):
                _check_struct(value, path, depth + 1)
            elif isinstance(value, UnionTag) and value.raw is not None:
                _check_raw(value.raw, STRUCT, path, depth)


def _scalar(value: Any, type_: Scalar, path: str) -> None:
    if type_ in _BITS:
        bits = _BITS[type_]
        _expect(isinstance(value, int), f"an int ({type_.name})", value, path)
        if not -(1 << (bits - 1)) <= value < 1 << (bits - 1):
            raise EncodeError(_beyond(value, type_.name, bits), path)
    elif type_ is tables.BOOL:
        _expect(isinstance(value, bool), "a bool", value, path)
    elif type_ is tables.DOUBLE:
        _expect(isinstance(value, int | float), "a float", value, path)
        try:
            float(value)
        except OverflowError:
            raise EncodeError("out of range for double", path) from None
    elif type_ is tables.STRING or type_ is tables.UTF8:
        _expect(isinstance(value, str), "a str", value, path)
        check_text(value, path, is_strict=type_ is tables.UTF8)
    elif type_ is tables.BINARY:
        _expect(isinstance(value, bytes | bytearray | memoryview), "bytes", value, path)
    else:
        _expect(isinstance(value, Uuid), "a uuid.UUID", value, path)


def _variant(value: Any, union: UnionSchema, path: str, depth: int) -> None:
    if _is_a(value, UnknownVariant) and not union.closed:
        _scalar(value.field_id, tables.I16, path)
        _check_raw(value.raw, value.wire_type, path, depth + 1)
        return
    if _is_a(value, NoVariant) and union.may_be_empty:
        return
    for field in union.fields:
        if field.wrapper is not None:
            if _is_a(value, field.wrapper):
                _check_value(value.value, field.type, _below(path, field), depth + 1)
                return
        elif isinstance(field.type, type) and isinstance(value, field.type):
            _check_value(value, field.type, _below(path, field), depth)
            return
    hint = suggest_wrappers(value, [(field.type, field.wrapper) for field in union.fields])
    what = f"expected a variant of {union.name}, found {type(value).__name__}{hint}"
    raise EncodeError(what, path)


def _beyond(value: int, name: str, bits: int) -> str:
    return f"{value} is out of range for {name}, which is from {-(1 << (bits - 1))} to {(1 << (bits - 1)) - 1}"


def _below(path: str, field: FieldSchema) -> str:
    return f"{path}.{field.name}" if path else field.name


def _is_a(value: object, cls: type) -> bool:
    return isinstance(value, cls)


def _expect(holds: bool, what: str, value: object, path: str) -> None:
    if not holds:
        raise EncodeError(f"expected {what}, found {describe_found(value)}", path)
