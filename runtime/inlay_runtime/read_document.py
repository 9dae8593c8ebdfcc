"""A document of JSON as a Thrift struct: what `document.py` writes, read back. Raises EncodeError, with the path, for what it does not
write. Whether numbers fit is for whoever encodes the struct to say."""

from __future__ import annotations

import re
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast
from uuid import UUID as Uuid

from inlay_runtime import schema as tables
from inlay_runtime.compact.reader import CompactReader
from inlay_runtime.document import EXTENSION, REST, TRAILING, UNKNOWN, find_hook, has_plain_keys
from inlay_runtime.enums import WireEnum
from inlay_runtime.errors import DecodeError, EncodeError
from inlay_runtime.extension import Extension, Header
from inlay_runtime.json_values import (
    HEX,
    below,
    is_object,
    kind_of,
    read_binary,
    read_boolean,
    read_integer,
    read_list,
    read_number,
    read_object,
    read_text,
    suggest_name,
)
from inlay_runtime.record import Record
from inlay_runtime.remainder import HasRemainder, Remainder, UnknownField
from inlay_runtime.schema import Hooked, ListOf, MapOf, Scalar, SetOf, UnionSchema
from inlay_runtime.tags import UnionTag
from inlay_runtime.union import NoVariant, UnknownVariant, enclose
from inlay_runtime.wire_types import FALSE, STRUCT, TRUE

if TYPE_CHECKING:
    from inlay_runtime.schema import FieldSchema, FieldType, StructSchema

R = TypeVar("R", bound=Record)
E = TypeVar("E", bound="WireEnum | UnionTag")

_UNKNOWN: Final = re.compile(r"UNKNOWN_(NEGATIVE_|-)?(\d{1,20})_*")
_HEADERS: Final = {header.value: header for header in Header}


def read_struct(cls: type[R], document: object, path: str = "") -> R:
    """The struct that a document is of."""
    schema = cast("StructSchema", cls.record_schema())
    keys = read_object(document, path, schema.name, [*schema.by_name, *REST])
    record = cls.__new__(cls)
    for field in schema.fields:
        inner, value = below(path, field.name), keys.get(field.name)
        if value is not None:
            setattr(record, field.slot, _value(value, field.type, inner))
        else:
            setattr(record, field.slot, _absent(cls, field, inner) if field.required else None)
    remainder = _read_rest(keys, path)
    # Not by the class: what was read once is never refused, even where nobody may attach it.
    object.__setattr__(
        record, "extension", read_extension(keys.get(EXTENSION), below(path, EXTENSION))
    )
    record.remainder = remainder
    return record


def _absent(cls: type[Record], field: FieldSchema, path: str) -> object:
    """The default of a required field."""
    default = signature(cls).parameters[field.attribute].default
    if default is Parameter.empty:
        raise EncodeError(f"required (field {field.id}), and not in the document", path)
    return default


def _read_rest(keys: dict[str, object], path: str) -> Remainder | None:
    """What no field holds; None where that is nothing."""
    if not keys.keys() & {UNKNOWN, TRAILING}:
        return None
    return Remainder(unknown_fields=_read_unknown(keys, path), trailing=_read_trailing(keys, path))


def _read_unknown(keys: dict[str, object], path: str) -> tuple[UnknownField, ...]:
    where = below(path, UNKNOWN)
    fields: list[UnknownField] = []
    for at, each in enumerate(read_list(keys.get(UNKNOWN, []), where)):
        place = f"{where}[{at}]"
        field = read_object(each, place, "an unknown field", ("id", "type", HEX))
        fields.append(
            UnknownField(
                read_integer(field.get("id"), below(place, "id")),
                read_integer(field.get("type"), below(place, "type")),
                read_binary({HEX: field.get(HEX)}, place),
            )
        )
    return tuple(fields)


def _read_trailing(keys: dict[str, object], path: str) -> bytes:
    return read_binary(keys[TRAILING], below(path, TRAILING)) if TRAILING in keys else b""


def read_extension(value: object, path: str) -> Extension | None:
    if value is None:
        return None
    parts = read_object(value, path, "an extension", (HEX, "header"))
    header = parts.get("header")
    if header is not None and header not in _HEADERS:
        what = f"expected the header {', '.join(map(repr, _HEADERS))}, found {kind_of(header)}"
        raise EncodeError(what, below(path, "header"))
    payload = read_binary({HEX: parts.get(HEX)}, path)
    return Extension(payload, None if header is None else _HEADERS[cast("str", header)])


def _value(value: object, type_: FieldType, path: str) -> object:
    match type_:
        case Scalar():
            return _scalar(value, type_, path)
        case UnionSchema():
            return _union(value, type_, path)
        case ListOf() | SetOf():
            elements = enumerate(read_list(value, path))
            return [_value(each, type_.element, f"{path}[{at}]") for at, each in elements]
        case MapOf():
            return _map(value, type_, path)
        case Hooked():
            return _hooked(value, type_, path)
        case _ if issubclass(type_, Record):
            return read_struct(type_, value, path)
        case _ if issubclass(type_, UnionTag):
            return _tag(value, type_, path)
        case _:
            return read_enum(value, type_, path)


def _scalar(value: object, type_: Scalar, path: str) -> object:
    if type_ is tables.BOOL:
        return read_boolean(value, path)
    if type_ is tables.DOUBLE:
        return read_number(value, path)
    if type_ is tables.STRING or type_ is tables.UTF8:
        return read_text(value, path)
    if type_ is tables.BINARY:
        return read_binary(value, path)
    if type_ is tables.UUID:
        text = read_text(value, path)
        try:
            return Uuid(text)
        except ValueError:
            raise EncodeError(f"{text[:40]!r} is not a UUID", path) from None
    return read_integer(value, path)


def read_enum(value: object, cls: type[Any], path: str) -> object:
    """A member by its name, or by its number."""
    if isinstance(value, str):
        if value in cls.__members__:
            return cls.__members__[value]
        number = number_of_unknown(value)
        if number is None:
            what = f"{cls.__name__} has no {value[:40]!r}{suggest_name(value, cls.__members__)}"
            raise EncodeError(what, path)
    else:
        number = read_integer(value, path)
    try:
        return cls(number)
    except ValueError:
        raise EncodeError(f"{cls.__name__} has no value {number}", path) from None


def number_of_unknown(name: str) -> int | None:
    """Of `UNKNOWN_7` and the like; None for any other name."""
    match = _UNKNOWN.fullmatch(name)
    return None if match is None else int(match[2]) * (-1 if match[1] else 1)


def _tag(value: object, cls: type[UnionTag], path: str) -> object:
    """A tag by its name; the bytes of its union, where it was read from more than the tag."""
    if not is_object(value):
        return read_enum(value, cls, path)
    if len(value) != 1:
        raise EncodeError(f"expected one variant of {cls.__name__}, found {len(value)}", path)
    ((name, raw),) = value.items()
    inner = below(path, name)
    data = read_binary(raw, inner)
    try:
        tag = cls.read(CompactReader(data))
    except DecodeError as error:
        raise EncodeError(f"not a {cls.__name__}: {error}", inner) from error
    if tag.name != name:
        raise EncodeError(f"the bytes are those of {tag.name}", inner)
    return tag


def _union(value: object, union: UnionSchema, path: str) -> object:
    if not is_object(value):
        raise EncodeError(f"expected an object, as {union.name} is, found {kind_of(value)}", path)
    names = [name for name in value if name not in REST]
    if not names and union.may_be_empty:
        variant: HasRemainder = NoVariant()
    elif len(names) != 1:
        raise EncodeError(f"expected one variant of {union.name}, found {len(names)}", path)
    else:
        variant = _variant(names[0], value[names[0]], union, path)
    if value.keys() & set(REST):
        enclose(
            variant,
            Remainder(
                unknown_fields=_read_unknown(value, path),
                trailing=_read_trailing(value, path),
                extension=read_extension(value.get(EXTENSION), below(path, EXTENSION)),
            ),
        )
    return variant


def _variant(name: str, value: object, union: UnionSchema, path: str) -> HasRemainder:
    inner = below(path, name)
    field = union.by_name.get(name)
    if field is not None:
        held = _value(value, field.type, inner)
        return cast("HasRemainder", held) if field.wrapper is None else field.wrapper(held)
    field_id = number_of_unknown(name)
    if field_id is None:
        what = f"{union.name} has no variant {name!r}{suggest_name(name, union.by_name)}"
        raise EncodeError(what, inner)
    parts = read_object(value, inner, "an unknown variant", (HEX, "type"))
    wire_type = read_integer(parts.get("type", STRUCT), below(inner, "type"))
    return UnknownVariant(field_id, read_binary({HEX: parts.get(HEX)}, inner), wire_type)


def _map(value: object, map_: MapOf, path: str) -> object:
    """A dict, or a list of pairs if Python cannot hash the keys."""
    pairs: list[tuple[object, object]] = []
    for at, each in enumerate(read_list(value, path)):
        place = f"{path}[{at}]"
        pair = read_list(each, place)
        if len(pair) != 2:
            raise EncodeError(f"expected a key and a value, found a list of {len(pair)}", place)
        key = _value(pair[0], map_.key, f"{place}.key")
        pairs.append((key, _value(pair[1], map_.value, f"{place}.value")))
    if not has_plain_keys(map_):
        return pairs
    entries = dict(pairs)
    if len(entries) < len(pairs):
        raise EncodeError("two keys are the same", path)
    return entries


def _hooked(value: object, hooked: Hooked, path: str) -> object:
    if hooked.type is tables.BOOL:
        reader = CompactReader(b"")
        reader.wire_type = TRUE if read_boolean(value, path) else FALSE
    else:
        reader = CompactReader(read_binary(value, path))
        reader.wire_type = hooked.wire_type
    try:
        return find_hook(hooked.reader)(reader)
    except DecodeError as error:
        raise EncodeError(f"no value of this field: {error}", path) from error
