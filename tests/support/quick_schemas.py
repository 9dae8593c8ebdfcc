"""Schemas of extensions that are compiled once in a process: each command with `--schema` starts the compiler, which takes a second.

What is found is what the compiler gave for the same texts. That it is started, and what it says of a text that is wrong, is seen
where `sources` is asked itself (`tests/tables/typed_extensions`), and by whatever command is the first with a schema.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from inlay.tables.typed_extensions import sources
from inlay.tables.typed_extensions.generated_packages import SCHEMA_SUFFIX

find_sources = sources.find_sources
_FOUND: Final = dict[tuple[tuple[str, bytes], ...], sources.TypeSources]()
"""By all schemas of a call: the package of one cannot be imported again beside others, for its files are gone."""


def find_once(schemas: Sequence[str]) -> sources.TypeSources:
    """Raises what `find_sources` raises, each time."""
    paths = [Path(schema) for schema in schemas]
    if any(path.suffix.lower() != SCHEMA_SUFFIX for path in paths):
        return find_sources(schemas)
    key = tuple((path.name, path.read_bytes()) for path in paths)
    if key not in _FOUND:
        _FOUND[key] = find_sources(schemas)
    return _FOUND[key]


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """For as long as the test runs."""
    monkeypatch.setattr(sources, "find_sources", find_once)
