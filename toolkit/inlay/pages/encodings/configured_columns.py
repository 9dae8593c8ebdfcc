"""Which columns of a file `[encodings.columns]` of the configuration is about, by the rule of `docs/names.md`."""

from __future__ import annotations

from collections.abc import Mapping

from inlay.ground.schema.names import (
    ColumnNameError,
    NamedChildren,
    NoSuchColumnError,
    list_named,
    match_leaves,
)
from inlay.ground.schema.tree import SchemaTree
from inlay.pages.encodings.plugins import ValueEncoding


def match_configured(
    tree: SchemaTree, configured: Mapping[str, ValueEncoding]
) -> dict[int, ValueEncoding]:
    """The encoding of each column that has one, by its number. Names go before globs; of each, the first that matches counts.

    What a file does not have may be in another. Raises ColumnNameError for a name that several columns have.
    """
    numbers = {id(leaf): at for at, leaf in enumerate(tree.leaves)}
    chosen: dict[int, ValueEncoding] = {}
    names = NamedChildren()
    for pattern, encoding in sorted(
        configured.items(), key=lambda item: not list_named(tree, item[0], names)
    ):
        try:
            leaves = match_leaves(tree, pattern, names)
        except NoSuchColumnError:
            continue
        except ColumnNameError as error:
            raise ColumnNameError(f"[encodings.columns] of the configuration: {error}") from None
        for leaf in leaves:
            chosen.setdefault(numbers[id(leaf)], encoding)
    return chosen
