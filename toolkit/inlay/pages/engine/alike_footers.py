"""Footers that say the same but for their row groups: of thousands of small files, one is looked at, and the others compared with
it, as bytes."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from inlay.footers.extensions.carrier import cursor_at
from inlay.ground.schema.tree import SchemaTree
from inlay.pages.engine.encoded_footer import is_spelt_so
from inlay.pages.engine.leaf import Leaf, list_leaves
from inlay.pages.engine.thrift_file import ThriftFile
from inlay.pages.engine.whole_group import EncodedLeaves, WholeGroup, find_whole_groups
from inlay_runtime.compact.spans import find_field_spans
from inlay_runtime.errors import InlayError

_NUM_ROWS: Final = 3
_ROW_GROUPS: Final = 4

_BETWEEN: Final = re.compile(rb"[\x80-\xff]*[\x00-\x7f]\x19")
"""The number of rows, and the header of the row groups, which are the field behind it."""


class AlikeFooters(NamedTuple):
    """What stands before the number of rows, with the header of that, and behind the row groups."""

    head: bytes
    tail: bytes
    leaves: EncodedLeaves

    @classmethod
    def of(cls, thrift: bytes, tree: SchemaTree, leaves: list[Leaf]) -> AlikeFooters | None:
        """Those that say what this one does; `tree` and `leaves` are of its schema. None for names that stand for no bytes."""
        spans = {span.field_id: span for span in find_field_spans(cursor_at(thrift, 0))}
        head, tail = spans[_NUM_ROWS].value, spans[_ROW_GROUPS].end
        try:
            encoded = EncodedLeaves.of(tree, leaves)
        except UnicodeEncodeError:
            return None
        return cls(thrift[:head], thrift[tail:], encoded)

    def find_groups(self, file: ThriftFile) -> list[WholeGroup] | None:
        """The row groups of a file whose footer is such; None for any other, and where one cannot move whole.

        They have as many rows as the footer says, which is spelt as it would be written here.
        """
        thrift = file.thrift
        if not thrift.startswith(self.head):
            return None
        between = _BETWEEN.match(thrift, len(self.head))
        if between is None:
            return None
        groups = find_whole_groups(file, between.end(), self.leaves, self.tail)
        if groups is None:
            return None
        try:
            metadata = file.metadata()
        except InlayError:
            return None
        rows = sum(group.rows for group in groups)
        return groups if metadata.num_rows == rows and is_spelt_so(metadata, thrift) else None


def find_plain_groups(file: ThriftFile) -> list[WholeGroup] | None:
    """The row groups of one file, of which each may move whole: then its footer agrees with itself, as `check_counts` and `require_apart`
    have it. None for any other file."""
    metadata = file.metadata()
    tree = SchemaTree(metadata.schema)
    orders = metadata.column_orders
    if tree.problems or (orders is not None and len(orders) != len(tree.leaves)):
        return None
    footers = AlikeFooters.of(file.thrift, tree, list_leaves(tree))
    return None if footers is None else footers.find_groups(file)
