"""The attributes that say what a slot stands for in Thrift; `docs/conversion.md` has what each means.

They are declared like any attribute of a user's own, so that flatc reads the file, too.
"""

from __future__ import annotations

from typing import Final

THRIFT: Final = "inlay_thrift"
ABSENT: Final = "inlay_absent"
EXPLICIT: Final = "inlay_explicit"
COMPUTED: Final = "inlay_computed"
UNRECOGNIZED: Final = "inlay_unrecognized"
SLOTS_OF: Final = "inlay_slots_of"

OF_TABLES: Final = (THRIFT, UNRECOGNIZED, SLOTS_OF)
OF_UNIONS: Final = (THRIFT,)
OF_FIELDS: Final = (THRIFT, ABSENT, EXPLICIT, COMPUTED)

CARRIED: Final = ("unknown_fields", "extension", "extension_header")
"""Slots that hold what a struct has beyond its fields; they stand for no field."""

ZERO: Final = "zero"
EMPTY: Final = "empty"
