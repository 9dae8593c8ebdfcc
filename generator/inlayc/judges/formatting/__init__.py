"""`inlayc format`: the same IDL with even spaces, and every comment kept. docs/formatting.md has the rules."""

from __future__ import annotations

from inlayc.judges.formatting.layout import format_source

__all__ = ["format_source"]
