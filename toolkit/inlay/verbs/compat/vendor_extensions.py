"""Extensions of column chunks that are not a second encoding of Inlay, which takes only those off as a whole."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Final

from inlay.footers.containers import REGISTRY, entries_in
from inlay.footers.footer.footer import Footer
from inlay.ground.schema.tree import SchemaTree
from inlay.pages.encodings.payload import read_slot
from inlay_runtime.finding import Finding
from parquet_format.parquet import ColumnMetaData

EXTENDED = "extension: of a column chunk"

_MOST: Final = 200
"""Extensions that a command names."""
_EACH: Final = (
    "take off each that `inlay ext list` names: inlay ext strip FILE --at PATH --uuid UUID -o OUT"
)


def find_fixes_of_vendors(footer: Footer) -> Mapping[str, str]:
    """By column, what takes such extensions off. Raises what `Footer.metadata` raises."""
    metadata = footer.metadata
    names = [leaf.path[0] for leaf in SchemaTree(metadata.schema).leaves]
    places: dict[str, list[str]] = {}
    several: set[str] = set()
    for group, row_group in enumerate(metadata.row_groups):
        for name, (column, chunk) in zip(names, enumerate(row_group.columns), strict=False):
            meta = chunk.meta_data
            if meta is not None and meta.extension is not None and read_slot(meta) is None:
                place = f"row_groups[{group}].columns[{column}].meta_data"
                places.setdefault(name, []).append(place)
                if not _is_alone(meta):
                    several.add(name)
    if sum(map(len, places.values())) > _MOST:
        return dict.fromkeys(places, _EACH)
    return {name: _EACH if name in several else _strip(own) for name, own in places.items()}


def _strip(places: list[str]) -> str:
    return f"inlay ext strip FILE {' '.join(f'--at {shlex.quote(it)}' for it in places)} -o OUT"


def _is_alone(meta: ColumnMetaData) -> bool:
    """Of several in one envelope, each is named by its UUID."""
    assert meta.extension is not None
    entries = entries_in(meta.extension.payload, REGISTRY)
    return not isinstance(entries, Finding) and len(entries) == 1
