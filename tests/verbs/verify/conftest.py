"""What the tests of data share: a whole file, with pages of either version."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.verbs.verify.files import write_file


@pytest.fixture(scope="module", params=["1.0", "2.0"])
def whole(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data") / "whole.parquet"
    write_file(path, version=request.param)
    return path
