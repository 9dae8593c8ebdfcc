"""What footers of many sources say alike is held once, and a change of one is not a change of another."""

from __future__ import annotations

from pathlib import Path

from inlay.verbs.parts.source import PartSources
from tests.verbs.parts.made import table, write_tables


def test_neighbours_share_what_is_equal(tmp_path: Path) -> None:
    paths = write_tables(tmp_path, [table(300, 1), table(300, 2), table(300, 2).select(["id"])])
    with PartSources() as sources:
        parts = sources.open_all(paths)
    assert parts[0].tree is parts[1].tree
    first, second, third = (part.metadata for part in parts)
    assert first.schema is second.schema
    assert first.key_value_metadata is second.key_value_metadata
    assert first.column_orders is second.column_orders
    assert third.schema is not first.schema
    assert len(third.schema) == 2
