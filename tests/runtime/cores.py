"""Both cores in one process: the native one can be left aside for a while."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import inlay_runtime.struct as verbs
from inlay_runtime import locate
from inlay_runtime.binary import verbs as binary

NATIVE = verbs.native
NATIVE_LOCATE = locate._native
NATIVE_BINARY = binary.native
CORES = ["native", "pure"]


@contextmanager
def running(core: str) -> Iterator[None]:
    """Decodes and encodes with one core, and names the places of errors with it. The native descriptors stay where they are:
    only a process with `INLAY_PURE=1` is without them (`tests/native/test_core.py`)."""
    before = verbs.native, locate._native, binary.native
    if core == "native" and NATIVE is None:
        pytest.skip("the native core is not built")
    is_native = core == "native"
    verbs.native, locate._native, binary.native = (
        (NATIVE, NATIVE_LOCATE, NATIVE_BINARY) if is_native else (None, None, None)
    )
    try:
        yield
    finally:
        verbs.native, locate._native, binary.native = before
