"""What rows are made of: paths in FileMetaData, as the runtime's extract takes them."""

from __future__ import annotations

from typing import Final

FOOTERS: Final = ""
ELEMENTS: Final = "schema[]"
KEY_VALUES: Final = "key_value_metadata[]"
ROW_GROUPS: Final = "row_groups[]"
CHUNKS: Final = "row_groups[].columns[]"
