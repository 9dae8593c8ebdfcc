"""Which properties a table gets, and which its catalog is opened with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_OF_TABLES: Final = ("commit.", "format-version", "gc.", "history.", "read.", "schema.", "write.")
"""How properties of tables begin; all others are of the catalog."""


def list_of_table(properties: Mapping[str, str]) -> dict[str, str]:
    return {key: it for key, it in properties.items() if key.startswith(_OF_TABLES)}


def list_of_catalog(properties: Mapping[str, str]) -> dict[str, str]:
    return {key: it for key, it in properties.items() if not key.startswith(_OF_TABLES)}
