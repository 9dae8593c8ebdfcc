"""The mark of tests that need strace, files to rewrite, and a bucket."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.files import small_file
from tests.faults.s3_emulation import S3Emulation
from tests.faults.s3_server import serving
from tests.support.quick_stores import forget_clients


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


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[S3Emulation]:
    """Empty, of any name, and reached by s3fs over HTTP."""
    emulation = S3Emulation()
    with serving(emulation) as endpoint:
        monkeypatch.setenv("AWS_ENDPOINT_URL", endpoint)
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", "nobody")
        monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "nothing")
        forget_clients()
        yield emulation
        forget_clients()
