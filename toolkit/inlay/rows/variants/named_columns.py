"""Columns that a caller names, as pyarrow names them: it knows paths, joined by dots, and reads all columns of one path.

pyarrow ignores names that it does not know, so that a typing error would read as an empty table.
"""

from __future__ import annotations

from collections.abc import Iterable

from inlay.ground.mistakes import require_names
from inlay.ground.schema.names import ColumnNameError, NamedChildren, find_column, list_named
from inlay.ground.schema.tree import SchemaTree


def name_columns(tree: SchemaTree, columns: Iterable[str]) -> list[str]:
    """The paths, each once, in the order of the caller. Raises NamesError for no list, ColumnNameError for a name that is not one column, and for a column
    that pyarrow cannot tell from another one."""
    paths: dict[str, None] = {}
    names = NamedChildren()
    for text in require_names(columns):
        path = ".".join(find_column(tree, text, names).path)
        if path != text and len(list_named(tree, path, names)) > 1:
            raise refuse_shared_place(text, path)
        paths[path] = None
    return list(paths)


def refuse_shared_place(text: str, path: str) -> ColumnNameError:
    """The error of a name whose path another column has: both are read by it."""
    what = f"{text!r} cannot be read alone, for another column has the path {path!r}, too: "
    return ColumnNameError(f"{what}`inlay select` or `inlay set --rename` comes first")
