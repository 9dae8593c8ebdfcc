"""Where a program is that a test runs: beside this Python, where packages put theirs in exact versions, or on PATH."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path


def find_program(name: str) -> str | None:
    return shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)
