"""`catalog.json`: which parts there are, and what each has. The only truth about a catalog."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from inlay.tables.scan.schemas import TABLES
from inlay_runtime.errors import InlayError

VERSION: Final = 1
_UNREADABLE: Final = "unreadable"


class ManifestError(InlayError, ValueError):
    """Bytes that are not a manifest, or one of another version."""


@dataclass(frozen=True)
class Part:
    """`rows` counts those of each table that the part has; a bad file has one row of `problems` that says so."""

    rows: dict[str, int]
    unreadable: int = 0

    @property
    def files(self) -> int:
        """How many files it speaks of."""
        return self.rows.get("files", 0) + self.rows.get("others", 0) + self.unreadable


@dataclass
class Manifest:
    """`run` counts the publications. `settings` are those that all of its parts were made with."""

    run: int = 0
    parts: dict[str, Part] = field(default_factory=dict[str, Part])
    settings: dict[str, Any] = field(default_factory=dict[str, Any])

    def as_json(self) -> bytes:
        parts = {
            name: {**part.rows, _UNREADABLE: part.unreadable} for name, part in self.parts.items()
        }
        settings = {"settings": self.settings} if self.settings else {}
        document = {"version": VERSION, "run": self.run, **settings, "parts": parts}
        return json.dumps(document, indent=1).encode()

    @classmethod
    def from_json(cls, data: bytes, tables: Iterable[str] = TABLES) -> Manifest:
        """Raises ManifestError."""
        try:
            document: Any = json.loads(data)
            version = document["version"]
            if version != VERSION:
                what = f"has version {version}, and this version of inlay reads {VERSION}"
                raise ManifestError(what)
            parts = {str(name): _part(counts, tables) for name, counts in document["parts"].items()}
            return cls(_count(document["run"]), parts, dict(document.get("settings", {})))
        except ManifestError:
            raise
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ManifestError(f"is not a catalog: {type(error).__name__}: {error}") from None


def _part(counts: Any, tables: Iterable[str]) -> Part:
    rows = {table: _count(counts[table]) for table in tables if table in counts}
    return Part(rows, _count(counts[_UNREADABLE]))


def _count(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise TypeError(f"{value!r} is not a number of rows")
    return value
