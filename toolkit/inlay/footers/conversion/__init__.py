"""Footers from Thrift to FlatBuffers and back. The rules, and the reason of each, are in `docs/footers.md`.

`v0`, `v1` and `prototype` have the conversions; here is what they share.
"""

from __future__ import annotations

from inlay.footers.conversion.comparison import FlatMetaData, compare
from inlay.footers.conversion.errors import ConversionError, EditScriptError
from inlay.footers.conversion.sharing import encode

__all__ = [
    "ConversionError",
    "EditScriptError",
    "FlatMetaData",
    "compare",
    "encode",
]
