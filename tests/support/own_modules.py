"""Modules that a test makes and imports: each test has its own, though several make a package of one name."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def own_modules(*packages: str) -> Iterator[None]:
    """Within it `packages` are imported anew, and behind it they are forgotten."""
    _forget(packages)
    try:
        yield
    finally:
        _forget(packages)


def _forget(packages: tuple[str, ...]) -> None:
    for name in [it for it in sys.modules if it.partition(".")[0] in packages]:
        del sys.modules[name]
    importlib.invalidate_caches()
