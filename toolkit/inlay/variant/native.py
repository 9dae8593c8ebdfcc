"""The native functions under one name; importing it fails where they are not built."""

from __future__ import annotations

from inlay.variant.native_columns import cast_values, check, look_up_values, shred, unshred
from inlay.variant.native_json import parse_json

__all__ = ["cast_values", "check", "look_up_values", "parse_json", "shred", "unshred"]
