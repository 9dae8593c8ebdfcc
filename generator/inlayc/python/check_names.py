"""Holds the names in the settings against the schema: a typo must not be silently without effect."""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import NoReturn

from inlayc.base.diagnostics import find_closest
from inlayc.base.settings import Settings, SettingsError
from inlayc.model.schema import Schema, Struct
from inlayc.python.patterns import find_nearest_pattern, is_pattern, match_names


def check_names(schema: Schema, settings: Settings) -> None:
    """Raises SettingsError for a type or field that the schema does not have, and a pattern that matches none."""
    types = {
        f"{module.name}.{definition.name}" for module in schema.modules for definition in module
    }
    fields = {
        f"{module.name}.{definition.name}.{field.name}"
        for module in schema.modules
        for definition in module
        if isinstance(definition, Struct)
        for field in definition.fields
    }
    _check("types", settings.types, types)
    _check("fields", settings.fields, fields)


def _check(table: str, named: Iterable[str], known: Set[str]) -> None:
    for name in named:
        if is_pattern(name):
            if not match_names(name, known):
                _refuse(table, name, find_nearest_pattern(name, known))
        elif name not in known:
            _refuse(table, name, find_closest(name, sorted(known)))


def _refuse(table: str, name: str, hint: str) -> NoReturn:
    suffix = f"; {hint}" if hint else ""
    raise SettingsError(f'tool.inlay.{table}."{name}": the IDL has no such name{suffix}')
