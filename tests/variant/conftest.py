"""Both implementations of the work on columns, the command in this process, and nothing of the configuration of whoever runs the tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from inlay.__main__ import run
from inlay.variant import register, unregister
from inlay_variant.arrow import kernels


@pytest.fixture(autouse=True)
def no_configuration(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("INLAY_CONFIG", str(tmp_path / "none.toml"))


@pytest.fixture(params=["pure", "native"])
def both(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Chooses the implementation of the work on columns, for this test."""
    if request.param == "pure":
        monkeypatch.setattr(kernels, "native", None)
    elif kernels.native is None:
        pytest.skip("the native core is not built, or INLAY_PURE is set")
    return str(request.param)


@pytest.fixture
def registered() -> Iterator[None]:
    """What pyarrow reads by itself has our type, for this test."""
    register()
    yield
    unregister()


class Outcome(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def inlay(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Outcome]:
    """Runs the command in this process."""
    for name in ("FORCE_COLOR", "NO_COLOR", "COLUMNS", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)

    def call(*arguments: str | Path) -> Outcome:
        code = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    return call
