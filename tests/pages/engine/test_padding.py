"""Pages with zeros behind them, on both cores."""

from __future__ import annotations

import pytest

from inlay.pages.engine.padding import join_padded


@pytest.fixture(params=["native", "pure"], autouse=True)
def core(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "pure":
        monkeypatch.setattr("inlay.pages.engine.padding._NATIVE", None)


def test_zeros_follow() -> None:
    assert join_padded([b"ab", b"", memoryview(b"xcx")[1:2]], 5) == b"abc\0\0"
    assert join_padded([], 3) == b"\0\0\0"
    assert join_padded([], 0) == b""
    assert join_padded([b"abc"], 3) == b"abc"


def test_the_size_is_the_most() -> None:
    with pytest.raises(ValueError, match=r".+"):
        join_padded([b"ab", b"cd"], 3)
