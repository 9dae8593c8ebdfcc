"""Extensions of column chunks that are not a second encoding of Inlay, which takes only those off as a whole."""

from __future__ import annotations

from collections.abc import Mapping

from inlay.footers.footer.footer import Footer
from inlay.ground.schema.tree import SchemaTree
from inlay.ground.wording.amounts import count
from inlay.pages.encodings.payload import read_slot

EXTENDED = "extension: of a column chunk"


def find_fixes_of_vendors(footer: Footer) -> Mapping[str, str]:
    """By column, what takes the first such extension off. Raises what `Footer.metadata` raises."""
    metadata = footer.metadata
    names = [leaf.path[0] for leaf in SchemaTree(metadata.schema).leaves]
    places: dict[str, list[str]] = {}
    for group, row_group in enumerate(metadata.row_groups):
        for name, (column, chunk) in zip(names, enumerate(row_group.columns), strict=False):
            meta = chunk.meta_data
            if meta is not None and meta.extension is not None and read_slot(meta) is None:
                place = f"row_groups[{group}].columns[{column}].meta_data"
                places.setdefault(name, []).append(place)
    total = sum(map(len, places.values()))
    each = f"  # one of {count(total, 'extension')}: inlay ext list" if total > 1 else ""
    return {
        name: f"inlay ext strip FILE --at '{own[0]}' -o OUT{each}" for name, own in places.items()
    }
