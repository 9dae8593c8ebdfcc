"""Parts of a schema on one line, in one notation for all dialects: Thrift's.

What FlatBuffers adds is written in the same way: `u8`, `float`, `array<i32, 4>`.
"""

from __future__ import annotations

import json
import uuid
from typing import assert_never

from inlayc.model.schema import (
    ArrayOf,
    Base,
    Enumeration,
    EnumValue,
    Field,
    ListOf,
    ListValue,
    MapOf,
    MapValue,
    Named,
    Requiredness,
    Schema,
    SetOf,
    StructValue,
    Type,
    Unit,
    Value,
)


def text_of_type(type_: Type, module: str = "") -> str:
    """The type; a name of another module than `module` keeps its module, if one is given."""
    match type_:
        case Base():
            return type_.value
        case Named():
            foreign = module and type_.module != module
            return f"{type_.module}.{type_.name}" if foreign else type_.name
        case ListOf(element=element):
            return f"list<{text_of_type(element, module)}>"
        case ArrayOf(element=element, length=length):
            return f"array<{text_of_type(element, module)}, {length}>"
        case SetOf(element=element):
            return f"set<{text_of_type(element, module)}>"
        case MapOf(key=key, value=value):
            return f"map<{text_of_type(key, module)}, {text_of_type(value, module)}>"
        case Unit():
            return "unit"
        case _:
            assert_never(type_)


def text_of_value(value: Value, schema: Schema | None = None) -> str:
    """The value; strings are shown as JSON, so that nothing in them is taken literally.

    Members of enums are told by the names that `schema` has for them, and without one by their numbers.
    """
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float() | uuid.UUID():
            return str(value)
        case str():
            return json.dumps(value)
        case bytes():
            return json.dumps(value.decode("utf-8", "backslashreplace"))
        case EnumValue():
            return (schema and _name_of(value, schema)) or f"{value.type.name}({value.value})"
        case ListValue():
            return f"[{', '.join(text_of_value(item, schema) for item in value.items)}]"
        case MapValue():
            pairs = (
                f"{text_of_value(key, schema)}: {text_of_value(item, schema)}"
                for key, item in value.items
            )
            return f"{{{', '.join(pairs)}}}"
        case StructValue():
            fields = (f"{name}: {text_of_value(item, schema)}" for name, item in value.fields)
            return f"{value.type.name} {{{', '.join(fields)}}}"
        case _:
            assert_never(value)


def _name_of(value: EnumValue, schema: Schema) -> str:
    """The member of that value, or for flags the members that make it up, or nothing."""
    enum = schema[value.type]
    assert isinstance(enum, Enumeration)
    return " | ".join(member.name for member in enum.members_of(value.value))


def text_of_field(
    field: Field, module: str = "", *, with_name: bool = True, schema: Schema | None = None
) -> str:
    """The field as its declaration would have it, `4: required string name`, perhaps without the name.

    Members of enums are told as `text_of_value` tells them.
    """
    words = "" if field.requiredness is Requiredness.DEFAULT else f"{field.requiredness.value} "
    default = "" if field.default is None else f" = {text_of_value(field.default, schema)}"
    type_ = "" if isinstance(field.type, Unit) else f"{text_of_type(field.type, module)} "
    name = field.name if with_name else ""
    return f"{field.id}: {words}{type_}{name}".rstrip() + default
