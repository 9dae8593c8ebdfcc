"""Files with new encodings, and nothing of the configuration of whoever runs the tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.encoding.files import WRITERS


@pytest.fixture(autouse=True)
def no_configuration(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("INLAY_CONFIG", str(tmp_path / "none.toml"))


@pytest.fixture(params=WRITERS)
def written(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A file of each writer."""
    path = tmp_path / "file.parquet"
    WRITERS[str(request.param)](path)
    return path
