"""By floating-point bounds in total order pyarrow leaves nothing out; in the order of the type, all readers do."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.compat.measure import CompatProcess
from tests.compat.pruning import GROUPS, WRITTEN, count_fetched, write_after


@pytest.mark.parametrize("written", WRITTEN)
@pytest.mark.parametrize(("reader", "is_lost"), [("pyarrow", True), ("duckdb", False)])
def test_pruning_comes_back(reader: str, is_lost: bool, written: str, tmp_path: Path) -> None:
    """Of the reader that is installed: a folder that is empty adds nothing to what Python finds."""
    pytest.importorskip(reader)
    before = tmp_path / "a.parquet"
    WRITTEN[written](before)
    with CompatProcess(f"{reader}={tmp_path / 'empty'}") as process:
        fetched = count_fetched(process, write_after(before, tmp_path))
    for it in fetched.values():
        assert it.type_order < 4 * it.size / GROUPS
        assert (it.total_order > it.size / 2) is is_lost
