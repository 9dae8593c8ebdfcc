"""The JSON of flatc as a table. Raises EncodeError, with the path, for what it does not write.

Read beside what is written: enums and variants by number, booleans as 0 and 1, null for absent, and the words nan and inf. Not
read: JSON with comments, keys without quotes and commas at the end, and numbers in quotes. Whether numbers fit is for whoever
encodes the table to say.
"""

from __future__ import annotations

import math
import re
from enum import Flag
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from inlay_runtime import amounts
from inlay_runtime.errors import EncodeError
from inlay_runtime.extension import Extension
from inlay_runtime.flat.flatc_document import TYPE_SUFFIX
from inlay_runtime.flat.schema import (
    BOOL,
    I8,
    U8,
    ArrayOf,
    EnumOf,
    Scalar,
    String,
    UnionSchema,
    VectorOf,
)
from inlay_runtime.json_values import (
    below,
    kind_of,
    parse_json,
    read_boolean,
    read_integer,
    read_list,
    read_number,
    read_object,
    suggest_name,
)
from inlay_runtime.record import Record
from inlay_runtime.text import is_utf8

if TYPE_CHECKING:
    from inlay_runtime.flat.schema import FixedSchema, FixedType, SlotSchema, SlotType, TableSchema

R = TypeVar("R", bound=Record)

_NUMBERS: Final = {
    sign + word: math.copysign(number, -1.0 if sign == "-" else 1.0)
    for sign in ("", "+", "-")
    for word, number in (("nan", math.nan), ("inf", math.inf), ("infinity", math.inf))
}
_TEXT_OR_WORD: Final = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[-+]?\b(?:nan|inf|infinity)\b', re.DOTALL)


def parse_flatc_json(text: str | bytes | bytearray) -> object:
    """A document, in which words for numbers are texts. Raises EncodeError for text that is not JSON."""
    if not isinstance(text, str):
        try:
            text = bytes(text).decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise EncodeError(f"not JSON: {error}") from error
    return parse_json(_TEXT_OR_WORD.sub(_in_quotes, text))


def _in_quotes(match: re.Match[str]) -> str:
    return match[0] if match[0].startswith('"') else f'"{match[0]}"'


def read_table(cls: type[R], document: object, path: str = "") -> R:
    """The table that a document is of."""
    schema = cast("TableSchema", cls.record_schema())
    unions = [field.name for field in schema.fields if _union_of(field) is not None]
    known = [*schema.by_name, *(name + TYPE_SUFFIX for name in unions)]
    keys = read_object(document, path, schema.name, known)
    table = cls.__new__(cls)
    table.extension = None
    table.remainder = None
    for field in schema.fields:
        inner, value = below(path, field.name), keys.get(field.name)
        union = _union_of(field)
        if union is not None:
            tags = keys.get(field.name + TYPE_SUFFIX)
            value = _unions(tags, value, field, union, inner)
        elif value is not None and field.slot == "extension":
            value = Extension(_bytes(value, U8, inner))
        elif value is not None:
            value = _value(value, field.type, inner)
        setattr(table, field.slot, _absent(field, inner) if value is None else value)
    return table


def _union_of(field: SlotSchema) -> UnionSchema | None:
    type_ = field.type.element if isinstance(field.type, VectorOf) else field.type
    return type_ if isinstance(type_, UnionSchema) else None


def _absent(field: SlotSchema, path: str) -> object:
    if field.required:
        raise EncodeError(f"required (slot {field.id}), and not in the document", path)
    if field.default is None and field.is_never_none:
        return b"" if isinstance(field.type, VectorOf) and field.type.listed is None else []
    return field.default


def _value(value: object, type_: SlotType | FixedType, path: str) -> object:
    match type_:
        case Scalar():
            return _scalar(value, type_, path)
        case EnumOf(enum=enum):
            return _member(value, enum, path)
        case String(is_text=is_text):
            if not isinstance(value, str):
                raise EncodeError(f"expected text, found {kind_of(value)}", path)
            if not is_utf8(value):
                raise EncodeError("expected UTF-8, found half of a surrogate pair", path)
            return value if is_text else value.encode()
        case VectorOf(element=element) if element is I8 or element is U8:
            return _bytes(value, element, path)
        case VectorOf(element=element) | ArrayOf(element=element):
            elements = enumerate(read_list(value, path))
            return [_value(each, element, f"{path}[{at}]") for at, each in elements]
        case UnionSchema():
            raise AssertionError("a union takes two keys")
        case _ if issubclass(type_, Record):
            return read_table(type_, value, path)
        case _:
            return _fixed(value, type_, path)


def _scalar(value: object, scalar: Scalar, path: str) -> object:
    if scalar is BOOL:
        is_bit = isinstance(value, int) and value in (0, 1)
        return bool(value) if is_bit else read_boolean(value, path)
    if scalar.name not in ("float", "double"):
        return read_integer(value, path)
    if isinstance(value, str) and value in _NUMBERS:
        return _NUMBERS[value]
    return read_number(value, path)


def _bytes(value: object, element: SlotType, path: str) -> bytes:
    least, most = (-128, 127) if element is I8 else (0, 255)
    packed = bytearray()
    for at, each in enumerate(read_list(value, path)):
        number = read_integer(each, f"{path}[{at}]")
        if not least <= number <= most:
            raise EncodeError(f"{number} is not between {least} and {most}", f"{path}[{at}]")
        packed.append(number & 0xFF)
    return bytes(packed)


def _member(value: object, enum: type[Any], path: str) -> object:
    """By its name or its number; flags by several names, too."""
    is_flag = issubclass(enum, Flag)
    if isinstance(value, str):
        names = value.split() if is_flag else [value]
        numbers = [_named(name, enum, path) for name in names]
        number = 0
        for each in numbers:
            number |= each
        return enum(number if is_flag else numbers[0])
    number = read_integer(value, path)
    if is_flag and number < 0:
        raise EncodeError(f"expected flags of {enum.__name__}, found {number}", path)
    try:
        return enum(number)
    except ValueError:
        raise EncodeError(f"{enum.__name__} has no value {number}", path) from None


def _named(name: str, enum: type[Any], path: str) -> int:
    members = enum.__members__
    member = members.get(name, members.get(f"{name}_"))  # Python's own words are called so
    if member is None:
        what = f"{enum.__name__} has no {name[:40]!r}{suggest_name(name, members)}"
        raise EncodeError(what, path)
    return int(member)


def _unions(
    tags: object, value: object, field: SlotSchema, union: UnionSchema, path: str
) -> object | None:
    """A variant, or the list of them; None where it is absent."""
    if isinstance(field.type, UnionSchema):
        return _variant(tags, value, union, path)
    if tags is None and value is None:
        return None
    types, values = read_list(tags, path + TYPE_SUFFIX), read_list(value, path)
    if len(types) != len(values):
        raise EncodeError(
            f"{amounts.count(len(values), 'value')}, and {amounts.count(len(types), 'type')}", path
        )
    pairs = enumerate(zip(types, values, strict=True))
    variants = [
        (f"{path}[{at}]", _variant(tag, each, union, f"{path}[{at}]")) for at, (tag, each) in pairs
    ]
    for place, variant in variants:
        if variant is None:
            raise EncodeError("expected a variant, found none", place)
    return [variant for _, variant in variants]


def _variant(tag: object, value: object, union: UnionSchema, path: str) -> object | None:
    number = _tag(tag, union, path)
    if number == 0 and value is None:
        return None
    if number == 0:
        key = path.rpartition(".")[2] + TYPE_SUFFIX
        raise EncodeError(f"a value of {union.name} without its type: {key} has to say it", path)
    if value is None:
        raise EncodeError(f"a type of {union.name} without a value", path)
    variant = _value(value, union.variants[number], path)
    wrapper = union.wrappers.get(number)
    return variant if wrapper is None else wrapper(variant)


def _tag(tag: object, union: UnionSchema, path: str) -> int:
    """0 for none."""
    if tag is None or tag == "NONE":
        return 0
    if isinstance(tag, str):
        number = union.tags.get(tag)
        if number is None:
            what = f"{union.name} has no variant {tag[:40]!r}{suggest_name(tag, union.tags)}"
            raise EncodeError(what, path + TYPE_SUFFIX)
        return number
    number = read_integer(tag, path + TYPE_SUFFIX)
    if number and number not in union.variants:
        raise EncodeError(f"{union.name} has no variant {number}", path + TYPE_SUFFIX)
    return number


def _fixed(value: object, cls: type[Any], path: str) -> object:
    schema: FixedSchema = cls.SCHEMA
    keys = read_object(value, path, schema.name, [field.name for field in schema.fields])
    fixed = object.__new__(cls)
    for field in schema.fields:
        inner = below(path, field.name)
        if field.name not in keys:
            raise EncodeError(f"{schema.name} has this field, and the document does not", inner)
        setattr(fixed, field.attribute, _value(keys[field.name], field.type, inner))
    return fixed
