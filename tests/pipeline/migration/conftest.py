"""A file to migrate; and a user without rights, for the tests of what is not allowed: those who run them may be root."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

NOBODY = 65_534


@pytest.fixture
def unprivileged(tmp_path: Path) -> Iterator[None]:
    """As somebody whom `tmp_path` belongs to, and nothing else."""
    if os.getuid() != 0:
        yield
        return
    above = [folder for folder in tmp_path.parents if folder.stat().st_mode & 0o011 == 0]
    modes = {folder: folder.stat().st_mode for folder in above}
    for folder in above:
        folder.chmod(0o711)
    os.chown(tmp_path, NOBODY, NOBODY)
    os.setresgid(NOBODY, NOBODY, 0)
    os.setresuid(NOBODY, NOBODY, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)
        os.setresgid(0, 0, 0)
        for folder, mode in modes.items():
            folder.chmod(mode)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "one.parquet"
    pq.write_table(pa.table({"a": [1, 2, 3], "s": ["x", None, "z"]}), path, row_group_size=2)
    return path
