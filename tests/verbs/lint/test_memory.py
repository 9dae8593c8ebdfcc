"""What is held while a wide file is looked at: no object for each chunk."""

from __future__ import annotations

from pathlib import Path

import pytest

import inlay
from tests.support.footer_growth import measure_growth


@pytest.mark.needs("native core")
def test_chunks_take_what_the_footer_says_of_them(tmp_path: Path) -> None:
    """Where they are listed once for all rules, they take six times that."""
    path = tmp_path / "wide.parquet"
    assert measure_growth(path, lambda: inlay.lint(path)) < 2
