"""Lays out imports as isort and ruff have them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from inlayc.python.model import Import
from inlayc.python.references import References

_STANDARD_LIBRARY: Final = ("collections.abc", "typing", "uuid")
_NameOrder: TypeAlias = tuple[int, list[tuple[str, int]]]
_EXPORTED: Final = (
    ("inlay_runtime.extension", "Extension"),
    ("inlay_runtime.union", "NoVariant"),
    ("inlay_runtime.union", "UnknownVariant"),
)


def group_imports(imports: Mapping[str, Iterable[str]]) -> tuple[tuple[Import, ...], ...]:
    """`__future__`, the standard library, hooks, then the runtime and sibling modules."""
    groups: dict[int, list[Import]] = {}
    for module in sorted(imports):
        names = sorted(imports[module], key=_name_order)
        plain = tuple(name for name in names if " as " not in name)
        renamed = [(name,) for name in names if " as " in name]
        for statement in [plain] * bool(plain or not names) + renamed:
            groups.setdefault(_group(module, statement), []).append(Import(module, statement))
    ordered = (groups[group] for group in sorted(groups))
    return tuple(tuple(sorted(group, key=_statement_order)) for group in ordered)


def list_runtime_exports(types: References) -> list[str]:
    """What users need of the runtime to work with the values of a module: it is exported along."""
    return [name for module, name in _EXPORTED if name in types.imports.get(module, ())]


def _group(module: str, names: tuple[str, ...]) -> int:
    if module == "__future__":
        return 0
    if module in _STANDARD_LIBRARY:
        return 1
    return 3 if names else 2


def _statement_order(statement: Import) -> tuple[bool, str, list[_NameOrder]]:
    names = [_name_order(name) for name in statement.names[:1]]
    return bool(statement.names), statement.module, names


def _name_order(name: str) -> _NameOrder:
    """Constants, classes, functions; numbers inside names by value, so that I8 precedes I16."""
    kind = 0 if name.isupper() else 1 if name[0].isupper() else 2
    return kind, [(text, int(digits or 0)) for text, digits in re.findall(r"(\D+)(\d*)", name)]
