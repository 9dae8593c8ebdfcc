"""What thousands of footers say alike is held once: schemas, key-value pairs and column orders.

Plans replace these values and change none of them, so whoever shares one does not notice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from inlay.pages.alike_footers import AlikeFooters
from inlay.pages.thrift_file import ThriftFile
from inlay.pages.whole_group import WholeGroup
from inlay.parts.source_statements import Said, SourceStatements, list_rules, read_statements
from inlay.schema.tree import SchemaTree
from inlay.statements.column_rules import ColumnRules
from inlay.writers.created_by import writer_of
from inlay.writers.distrust import forgets_dictionary_header
from parquet_format.parquet import ColumnOrder, FileMetaData, RowGroup


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


class KnownRules(NamedTuple):
    """By which the statements of a source are held against each other: of a schema, and its column orders."""

    tree: SchemaTree
    orders: list[ColumnOrder] | None
    rules: list[ColumnRules]


@dataclass(slots=True)
class Sharing:
    """`last` is the footer that the next one is compared with, for neighbours are most alike; `tree` is of its schema, and
    `encoded` are its bytes but for the number of rows: comparing these is a tenth of comparing values.
    """

    last: FileMetaData | None = None
    encoded: bytes = b""
    tree: SchemaTree = field(default_factory=lambda: SchemaTree([]))
    known: KnownFooter | None = None
    """Of the last footer that was found to be right."""

    rules: KnownRules = field(default_factory=lambda: KnownRules(SchemaTree([]), None, []))
    said: Said = field(default_factory=lambda: Said(b"", b""))
    """Of which chunks the last source makes which statements."""

    def share(self, metadata: FileMetaData) -> SchemaTree:
        """Gives the footer the values of the last one where they are equal. The tree of its schema."""
        last, self.last = self.last, metadata
        before, self.encoded = self.encoded, metadata.replace(num_rows=0).encode()
        if last is not None and self.encoded == before:
            metadata.schema = last.schema
            metadata.key_value_metadata = last.key_value_metadata
            metadata.column_orders = last.column_orders
            return self.tree
        if last is not None and metadata.schema == last.schema:
            metadata.schema = last.schema
        else:
            self.tree = SchemaTree(metadata.schema)
        if last is not None and metadata.key_value_metadata == last.key_value_metadata:
            metadata.key_value_metadata = last.key_value_metadata
        if last is not None and metadata.column_orders == last.column_orders:
            metadata.column_orders = last.column_orders
        return self.tree

    def read_statements(
        self, tree: SchemaTree, metadata: FileMetaData, row_groups: Sequence[RowGroup]
    ) -> SourceStatements:
        """What the row groups of a file say."""
        orders = metadata.column_orders
        if tree is not self.rules.tree or orders != self.rules.orders:
            self.rules = KnownRules(tree, orders, list_rules(tree, orders))
        statements = read_statements(row_groups, self.rules.rules)
        if statements.said == self.said:
            return statements._replace(said=self.said)
        self.said = statements.said
        return statements

    def remember(self, file: ThriftFile, metadata: FileMetaData) -> list[WholeGroup] | None:
        """The footer of this file is right, and the next ones may say the same; `metadata` is what it says, without row groups.
        These, if they move whole."""
        self.known = None
        is_longer = forgets_dictionary_header(writer_of(metadata.created_by))
        # A seal and an index are of one footer, and chunks may be longer than they say.
        if metadata.extension is not None or is_longer:
            return None
        footers = AlikeFooters.of(file.thrift, self.tree)
        groups = footers.find_groups(file) if footers is not None else None
        if footers is not None and groups is not None:
            self.known = KnownFooter(footers, metadata, self.tree)
        return groups
