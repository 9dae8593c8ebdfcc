"""What thousands of footers say alike is held once: schemas, key-value pairs and column orders.

Plans replace these values and change none of them, so whoever shares one does not notice.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from inlay.schema.tree import SchemaTree
from parquet_format.parquet import FileMetaData


@dataclass(slots=True)
class Sharing:
    """`last` is the footer that the next one is compared with, for neighbours are most alike; `tree` is of its schema, and
    `encoded` are its bytes but for the number of rows: comparing these is a tenth of comparing values.
    """

    last: FileMetaData | None = None
    encoded: bytes = b""
    tree: SchemaTree = field(default_factory=lambda: SchemaTree([]))

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
