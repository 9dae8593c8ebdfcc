"""The mark of tests that need strace, files to rewrite, and a bucket."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from tests.faults.files import small_file
from tests.faults.s3_emulation import S3Emulation
from tests.faults.s3_server import serving


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
    s3fs = import_module("s3fs")
    emulation = S3Emulation()
    with serving(emulation) as endpoint:
        monkeypatch.setenv("AWS_ENDPOINT_URL", endpoint)
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", "nobody")
        monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "nothing")
        s3fs.S3FileSystem.clear_instance_cache()
        yield emulation
        s3fs.S3FileSystem.clear_instance_cache()
