"""What is held while a wide file is dumped: where its parts lie, and their names."""

from __future__ import annotations

from collections import deque
from pathlib import Path

import pytest

import inlay
from tests.support.footer_growth import measure_growth


@pytest.mark.needs("native core")
def test_parts_are_kept_as_numbers_and_names(tmp_path: Path) -> None:
    """With owners, the decoded footer or a number as an object for each part it is more than that."""
    path = tmp_path / "wide.parquet"
    assert measure_growth(path, lambda: deque(inlay.dump(path), maxlen=0)) < 6.3
