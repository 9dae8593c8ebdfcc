"""Both cores in one process: the native one can be left aside for a while."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import inlay_runtime.struct as verbs

NATIVE = verbs.native
CORES = ["native", "pure"]


@contextmanager
def running(core: str) -> Iterator[None]:
    """Decodes and encodes with one core. The native descriptors stay where they are: only a process with
    `INLAY_PURE=1` is without them (`tests/native/test_core.py`)."""
    before = verbs.native
    if core == "native" and NATIVE is None:
        pytest.skip("the native core is not built")
    verbs.native = NATIVE if core == "native" else None
    try:
        yield
    finally:
        verbs.native = before
