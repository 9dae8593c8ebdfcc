"""Files with new encodings, and nothing of the configuration of whoever runs the tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from inlay.pages.encodings import trial
from tests.pages.encodings.files import WRITERS, dual_and_indexed, pa, plain_and_indexed, pq
from tests.support.inlay_command import Inlay, make_command


@pytest.fixture(scope="module", autouse=True)
def no_configuration(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Once a module: a folder for each test would cost more than most of them."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("INLAY_CONFIG", str(tmp_path_factory.getbasetemp() / "none.toml"))
        yield


@pytest.fixture(autouse=True)
def no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is worthwhile is a matter of bytes here: how long decoding takes depends on what else the machine does."""
    monkeypatch.setattr(trial, "time", SimpleNamespace(thread_time=lambda: 0.0))


@pytest.fixture(params=WRITERS)
def written(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A file of each writer."""
    path = tmp_path / "file.parquet"
    WRITERS[str(request.param)](path)
    return path


@pytest.fixture
def original(tmp_path: Path) -> bytes:
    """A file before it is given new encodings."""
    plain_and_indexed(tmp_path / "file.parquet")
    return (tmp_path / "file.parquet").read_bytes()


@pytest.fixture
def dual(original: bytes, tmp_path: Path) -> Path:
    """It with both encodings of each column."""
    path = tmp_path / "file.parquet"
    dual_and_indexed(path)
    return path


@pytest.fixture
def expected(original: bytes) -> Any:
    """Its rows."""
    return pq.read_table(pa.BufferReader(original))


@pytest.fixture
def inlay(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Inlay:
    """The command `inlay encoding`."""
    return make_command(capsys, monkeypatch, "encoding")
