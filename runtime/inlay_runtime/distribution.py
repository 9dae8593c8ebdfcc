"""What pip calls us, and which version is installed."""

from __future__ import annotations

from typing import Final

DISTRIBUTION: Final = "inlay-parquet"
"""Another project has the name `inlay` on PyPI."""


def find_version() -> str:
    """Of what is installed; empty for a mere source tree."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return ""
