"""Tests of what the native core does as well run on both."""

from __future__ import annotations

import pytest

from inlay_runtime.flat import builder, table, verifier
from inlay_runtime.flat.masked import open_view


@pytest.fixture(params=["pure", "native"])
def core(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Who verifies, reads and writes."""
    if request.param == "pure":
        monkeypatch.setattr(verifier, "native_verify", None)
        monkeypatch.setattr(table, "open_view", open_view)
        monkeypatch.setattr(table, "read_table", None)
        monkeypatch.setattr(table, "compare_tables", None)
        monkeypatch.setattr(builder, "native_encode", None)
    elif verifier.native_verify is None or table.open_view is open_view:
        pytest.skip("the native core is not built, or INLAY_PURE asks for pure Python")
    return str(request.param)
