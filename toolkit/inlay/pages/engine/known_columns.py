"""The columns of a file as its schema has them, and its row groups where these say the same."""

from __future__ import annotations

from typing import NamedTuple

from inlay.ground.schema.tree import SchemaTree
from inlay.pages.engine.agreement import check_paths
from inlay.pages.engine.alike_footers import AlikeFooters
from inlay.pages.engine.leaf import Leaf, list_leaves
from inlay.pages.engine.thrift_file import ThriftFile
from inlay.pages.engine.whole_group import WholeGroup


class KnownColumns(NamedTuple):
    """`groups` are None unless all row groups could move whole."""

    leaves: list[Leaf]
    groups: list[WholeGroup] | None

    @classmethod
    def of(cls, file: ThriftFile) -> KnownColumns:
        tree = SchemaTree(file.metadata().schema)
        leaves = list_leaves(tree)
        footers = AlikeFooters.of(file.thrift, tree, leaves)
        return cls(leaves, None if footers is None else footers.find_groups(file))

    def check_paths(self, file: ThriftFile) -> None:
        """Of the file that they are known of. Raises what the function of this name does."""
        if self.groups is None:
            check_paths(file.row_groups(), self.leaves)
