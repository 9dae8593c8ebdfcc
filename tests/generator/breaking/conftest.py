"""The fixture of those who import what they compile."""

from __future__ import annotations

from tests.generator.python.conftest import compile_idl

__all__ = ["compile_idl"]
