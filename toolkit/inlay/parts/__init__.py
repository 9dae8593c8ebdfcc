"""Files from row groups and columns of other files; no page is decoded (`docs/parts.md`)."""

from inlay.parts.making import WrittenFile
from inlay.parts.matching import SchemaError
from inlay.parts.verbs import concat, drop, select, split

__all__ = ["WrittenFile", "SchemaError", "concat", "drop", "select", "split"]
