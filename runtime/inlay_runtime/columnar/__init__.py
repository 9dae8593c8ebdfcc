"""Fields of a struct as flat buffers: columns in place of objects, for one struct or thousands.

    plan = ExtractionPlan(FileMetaData, {
        "": ["version", "created_by"],
        "row_groups[].columns[]": ["file_offset", "meta_data.encodings[]", "extension@size"],
    })
    found = extract(plan, [footer, ...])
    found.tables["row_groups[].columns[]"].columns["file_offset"].values

The layout is that of Arrow's columnar format, without Arrow: bitmaps, little-endian numbers, offsets.
`docs/columnar.md` has the rules.
"""

from __future__ import annotations

from inlay_runtime.columnar.buffers import ExtractedColumn, ExtractedTable, Extraction
from inlay_runtime.columnar.extract import extract
from inlay_runtime.columnar.plan import ExtractionPlan

__all__ = ["ExtractedColumn", "ExtractedTable", "Extraction", "ExtractionPlan", "extract"]
