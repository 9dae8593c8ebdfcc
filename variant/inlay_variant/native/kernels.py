"""The native functions under one name; importing it fails where they are not built."""

from __future__ import annotations

from inlay_variant.native.count import count_values
from inlay_variant.native.dictionaries import write_dictionaries
from inlay_variant.native.edit import edit_rows
from inlay_variant.native.get import cast_values, look_up_values, write_json
from inlay_variant.native.json import parse_json
from inlay_variant.native.plan import check
from inlay_variant.native.shred import shred
from inlay_variant.native.unshred import unshred

__all__ = [
    "cast_values",
    "check",
    "count_values",
    "edit_rows",
    "look_up_values",
    "parse_json",
    "shred",
    "unshred",
    "write_dictionaries",
    "write_json",
]
