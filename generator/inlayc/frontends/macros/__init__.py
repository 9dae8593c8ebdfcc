"""Reads the IDL that parquet-rs writes inside Rust macros; `docs/macro_dialect.md` describes it.

The dialect has no model of its own: `parse` gives the same syntax nodes as the Thrift frontend.
"""

from __future__ import annotations

SUFFIX = ".rs"
"""How the names of files end that hold this dialect."""
