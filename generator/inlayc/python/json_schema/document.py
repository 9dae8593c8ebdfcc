"""The document: a definition for each type of the IDL, under `$defs`."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator

from inlayc.base.settings import FieldSettings, Settings
from inlayc.model.schema import (
    Base,
    Constant,
    Definition,
    Dialect,
    Enumeration,
    External,
    Field,
    Kind,
    Module,
    Named,
    Requiredness,
    Schema,
    Service,
    Struct,
    Typedef,
)
from inlayc.python.by_hand import check_by_hand
from inlayc.python.flat.tables import is_extension_slot
from inlayc.python.json_schema.shared import (
    UNKNOWN_MEMBER,
    UNKNOWN_VARIANT,
    JsonSchema,
    Shared,
    write_object,
)
from inlayc.python.json_schema.types import JsonTypes, write_integer
from inlayc.python.naming import Naming, UnionForm
from inlayc.python.text import with_text
from inlayc.python.values import name_enum_members

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_NO_CLASS = re.compile(r"[\W_]*\d")
"""A title that generators of code make no class of: it begins with a digit, as names of files may."""


def make_json_schema(schema: Schema, settings: Settings) -> str:
    """The text of the document. A `root_type` is what the whole is; of any other IDL, each definition stands for itself.

    Raises CompileError for types that are written by hand in Rust, and have no hook.
    """
    check_by_hand(schema, settings)
    naming = Naming(schema, settings)
    names = _names_of(schema)
    shared = Shared(names.values())
    definitions: dict[str, JsonSchema] = {}
    for module in schema.modules:
        is_flat = module.dialect is Dialect.FLATBUFFERS
        types = JsonTypes(naming, names, shared, is_flat=is_flat)
        for key, definition in _types_of(module):
            definitions[names[key]] = _define(definition, key, types)
    document: JsonSchema = {"$schema": _DIALECT}
    main = schema.modules[-1]
    if not _NO_CLASS.match(main.name):
        document["title"] = main.name
    root = main.root_type
    if root is not None:
        document["$ref"] = f"#/$defs/{names[root]}"
    return json.dumps(document | {"$defs": definitions | shared.used}, indent=2)


def _types_of(module: Module) -> Iterator[tuple[Named, Enumeration | Struct | Typedef]]:
    for definition in module:
        if not isinstance(definition, Constant | Service | External):
            yield Named(module.name, definition.name), definition


def _names_of(schema: Schema) -> dict[Named, str]:
    """The IDL's names; one that two modules have, has its module's before it."""
    keys = [key for module in schema.modules for key, _ in _types_of(module)]
    times = Counter(key.name for key in keys)
    names: dict[Named, str] = {}
    for key in keys:
        name = key.name if times[key.name] == 1 else f"{key.module}_{key.name}"
        while name in names.values():
            name += "_"
        names[key] = name
    return names


def _define(definition: Enumeration | Struct | Typedef, key: Named, types: JsonTypes) -> JsonSchema:
    match definition:
        case Enumeration(bit_flags=True):
            return _flags(definition, key, types)
        case Enumeration():
            return _member(definition, key, definition.underlying, types)
        case Struct(kind=Kind.UNION):
            if not types.is_flat and types.naming.union_form(definition) is UnionForm.TAGS:
                return _tag(definition, key, types)
            return _union(definition, key, types)
        case Struct():
            return _struct(definition, key, types)
        case Typedef():
            hook = types.naming.type_settings(key).hook
            said = types.hooked(definition.type, hook) if hook else types.of(definition.type)
            return _documented(definition) | said


def _documented(definition: Definition) -> JsonSchema:
    return {"description": definition.doc} if definition.doc else {}


def _member(
    definition: Enumeration | Struct, key: Named, number: Base, types: JsonTypes
) -> JsonSchema:
    """The name of a member. What the IDL does not list has a name made of its number, or is the number."""
    names = _member_names(definition)
    if types.naming.refuses_unknown(key):
        return _documented(definition) | {"type": "string", "enum": names}
    unknown = [{"type": "string", "pattern": UNKNOWN_MEMBER}, write_integer(number)]
    listed = [types.shared.listed(types.name_of(key), names)] if names else []
    return _documented(definition) | {"anyOf": [*listed, *unknown]}


def _flags(definition: Enumeration, key: Named, types: JsonTypes) -> JsonSchema:
    """A list of names; bits without a name are a number in it."""
    listed = types.shared.listed(types.name_of(key), _member_names(definition))
    items = {"anyOf": [listed, write_integer(definition.underlying)]}
    return _documented(definition) | {"type": "array", "items": items}


def _member_names(definition: Enumeration | Struct) -> list[str]:
    return list(dict.fromkeys(name_enum_members(definition).values()))


def _tag(union: Struct, key: Named, types: JsonTypes) -> JsonSchema:
    """A name; an object with one key, where the member of the union is no longer empty."""
    binary = types.shared.binary()
    grown = {
        "type": "object",
        "properties": dict.fromkeys(_member_names(union), binary),
        "additionalProperties": False if types.naming.refuses_unknown(key) else binary,
        "minProperties": 1,
        "maxProperties": 1,
    }
    said = _member(union, key, Base.I16, types)
    choices = said.pop("anyOf", None) or [{"type": "string", "enum": said["enum"]}]
    return _documented(union) | {"anyOf": [*choices, grown]}


def _union(union: Struct, key: Named, types: JsonTypes) -> JsonSchema:
    """An object with one variant, which is a key.

    That it is one stands under `then`, where generators of code leave it: of one object they make one class.
    """
    variants: dict[str, JsonSchema] = {}
    for field in union.fields:
        if types.is_flat or not types.naming.schema.is_extension(field):
            said = types.of(with_text(field, key, types.naming).type)
            variants[field.name] = ({"description": field.doc} if field.doc else {}) | said
    rest = {} if types.is_flat else types.shared.rest()
    choices: list[JsonSchema] = [
        {"required": [name], "propertyNames": {"enum": [name, *rest]}} for name in variants
    ]
    shape = write_object({**variants, **rest}, doc=union.doc)
    if not types.naming.refuses_unknown(key):
        shape["additionalProperties"] = types.shared.unknown_variant(is_flat=types.is_flat)
        names = {"anyOf": [{"pattern": UNKNOWN_VARIANT}, {"enum": [*rest]}]}
        most = 1 + len(rest)
        choices.append({"propertyNames": names, "minProperties": 1, "maxProperties": most})
    if types.naming.keeps_empty(key):
        choices.append({"propertyNames": {"enum": [*rest]}})
    return shape | {"if": {"type": "object"}, "then": {"anyOf": choices} if choices else False}


def _struct(struct: Struct, key: Named, types: JsonTypes) -> JsonSchema:
    properties: dict[str, JsonSchema] = {}
    required: list[str] = []
    for field in (with_text(field, key, types.naming) for field in struct.fields):
        if not types.is_flat and types.naming.schema.is_extension(field):
            continue
        properties[field.name] = _field(field, struct, key, types)
        is_needed = field.requiredness is Requiredness.REQUIRED and field.default is None
        if is_needed or struct.kind is Kind.FIXED:
            required.append(field.name)
    if not types.is_flat:
        properties |= types.shared.rest()
    elif struct.kind is Kind.TABLE:
        properties["@original"] = types.shared.binary()
    return write_object(properties, required, struct.doc)


def _field(field: Field, struct: Struct, key: Named, types: JsonTypes) -> JsonSchema:
    said = types.naming.settings.fields.get(
        f"{key.module}.{key.name}.{field.name}", FieldSettings()
    )
    if said.hook is not None:
        shape = types.hooked(field.type, said.hook)
    elif struct.kind is Kind.TABLE and is_extension_slot(field):
        shape = types.shared.extension()
    else:
        shape = types.of(field.type)
    # A key that is absent is the default of a required field alone; a table's has none that is absent.
    if field.default is not None and (types.is_flat or field.requiredness is Requiredness.REQUIRED):
        shape = shape | {"default": types.value(field.default, field.type)}
    return ({"description": field.doc} if field.doc else {}) | shape
