"""Packages whose names are imported when they are first used: all names are there, in `dir`, too, and no others."""

from __future__ import annotations

from importlib import import_module

import pytest


@pytest.mark.parametrize(
    "package", ["inlay.errors", "inlay.variant", "inlay.encoding", "inlay_spark"]
)
def test_every_public_name_is_found_and_listed(package: str) -> None:
    module = import_module(package)
    for name in module.__all__:
        assert getattr(module, name).__name__ == name or name in vars(module), name
    assert set(module.__all__) <= set(dir(module))
    with pytest.raises(AttributeError, match=f"module '{package}' has no attribute 'nothing'"):
        _ = module.nothing
