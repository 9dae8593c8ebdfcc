"""Settings that mean nothing to definitions of FlatBuffers: refused, for they would have no effect."""

from __future__ import annotations

from dataclasses import replace

from inlayc.schema import Module, Struct
from inlayc.settings import FieldSettings, Settings, SettingsError, TypeSettings


def check_settings(module: Module, settings: Settings) -> None:
    """Raises SettingsError for what is said of a definition and would have no effect on it."""
    for definition in module:
        name = f"{module.name}.{definition.name}"
        said = settings.types.get(name, TypeSettings())
        if replace(said, internal=False) != TypeSettings():
            allowed = "only `internal` is for a definition of FlatBuffers"
            raise SettingsError(f'tool.inlay.types."{name}": {allowed}')
        fields = definition.fields if isinstance(definition, Struct) else ()
        for field in fields:
            inner = f"{name}.{field.name}"
            if settings.fields.get(inner, FieldSettings()) != FieldSettings():
                allowed = "`borrow` and hooks are for Thrift, and this field is of FlatBuffers"
                raise SettingsError(f'tool.inlay.fields."{inner}": {allowed}')
