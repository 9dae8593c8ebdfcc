"""A file to migrate; and a user without rights, for the tests of what is not allowed: those who run them may be root."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

NOBODY = 65_534


@pytest.fixture
def tmp_path(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """For tests without rights a folder that everybody can reach: pytest's own are closed to others, and shared."""
    if "unprivileged" not in request.fixturenames:
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=_reachable(), ignore_cleanup_errors=True) as name:
        yield Path(name)


def _reachable() -> Path:
    for folder in (Path(tempfile.gettempdir()), Path("/tmp"), Path("/var/tmp")):
        if all(each.stat().st_mode & 0o001 for each in (folder, *folder.parents)):
            return folder
    pytest.skip("no temporary folder here can be reached without rights")


@pytest.fixture
def unprivileged(tmp_path: Path) -> Iterator[None]:
    """As somebody whom `tmp_path` belongs to, and nothing else."""
    if os.getuid() != 0:
        yield
        return
    os.chown(tmp_path, NOBODY, NOBODY)
    os.setresgid(NOBODY, NOBODY, 0)
    os.setresuid(NOBODY, NOBODY, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)
        os.setresgid(0, 0, 0)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "one.parquet"
    pq.write_table(pa.table({"a": [1, 2, 3], "s": ["x", None, "z"]}), path, row_group_size=2)
    return path
