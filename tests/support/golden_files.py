"""Golden files: what is printed today, beside the input that it is printed for.

`INLAY_REFRESH='*' make test` (a glob over file names of inputs) rewrites them, and fails, so that a
refresh is never mistaken for a pass. A missing file stands for nothing expected.
"""

from __future__ import annotations

import fnmatch
import os
from pathlib import Path

import pytest


def check_golden(source: Path, golden: Path, found: str) -> None:
    """Compares, or refreshes."""
    expected = golden.read_text(encoding="utf-8") if golden.exists() else ""
    pattern = os.environ.get("INLAY_REFRESH")
    if pattern and fnmatch.fnmatch(source.name, pattern) and found != expected:
        if found:
            golden.write_text(found, encoding="utf-8")
        else:
            golden.unlink()
        pytest.fail(f"{golden.name} was refreshed: read it, then run again")
    assert found == expected
