"""The two cores, and footers of all kinds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from inlay_runtime.core import is_native
from parquet_format.parquet import FileMetaData
from tests.conftest import CORPUS
from tests.generated.damage import made
from tests.generated.parquet_files import NoFooterError, footer, parquet_paths
from tests.runtime.compiled import compiled

CORES = {"pure": "1", "native": "0"}
"""What `INLAY_PURE` is set to."""


@pytest.fixture(params=CORES)
def core(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each test runs on both; the native one skips where it is not built."""
    monkeypatch.setenv("INLAY_PURE", CORES[request.param])
    if request.param == "native" and not is_native("columnar"):
        pytest.skip("the native core is not built")
    return str(request.param)


@pytest.fixture(scope="session")
def kitchen() -> Any:
    """The module of `kitchen.thrift`: one of everything."""
    return compiled("kitchen")


@pytest.fixture(scope="session")
def footers() -> Mapping[str, bytes]:
    """Good plaintext footers by name: one made here, and those of the corpus where it is there."""
    found = {"made here": made()}
    if CORPUS.is_dir():
        for path in parquet_paths(CORPUS / "parquet-testing"):
            try:
                part = footer(path.read_bytes())
            except NoFooterError:
                continue
            if part.cls is FileMetaData:
                found[path.name] = part.data
    return found
