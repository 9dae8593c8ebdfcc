"""Settings for many names at once: `[tool.inlay.types."parquet.*"]`, `[tool.inlay.fields."*.min_value"]`.

Each becomes settings of the names that it matches, so that no later stage knows of patterns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import fields, replace
from typing import TypeVar

from inlayc.base.diagnostics import find_most_similar
from inlayc.base.settings import FieldSettings, Settings, SettingsError, TypeSettings
from inlayc.model.schema import Named, Schema, Struct
from inlayc.python.check_settings import check_field, check_type
from inlayc.python.naming import Naming

S = TypeVar("S", TypeSettings, FieldSettings)

WILDCARD = "*"


def without_patterns(schema: Schema, settings: Settings, *, is_partial: bool = False) -> Settings:
    """The settings by exact names alone.

    Of a pattern, each key goes to those names that it may be said of, unless their own table or a later pattern has it.
    Raises SettingsError for a key that goes nowhere; not for a schema that `is_partial`: one of the project's files.
    """
    if not any(map(is_pattern, [*settings.types, *settings.fields])):
        return settings
    exact = replace(settings, types=_exact(settings.types), fields=_exact(settings.fields))
    naming = Naming(schema, exact)
    definitions = {
        f"{module.name}.{each.name}": (each, module) for module in schema.modules for each in module
    }

    def check_named_type(name: str, said: TypeSettings) -> None:
        definition, module = definitions[name]
        check_type(definition, Named(module.name, definition.name), said, naming)

    types = _spread(
        "types", settings.types, definitions, TypeSettings(), check_named_type, is_partial
    )
    naming = Naming(schema, replace(exact, types=types))
    members = {
        f"{name}.{field.name}": (field, owner, module)
        for name, (owner, module) in definitions.items()
        if isinstance(owner, Struct)
        for field in owner.fields
    }

    def check_named_field(name: str, said: FieldSettings) -> None:
        field, owner, module = members[name]
        check_field(field, owner, Named(module.name, owner.name), said, naming)

    of_fields = _spread(
        "fields", settings.fields, members, FieldSettings(), check_named_field, is_partial
    )
    return replace(settings, types=types, fields=of_fields)


def is_pattern(name: str) -> bool:
    return WILDCARD in name


def match_names(pattern: str, names: Collection[str]) -> list[str]:
    """The names that a pattern means; `*` stands for any characters, points too."""
    expression = re.compile(".*".join(map(re.escape, pattern.split(WILDCARD))), re.DOTALL)
    return [name for name in names if expression.fullmatch(name)]


def find_nearest_pattern(pattern: str, names: Collection[str]) -> str:
    """The help line with a similar pattern that matches something, or nothing."""
    runs = {run for name in names for run in _runs(name.split("."))}
    parts = pattern.split(WILDCARD)
    for at, part in enumerate(parts):
        literal = part.strip(".")
        if (
            literal
            and literal not in runs
            and (similar := find_most_similar(literal, sorted(runs)))
        ):
            parts[at] = part.replace(literal, similar)
    near = WILDCARD.join(parts)
    return f"did you mean `{near}`?" if near != pattern and match_names(near, names) else ""


def _runs(parts: list[str]) -> list[str]:
    """Every part of a dotted name that begins and ends at a point."""
    count = len(parts)
    return [".".join(parts[i:j]) for i in range(count) for j in range(i + 1, count + 1)]


def _exact(table: Mapping[str, S]) -> dict[str, S]:
    return {name: said for name, said in table.items() if not is_pattern(name)}


def _spread(
    kind: str,
    table: Mapping[str, S],
    names: Collection[str],
    nothing: S,
    check: Callable[[str, S], None],
    is_partial: bool,
) -> dict[str, S]:
    """The table by exact names. Later patterns are looked at first, and what is there stays."""
    spread = _exact(table)
    for pattern in [name for name in reversed(list(table)) if is_pattern(name)]:
        said = table[pattern]
        matches = match_names(pattern, names)
        for key in (field.name for field in fields(said) if field.name in said.given):
            goes_somewhere = False
            refused = ""
            for name in matches:
                before = spread.get(name, nothing)
                if key in before.given:
                    goes_somewhere = True
                    continue
                after = replace(before, **{key: getattr(said, key), "given": before.given | {key}})
                try:
                    check(name, after)
                except SettingsError as error:
                    refused = f"{name}: {str(error).partition(': ')[2]}"
                else:
                    spread[name] = after
                    goes_somewhere = True
            if matches and not goes_somewhere and not is_partial:
                raise SettingsError(
                    f'tool.inlay.{kind}."{pattern}": `{key}` has no effect on any name that this matches; {refused}'
                )
    return spread
