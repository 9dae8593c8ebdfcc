"""What footers of many sources say alike is held once, and a change of one is no change of another."""

from __future__ import annotations

from pathlib import Path

from inlay.pages.chunk_metadata import metadata_of
from inlay.parts.source import PartSources
from tests.parts.made import table, write_tables


def test_neighbours_share_what_is_equal(tmp_path: Path) -> None:
    paths = write_tables(tmp_path, [table(300, 1), table(300, 2), table(300, 2).select(["id"])])
    with PartSources() as sources:
        first, second, third = (part.metadata for part in sources.open_all(paths))
    assert first.schema is second.schema
    assert first.key_value_metadata is second.key_value_metadata
    chunks = [metadata_of(each.row_groups[0].columns[0]) for each in (first, second, third)]
    assert chunks[0].path_in_schema is chunks[1].path_in_schema
    assert chunks[0].statistics != chunks[1].statistics
    assert third.schema is not first.schema
    assert len(third.schema) == 2
