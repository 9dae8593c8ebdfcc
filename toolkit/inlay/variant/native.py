"""The native functions under one name; importing it fails where they are not built."""

from __future__ import annotations

from inlay.variant.native_get import cast_values, look_up_values
from inlay.variant.native_json import parse_json
from inlay.variant.native_plan import check
from inlay.variant.native_shred import shred
from inlay.variant.native_unshred import unshred

__all__ = ["cast_values", "check", "look_up_values", "parse_json", "shred", "unshred"]
