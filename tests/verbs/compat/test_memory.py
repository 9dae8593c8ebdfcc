"""What is held while a wide file is judged: no chunk, and one set of features for columns that are alike."""

from __future__ import annotations

from pathlib import Path

import pytest

import inlay
from tests.support.footer_growth import measure_growth


@pytest.mark.needs("native core")
def test_chunks_are_let_go_of(tmp_path: Path) -> None:
    """All of them decoded take eight times the footer."""
    path = tmp_path / "wide.parquet"
    assert measure_growth(path, lambda: inlay.compat(path)) < 2.5
