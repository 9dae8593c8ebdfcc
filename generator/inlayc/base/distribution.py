"""What pip calls us, and which version is installed."""

from __future__ import annotations

from typing import Final

DISTRIBUTION: Final = "inlay-parquet"
"""Another project has the name `inlay` on PyPI."""


def find_version() -> str:
    """Of what is installed; `0.0.0` for a mere source tree, since a report has to say something."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return "0.0.0"
