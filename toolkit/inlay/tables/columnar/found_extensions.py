"""The extensions of many footers.

Most footers have none; those that do are decoded to objects and searched.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from inlay.footers.footer.undeclared import FoundExtension, find_undeclared
from inlay.tables.columnar.paths import FOOTERS
from parquet_format.parquet import FileMetaData

if TYPE_CHECKING:
    from inlay.tables.columnar.extracted_arrays import ExtractedArrays

_COUNT: Final = "@extensions"
NEEDS: Final = {FOOTERS: (_COUNT,)}


def extensions_of(source: ExtractedArrays) -> list[tuple[int, FoundExtension]]:
    """Those of all footers, each with the position of its footer."""
    counts = source.array(FOOTERS, _COUNT).to_pylist()
    return [
        (footer, extension)
        for footer, count in zip(source.footers, counts, strict=True)
        if count
        for extension in find_undeclared(FileMetaData.decode(source.data[footer])).extensions
    ]
