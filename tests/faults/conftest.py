"""The mark of tests that need strace, and files to rewrite."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.files import small_file


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "strace: needs strace, and leave to attach it to a child")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A small Parquet file, alone in its folder."""
    folder = tmp_path / "files"
    folder.mkdir()
    made = folder / "part.parquet"
    made.write_bytes(small_file())
    return made
