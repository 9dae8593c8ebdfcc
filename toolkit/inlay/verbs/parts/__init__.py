"""Files from row groups and columns of other files; no page is decoded (`docs/parts.md`)."""

from inlay.verbs.parts.making import WrittenFile
from inlay.verbs.parts.matching import SchemaError
from inlay.verbs.parts.verbs import concat, drop, select, split

__all__ = ["WrittenFile", "SchemaError", "concat", "drop", "select", "split"]
