"""Fields that are read although what some writers put there breaks the rules of FlatBuffers.

    prefix: string (inlay_bytes);
    logical_type: LogicalType (inlay_ignore_untyped);

Both are said of one field, so that a reader of one schema is not lenient with every other. They are
declared like any attribute of a user's own, so that flatc reads the file, too.
"""

from __future__ import annotations

BYTES = "inlay_bytes"
"""On a string: its bytes need not be UTF-8, and are `bytes` in Python."""

IGNORE_UNTYPED = "inlay_ignore_untyped"
"""On a union: a value whose type is 0, which is none, is ignored."""

TOLERANCES = (BYTES, IGNORE_UNTYPED)
