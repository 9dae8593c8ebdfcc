"""The elements of a schema by their paths."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TypeVar

from inlay.ground.mistakes import RequestError
from inlay.ground.refusals import RefusedError
from inlay.ground.schema.names import NamedChildren, find_column
from inlay.ground.schema.tree import Node, SchemaTree
from parquet_format.parquet import FileMetaData

T = TypeVar("T")


class AmendedElements:
    """Finds nodes below the root; numbers are those of the list that the footer has."""

    def __init__(self, metadata: FileMetaData) -> None:
        self.tree = SchemaTree(metadata.schema)
        if self.tree.problems:
            reason = f"its schema is damaged: {self.tree.problems[0]}"
            raise RefusedError("schema", reason)
        self._numbers = {id(node): number for number, node in enumerate(self.tree.nodes)}

    def number(self, node: Node) -> int:
        return self._numbers[id(node)]

    def at(self, path: str, names: NamedChildren | None = None) -> Node:
        """ColumnNameError for a text that is not one column or group (docs/names.md)."""
        return find_column(self.tree, path, names)

    def numbers_of(self, wanted: Mapping[str, T]) -> dict[int, tuple[str, T]]:
        """By the number of the element, its path, and what is wanted of it. Raises what `at` does, and RequestError where two texts
        mean the same column."""
        numbers: dict[int, tuple[str, T]] = {}
        names = NamedChildren()
        for text, value in wanted.items():
            number = self.number(self.at(text, names))
            if number in numbers:
                raise RequestError(f"{numbers[number][0]!r} and {text!r} are the same column")
            numbers[number] = text, value
        return numbers

    def leaf(self, path: str, names: NamedChildren | None = None) -> int:
        """The number of a leaf column. RequestError for what is none."""
        node = self.at(path, names)
        if not node.is_leaf:
            raise RequestError(f"{path!r} is a group of columns, and not a column")
        return self._leaves[id(node)]

    @cached_property
    def _leaves(self) -> dict[int, int]:
        return {id(leaf): at for at, leaf in enumerate(self.tree.leaves)}
