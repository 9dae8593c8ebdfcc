"""The command, as the tests of `toolkit` have it."""

from __future__ import annotations

import pytest

from tests.support.inlay_command import Inlay, make_command


@pytest.fixture
def inlay(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Inlay:
    return make_command(capsys, monkeypatch)
