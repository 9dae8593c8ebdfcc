"""`catalog.json`: which parts there are, and what each has. The only truth about a catalogue."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Final

from inlay.scan.schemas import TABLES

LAYOUT: Final = 1
_UNREADABLE: Final = "unreadable"


class ManifestError(ValueError):
    """Bytes that are no manifest, or one of another version."""


@dataclass(frozen=True)
class Part:
    """`rows` counts those of each table that the part has; a bad file has one row of `problems` that says so."""

    rows: dict[str, int]
    unreadable: int = 0

    @property
    def files(self) -> int:
        """How many files it speaks of."""
        return self.rows.get("files", 0) + self.unreadable


@dataclass
class Manifest:
    """`run` counts the publications."""

    run: int = 0
    parts: dict[str, Part] = field(default_factory=dict[str, Part])

    def as_json(self) -> bytes:
        parts = {
            name: {**one.rows, _UNREADABLE: one.unreadable} for name, one in self.parts.items()
        }
        return json.dumps({"layout": LAYOUT, "run": self.run, "parts": parts}, indent=1).encode()

    @classmethod
    def from_json(cls, data: bytes) -> Manifest:
        """Raises ManifestError."""
        try:
            found: Any = json.loads(data)
            layout = found["layout"]
            if layout != LAYOUT:
                what = f"has layout {layout}, and this version of inlay reads {LAYOUT}"
                raise ManifestError(what)
            parts = {str(name): _part(said) for name, said in found["parts"].items()}
            return cls(_count(found["run"]), parts)
        except ManifestError:
            raise
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ManifestError(f"is no catalogue: {type(error).__name__}: {error}") from None


def _part(said: Any) -> Part:
    rows = {table: _count(said[table]) for table in TABLES if table in said}
    return Part(rows, _count(said[_UNREADABLE]))


def _count(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise TypeError(f"{value!r} is no number of rows")
    return value
