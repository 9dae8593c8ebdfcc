"""Both cores in one process: the native one can be left aside for a while."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import inlay_runtime.struct as verbs

NATIVE = verbs.native, verbs.native_writer
CORES = ["native", "pure"]


@contextmanager
def running(core: str) -> Iterator[None]:
    """Decodes and encodes with one core. The native descriptors stay where they are: only a process with
    `INLAY_PURE=1` is without them (`tests/native/test_pure_process.py`)."""
    before = verbs.native, verbs.native_writer
    if core == "native" and NATIVE[0] is None:
        pytest.skip("the native core is not built")
    verbs.native, verbs.native_writer = NATIVE if core == "native" else (None, None)
    try:
        yield
    finally:
        verbs.native, verbs.native_writer = before
