"""Settings that would have no effect on what they are said of: refused, since who wrote them expects one."""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

from inlayc.base.settings import FieldSettings, SettingsError, TypeSettings
from inlayc.model.idl_text import text_of_type
from inlayc.model.schema import (
    Base,
    Definition,
    Dialect,
    Enumeration,
    External,
    Field,
    Kind,
    Module,
    Named,
    Struct,
    Typedef,
)
from inlayc.python.naming import Naming, UnionForm
from inlayc.python.text import as_text, holds_text

EXTENSION_ID = 32767


def check_settings(module: Module, naming: Naming) -> None:
    """Raises SettingsError, with the key and what it is for."""
    for definition in module:
        key = Named(module.name, definition.name)
        said = naming.type_settings(key)
        if said != TypeSettings():
            check_type(definition, key, said, naming)
        for field in definition.fields if isinstance(definition, Struct) else ():
            of_field = naming.settings.fields.get(f"{key.module}.{key.name}.{field.name}")
            if of_field is not None and of_field != FieldSettings():
                assert isinstance(definition, Struct)
                check_field(field, definition, key, of_field, naming)


def check_type(definition: Definition, key: Named, said: TypeSettings, naming: Naming) -> None:
    """Raises SettingsError where something said of a definition would have no effect on it."""
    if _is_flat(key, naming):
        if replace(said, internal=False) != TypeSettings():
            _refuse_type(key, "only `internal` is for a definition of FlatBuffers")
        return
    is_struct = isinstance(definition, Struct) and definition.kind is not Kind.UNION
    if said.unknown != "keep" and not isinstance(definition, Struct | Enumeration):
        _refuse_type(key, "`unknown` is for enums, unions and structs")
    if said.empty != "error" and (
        is_struct
        or not isinstance(definition, Struct)
        or naming.union_form(definition) is UnionForm.TAGS
    ):
        _refuse_type(key, "`empty` is for unions that are not enums of tags")
    if said.extension_header != "zigzag" and (not is_struct or key in naming.empty_variants):
        reason = "`extension_header` is for structs to which an extension can be attached"
        _refuse_type(key, f"{reason}: no union, and no empty variant of one")
    if said.mistaken and not is_struct:
        _refuse_type(key, "`mistaken` is for structs, which data may begin with")
    if said.hook and not isinstance(definition, Struct | Enumeration | Typedef | External):
        _refuse_type(key, "hooks are for types, and this is not one")
    if said.internal and isinstance(definition, External):
        _refuse_type(key, "`internal` is for what is emitted, and nothing is emitted for this")


def check_field(
    field: Field, owner: Struct, key: Named, said: FieldSettings, naming: Naming
) -> None:
    """Raises SettingsError where something said of a field of `owner`, whose name is `key`, would have no effect on it."""
    is_flat = _is_flat(key, naming)
    name = f"{key.module}.{key.name}.{field.name}"
    actual = f"this field is {text_of_type(field.type, key.module)}"
    is_variant = owner.kind is Kind.UNION
    if is_flat and (said.borrow or said.hook):
        _refuse_field(name, "`borrow` and hooks are for Thrift, and this field is of FlatBuffers")
    if is_flat and is_variant:
        _refuse_field(name, "`text` is for fields of tables, but this is a variant of a union")
    if field.id == EXTENSION_ID and not is_flat:
        _refuse_field(name, "the extension is read in one way only")
    if is_variant and (said.borrow or said.hook):
        _refuse_field(
            name, "`borrow` and hooks are for fields of structs; a union reads its variants"
        )
    if said.hook and (said.borrow or said.text != "escape"):
        _refuse_field(name, "a hook reads the field, so `borrow` and `text` would have no effect")
    if said.text != "escape" and not holds_text(field.type, naming):
        _refuse_field(name, f"`text` is for strings and containers of them, and {actual}")
    if said.borrow and not _is_binary(as_text(field, said.text, naming), naming):
        _refuse_field(name, f"`borrow` is for binary, and {actual}")


def _is_flat(key: Named, naming: Naming) -> bool:
    return naming.schema.module(key.module).dialect is Dialect.FLATBUFFERS


def _is_binary(field: Field, naming: Naming) -> bool:
    """Whether the field is read as bytes, and by no hook."""
    type_ = field.type
    while isinstance(type_, Named):
        definition = naming.schema[type_]
        if naming.type_settings(type_).hook or not isinstance(definition, Typedef):
            return False
        type_ = definition.type
    return type_ is Base.BINARY


def _refuse_type(key: Named, reason: str) -> NoReturn:
    raise SettingsError(f'tool.inlay.types."{key.module}.{key.name}": {reason}')


def _refuse_field(name: str, reason: str) -> NoReturn:
    raise SettingsError(f'tool.inlay.fields."{name}": {reason}')
