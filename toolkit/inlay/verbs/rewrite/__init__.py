"""`inlay rewrite`: values read and written anew, and held against those of the sources (`docs/parts.md`)."""

from inlay.verbs.rewrite.rewrite import rewrite

__all__ = ["rewrite"]
