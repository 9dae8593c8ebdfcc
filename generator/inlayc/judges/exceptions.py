"""Exceptions from rules in a pyproject.toml, each with its reason: `[[tool.inlay.PART.except]]`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Final, cast

from inlayc.base.diagnostics import find_closest
from inlayc.base.settings import SettingsError

_KEYS: Final = ("rules", "paths", "reason")


@dataclass(frozen=True, slots=True)
class RuleException:
    """`paths` are those of definitions and members, `*` stands for any characters; `rules` are ids."""

    rules: tuple[str, ...]
    paths: tuple[str, ...]
    reason: str

    def covers(self, rule: str, path: str) -> bool:
        return rule in self.rules and any(_matches(path, pattern) for pattern in self.paths)


def _matches(path: str, pattern: str) -> bool:
    """`fnmatchcase`, with brackets around those characters that mean more to it than `*` does to us."""
    return fnmatchcase(path, re.sub(r"[?\[]", r"[\g<0>]", pattern))


def read_exceptions(
    table: Mapping[str, object], part: str, require_rule: Callable[[str], object]
) -> tuple[RuleException, ...]:
    """Those in a table [tool.inlay.PART]. Raises SettingsError for what is wrong in them."""
    where = f"tool.inlay.{part}.except"
    entries = table.get("except", [])
    if not isinstance(entries, list):
        raise SettingsError(f"{where}: expected a list of tables, [[{where}]]")
    return tuple(_read(entry, where, require_rule) for entry in cast("list[object]", entries))


def require_keys(table: Mapping[str, object], part: str, known: tuple[str, ...]) -> None:
    """Raises SettingsError for a key that a table [tool.inlay.PART] has not."""
    for key in table:
        if key not in known:
            hint = find_closest(key, known) or f"allowed: {', '.join(known)}"
            raise SettingsError(f"tool.inlay.{part}.{key}: no such setting; {hint}")


def _read(entry: object, where: str, require_rule: Callable[[str], object]) -> RuleException:
    if not isinstance(entry, Mapping):
        raise SettingsError(f"{where}: expected a list of tables, [[{where}]]")
    table = cast("Mapping[str, object]", entry)
    require_keys(table, where.removeprefix("tool.inlay."), _KEYS)
    rules = read_names(table, "rules", where)
    for rule in rules:
        require_rule(rule)
    reason = table.get("reason")
    if not isinstance(reason, str) or not reason.strip():
        raise SettingsError(f"{where}: an exception needs a reason")
    return RuleException(rules, read_names(table, "paths", where), reason)


def read_names(table: Mapping[str, object], key: str, where: str) -> tuple[str, ...]:
    """A list of strings that is not empty. Raises SettingsError."""
    value = table.get(key)
    items = cast("list[object]", value) if isinstance(value, list) else []
    names = tuple(item for item in items if isinstance(item, str))
    if not names or len(names) < len(items):
        raise SettingsError(f"{where}.{key}: expected a list of strings")
    return names
