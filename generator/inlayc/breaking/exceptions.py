"""`[[tool.inlay.breaking.except]]` of a pyproject.toml: changes that are meant, each with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final, cast

from inlayc.breaking.judge import Verdict
from inlayc.breaking.rules import require_rule
from inlayc.diagnostics import find_closest
from inlayc.settings import SettingsError, read_part

_WHERE: Final = "tool.inlay.breaking"
_KEYS: Final = ("rules", "paths", "reason")


@dataclass(frozen=True, slots=True)
class BreakingException:
    """`paths` are those of verdicts, `*` stands for any characters; `rules` are ids."""

    rules: tuple[str, ...]
    paths: tuple[str, ...]
    reason: str

    def covers(self, verdict: Verdict) -> bool:
        is_place = any(fnmatchcase(verdict.path, path) for path in self.paths)
        return is_place and verdict.rule.id in self.rules


def read_exceptions(pyproject: Path | None) -> tuple[BreakingException, ...]:
    """Raises SettingsError for what is wrong in them."""
    if pyproject is None:
        return ()
    table = read_part(pyproject, "breaking")
    for key in table:
        if key != "except":
            raise SettingsError(f"{_WHERE}.{key}: no such setting; allowed: except")
    entries = table.get("except", [])
    if not isinstance(entries, list):
        raise SettingsError(f"{_WHERE}.except: expected a list of tables, [[{_WHERE}.except]]")
    return tuple(_read(entry) for entry in cast("list[object]", entries))


def _read(entry: object) -> BreakingException:
    where = f"{_WHERE}.except"
    if not isinstance(entry, Mapping):
        raise SettingsError(f"{where}: expected a list of tables, [[{where}]]")
    table = cast("Mapping[str, object]", entry)
    for key in table:
        if key not in _KEYS:
            hint = find_closest(key, _KEYS) or f"allowed: {', '.join(_KEYS)}"
            raise SettingsError(f"{where}.{key}: no such setting; {hint}")
    rules = tuple(require_rule(name).id for name in _names(table, "rules"))
    reason = table.get("reason")
    if not isinstance(reason, str) or not reason.strip():
        raise SettingsError(f"{where}: an exception needs a reason")
    return BreakingException(rules, _names(table, "paths"), reason)


def _names(table: Mapping[str, object], key: str) -> tuple[str, ...]:
    value = table.get(key)
    items = cast("list[object]", value) if isinstance(value, list) else []
    names = tuple(item for item in items if isinstance(item, str))
    if not names or len(names) < len(items):
        raise SettingsError(f"{_WHERE}.except.{key}: expected a list of strings")
    return names
