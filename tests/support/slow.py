"""Tests that take more than a second of processor time: what `make test-quick` leaves out, by module."""

from __future__ import annotations

from typing import Final

SLOW: Final[dict[str, tuple[str, ...]]] = {}
