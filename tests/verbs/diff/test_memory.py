"""What is held while two wide files are compared, by counted allocations: both footers, and what differs as bytes."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from inlay.verbs.diff.changes import PackedChanges
from inlay.verbs.diff.compare_files import find_changes
from tests.support.footer_growth import measure_growth


@pytest.mark.needs("native core")
def test_differences_of_all_chunks_take_less_than_one_footer(tmp_path: Path) -> None:
    """With an object for each, and one for the key of each row, it is 5.9. Four are both footers, and one decoded and encoded once more."""
    old, new = tmp_path / "old.parquet", tmp_path / "new.parquet"

    def compare() -> None:
        data = old.read_bytes()
        new.write_bytes(data.replace(struct.pack("<d", 0.5), struct.pack("<d", 0.25)))
        del data
        changes = PackedChanges()
        for it in find_changes(old, new, pages=False, keys=None):
            changes.add(it)
        assert len(changes) >= 2 * 2 * 200

    assert measure_growth(old, compare) < 5
