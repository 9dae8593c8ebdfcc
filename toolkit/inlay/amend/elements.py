"""The elements of a schema by their paths."""

from __future__ import annotations

from inlay.mistakes import RequestError
from inlay.refusals import RefusedError
from inlay.schema.tree import Node, SchemaTree
from inlay.schema.wanted import hint_at
from parquet_format.parquet import FileMetaData


class AmendedElements:
    """Finds nodes below the root; numbers are those of the list that the footer has."""

    def __init__(self, metadata: FileMetaData) -> None:
        self.tree = SchemaTree(metadata.schema)
        if self.tree.problems:
            reason = f"its schema is damaged: {self.tree.problems[0]}"
            raise RefusedError("schema", reason)
        self._numbers = {id(node): number for number, node in enumerate(self.tree.nodes)}
        self._by_path: dict[str, list[Node]] = {}
        for node in self.tree.nodes[1:]:
            self._by_path.setdefault(".".join(node.path), []).append(node)

    def number(self, node: Node) -> int:
        return self._numbers[id(node)]

    def at(self, path: str) -> Node:
        """RequestError for a path that is none, with the nearest one, or that several elements have."""
        nodes = self._by_path.get(path, [])
        if not nodes:
            known = dict.fromkeys(self._by_path)
            raise RequestError(
                f"the file has no column {path!r}{hint_at(path, known, list(known))}"
            )
        if len(nodes) > 1:
            raise RequestError(f"{len(nodes)} elements of the schema have the path {path!r}")
        return nodes[0]

    def leaf(self, path: str) -> int:
        """The number of a leaf column. RequestError for what is none."""
        node = self.at(path)
        if not node.is_leaf:
            raise RequestError(f"{path!r} is a group of columns, and not a column")
        return next(at for at, leaf in enumerate(self.tree.leaves) if leaf is node)
