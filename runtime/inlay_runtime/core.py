"""Which core does the work, native or pure Python: decided here and nowhere else."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Final

ENVIRONMENT: Final = "INLAY_PURE"
"""Set to anything but 0, it leaves the native core aside."""

MODULES: Final = (
    "compact",
    "writer",
    "columnar",
    "flat_verifier",
    "flat_view",
    "flat_reader",
    "flat_writer",
)
"""What is below `inlay_runtime.native`."""


def is_native(name: str) -> bool:
    """Whether `inlay_runtime.native.<name>` is to be used: it is built, and nobody asked for pure Python."""
    if _asked_for_pure() or sys.byteorder != "little":
        return False
    try:
        importlib.import_module(f"inlay_runtime.native.{name}")
    except ImportError:
        return False
    return True


def describe() -> str:
    """The active core in a few words, as `inlay --version` has it."""
    if _asked_for_pure():
        return f"pure Python core, as {ENVIRONMENT} asks"
    built = [name for name in MODULES if is_native(name)]
    if len(built) == len(MODULES):
        return "native core"
    if not built:
        return "pure Python core, the native one is not built"
    missing = ", ".join(name for name in MODULES if name not in built)
    return f"native core without {missing}, which is not built"


def _asked_for_pure() -> bool:
    return os.environ.get(ENVIRONMENT, "0") not in ("", "0")
