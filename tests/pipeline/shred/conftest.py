"""A lake of every form of the column."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pipeline.shred.lakes import make_lake


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    make_lake(tmp_path / "lake")
    return tmp_path / "lake"
