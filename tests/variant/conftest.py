"""Both implementations of the work on columns, the command in this process, and nothing of the configuration of whoever runs the tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from inlay.variant import register, unregister
from inlay_variant.arrow import kernels
from tests.support.inlay_command import Inlay, make_command


@pytest.fixture(scope="module", autouse=True)
def no_configuration(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Once a module: a folder for each test would cost more than most of them."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("INLAY_CONFIG", str(tmp_path_factory.getbasetemp() / "none.toml"))
        yield


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


@pytest.fixture
def inlay(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Inlay:
    return make_command(capsys, monkeypatch)
