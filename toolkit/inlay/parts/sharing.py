"""What thousands of footers say alike is held once: schemas, key-value pairs, and the lists of their chunks.

Plans replace these values and change none of them, so whoever shares one does not notice.
"""

from __future__ import annotations

from dataclasses import dataclass

from inlay.pages.chunk_metadata import metadata_of
from parquet_format.parquet import ColumnMetaData, FileMetaData


@dataclass(slots=True)
class Sharing:
    """`last` is the footer that the next one is compared with: neighbours are most alike."""

    last: FileMetaData | None = None

    def share(self, metadata: FileMetaData) -> None:
        """Gives the footer the values of the last one where they are equal."""
        last, self.last = self.last, metadata
        if last is None:
            return
        if metadata.schema == last.schema:
            metadata.schema = last.schema
        if metadata.key_value_metadata == last.key_value_metadata:
            metadata.key_value_metadata = last.key_value_metadata
        if not last.row_groups:
            return
        before = [metadata_of(chunk) for chunk in last.row_groups[0].columns]
        for row_group in metadata.row_groups:
            for chunk, known in zip(row_group.columns, before, strict=False):
                _share_lists(metadata_of(chunk), known)


def _share_lists(meta: ColumnMetaData, known: ColumnMetaData) -> None:
    if meta.path_in_schema == known.path_in_schema:
        meta.path_in_schema = known.path_in_schema
    if meta.encodings == known.encodings:
        meta.encodings = known.encodings
    if meta.encoding_stats == known.encoding_stats:
        meta.encoding_stats = known.encoding_stats
