"""Which core does the work, native or pure Python: decided here and nowhere else."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from importlib.machinery import PathFinder
from types import ModuleType
from typing import Final

ENVIRONMENT: Final = "INLAY_PURE"
"""Set to anything but 0, it leaves the native core aside."""

MODULES: Final = (
    "compact",
    "writer",
    "binary",
    "columnar",
    "document",
    "flat_verifier",
    "flat_view",
    "flat_reader",
    "flat_writer",
    "flat_walk",
    "packed",
)
"""What is below `inlay_runtime.native`."""

_MOST_NAMED: Final = 3


def load_native(name: str) -> ModuleType | None:
    """The compiled module with this full name; None where it is not to be used: it is not built, somebody asked for pure
    Python, or the machine counts bytes from the other end."""
    if is_pure_asked() or sys.byteorder != "little":
        return None
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def is_native(name: str) -> bool:
    """Whether `inlay_runtime.native.<name>` is to be used."""
    return load_native(_full_name(name)) is not None


def describe(*others: str) -> str:
    """The active core in a few words, as `inlay --version` has it; `others` are the full names of compiled modules of
    other packages that belong to it."""
    if is_pure_asked():
        return f"pure Python core, as {ENVIRONMENT} asks"
    missing = [name for name in map(_full_name, MODULES) if load_native(name) is None]
    missing += [name for name in others if not _is_there(name)]
    if not missing:
        return "native core"
    if len(missing) == len(MODULES) + len(others):
        return "pure Python core, the native one is not built"
    if len(missing) > _MOST_NAMED:
        return f"native core without {len(missing)} of its {len(MODULES) + len(others)} modules, which are not built"
    verb = "is" if len(missing) == 1 else "are"
    return f"native core without {', '.join(missing)}, which {verb} not built"


def _is_there(name: str) -> bool:
    """Without importing it or its packages, which may want others that are not installed."""
    path: Sequence[str] | None = None
    parts = name.split(".")
    for depth in range(1, len(parts) + 1):
        spec = PathFinder.find_spec(".".join(parts[:depth]), path)
        if spec is None:
            return False
        path = spec.submodule_search_locations
    return True


def _full_name(name: str) -> str:
    return f"inlay_runtime.native.{name}"


def is_pure_asked() -> bool:
    """Whether the native core is to be left aside, wherever compiled modules are looked for."""
    return os.environ.get(ENVIRONMENT, "0") not in ("", "0")
