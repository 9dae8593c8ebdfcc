"""The boxes of geometries, added from their values: what `inlay geo boxes` asks of `index add`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from inlay.changes.rewrite.change import Target
from inlay.changes.rewrite.system import POSIX, System
from inlay.footers.footer.read import read_footer
from inlay.ground.files.paths import AnyPath
from inlay.ground.keywords import check_keywords
from inlay.ground.schema.names import NamedChildren, quote_column
from inlay.ground.schema.tree import SchemaTree
from inlay.ground.schema_copies.keys import GEO
from inlay.pages.engine.progress import Progress, ignore_progress
from inlay.verbs.index.add import add_index
from inlay.verbs.index.indexed_file import IndexedFile
from parquet_format.parquet import FileMetaData, GeographyType, GeometryType

_STATEMENTS: Final = ("geometry-boxes", "geometry-types")
_DEFAULT_TARGET: Final = Target()


@check_keywords
def add_boxes(
    path: AnyPath,
    *,
    undo_to: AnyPath | None = None,
    target: Target = _DEFAULT_TARGET,
    progress: Progress = ignore_progress,
    system: System = POSIX,
) -> IndexedFile:
    """Adds the box and the types of the geometries of each row group, worked out from all of them, to the columns of GEOMETRY; to those of
    GEOGRAPHY, types. No page moves, and boxes that are there stay.

    `undo_to` is a file for `undo_metadata`. Row groups that cannot have a box are in `left_out`, with the reason. Raises RefusedError for a
    file whose chunks overlap, lie elsewhere or are encrypted, and what changing a file raises.
    """
    file = add_index(
        path, what=_STATEMENTS, undo_to=undo_to, target=target, progress=progress, system=system
    )
    return replace(file, notes=(*file.notes, *_list_notes(read_footer(path).metadata)))


def _list_notes(metadata: FileMetaData) -> Iterator[str]:
    """Why columns have no boxes that could be thought to have some."""
    leaves = SchemaTree(metadata.schema).leaves
    types = [leaf.element.logicalType for leaf in leaves]
    names = NamedChildren()
    for leaf, meaning in zip(leaves, types, strict=True):
        if isinstance(meaning, GeographyType):
            yield f"column {quote_column(leaf, names)}: no boxes, for the edges of GEOGRAPHY may leave the box of their ends"
    if not any(isinstance(it, GeometryType | GeographyType) for it in types):
        has_key = any(pair.key == GEO for pair in metadata.key_value_metadata or ())
        hint = ": `inlay geo to-native` gives the columns of its key geo that type, and boxes"
        yield f"it has no column of GEOMETRY{hint if has_key else ''}"
