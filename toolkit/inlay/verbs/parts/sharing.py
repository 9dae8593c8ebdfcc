"""What thousands of footers say alike is held once: schemas, key-value pairs and column orders.

Plans replace these values and change none of them, so whoever shares one does not notice.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from typing import NamedTuple

from inlay.ground.schema.tree import SchemaTree
from inlay.ground.statements.doubtful_chunks import StatedColumns
from inlay.ground.writers.created_by import writer_of
from inlay.ground.writers.distrust import forgets_dictionary_header
from inlay.pages.engine.alike_footers import AlikeFooters
from inlay.pages.engine.leaf import Leaf, list_leaves
from inlay.pages.engine.thrift_file import ThriftFile
from inlay.pages.engine.whole_group import WholeGroup
from inlay.verbs.parts.source_statements import ContradictedChunks, find_contradicted, list_stated
from parquet_format.parquet import ColumnOrder, FileMetaData


class KnownFooter(NamedTuple):
    """What was found to be right in a footer is right in those that say the same, and is not looked at again."""

    footers: AlikeFooters
    metadata: FileMetaData
    tree: SchemaTree

    def read(self, file: ThriftFile) -> tuple[FileMetaData, list[WholeGroup]] | None:
        """What a file says whose footer says the same, without row groups, and these; None for any other file."""
        groups = self.footers.find_groups(file)
        if groups is None:
            return None
        rows = sum(group.rows for group in groups)
        return self.metadata.replace(num_rows=rows), groups


class KnownColumns(NamedTuple):
    """The columns of a schema with these orders, as statements about them are held against each other."""

    tree: SchemaTree
    orders: list[ColumnOrder] | None
    stated: StatedColumns


@dataclass(slots=True)
class Sharing:
    """`last` is the footer that the next one is compared with, for neighbours are most alike; `tree` is of its schema, and
    `digest` is the SHA-256 of its bytes but for the number of rows: comparing these is a tenth of comparing values.
    """

    last: FileMetaData | None = None
    digest: bytes = b""
    tree: SchemaTree = field(default_factory=lambda: SchemaTree([]))
    leaves: list[Leaf] = field(default_factory=list[Leaf])
    """Those of the tree."""

    known: KnownFooter | None = None
    """Of the last footer that was found to be right."""

    columns: KnownColumns | None = None
    """Those of the last source."""

    def share(self, metadata: FileMetaData) -> SchemaTree:
        """Gives the footer the values of the last one where they are equal. The tree of its schema."""
        last, self.last = self.last, metadata
        before, self.digest = self.digest, sha256(metadata.replace(num_rows=0).encode()).digest()
        if last is not None and self.digest == before:
            metadata.schema = last.schema
            metadata.key_value_metadata = last.key_value_metadata
            metadata.column_orders = last.column_orders
            return self.tree
        if last is not None and metadata.schema == last.schema:
            metadata.schema = last.schema
        else:
            self.tree = SchemaTree(metadata.schema)
            self.leaves = list_leaves(self.tree)
        if last is not None and metadata.key_value_metadata == last.key_value_metadata:
            metadata.key_value_metadata = last.key_value_metadata
        if last is not None and metadata.column_orders == last.column_orders:
            metadata.column_orders = last.column_orders
        return self.tree

    def find_contradicted(
        self, file: ThriftFile, tree: SchemaTree, metadata: FileMetaData
    ) -> ContradictedChunks:
        """`tree`, the last one, and `metadata` are those of the file, which was decoded."""
        orders, known = metadata.column_orders, self.columns
        if known is None or tree is not known.tree or orders != known.orders:
            known = self.columns = KnownColumns(
                tree, orders, list_stated(tree, self.leaves, orders)
            )
        return find_contradicted(file, known.stated)

    def remember(self, file: ThriftFile, metadata: FileMetaData) -> list[WholeGroup] | None:
        """`metadata` is what the footer of this file says, without row groups. These, if they move whole: then all in it was found to
        be right, and the next ones may say the same. None where it has to be looked at."""
        self.known = None
        is_longer = forgets_dictionary_header(writer_of(metadata.created_by))
        if is_longer:  # chunks may be longer than they say
            return None
        orders = metadata.column_orders
        if self.tree.problems or (orders is not None and len(orders) != len(self.tree.leaves)):
            return None
        footers = AlikeFooters.of(file.thrift, self.tree, self.leaves)
        groups = footers.find_groups(file) if footers is not None else None
        # A seal and an index are of one footer.
        if footers is not None and groups is not None and metadata.extension is None:
            self.known = KnownFooter(footers, metadata, self.tree)
        return groups
